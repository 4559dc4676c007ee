/// The programs whose options the table describes.
public enum CommandName: String, Sendable, CaseIterable {
  /// Plays or writes a text.
  case hsend
  /// Listens to a device or reads a recording.
  case hrecv
  /// Plays or writes tones.
  case htone

  /// Whether it makes sound, rather than hearing it.
  var makesSound: Bool { self != .hrecv }

  /// How long after an interrupt it may take to end: tones end with a fade.
  var graceSeconds: Double { self == .htone ? 1 : 0.15 }
}
