#if canImport(CHandShakeSoxr)
  import CHandShakeSoxr
#endif

/// Changes the sampling rate of interleaved floats, block by block, with libsoxr.
///
/// The recipe is SOXR_HQ: linear phase, 20 bits, flat to 0.913 of the lower rate's Nyquist
/// frequency. Aliases and images are removed from that Nyquist frequency on. Output frame n is at
/// the time of input frame n·from/to, without the filter's delay. `flush()` gives the rest, so that
/// a whole recording keeps its length.
///
/// A browser resamples by itself, so there the feed supports only equal rates.
public final class Resampler {
  /// Interleaved channels.
  public let channels: Int

  /// Nil if the rates are equal: then samples pass unchanged.
  private let engine: OpaquePointer?
  private let block: UnsafeMutableBufferPointer<Float>
  private var isFlushed = false

  private static let blockFrameCount = 4096

  /// Makes a resampler; rates in hertz, both above 0, 1 to 64 channels.
  public init(fromHertz: Double, toHertz: Double, channels: Int) throws(ResamplerError) {
    guard fromHertz > 0, fromHertz.isFinite, toHertz > 0, toHertz.isFinite,
      1...64 ~= channels
    else {
      throw .unusable(
        fromHertz: fromHertz, toHertz: toHertz, channels: channels, detail: "")
    }
    engine =
      fromHertz == toHertz
      ? nil : try Self.engine(fromHertz: fromHertz, toHertz: toHertz, channels: channels)
    self.channels = channels
    block = .allocate(capacity: Self.blockFrameCount * channels)
  }

  private static func engine(
    fromHertz: Double, toHertz: Double, channels: Int
  ) throws(ResamplerError) -> OpaquePointer {
    var detail = ""
    #if canImport(CHandShakeSoxr)
      var failure: soxr_error_t?
      var formats = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
      var quality = soxr_quality_spec(UInt(SOXR_20_BITQ), 0)
      var runtime = soxr_runtime_spec(1)
      let created = soxr_create(
        fromHertz, toHertz, UInt32(channels), &failure, &formats, &quality, &runtime)
      if let created, failure == nil { return created }
      soxr_delete(created)
      if let failure { detail = String(cString: failure) }
    #endif
    throw .unusable(fromHertz: fromHertz, toHertz: toHertz, channels: channels, detail: detail)
  }

  deinit {
    #if canImport(CHandShakeSoxr)
      soxr_delete(engine)
    #endif
    block.deallocate()
  }

  /// Takes all of `input` and delivers the result in any number of blocks. Each block is valid only
  /// during its call.
  ///
  /// - Parameter input: whole interleaved frames without NaN and infinite values.
  public func process<Failure: Error>(
    _ input: UnsafeBufferPointer<Float>,
    _ deliver: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(input.count % channels == 0, "not whole frames")
    precondition(!isFlushed, "process after flush")
    if input.isEmpty { return }
    guard engine != nil else { return try deliver(input) }
    var done = 0
    let frames = input.count / channels
    while true {
      var taken = 0
      let start = done < frames ? input.baseAddress! + done * channels : input.baseAddress!
      let given = try step(start, frames - done, taken: &taken, deliver)
      done += taken
      if done == frames, given < Self.blockFrameCount { return }
    }
  }

  /// Delivers the rest of the filter; afterwards it cannot process samples.
  public func flush<Failure: Error>(
    _ deliver: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    if isFlushed || engine == nil { return }
    isFlushed = true
    var taken = 0
    while try step(nil, 0, taken: &taken, deliver) > 0 {}
  }

  private func step<Failure: Error>(
    _ input: UnsafePointer<Float>?, _ frames: Int, taken: inout Int,
    _ deliver: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    #if canImport(CHandShakeSoxr)
      var given = 0
      soxr_process(engine, input, frames, &taken, block.baseAddress, Self.blockFrameCount, &given)
      if given > 0 { try deliver(UnsafeBufferPointer(rebasing: block[..<(given * channels)])) }
      return given
    #else
      preconditionFailure("there is no engine")
    #endif
  }
}

/// Why a resampler could not be made.
public enum ResamplerError: Error, Equatable, Sendable {
  /// libsoxr or this class refused the values; `detail` is libsoxr's message, else empty.
  case unusable(fromHertz: Double, toHertz: Double, channels: Int, detail: String)
}
