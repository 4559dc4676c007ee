/// The part of a WAV file before its samples: RIFF WAVE, and RF64 for sizes beyond 32 bits (EBU
/// Tech 3306).
///
///     "RIFF" size "WAVE"  { id size content [pad] }…  "data" size samples…
///
/// This parser replaces libsndfile's, because a pipe must stream as it arrives. The sizes in the
/// header are kept, to compare the promised samples with the actual samples.
struct WaveHeader: Equatable {
  var encoding: SampleEncoding
  var sampleRateHertz: Int
  var channelCount: Int
  /// Bytes of samples; nil if the header was written before the size was known.
  var dataByteCount: Int?

  var frameByteCount: Int { encoding.byteCount * channelCount }

  /// Reads to the first sample.
  ///
  /// - Returns: nil if it is not linear PCM; libsndfile may know it.
  static func parse(_ source: ByteSource) throws(AudioFileError) -> WaveHeader? {
    guard try source.fill(atLeast: 12) >= 12 else { throw .headerCutOff(path: source.path) }
    source.consume(12)
    var wideDataByteCount: Int?
    var description: FormatChunk?
    while true {
      guard try source.fill(atLeast: 8) >= 8 else { throw .headerCutOff(path: source.path) }
      let name = source.available.bigEndian(0, as: UInt32.self)
      let size = Int(source.available.littleEndian(4, as: UInt32.self))
      source.consume(8)
      switch name {
      case ChunkName.data:
        guard let description else { throw .absurdHeader(path: source.path, .noFormat) }
        guard let encoding = try description.encoding(path: source.path) else { return nil }
        let count = size == 0xFFFF_FFFF ? wideDataByteCount ?? size : size
        return WaveHeader(
          encoding: encoding, sampleRateHertz: description.sampleRateHertz,
          channelCount: description.channelCount,
          dataByteCount: isPlaceholder(count) ? nil : count)
      case ChunkName.format:
        guard size >= 16 else { throw .absurdHeader(path: source.path, .noFormat) }
        let held = min(size, 40)
        guard try source.fill(atLeast: held) >= held else { throw .headerCutOff(path: source.path) }
        description = FormatChunk(UnsafeRawBufferPointer(rebasing: source.available[..<held]))
      case ChunkName.wideSizes where size >= 16:
        guard try source.fill(atLeast: 16) >= 16 else { throw .headerCutOff(path: source.path) }
        wideDataByteCount = Int(clamping: source.available.littleEndian(8, as: UInt64.self))
      default:
        break
      }
      try source.skip(size + size % 2)
    }
  }

  /// Whether tools that cannot seek use this size for "until the end": 0 (GStreamer), 0xFFFFFFFF
  /// (ffmpeg), 0x7FFFF000 less a remainder (SoX), 0x7FFFFF00 and 0x80000000 (arecord).
  private static func isPlaceholder(_ size: Int) -> Bool {
    size == 0 || (0x7FFF_E000...0x8000_0000).contains(size)
      || (0xFFFF_0000...0xFFFF_FFFF).contains(size) || size == Int.max
  }

  /// The header of mono samples; nil if they exceed 32-bit sizes.
  ///
  /// Without a frame count the sizes are 0xFFFFFFFF, "until the end". Floats have a "fact" chunk,
  /// which the format requires for all samples that are not integers.
  static func bytes(
    _ format: RecordingFormat, sampleRateHertz: Int, frameCount: Int?
  ) -> [UInt8]? {
    if let frameCount, frameCount > maximumFrameCount(format) { return nil }
    let isFloat = format == .float
    let dataSize = frameCount.map { $0 * format.byteCount }
    let chunkSizes = isFloat ? 50 : 36
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(ChunkName.riff.byteSwapped)
    append(dataSize.map { UInt32(chunkSizes + $0 + $0 % 2) } ?? .max)
    append(ChunkName.wave.byteSwapped)
    append(ChunkName.format.byteSwapped)
    append(UInt32(isFloat ? 18 : 16))
    append(isFloat ? FormatTag.float : FormatTag.integer)
    append(UInt16(1))
    append(UInt32(sampleRateHertz))
    append(UInt32(format.byteCount * sampleRateHertz))
    append(UInt16(format.byteCount))
    append(UInt16(8 * format.byteCount))
    if isFloat {
      // No extension.
      append(UInt16(0))
      append(ChunkName.fact.byteSwapped)
      append(UInt32(4))
      append(frameCount.map { UInt32($0) } ?? .max)
    }
    append(ChunkName.data.byteSwapped)
    append(dataSize.map { UInt32($0) } ?? .max)
    return bytes
  }

