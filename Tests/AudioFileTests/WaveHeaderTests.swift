import Foundation
import Testing

@testable import HandShakeAudioFile

/// WAV files laid out byte by byte: honest, lying, and broken.
struct WaveHeaderTests {
  /// A WAV of 16-bit samples 1, 2, 3… in which any field can lie.
  struct Layout {
    var riff = "RIFF"
    var tag: UInt16 = 1
    var channels: UInt16 = 1
    var rate: UInt32 = 48000
    var block: UInt16 = 2
    var bits: UInt16 = 16
    var formatTail: [UInt8] = []
    var before: [UInt8] = []
    var declaredBytes: UInt32?
    var samples: [Int16] = (1...1000).map { Int16($0) }
    var after: [UInt8] = []

    var bytes: [UInt8] {
      let content = samples.flatMap { [UInt8].little($0) }
      let size = declaredBytes ?? UInt32(content.count)
      return [UInt8].ascii(riff) + .little(36 &+ size) + .ascii("WAVE") + before + .ascii("fmt ")
        + .little(UInt32(16 + formatTail.count)) + .little(tag) + .little(channels) + .little(rate)
        + .little(rate &* UInt32(block)) + .little(block) + .little(bits) + formatTail
        + .ascii("data") + .little(size) + content + after
    }
  }

  func read(_ layout: Layout) throws -> (samples: [Float], mismatch: LengthMismatch?) {
    let scratch = Scratch()
    let reader = try RecordingReader(path: scratch.file("a.wav", layout.bytes))
    return (try readAll(reader), reader.lengthMismatch)
  }

