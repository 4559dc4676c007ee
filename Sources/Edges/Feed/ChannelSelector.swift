/// Chooses one of several channels: the strongest in the band that is listened to.
///
/// What goes in are blocks of interleaved samples; what comes out is the chosen channel, delayed by
/// a twentieth of a second where there is a choice, so that a transmission that starts in another
/// channel is heard from its start.
struct ChannelSelector {
  /// The chosen channel, from 0; nil while nothing has been heard in any.
  private(set) var channel: Int?

  private let channelCount: Int
  private let isFixed: Bool
  private let delayFrames: Int
  private var filters: [BandFilter]
  private var powers: [Double]
  private let rateHertz: Double
  private var waiting: [Float] = []

  /// How much stronger another channel must be before it is taken, as a ratio of powers: 6 dB.
  private static let switchRatio = 4.0
  private static let delaySeconds = 0.05
  /// Time constant of the running power.
  private static let smoothingSeconds = 0.025

  /// A selector over `channelCount` channels at `rateHertz` that takes `fixedChannel` for good, or
  /// follows the running level where that is nil.
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

  /// Takes `frameCount` interleaved frames and appends to `output` the chosen channel's samples
  /// that are due.
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

  /// Appends to `output` what is still waiting at the end of the input.
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
