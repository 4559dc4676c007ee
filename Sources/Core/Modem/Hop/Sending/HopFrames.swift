/// The frames of a text, sealed content, a receipt, a ranging message or a pairing step. The parts
/// come in order, each with all its copies, at the spacing that the receiver expects.
final class HopFrames: FrameSource {
  let copyCount: Int
  private let framing: HopFraming
  private let texts: [HopText]

  init(
    _ content: TransmittedContent, _ parameters: HopParameters, _ options: TransmissionOptions
  ) throws(TransmitterError) {
    framing = HopFraming(parameters)
    copyCount = max(1, options.copies)
    let isRepeated = options.isRepeated || options.copies > 1
    switch content {
    case .sealed(let sealed):
      texts = try framing.texts(
        sealed, identity: options.identity, isRepeated: isRepeated,
        wantsAnswer: options.wantsAnswer)
    case .receipt(let receipt): texts = [framing.text(receipt.bytes, .receipt)]
    case .ranging(let message): texts = [framing.text(message.bytes, .ranging)]
    case .pairing(let bytes): texts = [framing.text(bytes, .pairing)]
    case .text, .file:
      texts = try framing.texts(
        content.text, identity: options.identity, isRepeated: isRepeated,
        wantsAnswer: options.wantsAnswer)
    }
  }

  var frameCount: Int { texts.count * copyCount }

  var gapSeconds: Double { framing.parameters.gapSeconds }

  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int {
    let symbols = framing.symbolCount(sizeClass: framing.sizeClass(texts[index / copyCount]))
    return GlidingToneSequence.sampleCount(
      toneCount: symbols, symbolSeconds: framing.parameters.symbolSeconds,
      rampSeconds: framing.parameters.rampSeconds, sampleRateHertz: sampleRateHertz)
  }

  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave {
    let parameters = framing.parameters
    return GlidingToneSequence(
      hertz: framing.tones(texts[index / copyCount]).map {
        parameters.hertz(of: $0, in: placement)
      },
      symbolSeconds: parameters.symbolSeconds, transitionSeconds: parameters.transitionSeconds,
      rampSeconds: parameters.rampSeconds, sampleRateHertz: sampleRateHertz)
  }
}
