import HandShakeModem
import HandShakeTransferKit

/// The results of the messages in one row of the scoreboard, and all other reports.
struct ScoreboardTally {
  private enum Outcome: String, CaseIterable {
    case heard
    case silent = "without a word"
    case refused = "with a word"
    case wrong = "wrong text"
    case phantomText = "phantom text"
    case phantomRefusal = "phantom refusal"
  }

  private var counts: [Outcome: Int] = [:]
  private var soundSeconds = 0.0
  private var processorSeconds = 0.0
  /// Seeds by fault and place.
  private var seeds: [String: [UInt64]] = [:]

  static var header: String {
    Outcome.allCases.map { "  " + $0.rawValue }.joined() + "  ms per s"
  }

  var row: String {
    Outcome.allCases.map { "  " + column(Double(counts[$0] ?? 0), 0, width: $0.rawValue.count) }
      .joined() + "  " + column(1000 * processorSeconds / soundSeconds, 1, width: 8)
  }

  /// A line for every fault.
  var remarks: [String] {
    seeds.sorted { $0.key < $1.key }.map { key, seeds in
      "\(key): \(seeds.map { "\($0)" }.joined(separator: " "))"
    }
  }

  private mutating func count(
    _ outcome: Outcome, _ place: String, _ seed: UInt64, _ detail: String = ""
  ) {
    counts[outcome, default: 0] += 1
    guard outcome != .heard else { return }
    let words = [place, outcome.rawValue, detail].filter { !$0.isEmpty }
    seeds[words.joined(separator: ", "), default: []].append(seed)
  }

  /// Counts the results of `reception` for the `recording` of a scene with these messages.
  ///
  /// Reports during a lost message belong to that message. All other reports belong to no message.
  /// A refused copy of a received message belongs to neither group.
  mutating func note(
    _ reception: Reception, of recording: [Float], _ sent: [ScoreboardScene.Sent], place: String,
    seed: UInt64
  ) {
    soundSeconds += Double(recording.count) / 48000
    processorSeconds += reception.processorSeconds
    var told = reception.told
    var outcomes: [Outcome] = []
    for message in sent {
      let found = told.indices.filter { told[$0].text == message.text }.prefix(message.mostTold)
      for index in found.reversed() { told.remove(at: index) }
      outcomes.append(found.isEmpty ? .silent : .heard)
    }
    func index(_ frame: Frame) -> Int? {
      let possible = sent.indices.filter {
        (outcomes[$0] != .heard || sent[$0].copies > 1) && sent[$0].sounds(during: frame)
      }
      return possible.first { outcomes[$0] == .silent } ?? possible.first
    }
    for failure in reception.failures {
      guard let index = index(failure.frame) else {
        count(.phantomRefusal, place, seed, "\(failure.frame.protocolName) \(failure.stage)")
        continue
      }
      if outcomes[index] == .silent { outcomes[index] = .refused }
    }
    for other in told {
      if let index = index(other.frame), outcomes[index] != .heard {
        outcomes[index] = .wrong
      } else {
        count(.phantomText, place, seed, other.frame.protocolName)
      }
    }
    for (message, outcome) in zip(sent, outcomes) {
      count(outcome, place, seed, message.otherName)
    }
  }

  /// Counts the results of a day. A day has no times of its messages, so refusals count first for
  /// its lost messages.
  mutating func note(_ day: RandomDay) {
    guard let frames = try? day.frames() else { return }
    let start = Usage.processorSeconds
    guard let reception = try? RandomDayReception(of: day, in: frames) else { return }
    processorSeconds += Usage.processorSeconds - start
    soundSeconds += Double(frames.count / day.channelCount) / day.rateHertz
    counts[.heard, default: 0] += day.entries.count - reception.lost.count
    var refusals = reception.refused.map { "\($0.frame.protocolName) \($0.stage)" }
    for entry in reception.lost {
      let isRefused = !refusals.isEmpty
      if isRefused { refusals.removeFirst() }
      count(isRefused ? .refused : .silent, entry.modem.name, day.seed)
    }
    for refusal in refusals { count(.phantomRefusal, "", day.seed, refusal) }
    for _ in reception.others + reception.repeated { count(.phantomText, "", day.seed) }
  }
}

extension ScoreboardScene.Sent {
  /// Whether it overlaps `frame`. Its lead in the recording and its echoes are not known.
  fileprivate func sounds(during frame: Frame) -> Bool {
    frame.startSeconds < end + 1.3 && start < frame.endSeconds
  }
}
