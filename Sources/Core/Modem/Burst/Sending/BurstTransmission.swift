import Coding
import Signal

/// A text or a file to the frames of a burst protocol, one after the other with gaps between.
///
/// One frame is worked out at a time, and its samples a few hundred at a time.
struct BurstTransmission: Sendable {
  /// Samples of all of it.
  let sampleCount: Int

  private let framing: BurstFraming
  private let frames: BurstFrames
  private let pulse: BurstPulse
  private let sounder: [Complex]
  private let carrierHertz: Double
  private let sampleRateHertz: Double
  private let interpolation = EnvelopeInterpolation()
  private let gapSamples: Int
  private var current: BurstWave?
  private var frameIndex = 0
  private var gapLeft = 0

  /// A transmission of `content` in `placement`.
  ///
  /// - Parameters:
  ///   - pace: how the user wants the rung chosen.
  ///   - identity: common to the parts and copies of this message.
  ///   - isRepeated: whether the whole will be sent again.
  ///   - repairPercent: repair blocks for so many hundredths of the blocks, 0...100.
  init(
    _ content: TransmittedContent, parameters: BurstParameters, placement: Placement,
    sampleRateHertz: Double,
    pace: TransmissionPace, identity: UInt16, isRepeated: Bool, repairPercent: Int
  ) throws(TransmitterError) {
    framing = BurstFraming(parameters)
    frames = try framing.frames(
      content, pace: pace, identity: identity, isRepeated: isRepeated,
      repairPercent: repairPercent)
    let ratio = parameters.bandwidthRatio(of: placement)
    pulse = BurstPulse(bandwidthRatio: ratio)
    sounder = frames.step.sounder.samples(bandwidthRatio: ratio)
    carrierHertz = BurstParameters.carrierHertz(of: placement)
    self.sampleRateHertz = sampleRateHertz
    gapSamples = Int((parameters.gapSeconds * sampleRateHertz).rounded())
    var count = (frames.count - 1) * gapSamples
    for index in 0..<frames.count {
      count += BurstWave.sampleCount(
        basebandCount: frames.layout(index).sampleCount + 2 * BurstShaper.marginCount,
        basebandRateHertz: parameters.basebandRateHertz, sampleRateHertz: sampleRateHertz)
    }
    sampleCount = count
  }

  /// Fills the start of `block`; gives how many samples it wrote, fewer at the end.
  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    var filled = 0
    while filled < block.count {
      let rest = UnsafeMutableBufferPointer(rebasing: block[filled...])
      if gapLeft > 0 {
        let count = min(gapLeft, rest.count)
        rest[..<count].update(repeating: 0)
        gapLeft -= count
        filled += count
        continue
      }
      if current == nil {
        guard frameIndex < frames.count, let wave = wave(frameIndex) else { break }
        current = wave
      }
      let count = current?.read(into: rest) ?? 0
      filled += count
      if count == 0 {
        current = nil
        frameIndex += 1
        gapLeft = frameIndex < frames.count ? gapSamples : 0
      }
    }
    return filled
  }

  private func wave(_ index: Int) -> BurstWave? {
    // Every layout that a header can ask for has codes.
    guard let frame = try? frames.symbols(index) else { return nil }
    return BurstWave(
      BurstShaper(sounder: sounder, symbols: frame.symbols, pulse: pulse),
      basebandRateHertz: framing.parameters.basebandRateHertz, carrierHertz: carrierHertz,
      sampleRateHertz: sampleRateHertz, interpolation: interpolation)
  }
}
