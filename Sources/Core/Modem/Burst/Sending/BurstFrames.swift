import Coding
import Signal

/// The frames of one message, each made when it is asked for.
final class BurstFrames: FrameSource {
  let parameters: BurstParameters
  let step: BurstStep
  /// What all parts have in common; nil where there is one frame without a descriptor.
  let part: BurstPart?
  /// How the stream is cut; nil as `part`.
  let stream: BurstStreamLayout?
  /// Repair blocks that follow.
  let repairCount: Int
  let frameCount: Int

  /// The message, or the stream filled to whole blocks and the repair blocks after it.
  private let bytes: [UInt8]

  /// The one frame of a message.
  init(_ parameters: BurstParameters, step: BurstStep, message: [UInt8]) {
    self.parameters = parameters
    self.step = step
    bytes = message
    part = nil
    stream = nil
    repairCount = 0
    frameCount = 1
  }

  /// The frames of a stream, its check included.
  init(
    _ parameters: BurstParameters, step: BurstStep, stream: [UInt8], content: ContentNumber,
    identity: UInt16, repairPercent: Int
  ) {
    self.parameters = parameters
    self.step = step
    let layout = BurstStreamLayout(streamBytes: stream.count, rung: BurstRung.ladder[step.rung])
    var bytes = stream
    bytes += [UInt8](repeating: 0, count: layout.blockCount * layout.blockBytes - stream.count)
    // Every stream of a length that can be sent has its code.
    let repairCount = layout.repairCount(percent: repairPercent)
    let repair = (try? layout.repair(of: bytes, count: repairCount)) ?? []
    self.repairCount = repair.count / layout.blockBytes
    self.bytes = bytes + repair
    self.stream = layout
    part = BurstPart(
      content: content, identity: identity, streamBytes: stream.count,
      pieceBytes: layout.pieceBytes, number: 0)
    frameCount =
      layout.frameCount + (self.repairCount + layout.frameBlocks - 1) / layout.frameBlocks
  }

  /// Bytes of the message or stream in a frame.
  private func range(_ index: Int) -> Range<Int> {
    guard let stream else { return 0..<bytes.count }
    let blocks = stream.blocks(ofFrame: index, repairCount: repairCount)
    return blocks.lowerBound * stream.blockBytes..<blocks.upperBound * stream.blockBytes
  }

  /// Where everything lies in a frame.
  func layout(_ index: Int) -> BurstFrameLayout {
    BurstFrameLayout(
      sounder: step.sounder,
      header: BurstHeader(rung: step.rung, byteCount: range(index).count, isPart: part != nil))
  }

  /// The bits and symbols of a frame.
  func symbols(_ index: Int) throws(PolarCodeError) -> BurstFrameSymbols {
    var part = part
    part?.number = index
    return try BurstFrameSymbols(Array(bytes[range(index)]), layout: layout(index), part: part)
  }

  var gapSeconds: Double { parameters.gapSeconds }

  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int {
    let count = layout(index).sampleCount + 2 * BurstShaper.marginCount
    return wholeSamples(
      seconds: Double(count) / parameters.basebandRateHertz, rateHertz: sampleRateHertz)
  }

  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave {
    let ratio = parameters.bandwidthRatio(of: placement)
    // Every layout that a header can ask for has codes.
    let symbols = (try? symbols(index))?.symbols ?? []
    return BurstWave(
      BurstShaper(
        sounder: step.sounder.samples(bandwidthRatio: ratio), symbols: symbols,
        pulse: BurstPulse(bandwidthRatio: ratio)),
      basebandRateHertz: parameters.basebandRateHertz,
      carrierHertz: BurstParameters.carrierHertz(of: placement), sampleRateHertz: sampleRateHertz)
  }
}
