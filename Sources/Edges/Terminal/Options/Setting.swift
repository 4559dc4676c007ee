/// A value that the command line, the configuration file or the program itself may give.
public struct Setting<Value: Sendable & Equatable>: Sendable, Equatable {
  /// Who gave a value.
  public enum Origin: Sendable, Equatable {
    /// An option.
    case option
    /// The configuration file.
    case configuration
    /// Nobody: what counts then.
    case builtIn
  }

  /// The value that counts.
  public var value: Value
  /// Who gave it.
  public var origin: Origin

  /// `option` where it was given, else what is configured, else `builtIn`.
  init(option: Value?, configured: Value?, builtIn: Value) {
    if let option {
      self.init(value: option, origin: .option)
    } else if let configured {
      self.init(value: configured, origin: .configuration)
    } else {
      self.init(value: builtIn, origin: .builtIn)
    }
  }

  init(value: Value, origin: Origin) {
    self.value = value
    self.origin = origin
  }
}
