/// What is said of pairings.
extension Texts {
  package static let pairedAs = "paired: the secret is kept as "
  package static let inPlaceOfTheOlder = ", in place of the older one"
  package static let areTheyTheSame = "are they the same? type y or n: "
  package static let refusedHere = "not paired: the digits were refused here, so nothing was kept"
  package static let otherGaveUp =
    "not paired: the other device gave up, or its digits were refused, so nothing was kept"
  package static let nobodyCanCompare =
    "nobody can compare the digits, for there is no terminal: add --accept-by PROGRAM"
  package static let nobodyBegan = "no device began to pair within "
  package static let otherHasKept = "forget it there, and pair again"
  package static let noDeviceAnswered = "not paired: no device answered; type hrecv --pair"
  package static func noRoomCalled(_ name: String) -> String {
    "a room cannot be called '\(name)': give 1 to 64 bytes"
  }
  package static func configuredRoom(_ name: String) -> String {
    "the configuration has a secret for '\(name)': give another name, or remove it there"
  }
  package static func notPairedRoom(_ name: String) -> String {
    "no pairing made a secret for '\(name)': "
  }
  package static func forgot(_ name: String) -> String {
    "forgot '\(name)': forget it on the other device too"
  }
  package static let otherDidNotAllow =
    "its messages start no programs, for the other device did not allow it"
  package static let noRooms = "there are no rooms: make one by "
}
