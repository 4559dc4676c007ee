import CHandShakeSndfile

/// Writes mono floats to a compressed or big-endian file by libsndfile.
final class CodecWriter {
  /// The file formats of libsndfile, by file name extension.
  enum Container {
    case flac, ogg, aiff

    init?(fileExtension: String) {
      switch fileExtension {
      case "flac": self = .flac
      case "ogg", "oga": self = .ogg
      case "aiff", "aif": self = .aiff
      default: return nil
      }
    }

    /// The supported sample formats.
    var formats: [RecordingFormat] {
      switch self {
      case .flac: [.s16, .s24]
      case .ogg: [.s16]
      case .aiff: RecordingFormat.allCases
      }
    }

    fileprivate func code(_ format: RecordingFormat) -> Int {
      let samples: Int =
        switch format {
        case .s16: SF_FORMAT_PCM_16
        case .s24: SF_FORMAT_PCM_24
        case .float: SF_FORMAT_FLOAT
        }
      return switch self {
      case .flac: SF_FORMAT_FLAC | samples
      case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
      case .aiff: SF_FORMAT_AIFF | samples
      }
    }
  }

  /// The bits of rounded samples for libsndfile; nil for floats.
  private let bitCount: Int32?
  private let output: CodecOutput
  private let channelCount: Int
  private var file: OpaquePointer?

  /// libsndfile encodes Vorbis on the stack, the whole block at a time.
  private static let largestSampleCount = 4096
  private let integers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: largestSampleCount)

  init(
    _ target: OutputFile, container: Container, format: RecordingFormat, sampleRateHertz: Int,
    channelCount: Int
  ) throws(AudioFileError) {
    bitCount = container == .ogg || format == .float ? nil : format == .s16 ? 16 : 24
    output = CodecOutput(target)
    self.channelCount = channelCount
    var description = SF_INFO()
    description.samplerate = Int32(clamping: sampleRateHertz)
    description.channels = Int32(channelCount)
    description.format = Int32(container.code(format))
    var calls = CodecOutput.calls
    file = sf_open_virtual(
      &calls, Int32(SFM_WRITE), &description, Unmanaged.passUnretained(output).toOpaque())
    if let failure = output.failure { throw failure }
    guard let file else {
      throw .unencodable(path: target.path, detail: String(cString: sf_strerror(nil)))
    }
    if container == .ogg {
      // Only the best quality has no low-pass below our band.
      var quality = 1.0
      sf_command(
        file, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality,
        Int32(MemoryLayout<Double>.size))
    }
  }

  deinit {
    if let file { sf_close(file) }
    integers.deallocate()
  }

  func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    var rest = samples[...]
    let room = Self.largestSampleCount / channelCount * channelCount
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest.prefix(room))
      let written: sf_count_t
      if let bitCount {
        // libsndfile takes 32-bit integers and keeps the upper bits.
        for i in 0..<part.count {
          integers[i] = rounded(part[i], bits: bitCount) << (32 - bitCount)
        }
        written = sf_write_int(file, integers.baseAddress, sf_count_t(part.count))
      } else {
        written = sf_write_float(file, part.baseAddress, sf_count_t(part.count))
      }
      if let failure = output.failure { throw failure }
      guard written == part.count else {
        throw .unencodable(path: output.target.path, detail: String(cString: sf_strerror(file)))
      }
      rest = rest.dropFirst(part.count)
    }
  }

  /// Writes the rest of the encoder and corrects the header.
  func finish() throws(AudioFileError) {
    guard let file else { return }
    let code = sf_close(file)
    self.file = nil
    if let failure = output.failure { throw failure }
    if code != 0 {
      throw .unencodable(path: output.target.path, detail: String(cString: sf_error_number(code)))
    }
  }
}

/// The state of libsndfile's callbacks. They cannot throw, so it stores a failure.
private final class CodecOutput {
  let target: OutputFile
  var failure: AudioFileError?

  init(_ target: OutputFile) { self.target = target }

  static func at(_ context: UnsafeMutableRawPointer?) -> CodecOutput {
    Unmanaged<CodecOutput>.fromOpaque(context!).takeUnretainedValue()
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if failure != nil { return 0 }
    do throws(AudioFileError) {
      try target.write(bytes)
      return bytes.count
    } catch {
      failure = error
      return 0
    }
  }

  static var calls: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(CodecOutput.at($0).target.byteCount) },
      seek: { sf_count_t(CodecOutput.at($2).target.seek(Int($0), $1)) },
      read: {
        let target = UnsafeMutableRawBufferPointer(start: $0, count: max(0, Int($1)))
        return sf_count_t(CodecOutput.at($2).target.read(into: target))
      },
      write: {
        let bytes = UnsafeRawBufferPointer(start: $0, count: max(0, Int($1)))
        return sf_count_t(CodecOutput.at($2).write(bytes))
      },
      tell: { sf_count_t(CodecOutput.at($0).target.seek(0, Int32(SF_SEEK_CUR))) })
  }
}
