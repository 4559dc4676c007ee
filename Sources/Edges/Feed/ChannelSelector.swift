/// Selects the strongest channel in the band of the protocols.
///
/// The input is blocks of interleaved samples, the output is the selected channel. If there is a
/// choice, the output has a delay of 50 ms. So the start of a transmission in another channel is
/// not lost.
struct ChannelSelector {
  /// The selected channel, from 0; nil until sound arrives in a channel.
  private(set) var channel: Int?

  private let channelCount: Int
  private let isFixed: Bool
  private let delayFrames: Int
  private var filters: [BandFilter]
  private var powers: [Double]
  private let rateHertz: Double
  private var waiting: [Float] = []

  /// The power ratio at which the selector switches to another channel: 6 dB.
  private static let switchRatio = 4.0
  private static let delaySeconds = 0.05
  /// Time constant of the running power.
  private static let smoothingSeconds = 0.025

  /// A selector over `channelCount` channels at `rateHertz`. It always takes `fixedChannel`, or
  /// follows the running level if that is nil.
  init(
    channelCount: Int, rateHertz: Double, fixedChannel: Int? = nil
  ) {
    self.channelCount = channelCount
    self.rateHertz = rateHertz
    isFixed = channelCount == 1 || fixedChannel != nil
    channel = channelCount == 1 ? 0 : fixedChannel
    delayFrames = isFixed ? 0 : Int(Self.delaySeconds * rateHertz)
    filters = Array(repeating: BandFilter(rateHertz: rateHertz), count: isFixed ? 0 : channelCount)
    powers = Array(repeating: 0, count: channelCount)
  }

  /// Takes `frameCount` interleaved frames and appends the due samples of the selected channel to
  /// `output`.
  mutating func push(
    _ frames: UnsafePointer<Float>, frameCount: Int, into output: inout [Float]
  ) {
    if isFixed {
      append(frames, frameCount: frameCount, to: &output)
      return
    }
    choose(frames, frameCount: frameCount)
    waiting.append(contentsOf: UnsafeBufferPointer(start: frames, count: frameCount * channelCount))
    release(keeping: delayFrames, into: &output)
  }

  /// Appends the delayed samples to `output` at the end of the input.
  mutating func finish(into output: inout [Float]) { release(keeping: 0, into: &output) }

  private mutating func release(keeping kept: Int, into output: inout [Float]) {
    let due = waiting.count / channelCount - kept
    guard due > 0 else { return }
    waiting.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { append(start, frameCount: due, to: &output) }
    }
    waiting.removeFirst(due * channelCount)
  }

  private func append(
    _ frames: UnsafePointer<Float>, frameCount: Int, to output: inout [Float]
  ) {
    if channelCount == 1 {
      output.append(contentsOf: UnsafeBufferPointer(start: frames, count: frameCount))
      return
    }
    let offset = channel ?? 0
    output.reserveCapacity(output.count + frameCount)
    for index in 0..<frameCount { output.append(frames[index &* channelCount &+ offset]) }
  }

  private mutating func choose(_ frames: UnsafePointer<Float>, frameCount: Int) {
    guard frameCount > 0 else { return }
    let weight = min(1, Double(frameCount) / (Self.smoothingSeconds * rateHertz))
    for index in 0..<channelCount {
      let energy = filters[index].energy(
        of: frames + index, count: frameCount, stride: channelCount)
      powers[index] += weight * (energy / Double(frameCount) - powers[index])
    }
    guard let strongest = powers.indices.max(by: { powers[$0] < powers[$1] }),
      powers[strongest] > 0
    else { return }
    guard let current = channel else {
      channel = strongest
      return
    }
    if powers[strongest] > Self.switchRatio * powers[current] { channel = strongest }
  }
}
