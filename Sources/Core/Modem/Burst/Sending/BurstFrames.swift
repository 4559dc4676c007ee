import HandShakeCoding
import HandShakeSignal

/// The frames of one message, each generated on request.
final class BurstFrames: FrameSource {
  let parameters: BurstParameters
  let step: BurstStep
  /// The descriptor fields that all parts share; nil for a single frame without a descriptor.
  let part: BurstPart?
  /// The division of the stream; nil if `part` is nil.
  let stream: BurstStreamLayout?
  /// The number of each frame in its stream, and the range of `bytes` that it carries.
  private let plan: [(number: Int, range: Range<Int>)]
  /// The message, or the stream filled to whole blocks with the repair blocks after it.
  private let bytes: [UInt8]

  /// The single frame of a message.
  init(_ parameters: BurstParameters, step: BurstStep, message: [UInt8]) {
    self.parameters = parameters
    self.step = step
    bytes = message
    part = nil
    stream = nil
    plan = [(0, 0..<message.count)]
  }

  /// Frames of a stream: all frames or the frames in `numbers`.
  ///
  /// - Parameters:
  ///   - bytes: the stream with its check, filled to whole blocks, then repair blocks.
  ///   - run: the run of the descriptor.
  ///   - numbers: the frames, and the number of blocks of each; nil for all frames.
  init(
    _ parameters: BurstParameters, step: BurstStep, bytes: [UInt8], layout: BurstStreamLayout,
    content: ContentNumber, identity: UInt16, run: UInt16 = 0, numbers: [RoundFrame]? = nil
  ) {
    self.parameters = parameters
    self.step = step
    self.bytes = bytes
    stream = layout
    part = BurstPart(
      content: content, identity: identity, streamBytes: layout.streamBytes,
      pieceBytes: layout.pieceBytes, number: 0, run: run)
    let repairCount = bytes.count / layout.blockBytes - layout.blockCount
    let repairFrames = (repairCount + layout.frameBlocks - 1) / layout.frameBlocks
    let numbers =
      numbers
      ?? (0..<layout.frameCount + repairFrames).map {
        RoundFrame(
          number: $0, blockCount: layout.blocks(ofFrame: $0, repairCount: repairCount).count)
      }
    plan = numbers.map { frame in
      let first = layout.blocks(ofFrame: frame.number, repairCount: repairCount).lowerBound
      let range = first * layout.blockBytes..<(first + frame.blockCount) * layout.blockBytes
      return (frame.number, range)
    }
  }

  var frameCount: Int { plan.count }

  /// The layout of a frame.
  func layout(_ index: Int) -> BurstFrameLayout {
    BurstFrameLayout(
      sounder: step.sounder,
      header: BurstHeader(rung: step.rung, byteCount: plan[index].range.count, isPart: part != nil))
  }

  /// The bytes and the descriptor of a frame.
  func carried(_ index: Int) -> (bytes: [UInt8], part: BurstPart?) {
    var part = part
    part?.number = plan[index].number
    return (Array(bytes[plan[index].range]), part)
  }

  /// The bits and symbols of a frame.
  func symbols(_ index: Int) throws(PolarCodeError) -> BurstFrameSymbols {
    let (bytes, part) = carried(index)
    return try BurstFrameSymbols(bytes, layout: layout(index), part: part)
  }

  var gapSeconds: Double { parameters.gapSeconds }

  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int {
    let count = layout(index).sampleCount + 2 * BurstShaper.marginCount
    return wholeSamples(
      seconds: Double(count) / parameters.basebandRateHertz, rateHertz: sampleRateHertz)
  }

  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave {
    let ratio = parameters.bandwidthRatio(of: placement)
    // Every layout of a valid header has codes.
    let symbols = (try? symbols(index))?.symbols ?? []
    return BurstWave(
      BurstShaper(
        sounder: step.sounder.samples(bandwidthRatio: ratio), symbols: symbols,
        pulse: BurstPulse(bandwidthRatio: ratio)),
      basebandRateHertz: parameters.basebandRateHertz,
      carrierHertz: BurstParameters.carrierHertz(of: placement), sampleRateHertz: sampleRateHertz)
  }
}
