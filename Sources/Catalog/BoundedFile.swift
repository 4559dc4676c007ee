import Foundation

/// Small text files of the user's, read whole.
enum BoundedFile {
  /// The bytes of the file at `path`, at most `largestByteCount` of them.
  static func read(_ path: String, largestByteCount: Int) throws(CatalogError) -> Data {
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
      let data = try file.read(upToCount: largestByteCount + 1) ?? Data()
      if data.count > largestByteCount {
        throw CatalogError.unreadable(
          path: path, reason: "it is larger than \(largestByteCount / 1024) KiB")
      }
      return data
    } catch let error as CatalogError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: reason(of: error))
    }
  }

  /// What the system says of a failed call, in its own words.
  static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (cause ?? error as NSError).localizedDescription.lowercased()
  }
}
