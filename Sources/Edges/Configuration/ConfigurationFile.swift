import Glibc
import HandShakeCatalog

/// The configuration file: `handshake/config.json` in the folder of the XDG Base Directory
/// Specification, `~/.config` unless `XDG_CONFIG_HOME` names another.
public struct ConfigurationFile: Sendable {
  /// The folder of the file.
  let folder: String
  /// Its path.
  public var path: String { folder + "/config.json" }

  /// The largest accepted file, in bytes.
  private static let largestFile = 1 << 16

  /// The file of the user with the variables that `environment` gives; nil without a home folder.
  public init?(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    // The XDG specification ignores relative paths.
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      self.folder = folder + "/handshake"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      folder = home + "/.config/handshake"
    } else {
      return nil
    }
  }

  /// The configuration, empty if the file does not exist, and the rooms of pairings. Refuses a file
  /// with secrets that others may read.
  public func read() throws(CatalogError) -> Configuration {
    var configuration = Configuration()
    if access(path, F_OK) == 0 {
      configuration = try Configuration(
        bytes: try BoundedFile.read(path, largestByteCount: Self.largestFile), path: path)
      var status = stat()
      if configuration.isSecret, stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
        throw .readableByOthers(path: path)
      }
    }
    configuration.pairedRooms = try PairedRooms(beside: self).read()
    return configuration
  }

  /// Reads it, applies `change`, and writes it back atomically.
  public func update(_ change: (inout Configuration) -> Void) throws(CatalogError) {
    var configuration = try read()
    change(&configuration)
    try ReplacedFile.write(path, configuration.json, isSecret: configuration.isSecret)
  }
}
