import CHandShake
import HandShake
import HandShakeModem
import HandShakeSealing

/// The object behind a `handshake_transmitter`.
final class TransmitterHandle: Handle {
  fileprivate var transmitter: Transmitter

  private init(_ transmitter: consuming Transmitter) { self.transmitter = transmitter }

  /// A pointer for C to the result of `make` for `rateHertz`. `handshake_transmitter_close`
  /// releases it.
  static func pointer(
    rateHertz: Double, _ make: () throws(OutgoingError) -> Transmitter
  ) throws(StatusError) -> OpaquePointer {
    guard rateHertz > 0, rateHertz <= Arguments.highestRateHertz else {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
    do throws(OutgoingError) {
      return TransmitterHandle(try make()).opened()
    } catch {
      throw StatusError(handshake_status(error))
    }
  }
}

/// `handshake_transmitter_open`
@_cdecl("handshake_transmitter_open")
public func transmitterOpen(
  _ sending: UnsafePointer<handshake_sending>?, _ rate: Double,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    let outgoing = try Outgoing(sending)
    result.pointee = try TransmitterHandle.pointer(rateHertz: rate) {
      () throws(OutgoingError) in
      try outgoing.transmitter(rateHertz: rate, at: SealedClock.seconds)
    }
  }
}

/// `handshake_transmitter_sample_count`
@_cdecl("handshake_transmitter_sample_count")
public func transmitterSampleCount(_ transmitter: OpaquePointer?) -> UInt64 {
  guard let transmitter else { return 0 }
  return UInt64(TransmitterHandle.at(transmitter).transmitter.sampleCount)
}

/// `handshake_transmitter_read`
@_cdecl("handshake_transmitter_read")
public func transmitterRead(
  _ transmitter: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ capacity: Int,
  _ written: UnsafeMutablePointer<Int>?
) -> handshake_status {
  guard let transmitter, let written, Arguments.isAligned(written, as: Int.self),
    Arguments.isBlock(samples, count: capacity)
  else { return HANDSHAKE_BAD_ARGUMENT }
  written.pointee =
    capacity == 0
    ? 0
    : TransmitterHandle.at(transmitter).transmitter.read(
      into: UnsafeMutableBufferPointer(start: samples, count: capacity))
  return HANDSHAKE_OK
}

/// `handshake_transmitter_close`
@_cdecl("handshake_transmitter_close")
public func transmitterClose(_ transmitter: OpaquePointer?) { TransmitterHandle.close(transmitter) }
