import CHandShakeSndfile
import Foundation
import HandShakeAudioFile
import HandShakeTestKit
import Testing

/// Every format read back from what libsndfile wrote.
struct FormatTests {
  struct Format: CustomTestStringConvertible {
    var testDescription: String
    var code: Int
    /// Largest error of a sample.
    var tolerance: Float
  }

  static let formats: [Format] = [
    Format(testDescription: "WAV 8", code: SF_FORMAT_WAV | SF_FORMAT_PCM_U8, tolerance: 0x1p-7),
    Format(testDescription: "WAV 16", code: SF_FORMAT_WAV | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(testDescription: "WAV 24", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24, tolerance: 0x1p-23),
    Format(testDescription: "WAV 32", code: SF_FORMAT_WAV | SF_FORMAT_PCM_32, tolerance: 0x1p-24),
    Format(testDescription: "WAV float", code: SF_FORMAT_WAV | SF_FORMAT_FLOAT, tolerance: 0),
    Format(testDescription: "WAV double", code: SF_FORMAT_WAV | SF_FORMAT_DOUBLE, tolerance: 0),
    Format(
      testDescription: "WAV extensible 24", code: SF_FORMAT_WAVEX | SF_FORMAT_PCM_24,
      tolerance: 0x1p-23),
    Format(testDescription: "RF64", code: SF_FORMAT_RF64 | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(
      testDescription: "RIFX", code: 0x2000_0000 | SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      tolerance: 0x1p-15),
    Format(testDescription: "µ-law WAV", code: SF_FORMAT_WAV | SF_FORMAT_ULAW, tolerance: 0.04),
    Format(testDescription: "W64", code: SF_FORMAT_W64 | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(testDescription: "FLAC 16", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(testDescription: "FLAC 24", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_24, tolerance: 0x1p-23),
    Format(testDescription: "AIFF 16", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(testDescription: "AIFF 24", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_24, tolerance: 0x1p-23),
    Format(testDescription: "AIFC float", code: SF_FORMAT_AIFF | SF_FORMAT_FLOAT, tolerance: 0),
    Format(testDescription: "AU", code: SF_FORMAT_AU | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
    Format(testDescription: "CAF", code: SF_FORMAT_CAF | SF_FORMAT_PCM_16, tolerance: 0x1p-15),
  ]

  @Test(arguments: formats, [44100, 48000, 88200, 96000, 192_000])
  func aFileReadsBack(_ format: Format, rate: Int) throws {
    let scratch = Scratch()
    for channels in [1, 2, 6] {
      let samples = noise(5003 * channels)
      let path = scratch.path("recording")
      try writeWithSndfile(path, format: format.code, rate: rate, channels: channels, samples)
      let reader = try RecordingReader(path: path)
      #expect(reader.sampleRateHertz == rate)
      #expect(reader.channelCount == channels)
      let read = try readAll(reader)
      #expect(read.count == samples.count)
      #expect(reader.frameCount == 5003)
      #expect(largestDifference(read, samples) <= format.tolerance)
      #expect(reader.lengthMismatch == nil)
      #expect(reader.replacedSampleCount == 0)
    }
  }

  @Test(arguments: formats) func aPipeGivesTheSame(_ format: Format) throws {
    let scratch = Scratch()
    let samples = noise(2 * 40_000)
    let path = scratch.path("recording")
    try writeWithSndfile(path, format: format.code, rate: 48000, channels: 2, samples)
    try withPipe([bytes(of: path)]) { pipe in
      let reader = try RecordingReader(path: pipe)
      let read = try readAll(reader)
      #expect(read.count == samples.count)
      #expect(largestDifference(read, samples) <= format.tolerance)
      #expect(reader.lengthMismatch == nil)
    }
  }

  @Test(arguments: [false, true]) func vorbisKeepsTheBand(throughPipe: Bool) throws {
    let scratch = Scratch()
    let path = scratch.path("tone.ogg")
    let sent = tone(18_500, rate: 48000, frames: 48000)
    let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
    try writer.write(sent)
    try writer.finish()
    #expect(bytes(of: path).starts(with: [UInt8].ascii("OggS")))
    let heard =
      throughPipe
      ? try withPipe([bytes(of: path)]) { try readAll(RecordingReader(path: $0)) }
      : try readAll(RecordingReader(path: path))
    #expect(heard.count == sent.count)
    #expect(largestDifference(heard, sent) < 0.05)
  }

  @Test(arguments: SampleEncoding.allCases) func rawSamplesScale(_ encoding: SampleEncoding) throws
  {
    let scratch = Scratch()
    let (samples, expected): ([UInt8], [Float]) =
      switch encoding {
      case .s8: ([0x80, 0x00, 0x7F, 0x40], [-1, 0, 127 / 128, 0.5])
      case .u8: ([0x00, 0x80, 0xFF, 0xC0], [-1, 0, 127 / 128, 0.5])
      case .s16: ([0x00, 0x80, 0x00, 0x00, 0xFF, 0x7F, 0x00, 0x40], [-1, 0, 1 - 0x1p-15, 0.5])
      case .s24: ([0, 0, 0x80, 0, 0, 0, 0xFF, 0xFF, 0x7F, 0, 0, 0x40], [-1, 0, 1 - 0x1p-23, 0.5])
      case .s32:
        (
          [0, 0, 0, 0x80, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0x40],
          [-1, 0, 1 - 0x1p-24, 0.5]
        )
      case .f32:
        ([-1, 0, 1.5, 0.5].flatMap { [UInt8].little(Float($0).bitPattern) }, [-1, 0, 1.5, 0.5])
      case .f64:
        ([-1, 0, 1.5, 0.5].flatMap { [UInt8].little(Double($0).bitPattern) }, [-1, 0, 1.5, 0.5])
      }
    let raw = RawFormat(encoding: encoding, sampleRateHertz: 48000, channelCount: 2)
    // The byte too many is no frame.
    let path = scratch.file("raw", samples + [0])
    #expect(try readAll(RecordingReader(path: path, rawFormat: raw), blockFrames: 1) == expected)
    let piped = try withPipe((samples + [0]).map { [$0] }) {
      try readAll(RecordingReader(path: $0, rawFormat: raw))
    }
    #expect(piped == expected)
  }

  @Test func nonNumbersBecomeZeroAndAreCounted() throws {
    let scratch = Scratch()
    let samples: [Float] = [0.25, .nan, .infinity, -.infinity, 3e38, -0.5, 2_147_483_648]
    let path = scratch.file("raw", samples.flatMap { [UInt8].little($0.bitPattern) })
    let reader = try RecordingReader(
      path: path, rawFormat: RawFormat(encoding: .f32, sampleRateHertz: 48000, channelCount: 1))
    #expect(try readAll(reader) == [0.25, 0, 0, 0, 0, -0.5, 2_147_483_648])
    #expect(reader.replacedSampleCount == 4)
  }

  @Test func standardInputIsReadFromWhereItStands() throws {
    let scratch = Scratch()
    let path = scratch.path("recording.flac")
    let writer = try RecordingWriter(path: path, sampleRateHertz: 44100)
    try writer.write([0.5, -0.5, 0.25])
    try writer.finish()
    let shifted = scratch.file("shifted", [1, 2, 3] + bytes(of: path))
    let saved = dup(0)
    let input = open(shifted, O_RDONLY)
    lseek(input, 3, SEEK_SET)
    dup2(input, 0)
    close(input)
    defer {
      dup2(saved, 0)
      close(saved)
    }
    #expect(try readAll(RecordingReader(path: "-")) == [0.5, -0.5, 0.25])
  }
}
