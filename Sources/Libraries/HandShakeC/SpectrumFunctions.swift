import CHandShake
import HandShakeDiagnosis

/// The object behind a `handshake_spectrum`.
private final class SpectrumHandle: Handle {
  var columns: SpectrumColumns

  init(_ columns: SpectrumColumns) { self.columns = columns }
}

/// `handshake_spectrum_open`
@_cdecl("handshake_spectrum_open")
public func spectrumOpen(
  _ rate: Double, _ lowest: Double, _ highest: Double, _ rows: Int,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard 8000...Arguments.highestRateHertz ~= rate else { throw StatusError(HANDSHAKE_BAD_RATE) }
    guard lowest >= 0, lowest < highest, highest <= rate / 2, 1...4096 ~= rows else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    let handle = SpectrumHandle(
      SpectrumColumns(rateHertz: rate, bandHertz: lowest...highest, rowCount: rows))
    result.pointee = handle.opened()
  }
}

/// `handshake_spectrum_push`
@_cdecl("handshake_spectrum_push")
public func spectrumPush(
  _ spectrum: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ count: Int
) -> handshake_status {
  guard let spectrum, Arguments.isBlock(samples, count: count) else {
    return HANDSHAKE_BAD_ARGUMENT
  }
  SpectrumHandle.at(spectrum).columns.push(
    UnsafeBufferPointer(start: count > 0 ? samples : nil, count: count))
  return HANDSHAKE_OK
}

/// `handshake_spectrum_poll`
@_cdecl("handshake_spectrum_poll")
public func spectrumPoll(
  _ spectrum: OpaquePointer?, _ decibels: UnsafeMutablePointer<Float>?,
  _ seconds: UnsafeMutablePointer<Double>?, _ isThere: UnsafeMutablePointer<Int32>?
) -> handshake_status {
  guard let spectrum, let decibels, let seconds, let isThere,
    Arguments.isAligned(decibels, as: Float.self), Arguments.isAligned(seconds, as: Double.self),
    Arguments.isAligned(isThere, as: Int32.self)
  else { return HANDSHAKE_BAD_ARGUMENT }
  guard let column = SpectrumHandle.at(spectrum).columns.next() else {
    isThere.pointee = 0
    return HANDSHAKE_OK
  }
  for (index, level) in column.decibels.enumerated() { decibels[index] = level }
  seconds.pointee = column.seconds
  isThere.pointee = 1
  return HANDSHAKE_OK
}

/// `handshake_spectrum_close`
@_cdecl("handshake_spectrum_close")
public func spectrumClose(_ spectrum: OpaquePointer?) { SpectrumHandle.close(spectrum) }
