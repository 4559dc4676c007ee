extension Texts {
  // MARK: Files

  package static func noFile(_ path: String) -> String {
    "there is no file \(path): check the path with ls"
  }
  package static func isDirectory(_ path: String) -> String {
    "\(path) is a directory: give the path of a file in it"
  }
  package static func notRegularFile(_ path: String) -> String {
    "\(path) is not a regular file: give the path of one"
  }
  package static func noFolderOfPath(_ path: String) -> String {
    "there is no folder \(path): make it with mkdir, or give another path"
  }
  package static func noFolder(_ path: String) -> String {
    "there is no folder \(path): make it with mkdir, or give another one"
  }
  package static func notFolder(_ path: String) -> String {
    "\(path) is not a folder: give the path of one"
  }
  package static func fileTooLarge(_ path: String, _ byteCount: String, _ limit: String) -> String {
    "\(path) has \(byteCount) bytes and at most \(limit) can be sent: split it, as in split "
      + "-b \(limit) FILE"
  }
  package static func fileChanged(_ path: String) -> String {
    "\(path) changed while it was read: send it again when it is finished"
  }
  package static func readingFailed(_ path: String, _ reason: String) -> String {
    "reading \(path) failed (\(reason)): copy it elsewhere and try again"
  }
  package static func writingFailed(_ path: String, _ reason: String) -> String {
    "writing to \(path) failed (\(reason)): choose another folder, and receive the file again"
  }
  /// The end of a listener that could not keep what came.
  package static let fileLost =
    "not every file was kept: do what is said above, and receive the others again"
  /// What its sender is told.
  package static let notKeptThere =
    "not confirmed: it arrived, and the receiver could not keep it: see what it says"
  package static func mayNotBeRead(_ path: String) -> String {
    "\(path) may not be read: check its permissions with ls -ld, or choose another path"
  }
  package static func mayNotBeWritten(_ path: String) -> String {
    "\(path) may not be written to: check its permissions with ls -ld, or choose another path"
  }
  package static func noSpace(_ path: String) -> String {
    "no space is left for \(path): free some, or choose another path"
  }
  package static func cannotBeOpened(_ path: String, _ reason: String) -> String {
    "\(path) cannot be opened (\(reason)): choose another path"
  }
  package static func cannotBeWritten(_ path: String, _ reason: String) -> String {
    "\(path) cannot be written (\(reason)): give a name that ends in .wav, or --rate 48000"
  }
  package static func inputUnreadable(_ reason: String) -> String {
    "standard input cannot be read (\(reason)): give the text as an argument, hsend \"hello\""
  }
  package static func outputLost(_ reason: String) -> String {
    "standard output cannot be written (\(reason)): the output is lost, so free some "
      + "space, and start again"
  }
  package static func outputUnwritable(_ reason: String) -> String {
    "standard output cannot be written (\(reason))"
  }
  package static let received = "received "
  package static func fileReceived(_ name: String, _ byteCount: String, _ path: String) -> String {
    "received \(name), \(byteCount) bytes, as \(path)"
  }
  package static func fileNotKept(_ name: String, _ byteCount: String) -> String {
    "the file \(name) of \(byteCount) bytes came and was not kept: give --output DIR to keep it"
  }
  package static let noFileKept =
    "no text came, and no file was kept: receive again with --output DIR"
  package static func failureNotKept(_ path: String) -> String {
    "the frame that failed is not kept, because no space is left in \(path): free some"
  }

  // MARK: Recordings

  package static func recordingEmpty(_ path: String) -> String {
    "\(path) is empty: record again"
  }
  package static func unknownFormat(_ path: String) -> String {
    "\(path) is not a recording in a known format: give a WAV, FLAC or OGG file, or describe "
      + "headerless samples with --raw s16,48000,1"
  }
  package static func unreadFormat(_ path: String) -> String {
    "\(path) is in a format that hrecv does not read: convert"
  }
  package static func headerCutOff(_ path: String) -> String {
    "\(path) ends inside its header: record or copy it again"
  }
  package static func holdsNone(_ path: String, _ promised: String) -> String {
    "\(path) promises \(promised) samples and holds none: record or copy it again"
  }
  package static func promises(_ path: String, _ promised: String) -> String {
    "\(path) promises \(promised) samples and holds "
  }
  package static func damaged(_ path: String, _ detail: String) -> String {
    "\(path) is damaged (\(detail)): record or copy it again"
  }
  package static func headerNotCompleted(_ promised: String, _ held: String) -> String {
    " promises \(promised) samples and holds \(held): its header was never completed"
  }
  package static let cutOffOrDamaged = ": it is cut off or damaged"
  package static func recordingRateTooLow(_ path: String, _ rate: String, _ half: String) -> String
  {
    "\(path) has a rate of \(rate) and holds nothing above \(half), too little for any "
      + "protocol: record at 48000 Hz or more"
  }
  package static func recordingRateLow(_ path: String, _ rate: String, _ half: String) -> String {
    "\(path) has \(rate) and holds nothing above \(half): what was sent higher cannot be "
      + "heard in it"
  }
  package static func noNumbersTaken(_ count: String, _ path: String) -> String {
    "\(count) samples of \(path) were no numbers, and taken for 0"
  }
  package static func noNumbers(_ count: String, _ path: String) -> String {
    "\(count) samples of \(path) were no numbers"
  }
}
