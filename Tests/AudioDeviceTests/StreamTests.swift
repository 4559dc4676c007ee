import HandShakeTestKit
import Testing

/// All that uses the loop, a few runs at a time.
@Suite(.waiting) struct LoopTests {}

extension LoopTests {
  /// What is played arrives, sample by sample.
  @Suite(.enabled(if: LoopRun.isPossible, LoopRun.skipped))
  struct StreamTests {
    @Test(arguments: ["loop", "default", "hw:1", "plughw:0,0"])
    func arrivesUnchanged(device: String) throws {
      let run = try LoopRun.inLoop("--play", device, "--capture", device)
      let play = try #require(run.facts.play)
      let capture = try #require(run.facts.capture)
      #expect(play.error == nil)
      #expect(capture.error == nil)
      #expect(play.sampleRateHertz == 48000)
      #expect(play.channelCount == 1)
      #expect(play.formatName == "FLOAT_LE")
      #expect(play.frames == 24000)
      #expect(capture.sampleRateHertz == 48000)
      #expect(capture.channelCount == 2)
      #expect(play.xruns == 0)
      #expect(capture.xruns == 0)
      #expect(run.facts.maximumError == 0)
      #expect(run.standardError == "")
    }

    /// Shorter than the start threshold, than a period, a single sample. What passes through ALSA's
    /// conversions unchanged is seen as empty by their count of its buffer.
    @Test(arguments: ["loop", "plughw:0"], ["0.09", "0.01", "0.000021"])
    func startsWhatIsShort(device: String, seconds: String) throws {
      let run = try LoopRun.inLoop("--play", device, "--capture", "loop", "--seconds", seconds)
      #expect(run.facts.play?.error == nil)
      #expect(run.facts.play?.frames ?? 0 > 0)
      #expect(run.facts.maximumError == 0)
    }

    @Test func playsOnAllChannelsOfStereo() throws {
      let run = try LoopRun.inLoop(
        "--play", "two", "--capture", "two",
        environment: LoopRun.converted.merging(["LOOP_CH": "2"]) { $1 })
      #expect(run.facts.play?.channelCount == 2)
      #expect(run.facts.capture?.channelCount == 2)
      #expect(run.facts.maximumError == 0)
    }

    @Test func takesTheDevicesOwnRate() throws {
      let run = try LoopRun.inLoop(
        "--play", "plug44", "--capture", "plug44",
        environment: LoopRun.converted.merging(["LOOP_RATE": "44100"]) { $1 })
      #expect(run.facts.play?.sampleRateHertz == 44100)
      #expect(run.facts.capture?.sampleRateHertz == 44100)
      // The PCM itself has 16 bits.
      #expect(try #require(run.facts.maximumError) <= 0x1p-15)
    }

    /// What a device may want, and its bits; otherwise one of each width, and of each order of
    /// bytes.
    static let formats = extent(
      [
        ("FLOAT_LE", 32), ("FLOAT_BE", 32), ("FLOAT64_LE", 32), ("FLOAT64_BE", 32),
        ("S32_LE", 32), ("S32_BE", 32), ("U32_LE", 32), ("U32_BE", 32),
        ("S24_LE", 24), ("S24_BE", 24), ("U24_LE", 24), ("U24_BE", 24),
        ("S24_3LE", 24), ("S24_3BE", 24), ("U24_3LE", 24), ("U24_3BE", 24),
        ("S20_3LE", 20), ("S20_3BE", 20), ("S18_3LE", 18), ("S18_3BE", 18),
        ("S16_LE", 16), ("S16_BE", 16), ("U16_LE", 16), ("U16_BE", 16), ("U8", 8), ("S8", 8),
      ],
      usually: [
        ("FLOAT64_BE", 32), ("U32_LE", 32), ("S24_LE", 24), ("U24_3BE", 24), ("S20_3LE", 20),
        ("S18_3BE", 18), ("S16_LE", 16), ("S8", 8),
      ])

    /// Each format, with ALSA's or the sound server's conversion on the other side.
    @Test(arguments: formats)
    func convertsItself(format: String, bitCount: Int) throws {
      let run = try LoopRun.inLoop(
        "--play", "plughw:0", "--capture", "plughw:0", "--seconds", "0.1",
        environment: LoopRun.converted.merging(["ALSA_FORMATS": format]) { $1 })
      #expect(run.facts.play?.formatName == format)
      #expect(run.facts.capture?.formatName == format)
      // Half a step of rounding, and at most half a step of the other side's: of 32 bits PipeWire
      // keeps 24.
      let bits = LoopRun.kind == "pipewire" ? min(bitCount, 24) : bitCount
      let step = Float(sign: .plus, exponent: 1 - bits, significand: 1)
      #expect(try #require(run.facts.maximumError) <= 1.001 * step, "\(run.facts)")
    }

    @Test func takesTheFinestFormat() throws {
      let run = try LoopRun.inLoop(
        "--play", "loop", environment: ["ALSA_FORMATS": "U8,S16_LE,S24_3LE,S16_BE"])
      #expect(run.facts.play?.formatName == "S24_3LE")
    }
  }
}
