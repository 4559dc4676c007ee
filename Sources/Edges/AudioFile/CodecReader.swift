import CHandShakeSndfile

/// Decodes frames from a `ByteSource` by libsndfile.
///
/// From a pipe only FLAC is decoded as it arrives, because its decoder does not seek back beyond
/// the window. Spool all other formats first.
final class CodecReader {
  let sampleRateHertz: Int
  let channelCount: Int
  /// Frames that the file declares; nil if it does not, or if libsndfile only counted them.
  let promisedFrameCount: Int?
  /// Frames that libsndfile counted; nil if it could not.
  let countedFrameCount: Int?

  private let input: CodecInput
  private let file: OpaquePointer

  /// - Parameter isKnown: whether the first bytes name a format. If not, a refusal means that this
  ///   is not a recording. All threads share libsndfile's own error code.
  init(_ source: ByteSource, isKnown: Bool) throws(AudioFileError) {
    let path = source.path
    let aiffFrameCount = try Self.declaredAIFFFrameCount(source)
    guard source.seek(to: 0) else { throw .malformed(path: path, detail: "") }
    let input = CodecInput(source)
    var description = SF_INFO()
    var calls = CodecInput.calls
    let opened = sf_open_virtual(
      &calls, Int32(SFM_READ), &description, Unmanaged.passUnretained(input).toOpaque())
    if let failure = input.failure {
      if let opened { sf_close(opened) }
      throw failure
    }
    guard let opened else {
      if sf_error(nil) == Int32(SF_ERR_UNRECOGNISED_FORMAT) || !isKnown {
        throw .unknownFormat(path: path)
      }
      throw .malformed(path: path, detail: String(cString: sf_strerror(nil)))
    }
    let rate = Int(description.samplerate)
    let channels = Int(description.channels)
    do throws(AudioFileError) {
      try checkPlausible(path: path, sampleRateHertz: rate, channelCount: channels)
    } catch {
      sf_close(opened)
      throw error
    }
    let isFLAC = Int(description.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_FLAC
    let isCounted = description.frames > 0 && description.frames < Int64.max
    self.input = input
    self.file = opened
    self.sampleRateHertz = rate
    self.channelCount = channels
    self.countedFrameCount = isCounted ? Int(description.frames) : nil
    self.promisedFrameCount =
      aiffFrameCount ?? (isFLAC && isCounted ? Int(description.frames) : nil)
  }

  deinit { sf_close(file) }

  /// Reads up to `output.count / channelCount` frames; 0 at the end.
  ///
  /// Damage in a FLAC stream ends it there, because libsndfile aborts its decoder permanently.
  func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int {
    let wanted = output.count / channelCount
    let count = sf_readf_float(file, output.baseAddress, sf_count_t(wanted))
    if count <= 0, let failure = input.failure { throw failure }
    return max(0, Int(count))
  }

  /// The frame count in an AIFF file's COMM chunk; libsndfile replaces it by the actual count.
  private static func declaredAIFFFrameCount(
    _ source: ByteSource
  ) throws(AudioFileError) -> Int? {
    guard source.isSeekable, source.seek(to: 0), try source.fill(atLeast: 12) >= 12,
      source.available.bigEndian(0, as: UInt32.self) == 0x464F_524D,
      source.available.bigEndian(8, as: UInt32.self) & 0xFFFF_FF00 == 0x4149_4600
    else { return nil }
    source.consume(12)
    while try source.fill(atLeast: 18) >= 18 {
      if source.available.bigEndian(0, as: UInt32.self) == 0x434F_4D4D {
        return Int(source.available.bigEndian(10, as: UInt32.self))
      }
      let size = Int(source.available.bigEndian(4, as: UInt32.self))
      try source.skip(8 + size + size % 2)
    }
    return nil
  }
}

/// The state of libsndfile's callbacks. They cannot throw, so it stores a failure.
private final class CodecInput {
  let source: ByteSource
  var failure: AudioFileError?

  init(_ source: ByteSource) { self.source = source }

  static func at(_ context: UnsafeMutableRawPointer?) -> CodecInput {
    Unmanaged<CodecInput>.fromOpaque(context!).takeUnretainedValue()
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    do throws(AudioFileError) {
      // libsndfile expects the small pieces of a header whole. Blocks of a live stream are taken as
      // they arrive.
      while done < target.count, done == 0 || source.isSeekable || target.count <= 64 {
        let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
        let count = try source.read(into: rest)
        if count == 0 { break }
        done += count
      }
    } catch {
      failure = error
    }
    return done
  }

  func seek(_ offset: Int, _ whence: Int32) -> Int {
    let target: Int
    switch whence {
    case Int32(SF_SEEK_CUR): target = source.position &+ offset
    case Int32(SF_SEEK_END): target = (source.byteCount ?? Int.max) &+ offset
    default: target = offset
    }
    return target >= 0 && source.seek(to: target) ? target : -1
  }

  static var calls: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(CodecInput.at($0).source.byteCount ?? Int.max) },
      seek: { sf_count_t(CodecInput.at($2).seek(Int($0), $1)) },
      read: {
        let target = UnsafeMutableRawBufferPointer(start: $0, count: max(0, Int($1)))
        return sf_count_t(CodecInput.at($2).read(into: target))
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(CodecInput.at($0).source.position) })
  }
}
