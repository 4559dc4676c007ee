import CHandShake
import Glibc
import Sealing

/// What a `handshake_secret` points to.
final class SecretHandle {
  let secret: Secret

  init(_ secret: Secret) { self.secret = secret }

  /// The secret of a handle.
  static func secret(_ pointer: OpaquePointer) -> Secret {
    Unmanaged<SecretHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue().secret
  }
}

/// `handshake_secret_create`
@_cdecl("handshake_secret_create")
public func secretCreate(
  _ words: UnsafePointer<CChar>?, _ length: Int, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard let words, length >= 0 else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard length <= Arguments.longestText else { throw StatusError(HANDSHAKE_SECRET_TOO_LONG) }
    var passphrase = Array(UnsafeRawBufferPointer(start: words, count: length))
    defer {
      passphrase.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
      }
    }
    let handle: SecretHandle
    do throws(SecretError) {
      handle = SecretHandle(try Secret(passphrase: passphrase))
    } catch {
      throw StatusError(handshake_status(error))
    }
    result.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
  }
}

/// `handshake_secret_destroy`
@_cdecl("handshake_secret_destroy")
public func secretDestroy(_ secret: OpaquePointer?) {
  guard let secret else { return }
  Unmanaged<SecretHandle>.fromOpaque(UnsafeRawPointer(secret)).release()
}
