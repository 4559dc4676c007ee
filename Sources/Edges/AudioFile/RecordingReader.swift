/// Frames of a recording, from a file or a pipe, in constant memory.
///
/// It decodes linear PCM in WAV and raw samples as they arrive. libsndfile decodes all other
/// formats. From a pipe, all of these except FLAC go to an unnamed temporary file first.
package final class RecordingReader {
  /// The given path; "-" is standard input.
  package let path: String
  /// Frames per second.
  package let sampleRateHertz: Int
  /// Interleaved channels.
  package let channelCount: Int
  /// Frames that the header declares; nil if it does not.
  package let promisedFrameCount: Int?
  /// The probable number of frames, by the header, the size of a file, or the decoder's count; nil
  /// if unknown.
  package let expectedFrameCount: Int?
  /// Frames read so far.
  package private(set) var frameCount = 0
  /// Samples replaced by 0 because they were NaN, infinite, or beyond 10^10.
  package private(set) var replacedSampleCount = 0
  /// Set at the end if the header promised another length.
  package private(set) var lengthMismatch: LengthMismatch?

  private var content: Content
  private var reachedEnd = false

  private enum Content {
    /// `left` is the rest by the header; nil means until the end.
    case samples(ByteSource, SampleEncoding, left: Int?)
    case codec(CodecReader)
  }

  /// Opens a recording and reads its header.
  ///
  /// - Parameters:
  ///   - path: a file, FIFO or device; "-" is standard input, from its current position.
  ///   - rawFormat: if given, the input has no header and consists of samples.
  package init(path: String, rawFormat: RawFormat? = nil) throws(AudioFileError) {
    let source = try ByteSource(path: path)
    self.path = path
    guard try source.fill(atLeast: 1) > 0 else { throw .empty(path: path) }
    if let rawFormat {
      try checkPlausible(
        path: path, sampleRateHertz: rawFormat.sampleRateHertz,
        channelCount: rawFormat.channelCount)
      sampleRateHertz = rawFormat.sampleRateHertz
      channelCount = rawFormat.channelCount
      promisedFrameCount = nil
      expectedFrameCount = source.leftByteCount.map {
        $0 / (rawFormat.encoding.byteCount * rawFormat.channelCount)
      }
      content = .samples(source, rawFormat.encoding, left: nil)
      return
    }
    let kind = try ContainerKind(of: source)
    if kind == .wave, let header = try WaveHeader.parse(source) {
      sampleRateHertz = header.sampleRateHertz
      channelCount = header.channelCount
      promisedFrameCount = header.dataByteCount.map { $0 / header.frameByteCount }
      // A header may promise missing frames, or not know their number.
      expectedFrameCount = [header.dataByteCount, source.leftByteCount].compactMap { $0 }.min()
        .map { $0 / header.frameByteCount }
      content = .samples(source, header.encoding, left: header.dataByteCount)
      return
    }
    let isDecodable = source.isSeekable || kind == .flac
    if !isDecodable, kind == .unknown { throw .unknownFormat(path: path) }
    let reader = try CodecReader(isDecodable ? source : source.spool(), isKnown: kind != .unknown)
    sampleRateHertz = reader.sampleRateHertz
    channelCount = reader.channelCount
    promisedFrameCount = reader.promisedFrameCount
    expectedFrameCount = reader.countedFrameCount ?? reader.promisedFrameCount
    content = .codec(reader)
  }

  /// Reads the next frames into the front of `output`, channels interleaved, integers scaled to
  /// [-1, 1).
  ///
  /// It returns as soon as a frame is available. So from a pipe it gives the arrived frames and
  /// rarely fills `output`. After `interrupted` the next call continues, except in a FLAC stream
  /// from a pipe, whose decoder then has ended.
  ///
  /// - Parameter output: room for at least one frame.
  /// - Returns: the number of frames; 0 at the end.
  package func read(
    into output: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    precondition(output.count >= channelCount, "no room for a frame")
    if reachedEnd { return 0 }
    let count: Int
    switch content {
    case .codec(let reader):
      count = try reader.read(into: output)
    case .samples(let source, let encoding, let left):
      count = try decode(source, encoding, left: left, into: output)
    }
    if count == 0 {
      reachedEnd = true
      try compareWithPromise()
      return 0
    }
    frameCount += count
    let written = UnsafeMutableBufferPointer(rebasing: output[..<(count * channelCount)])
    replacedSampleCount += replaceNonSamples(written)
    return count
  }

  /// Reads the next frames into the front of `output`, as the other `read(into:)`.
  package func read(into output: inout [Float]) throws(AudioFileError) -> Int {
    try output.withUnsafeMutableBufferPointer { buffer throws(AudioFileError) in
      try read(into: buffer)
    }
  }

  private func decode(
    _ source: ByteSource, _ encoding: SampleEncoding, left: Int?,
    into output: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    let frameBytes = encoding.byteCount * channelCount
    var left = left
    if let bytes = left, bytes < frameBytes, try runsOn(source, past: bytes) { left = nil }
    if let left, left < frameBytes { return 0 }
    let available = try source.fill(atLeast: frameBytes)
    let frames = min(min(available, left ?? Int.max) / frameBytes, output.count / channelCount)
    encoding.decode(
      source.available,
      into: UnsafeMutableBufferPointer(rebasing: output[..<(frames * channelCount)]))
    source.consume(frames * frameBytes)
    content = .samples(source, encoding, left: left.map { $0 - frames * frameBytes })
    return frames
  }

  /// Whether samples follow the declared end, as when the writer could not correct the header.
  /// Another chunk would begin with four printable characters.
  private func runsOn(_ source: ByteSource, past remainder: Int) throws(AudioFileError) -> Bool {
    guard try source.fill(atLeast: remainder + 8) >= remainder + 8 else { return false }
    let name = source.available[remainder..<(remainder + 4)]
    return !name.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private func compareWithPromise() throws(AudioFileError) {
    guard let promised = promisedFrameCount, promised != frameCount else { return }
    if frameCount == 0 { throw .noFrames(path: path, promisedFrames: promised) }
    lengthMismatch = LengthMismatch(promisedFrames: promised, foundFrames: frameCount)
  }
}

/// A header with a wrong length: the file was cut off or never completed.
package struct LengthMismatch: Equatable, Sendable {
  /// Frames that the header declares.
  package var promisedFrames: Int
  /// Frames that were present and read.
  package var foundFrames: Int
}

/// The container by the first bytes.
private enum ContainerKind {
  case wave
  case flac
  /// Another format of libsndfile.
  case other
  case unknown

  init(of source: ByteSource) throws(AudioFileError) {
    let count = try source.fill(atLeast: 12)
    let first = count >= 4 ? source.available.bigEndian(0, as: UInt32.self) : 0
    let form = count >= 12 ? source.available.bigEndian(8, as: UInt32.self) : 0
    switch first {
    case ChunkName.riff where count < 12 || form == ChunkName.wave,
      ChunkName.wideRiff where count < 12 || form == ChunkName.wave:
      self = .wave
    case 0x664C_6143: self = .flac  // fLaC
    case 0x4F67_6753, 0x464F_524D, 0x5249_4658, 0x6361_6666, 0x2E73_6E64, 0x7269_6666:
      self = .other  // OggS, FORM, RIFX, caff, .snd, riff (Wave64)
    default: self = .unknown
    }
  }
}
