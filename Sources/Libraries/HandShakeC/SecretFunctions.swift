import CHandShake
import HandShakeSealing

/// The object behind a `handshake_secret`.
final class SecretHandle: Handle {
  let secret: Secret
  fileprivate let fingerprint: UnsafePointer<CChar>

  init(_ secret: Secret) {
    self.secret = secret
    fingerprint = terminatedCopy(Array(secret.fingerprint.utf8))
  }

  deinit { fingerprint.deallocate() }
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
    defer { Secret.wipe(&passphrase) }
    let handle: SecretHandle
    do throws(SecretError) {
      handle = SecretHandle(try Secret(passphrase: passphrase))
    } catch {
      throw StatusError(handshake_status(error))
    }
    result.pointee = handle.opened()
  }
}

/// `handshake_secret_destroy`
@_cdecl("handshake_secret_destroy")
public func secretDestroy(_ secret: OpaquePointer?) { SecretHandle.close(secret) }

/// `handshake_secret_fingerprint`
@_cdecl("handshake_secret_fingerprint")
public func secretFingerprint(_ secret: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let secret else { return nil }
  return SecretHandle.at(secret).fingerprint
}

/// `handshake_secret_generate`
@_cdecl("handshake_secret_generate")
public func secretGenerate(_ words: UnsafeMutablePointer<CChar>?) -> handshake_status {
  guard let words else { return HANDSHAKE_BAD_ARGUMENT }
  for (index, letter) in GeneratedSecret().words.utf8.enumerated() {
    words[index] = CChar(bitPattern: letter)
    words[index + 1] = 0
  }
  return HANDSHAKE_OK
}
