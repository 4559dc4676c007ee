extension Texts {
  // MARK: The doctor

  package static let nothingWrong = "nothing is wrong with this input"
  package static let cannotComeSilence =
    "no message can be received: digital silence (every sample is 0): the "
    + "input is muted or not"
  package static func cannotComeCutOff(_ frequency: String) -> String {
    "no message can be received: there is nothing above \(frequency): a call codec, a lossy codec "
      + "or a"
  }
  package static func cannotComeShutOff(_ count: String) -> String {
    "no message can be received: the sound was shut off \(count) times: a noise gate or a noise "
      + "suppression is"
  }
  package static let cannotCome = "no message can be received"
  package static func sufferClipping(_ share: String) -> String {
    "messages may get lost: \(share) of all samples are clipped: the input is too loud"
  }
  package static func sufferNoise(_ level: String) -> String {
    "messages may get lost: the noise in the band is so loud that no protocol would be heard at "
      + "\(level)"
  }
  package static func sufferDeadChannel(_ number: String) -> String {
    "messages may get lost: channel \(number) is dead, and hrecv uses the others"
  }
  package static func aboutOffset(_ share: String) -> String {
    "note: the samples lie about \(share) of full scale instead of 0 (DC): it takes "
      + "room from loud sounds,"
  }
  package static let aboutSilence =
    "note: digital silence surrounds the messages, so their range cannot be estimated"
  package static func aboutRate(_ rate: String) -> String {
    "note: the rate is \(rate): it holds every protocol, but sound cards that run at "
      + "48000 Hz resample"
  }
  package static let tryMicrophone = "try: record again with the microphone on"
  package static let tryWithoutProcessing = "try: record without processing"
  package static let tryLowerLevel = "try: record again at a lower level"
  package static let nothingPlays = "nothing plays"
  package static let trySending = "  try: hsend \"hello\" while this listens"
  package static func nothingReceivable(_ path: String) -> String {
    "nothing can be received from \(path) as it is: try what is named above, then hrecv "
      + "--doctor again"
  }
  package static func heardMessage(_ text: String, _ how: String) -> String {
    "heard a message: \(text) (\(how))"
  }
  package static func heardMessageBy(_ text: String, _ protocolName: String) -> String {
    "heard a message: \(text) (\(protocolName) at "
  }
  package static let useHop =
    "use hop: across this room, if the sender is as loud as a laptop at full volume"
  package static let noOtherDevice = "no other device captures here"
  package static let devicesHere = "devices that capture here:"
  package static let tryDoctorOn = "  try: hrecv --doctor --device "
}
