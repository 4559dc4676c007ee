import CHandShake
import HandShakeSealing

/// `handshake_receiver_pair`
@_cdecl("handshake_receiver_pair")
public func receiverPair(
  _ receiver: OpaquePointer?, _ part: handshake_part, _ ceiling: Double, _ waitSeconds: Double
) -> handshake_status {
  status { () throws(StatusError) in
    guard let receiver, part.rawValue <= HANDSHAKE_EITHER.rawValue, ceiling >= 0, ceiling.isFinite,
      0.5...600 ~= waitSeconds
    else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    let taken: PairingPart? =
      switch part {
      case HANDSHAKE_FIRST: .first
      case HANDSHAKE_SECOND: .second
      default: nil
      }
    try ReceiverHandle.at(receiver).pair(
      as: taken, ceilingHertz: ceiling == 0 ? nil : ceiling, waitSeconds: waitSeconds)
  }
}

/// `handshake_receiver_decide`
@_cdecl("handshake_receiver_decide")
public func receiverDecide(_ receiver: OpaquePointer?, _ areEqual: Int32) -> handshake_status {
  guard let receiver else { return HANDSHAKE_BAD_ARGUMENT }
  ReceiverHandle.at(receiver).decidePairing(isAccepted: areEqual != 0)
  return HANDSHAKE_OK
}

/// `handshake_receiver_paired_key`
@_cdecl("handshake_receiver_paired_key")
public func receiverPairedKey(
  _ receiver: OpaquePointer?, _ key: UnsafeMutablePointer<UInt8>?
) -> handshake_status {
  guard let receiver, let key else { return HANDSHAKE_BAD_ARGUMENT }
  guard var bytes = ReceiverHandle.at(receiver).pairedKey else { return HANDSHAKE_NOT_PAIRED }
  key.update(from: bytes, count: bytes.count)
  Secret.wipe(&bytes)
  return HANDSHAKE_OK
}

/// `handshake_secret_from_key`
@_cdecl("handshake_secret_from_key")
public func secretFromKey(
  _ key: UnsafePointer<UInt8>?, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard let key else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    var bytes = Array(UnsafeBufferPointer(start: key, count: Int(HANDSHAKE_KEY_SIZE)))
    defer { Secret.wipe(&bytes) }
    let handle: SecretHandle
    do throws(SecretError) {
      handle = SecretHandle(try Secret(storedKey: bytes))
    } catch {
      throw StatusError(handshake_status(error))
    }
    result.pointee = handle.opened()
  }
}
