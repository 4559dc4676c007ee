import HandShakeFiles
@preconcurrency import Glibc
import HandShake
import HandShakeSealing
import Synchronization

/// The sealed messages that were accepted, which all listeners of a user share and remember between runs.
final class AcceptedMessages: Sendable {
  private let memory: SharedMemory
  private let failure = Mutex<FilesError?>(nil)
  /// Whether several listeners can hear one sound, as they can't of a recording.
  private let sharesSound: Bool

  /// Throws `noHome`, and `file` where nothing can be remembered.
  init(sharesSound: Bool) throws(CommandFailure) {
    self.sharesSound = sharesSound
    memory = try Self.memory("accepted")
    do throws(FilesError) {
      try memory.check()
    } catch {
      throw .file(error)
    }
  }

  /// A memory of that name among what is kept between runs.
  static func memory(_ name: String) throws(CommandFailure) -> SharedMemory {
    SharedMemory(folder: try stateFolder() + "/handshake", name: name)
  }

  /// Where the XDG Base Directory Specification has what is kept between runs.
  private static func stateFolder() throws(CommandFailure) -> String {
    if let folder = getenv("XDG_STATE_HOME"), folder.pointee == CChar(UInt8(ascii: "/")) {
      return String(cString: folder)
    }
    guard let home = getenv("HOME"), home.pointee == CChar(UInt8(ascii: "/")) else { throw .noHome }
    return String(cString: home) + "/.local/state"
  }

  /// Whether a message is accepted, as a `Station` asks; why it cannot be remembered is then known.
  @Sendable func admit(_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission {
    do throws(FilesError) {
      let admission = try memory.admit(number, endingAt: unixSeconds)
      return admission == .sameSound && !sharesSound ? .replayed : admission
    } catch {
      failure.withLock { $0 = error }
      return .unremembered
    }
  }

  /// Why the last message could not be remembered, told once.
  func takeFailure() -> FilesError? {
    failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
  }
}
