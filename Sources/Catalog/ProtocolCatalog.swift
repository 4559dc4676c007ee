import Foundation
import Modem
import ProtocolFiles

/// The protocols there are: those compiled in, and those in files of the user's.
public enum ProtocolCatalog {
  /// The compiled-in protocols, in the order in which they are listed to the user.
  public static let builtIn: [ModemProtocol] = ProtocolFiles.all.map { bytes in
    do throws(CatalogError) {
      return try ProtocolParser.parse(Data(bytes), path: "built-in protocol")
    } catch {
      preconditionFailure("a protocol file that was compiled in is wrong: \(error)")
    }
  }

  /// The largest protocol file that is read, in bytes.
  static let largestFile = 1 << 20

  /// The protocol called `nameOrPath`; the one declared in that file where it contains a slash or
  /// ends in `.json`.
  public static func find(_ nameOrPath: String) throws(CatalogError) -> ModemProtocol {
    if nameOrPath.contains("/") || nameOrPath.hasSuffix(".json") {
      return try ProtocolParser.parse(try read(nameOrPath), path: nameOrPath)
    }
    if let found = builtIn.first(where: { $0.name == nameOrPath }) { return found }
    throw .unknownName(nameOrPath, known: builtIn.map(\.name))
  }

  private static func read(_ path: String) throws(CatalogError) -> Data {
    do {
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
        if isDirectory.boolValue {
          throw CatalogError.unreadable(path: path, reason: "it is a directory")
        }
      } else {
        throw CatalogError.unreadable(path: path, reason: "there is no such file")
      }
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let data = try file.read(upToCount: largestFile + 1) ?? Data()
      if data.count > largestFile {
        throw CatalogError.unreadable(path: path, reason: "it is larger than 1 MiB")
      }
      return data
    } catch let error as CatalogError {
      throw error
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw .unreadable(
        path: path, reason: (cause ?? error as NSError).localizedDescription.lowercased())
    }
  }
}
