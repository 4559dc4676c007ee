@preconcurrency import Glibc

/// The program to start for each message. It is searched once at the start, so that a missing
/// program is reported before the first message.
package struct ExecutedProgram: Equatable, Sendable {
  /// Its absolute path. Links are not followed, because some programs use the name of their call.
  package let path: String
  /// The words after the path on its command line. No shell reads them.
  package let arguments: [String]
  /// Its longest run, in seconds.
  package let timeoutSeconds: Double

  /// Finds the program `name`. A name with a slash is a path. Otherwise the first executable file
  /// of that name in the folders of `searchPath` is used, as in execvp(3).
  ///
  /// Throws `missing`, `isDirectory`, `notExecutable`.
  package init(
    _ name: String, arguments: [String] = [], timeoutSeconds: Double = 30,
    searchPath: String = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  ) throws(ExecutedProgramError) {
    self.arguments = arguments
    self.timeoutSeconds = timeoutSeconds
    path = Self.absolute(
      name.contains("/") ? try Self.checked(name) : try Self.found(name, in: searchPath))
  }

  private static func found(
    _ name: String, in searchPath: String
  ) throws(ExecutedProgramError) -> String {
    var refusal = ExecutedProgramError.missing(name)
    if name.isEmpty { throw refusal }
    for folder in searchPath.split(separator: ":", omittingEmptySubsequences: false) {
      do throws(ExecutedProgramError) {
        return try checked((folder.isEmpty ? "." : folder) + "/" + name)
      } catch .notExecutable(let path) {
        if case .missing = refusal { refusal = .notExecutable(path) }
      } catch {
        continue
      }
    }
    throw refusal
  }

  private static func checked(_ path: String) throws(ExecutedProgramError) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == EACCES ? .notExecutable(path) : .missing(path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path) }
    guard status.st_mode & S_IFMT == S_IFREG, faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
    else { throw .notExecutable(path) }
    return path
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}

/// Why a program cannot be started.
package enum ExecutedProgramError: Error, Equatable {
  /// The path, or the name in the folders of the search path, does not exist.
  case missing(String)
  /// This path is a folder.
  case isDirectory(String)
  /// The file is not a program, or this user may not execute it.
  case notExecutable(String)
}
