/// What `hsend` says: a sentence after its name.
package func hsend(_ sentence: String) -> String { "hsend: \(sentence)" }

/// What `hrecv` says.
package func hrecv(_ sentence: String) -> String { "hrecv: \(sentence)" }

/// What `htone` says.
package func htone(_ sentence: String) -> String { "htone: \(sentence)" }

/// Every sentence of the programs that tests compare, and the only place where one stands: a new
/// wording changes one line here. Sentences that begin or end in the middle are for `hasPrefix` and
/// the like.
package enum Texts {
  // MARK: Options

  package static func noOption(_ option: String, _ program: String) -> String {
    "there is no option \(option): see \(program) --help"
  }
  package static func noOptionButText(_ option: String, _ typed: String) -> String {
    "there is no option \(option): see hsend --help, or send it as a text with hsend -- \(typed)"
  }
  package static func noOptionBut(_ option: String, _ meant: String) -> String {
    "there is no option \(option): did you mean \(meant)?"
  }
  package static func ambiguousOption(_ option: String, _ candidates: String) -> String {
    "\(option) could be any of \(candidates): type more of it"
  }
  package static func optionNeedsValue(_ option: String, _ form: String) -> String {
    "\(option) needs a value: \(form)"
  }
  package static func optionTakesNoValue(_ option: String) -> String {
    "\(option) takes no value: leave out the = and what follows"
  }
  package static func exclude(_ a: String, _ b: String) -> String {
    "\(a) and \(b) cannot be used together: leave one out"
  }
  package static func optionNeeds(_ option: String, _ needed: String) -> String {
    "\(option) requires another option: add \(needed)"
  }
  package static func doesNotBelong(_ option: String, _ program: String) -> String {
    "\(option) is an unexpected argument: see \(program) --help"
  }
  package static func optionBadName(_ option: String, _ value: String) -> String {
    "\(option) cannot be \(value): give a name that ends in .wav, .flac, .ogg or .aiff"
  }
  package static func optionCannotBe(_ option: String, _ value: String, _ expected: String)
    -> String
  {
    "\(option) cannot be \(value): give \(expected)"
  }
  package static let soundAmongEvents =
    "standard output takes the sound of --output - or the events of --json, and not both: "
    + "give --output FILE"
  package static let liveNeedsTerminal =
    "--live needs a terminal for its keys and its screen: type htone --live in one, without "
    + "a pipe, a redirection or TERM=dumb"

  // MARK: Protocols

  package static func noProtocol(_ protocolName: String, _ program: String) -> String {
    "there is no protocol \(protocolName): choose one from \(program) --list-protocols, or "
      + "give the path of a file, as ./morse.json"
  }
  package static func noProtocolBut(_ protocolName: String, _ meant: String) -> String {
    "there is no protocol \(protocolName): did you mean \(meant)?"
  }
  package static func onePace(_ protocolName: String) -> String {
    "\(protocolName) has one pace only: leave --rung, --snr, --robust and --fast out, or give "
      + "--protocol burst"
  }
  package static func rungNotSent(_ protocolName: String, _ rung: String, _ offered: String)
    -> String
  {
    "\(protocolName) does not send at rung \(rung): give --rung \(offered)"
  }
  package static func textsOnly(_ protocolName: String) -> String {
    "\(protocolName) carries texts only: give --protocol burst to send a file"
  }
  package static func noAnswers(_ protocolName: String) -> String {
    "\(protocolName) has no receipts: give --protocol hop or burst, or leave --confirm out"
  }
  package static func anyLength(_ protocolName: String) -> String {
    "\(protocolName) sends messages of any length: leave --length out, or give --protocol "
      + "ggwave-ultrasound-fast"
  }
  package static func nothingUnderCeiling(
    _ protocolName: String, _ ceiling: String, _ lowest: String, _ needed: String
  ) -> String {
    "nothing of \(protocolName) fits under the ceiling of \(ceiling): its lowest placement "
      + "is \(lowest), so give --ceiling \(needed) or more, if the loudspeaker plays that"
  }
  package static func noProtocolUnderCeiling(_ ceiling: String) -> String {
    "under a ceiling of \(ceiling) no protocol fits, and no probe: give --ceiling 17000 or "
      + "more, or none to find out where the loudspeaker ends"
  }
  package static func ceilingAboveHalfRate(
    _ ceiling: String, _ half: String, _ rate: String, _ limit: String
  ) -> String {
    "a ceiling of \(ceiling) is above \(half), all that a rate of \(rate) holds: give "
      + "--ceiling \(limit) or less, or a higher rate"
  }
  package static func rateHolds(_ rate: String, _ half: String) -> String {
    "a rate of \(rate) holds nothing above \(half)"
  }
  package static func protocolFileUnreadable(_ path: String, _ reason: String) -> String {
    "the protocol file \(path) cannot be read (\(reason)): check the path with ls -l"
  }
  package static func protocolFileBroken(_ path: String, _ fault: String) -> String {
    "the protocol file \(path) is \(fault): correct it there"
  }
  package static func unknownFieldBut(_ meant: String) -> String {
    "is not a field that is known (did you mean \(meant)?): correct it"
  }
}