  static let whole = (1...1000).map { Float($0) / 32768 }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FF00, 0x8000_0000] as [UInt32])
  func anUnknownLengthIsReadToTheEnd(_ declared: UInt32) throws {
    let layout = Layout(declaredBytes: declared)
    let file = try read(layout)
    #expect(file.samples == Self.whole)
    #expect(file.mismatch == nil)
    try withPipe([layout.bytes]) {
      let reader = try RecordingReader(path: $0)
      #expect(reader.promisedFrameCount == nil)
      #expect(try readAll(reader) == Self.whole)
      #expect(reader.lengthMismatch == nil)
    }
  }

  @Test(arguments: [2400, 1_500_000_000, 0xEFFF_FFFE] as [UInt32])
  func aPromiseThatIsNotKeptIsReported(_ declared: UInt32) throws {
    let layout = Layout(declaredBytes: declared)
    let expected = LengthMismatch(promisedFrames: Int(declared / 2), foundFrames: 1000)
    let file = try read(layout)
    #expect(file.samples == Self.whole)
    #expect(file.mismatch == expected)
    try withPipe([layout.bytes]) {
      let reader = try RecordingReader(path: $0)
      #expect(try readAll(reader) == Self.whole)
      #expect(reader.lengthMismatch == expected)
    }
  }

  @Test func aFileThatGoesOnAfterItsDeclaredEndIsReadOn() throws {
    let file = try read(Layout(declaredBytes: 200))
    #expect(file.samples == Self.whole)
    #expect(file.mismatch == LengthMismatch(promisedFrames: 100, foundFrames: 1000))
  }

  @Test func chunksAroundTheSamplesAreNoSamples() throws {
    let junk = [UInt8].ascii("JUNK") + .little(UInt32(5)) + [1, 2, 3, 4, 5, 0]
    let file = try read(
      Layout(before: junk, after: .ascii("LIST") + .little(UInt32(4)) + .ascii("INFO")))
    #expect(file.samples == Self.whole)
    #expect(file.mismatch == nil)
  }

  @Test func aLargeChunkBeforeTheSamplesStreams() throws {
    let picture =
      [UInt8].ascii("PICT") + .little(UInt32(700_000)) + [UInt8](repeating: 7, count: 700_000)
    let bytes = Layout(before: picture).bytes
    let samples = try withPipe([bytes]) { try readAll(RecordingReader(path: $0)) }
    #expect(samples == Self.whole)
  }

  @Test func anExtensibleFormatNamesTheRealOne() throws {
    let tail =
      [UInt8].little(UInt16(22)) + .little(UInt16(16)) + .little(UInt32(4)) + .little(UInt16(1))
      + [UInt8](repeating: 0, count: 14)
    #expect(try read(Layout(tag: 0xFFFE, formatTail: tail)).samples == Self.whole)
  }

  @Test func aWideHeaderTakesItsSizeFromDs64() throws {
    let sizes =
      [UInt8].ascii("ds64") + .little(UInt32(28)) + .little(UInt64(2000)) + .little(UInt64(1200))
      + .little(UInt64(600)) + .little(UInt32(0))
    let file = try read(
      Layout(
        riff: "RF64", before: sizes, declaredBytes: 0xFFFF_FFFF,
        after: []))
    #expect(file.samples == Self.whole)
    #expect(file.mismatch == LengthMismatch(promisedFrames: 600, foundFrames: 1000))
  }

  @Test func twelveBitsAreLeftJustifiedInSixteen() throws {
    #expect(try read(Layout(bits: 12)).samples == Self.whole)
  }

  @Test func aWrongBlockSizeIsIgnored() throws {
    #expect(try read(Layout(block: 0)).samples == Self.whole)
    #expect(try read(Layout(block: 4711)).samples == Self.whole)
  }

  @Test(arguments: [
    (Layout(channels: 0), HeaderFault.channelCount(0)),
    (Layout(channels: 65), .channelCount(65)),
    (Layout(channels: 65535), .channelCount(65535)),
    (Layout(rate: 0), .sampleRateHertz(0)),
    (Layout(rate: 768_001), .sampleRateHertz(768_001)),
    (Layout(rate: .max), .sampleRateHertz(Int(UInt32.max))),
    (Layout(block: 0, bits: 0), .bitsPerSample(0)),
    (Layout(block: 8, bits: 64), .bitsPerSample(64)),
    (Layout(tag: 3, block: 2, bits: 16), .bitsPerSample(16)),
  ])
  func anAbsurdHeaderIsRefused(_ layout: Layout, _ fault: HeaderFault) {
    let scratch = Scratch()
    let path = scratch.file("a.wav", layout.bytes)
    #expect(throws: AudioFileError.absurdHeader(path: path, fault)) {
      try RecordingReader(path: path)
    }
  }

  @Test func samplesWithoutAFormatAreRefused() {
    let scratch = Scratch()
    let path = scratch.file(
      "a.wav",
      .ascii("RIFF") + .little(UInt32(8)) + .ascii("WAVEdata") + .little(UInt32(4)) + [1, 2, 3, 4])
    #expect(throws: AudioFileError.absurdHeader(path: path, .noFormat)) {
      try RecordingReader(path: path)
    }
  }

  @Test func everyCutWithinTheHeaderIsToldApart() {
    let scratch = Scratch()
    let whole = Layout().bytes
    for length in 4..<44 {
      let path = scratch.file("a.wav", Array(whole[..<length]))
      #expect(throws: AudioFileError.headerCutOff(path: path), "\(length) bytes") {
        try RecordingReader(path: path)
      }
    }
    let path = scratch.file("a.wav", Array(whole[..<45]))
    #expect(throws: AudioFileError.noFrames(path: path, promisedFrames: 1000)) {
      try readAll(RecordingReader(path: path))
    }
  }

  @Test func aRecordingOfNothingIsNoError() throws {
    let file = try read(Layout(samples: []))
    #expect(file.samples.isEmpty)
    #expect(file.mismatch == nil)
  }

  @Test func samplesStreamAsTheyArrive() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Layout(declaredBytes: 0xFFFF_FFFF).bytes
    #expect(write(ends[1], bytes, 44 + 7) == 51)
    let reader = try RecordingReader(path: "/dev/fd/\(ends[0])")
    var block = [Float](repeating: 0, count: 4096)
    // The pipe stays open: a reader that waited for more than a frame would never return.
    #expect(try reader.read(into: &block) == 3)
    #expect(Array(block[..<3]) == Array(Self.whole[..<3]))
    bytes[51...].withUnsafeBytes { _ = write(ends[1], $0.baseAddress, 1) }
    #expect(try reader.read(into: &block) == 1)
    #expect(block[0] == Self.whole[3])
    close(ends[1])
    #expect(try reader.read(into: &block) == 0)
    close(ends[0])
  }
}
