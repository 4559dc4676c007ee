/// A value from the command line, the configuration file or the program itself.
package struct Setting<Value: Sendable & Equatable>: Sendable, Equatable {
  /// Where a value was set.
  package enum Origin: Sendable, Equatable {
    /// An option.
    case option
    /// A field of the configuration file.
    case configuration(field: String)
    /// The program's default.
    case builtIn
  }

  /// The value in force.
  package var value: Value
  /// Where it was set.
  package var origin: Origin

  /// `option` if given, else the configured value of `field`, else `builtIn`.
  package init(option: Value?, configured: Value?, field: String, builtIn: Value) {
    if let option {
      self.init(value: option, origin: .option)
    } else if let configured {
      self.init(value: configured, origin: .configuration(field: field))
    } else {
      self.init(value: builtIn, origin: .builtIn)
    }
  }

  package init(value: Value, origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// Whether the configuration file sets it.
  package var isConfigured: Bool { if case .configuration = origin { true } else { false } }
}
