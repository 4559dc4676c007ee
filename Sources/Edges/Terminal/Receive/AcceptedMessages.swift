import HandShakeFiles
@preconcurrency import Glibc
import HandShake
import HandShakeConfiguration
import Synchronization

/// The accepted sealed messages. All listeners of a user share them and keep them between runs.
final class AcceptedMessages: Sendable {
  private let memory: SharedMemory
  private let failure = Mutex<FilesError?>(nil)
  /// Whether several listeners can hear one sound. They cannot hear the same recording.
  private let sharesSound: Bool

  /// Throws `noHome`, and `file` if messages cannot be remembered.
  init(sharesSound: Bool) throws(CommandFailure) {
    self.sharesSound = sharesSound
    memory = try Self.memory("accepted")
    do throws(FilesError) {
      try memory.check()
    } catch {
      throw .file(error)
    }
  }

  /// The memory of this name in the state folder.
  static func memory(_ name: String) throws(CommandFailure) -> SharedMemory {
    SharedMemory(folder: try stateFolder() + "/handshake", name: name)
  }

  /// The folder for data between runs, by the XDG Base Directory Specification.
  private static func stateFolder() throws(CommandFailure) -> String {
    if let folder = getenv("XDG_STATE_HOME"), folder.pointee == CChar(UInt8(ascii: "/")) {
      return String(cString: folder)
    }
    guard let home = getenv("HOME"), home.pointee == CChar(UInt8(ascii: "/")) else { throw .noHome }
    return String(cString: home) + "/.local/state"
  }

  /// Whether a `Station` may accept a message. Keeps the reason if the memory fails.
  @Sendable func admit(_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission {
    do throws(FilesError) {
      let admission = try memory.admit(number, endingAt: unixSeconds)
      return admission == .sameSound && !sharesSound ? .replayed : admission
    } catch {
      failure.withLock { $0 = error }
      return .unremembered
    }
  }

  /// Why the last message could not be remembered. Each failure is returned once.
  func takeFailure() -> FilesError? {
    failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
  }
}