  /// The most mono frames of a header, below all placeholder sizes.
  static func maximumFrameCount(_ format: RecordingFormat) -> Int {
    (0x7FFF_E000 - 2) / format.byteCount
  }
}

/// Four-character codes, first character highest.
enum ChunkName {
  static let riff: UInt32 = 0x5249_4646
  static let wideRiff: UInt32 = 0x5246_3634
  static let wave: UInt32 = 0x5741_5645
  static let format: UInt32 = 0x666D_7420
  static let fact: UInt32 = 0x6661_6374
  static let data: UInt32 = 0x6461_7461
  static let wideSizes: UInt32 = 0x6473_3634
}

private enum FormatTag {
  static let integer: UInt16 = 1
  static let float: UInt16 = 3
  static let extensible: UInt16 = 0xFFFE
}

/// The "fmt " chunk.
private struct FormatChunk {
  var tag: UInt16
  var channelCount: Int
  var sampleRateHertz: Int
  var blockByteCount: Int
  var bitsPerSample: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    let outerTag = bytes.littleEndian(0, as: UInt16.self)
    let isExtended = outerTag == FormatTag.extensible && bytes.count >= 26
    tag = isExtended ? bytes.littleEndian(24, as: UInt16.self) : outerTag
    channelCount = Int(bytes.littleEndian(2, as: UInt16.self))
    sampleRateHertz = Int(bytes.littleEndian(4, as: UInt32.self))
    blockByteCount = Int(bytes.littleEndian(12, as: UInt16.self))
    bitsPerSample = Int(bytes.littleEndian(14, as: UInt16.self))
  }

  /// - Returns: nil if it is not linear PCM.
  func encoding(path: String) throws(AudioFileError) -> SampleEncoding? {
    try checkPlausible(path: path, sampleRateHertz: sampleRateHertz, channelCount: channelCount)
    guard tag == FormatTag.integer || tag == FormatTag.float else { return nil }
    // Samples are left-justified in their container, so only its size matters. The block size gives
    // it, unless that contradicts the bits.
    var container = (bitsPerSample + 7) / 8
    let blockShare = blockByteCount / channelCount
    if blockByteCount % channelCount == 0, blockShare > container, blockShare <= 4 {
      container = blockShare
    }
    switch (tag, container) {
    case (_, _) where bitsPerSample == 0: break
    case (FormatTag.integer, 1): return .u8
    case (FormatTag.integer, 2): return .s16
    case (FormatTag.integer, 3): return .s24
    case (FormatTag.integer, 4): return .s32
    case (FormatTag.float, 4): return .f32
    case (FormatTag.float, 8): return .f64
    default: break
    }
    throw .absurdHeader(path: path, .bitsPerSample(bitsPerSample))
  }
}

/// Refuses values that no recording has.
func checkPlausible(
  path: String, sampleRateHertz: Int, channelCount: Int
) throws(AudioFileError) {
  guard RecordingLimits.channelCount.contains(channelCount) else {
    throw .absurdHeader(path: path, .channelCount(channelCount))
  }
  guard RecordingLimits.sampleRateHertz.contains(sampleRateHertz) else {
    throw .absurdHeader(path: path, .sampleRateHertz(sampleRateHertz))
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian integer at a byte offset.
  func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: T.Type) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The big-endian integer at a byte offset.
  func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: T.Type) -> T {
    T(bigEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
