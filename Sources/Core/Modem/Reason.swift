/// Why a frame gave no message, or why no answer confirmed it. Callers from other languages get the
/// numbers of `handshake_failure`.
///
/// `handshake-names` writes the header, the Python package and the page. Never change a number.
package enum Reason: UInt32, CaseIterable, Sendable {
  case cutOff = 1
  case sync = 2
  case header = 3
  case code = 4
  case check = 5
  case doubt = 6
  case incomplete = 7
  case unknownContent = 8
  case digest = 9
  case noSecret = 10
  case otherSecret = 11
  case notSealed = 12
  case tooOld = 13
  case replayed = 14
  case noAnswer = 15
  case wrongTime = 16
  case notKept = 17
  case notRemembered = 18

  /// The reason as a sentence without its capital and its full stop.
  package var sentence: String {
    switch self {
    case .cutOff: "it was cut off"
    case .sync: "no valid frame follows its start"
    case .header: "its length could not be read"
    case .code: "it had more errors than can be repaired"
    case .check: "its checksum is wrong"
    case .doubt: "it has no checksum, and another text is as likely"
    case .incomplete: "parts of it are missing"
    case .unknownContent: "it was sent by a newer version"
    case .digest: "its SHA-256 differs from the sender's"
    case .noSecret: "it is sealed, and the receiver has no secrets"
    case .otherSecret: "it is sealed with another secret"
    case .notSealed: "it is not sealed"
    case .tooOld: "it was sealed too long ago, or ahead of the clock"
    case .replayed: "it was received before"
    case .noAnswer: "nobody answered"
    case .wrongTime: "a receiver took it for a recording: set both clocks"
    case .notKept: "a receiver got it and could not keep it"
    case .notRemembered: "the list of seen messages cannot be written"
    }
  }
}

extension Failure.Stage {
  /// The reason for this stage.
  package var reason: Reason {
    switch self {
    case .cutOff: .cutOff
    case .sync: .sync
    case .header: .header
    case .code: .code
    case .check: .check
    case .doubt: .doubt
    case .parts, .blocks: .incomplete
    case .unknownContent: .unknownContent
    case .digest: .digest
    case .seal(.noSecret): .noSecret
    case .seal(.otherSecret): .otherSecret
    case .seal(.tooOld): .tooOld
    case .seal(.replayed): .replayed
    case .seal(.notRemembered): .notRemembered
    case .seal(.notSealed): .notSealed
    }
  }
}
