import Foundation
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTransferKit

/// Checks the calibration of the receiver's odds: of hypotheses with log-odds x, a share near 1 /
/// (1 + e^-x) must be frames.
///
/// Signal-to-noise ratios of messages are drawn from above their limit up to 40 dB. Half of the
/// messages are in rooms, half in white noise and motion. `--count` sets the length of other
/// sounds.
struct CalibrationTable {
  let options: Options
  private let board: ScoreboardTable

  /// A hypothesis, and whether a frame started there.
  private struct Judged {
    var logOdds: Double
    var isTrue: Bool
  }
  private struct Step: Hashable {
    var family: String
    var step: Hypothesis.Step
  }
  /// Hypotheses by family and step.
  private var judged: [Step: [Judged]] = [:]
  private var messageCounts: [String: Int] = [:]
  private var soundHours = 0.0

  /// Start of messages, and the tolerance of a hypothesis: the longest echo and the fit of a clock.
  private static let (leadSeconds, reachSeconds) = (0.5, 0.12)
  private static let edges = [-4.0, -2, 0, 2, 4]

  /// - Throws: if a recording, or the folder of rooms, cannot be read.
  init(options: Options) throws {
    self.options = options
    board = try ScoreboardTable(options: options)
  }

  mutating func print() {
    for row in ScoreboardRow.usual {
      for (index, way) in board.calibrationWays(options.count).enumerated() {
        var random = SeededRandom(seed: options.seed &+ UInt64(index))
        let scene = ScoreboardScene(.alone, of: row, random: &random)
        var channel = way.channel
        channel.signalToNoiseDecibels = random.uniform((row.limitDecibels ?? 0) - 1...40)
        channel.leadSeconds = Self.leadSeconds...Self.leadSeconds
        let sound = way.response.map { convolve(scene.samples, with: $0) } ?? scene.samples
        messageCounts[Self.family(row.modem.name), default: 0] += 1
        judge(channel.capture(sound, random: &random), Self.family(row.modem.name))
      }
    }
    for sound in board.sounds {
      for level in FalseTexts.levels {
        var random = SeededRandom(seed: options.seed)
        let heard = sound.samples(level, &random)
        soundHours += Double(heard.count) / 48000 / 3600
        judge(heard, nil)
      }
    }
    printTables()
  }

  /// The family whose search finds a protocol. Both hops have their own search.
  private static func family(_ name: String) -> String {
    name.hasPrefix("hop") ? name : String(name.prefix { $0 != "-" })
  }

  private mutating func judge(_ samples: [Float], _ family: String?) {
    var receiver = makeReceiver(board.listened)
    _ = receiver.takeHypotheses()
    samples.withUnsafeBufferPointer { _ = receiver.push($0) }
    _ = receiver.finish()
    for hypothesis in receiver.takeHypotheses() where hypothesis.end == nil {
      let own = Self.family(hypothesis.protocolName)
      judged[Step(family: own, step: hypothesis.step), default: []].append(
        Judged(
          logOdds: hypothesis.logOdds,
          isTrue: own == family && abs(hypothesis.seconds - Self.leadSeconds) < Self.reachSeconds))
    }
  }

  private func printTables() {
    Swift.print(
      "Hypotheses of \(options.count) messages of each family in rooms, in noise and in motion, "
        + "and of \(column(60 * soundHours, 0)) min of \(board.sounds.count) sounds without a "
        + "message, seeds from \(options.seed) on: how many of those at such log-odds were frames, "
        + "and which logistic would fit")
    Swift.print(
      "  " + "family, step".padded(22)
        + (["< -4"]
        + zip(Self.edges, Self.edges.dropFirst()).map { "\(column($0, 0))..\(column($1, 0))" }
        + ["> 4"]).map { $0.leftPadded(14) }.joined() + "   offset   slope")
    for (step, all) in judged.sorted(by: {
      ($0.key.family, "\($0.key.step)") < ($1.key.family, "\($1.key.step)")
    }) {
      var cells = ""
      for bin in 0...Self.edges.count {
        let inside = all.filter { one in Self.edges.count { one.logOdds >= $0 } == bin }
        let share = "\(inside.count { $0.isTrue })/\(inside.count)"
        cells += share.leftPadded(14)
      }
      let (offset, slope) = Self.fit(all)
      Swift.print(
        "  " + "\(step.family), \(step.step)".padded(22) + cells
          + "  " + column(offset, 2, width: 7) + column(slope, 3, width: 8))
    }
    Swift.print(
      "\nFalse hypotheses an hour of sound without a message, and true ones lost, at thresholds of "
        + "log-odds")
    for (step, all) in judged.sorted(by: {
      ($0.key.family, "\($0.key.step)") < ($1.key.family, "\($1.key.step)")
    }) {
      let cells = Self.edges.map { edge -> String in
        let wrong = all.count { !$0.isTrue && $0.logOdds >= edge }
        let lost = all.count { $0.isTrue && $0.logOdds < edge }
        return "\(column(Double(wrong) / soundHours, 1)) / \(lost)".leftPadded(16)
      }
      Swift.print("  " + "\(step.family), \(step.step)".padded(22) + cells.joined())
    }
  }

  /// Offset and slope of the logistic regression of truth on log-odds. Newton's method with limited
  /// steps and a weak prior.
  private static func fit(_ all: [Judged]) -> (offset: Double, slope: Double) {
    let mean = all.reduce(0) { $0 + $1.logOdds } / Double(all.count)
    let spread = max(
      1e-3,
      (all.reduce(0) { $0 + ($1.logOdds - mean) * ($1.logOdds - mean) } / Double(all.count))
        .squareRoot())
    var (level, rise) = (0.0, 0.0)
    let prior = 0.01
    for _ in 0..<100 {
      var (g0, g1, h00, h01, h11) = (-prior * level, -prior * rise, prior, 0.0, prior)
      for one in all {
        let x = (one.logOdds - mean) / spread
        let p = 1 / (1 + exp(-(level + rise * x)))
        let (error, weight) = ((one.isTrue ? 1 : 0) - p, p * (1 - p))
        g0 += error
        g1 += error * x
        h00 += weight
        h01 += weight * x
        h11 += weight * x * x
      }
      let determinant = h00 * h11 - h01 * h01
      level += min(max((g0 * h11 - g1 * h01) / determinant, -1), 1)
      rise += min(max((g1 * h00 - g0 * h01) / determinant, -1), 1)
    }
    return (level - rise * mean / spread, rise / spread)
  }
}

extension String {
  fileprivate func leftPadded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
