@preconcurrency import Glibc

/// The program that is started for each message: found once, at the start, so that what is missing
/// is told then and not when the first message comes.
package struct ExecutedProgram: Equatable, Sendable {
  /// Where it lies, absolute; links are not followed, for some programs ask by which name they were
  /// called.
  package let path: String
  /// What follows the path on its command line, word by word: no shell reads them.
  package let arguments: [String]
  /// How long it may run, in seconds.
  package let timeoutSeconds: Double

  /// Finds the program `name`: a path where it has a slash, and otherwise the first of that name
  /// that may be executed in the folders of `searchPath`, as execvp(3) does.
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

/// Why a program cannot be started for messages.
package enum ExecutedProgramError: Error, Equatable {
  /// There is none of this path, or of this name in the folders where programs are searched.
  case missing(String)
  /// This path is a folder.
  case isDirectory(String)
  /// What lies there is no program, or not for this user.
  case notExecutable(String)
}
