/// Text to the frames of a hop protocol: its parts in order, each as often as there are copies, all
/// at the spacing that the receiver expects.
struct HopTransmission: Sendable {
  /// Samples of all of it.
  let sampleCount: Int
  /// How often each part is sent.
  let copyCount: Int

  private let framing: HopFraming
  private let placement: Placement
  private let sampleRateHertz: Double
  private let texts: [HopText]
  private let gapSamples: Int
  private var current: GlidingToneSequence
  private var frameIndex = 0
  private var gapLeft = 0

  /// A transmission of `text`.
  ///
  /// - Parameters:
  ///   - identity: common to the parts and copies of this message.
  ///   - copies: how often to send it.
  ///   - isRepeated: whether the whole will be sent again.
  init(
    text: [UInt8], parameters: HopParameters, placement: Placement, sampleRateHertz: Double,
    identity: UInt16, copies: Int, isRepeated: Bool
  ) throws(TransmitterError) {
    framing = HopFraming(parameters)
    copyCount = max(1, copies)
    self.placement = placement
    self.sampleRateHertz = sampleRateHertz
    texts = try framing.texts(text, identity: identity, isRepeated: isRepeated || copies > 1)
    gapSamples = Int((parameters.gapSeconds * sampleRateHertz).rounded())
    let framing = framing
    let gap = gapSamples
    let copyCount = copyCount
    let count = texts.reduce(-gap) { sum, text in
      let tones = framing.symbolCount(sizeClass: framing.sizeClass(text))
      return sum + copyCount
        * (GlidingToneSequence.sampleCount(
          toneCount: tones, symbolSeconds: parameters.symbolSeconds,
          rampSeconds: parameters.rampSeconds, sampleRateHertz: sampleRateHertz) + gap)
    }
    sampleCount = count
    current = Self.sequence(texts[0], framing, placement, sampleRateHertz)
  }

  private static func sequence(
    _ text: HopText, _ framing: HopFraming, _ placement: Placement, _ sampleRateHertz: Double
  ) -> GlidingToneSequence {
    let parameters = framing.parameters
    return GlidingToneSequence(
      hertz: framing.tones(text).map { parameters.hertz(of: $0, in: placement) },
      symbolSeconds: parameters.symbolSeconds, transitionSeconds: parameters.transitionSeconds,
      rampSeconds: parameters.rampSeconds, sampleRateHertz: sampleRateHertz)
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
      let count = current.read(into: rest)
      filled += count
      if count == 0 {
        guard frameIndex + 1 < texts.count * copyCount else { break }
        frameIndex += 1
        gapLeft = gapSamples
        current = Self.sequence(
          texts[frameIndex / copyCount], framing, placement, sampleRateHertz)
      }
    }
    return filled
  }
}
