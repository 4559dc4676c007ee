/// A value that the command line, the configuration file or the program itself may set.
public struct Setting<Value: Sendable & Equatable>: Sendable, Equatable {
  /// Where a value was set.
  public enum Origin: Sendable, Equatable {
    /// An option.
    case option
    /// The configuration file.
    case configuration
    /// Neither: the program's own default.
    case builtIn
  }

  /// The value in force.
  public var value: Value
  /// Where it was set.
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
