import Glibc
import HandShakeCatalog

/// Where the configuration lies: `handshake/config.json` in the folder of the XDG Base Directory
/// Specification, `~/.config` unless `XDG_CONFIG_HOME` names another.
public struct ConfigurationFile: Sendable {
  /// The folder that it lies in.
  let folder: String
  /// Its path.
  public var path: String { folder + "/config.json" }

  /// The largest file that is read, in bytes.
  private static let largestFile = 1 << 16

  /// The file of the user whose environment has the variables that `environment` gives; nil where
  /// there is no home to look in.
  public init?(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    // The XDG specification has relative paths ignored.
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      self.folder = folder + "/handshake"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      folder = home + "/.config/handshake"
    } else {
      return nil
    }
  }

  /// What it says, nothing where there is no such file, and the rooms of pairings. A file with
  /// secrets in it that others may read is refused.
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

  /// Reads it, lets `change` work on it, and writes it back: the old file or the whole new one is
  /// there at any time.
  public func update(_ change: (inout Configuration) -> Void) throws(CatalogError) {
    var configuration = try read()
    change(&configuration)
    try ReplacedFile.write(path, configuration.json, isSecret: configuration.isSecret)
  }
}
