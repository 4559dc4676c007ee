import HandShakeConfiguration

/// The user's configuration file, which every program reads and writes.
package enum UserConfiguration {
  /// The settings in the file. The configuration is empty if there is no file.
  package static func read() throws(CommandFailure) -> Configuration {
    guard let file = ConfigurationFile() else { return Configuration() }
    do {
      return try file.read()
    } catch {
      throw .configuration(error)
    }
  }

  /// Writes the changes of `change`, and reports the file.
  ///
  /// - Returns: the file's path.
  package static func update(
    _ change: (inout Configuration) -> Void
  ) throws(CommandFailure) -> String {
    guard let file = ConfigurationFile() else { throw .noHome }
    do {
      try file.update(change)
    } catch {
      throw .configuration(error)
    }
    return file.path
  }
}
