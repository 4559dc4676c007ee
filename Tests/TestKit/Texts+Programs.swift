extension Texts {
  // MARK: Tools

  package static func installUsage(_ fault: String) -> String {
    "tools/install: \(fault): see tools/install --help"
  }
  package static let destructiveCommand =
    "may destroy files of whoever types it: leave it out, or let it change a folder that the "
    + "same block makes by mkdir"

  // MARK: Programs that hrecv starts

  package static let programUnsafe =
    "anybody in the room could start the program: give --secret-file FILE, or "
    + "--exec-unauthenticated if that is what you want"
  package static func noProgram(_ path: String) -> String {
    "there is no program \(path): check the path with ls"
  }
  package static func noProgramInPath(_ name: String, _ form: String) -> String {
    "there is no program \(name) in PATH: give its path, as in --exec \(form)"
  }
  package static func programIsDirectory(_ path: String) -> String {
    "\(path) is a directory: give the path of a program in it"
  }
  package static func programMayNotBeExecuted(_ path: String, _ typed: String) -> String {
    "\(path) may not be executed: try chmod +x \(typed), or give another program"
  }
  package static let programPrintsTooMuch =
    "the program prints more than 64 KiB: the rest is left out"
  package static func programFailed(_ path: String, _ status: String) -> String {
    "\(path) failed with status \(status): start it by hand to see why"
  }
  package static func programKilled(_ path: String, _ signal: String) -> String {
    "\(path) was ended by signal \(signal): start it by hand to see why"
  }
  package static func programTooSlow(_ path: String, _ seconds: String, _ longer: String) -> String
  {
    "\(path) had not ended after \(seconds) and was stopped: make it quicker, or give "
      + "--exec-timeout \(longer)"
  }
  package static func programNotStarted(_ path: String, _ reason: String) -> String {
    "\(path) could not be started (\(reason)): start it by hand to see why"
  }
  package static func programDropped(_ path: String, _ count: String) -> String {
    "\(path) was not started for a message, since \(count) others wait: send fewer, or make "
      + "it quicker"
  }
  package static func programInterrupted(_ path: String) -> String {
    "\(path) was stopped, or not started, since hrecv was interrupted: send again"
  }
}
