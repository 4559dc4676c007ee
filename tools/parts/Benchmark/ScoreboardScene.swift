import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// The message of every situation.
struct ScoreboardRow {
  var modem: ModemProtocol
  var rung: Int?
  var characters = 16
  /// The ratio at which 90 % arrive in white noise, in dB; nil without a measurement.
  var limitDecibels: Double?

  var name: String { modem.name + (rung.map { " --rung \($0)" } ?? "") }

  /// A row for every family, with limits that `tools/bench --at` measured.
  static let usual: [ScoreboardRow] = [
    ("hop", nil, 16, -19.5), ("hop-deep", nil, 16, -25.5), ("burst", 0, 16, -12.5),
    ("burst", 3, 64, -5), ("classic", nil, 16, -20.5), ("ggwave-ultrasound-fastest", nil, 16, -6.5),
  ].map { name, rung, characters, limit in
    ScoreboardRow(
      modem: declared(fields(ofBuiltIn: name)), rung: rung, characters: characters,
      limitDecibels: limit)
  }
}

/// The messages of one recording, and their sound before its channel.
struct ScoreboardScene {
  enum Kind {
    case alone
    /// Two copies, as by `hsend --repeat 2`.
    case twice
    case startCut
    case endCut
    /// The driver of a microphone was late once, and lost samples.
    case samplesLost
    /// A message of another protocol within or around it, at the same level.
    case overlapped
    /// Another message of the same kind follows immediately.
    case followed
    /// One message after each of these sounds.
    case betweenSounds([[Float]])
  }

  struct Sent {
    var text: [UInt8]
    /// Start of the sound, in seconds from the start of the scene.
    var start: Double
    var end: Double
    var copies = 1
    /// The greatest number of reports.
    var mostTold = 1
    /// The row of the message, if it is not the row of the scene.
    var otherName = ""
  }

  private(set) var samples: [Float] = []
  private(set) var sent: [Sent] = []

  /// Level of the sounds between messages.
  static let soundDecibels = -10.0
  /// The lost share of a cut message, more than its code can restore.
  private static let cutShares = 0.6...0.9
  /// The position of lost samples as a share of the message, and their duration in seconds.
  private static let (lossShares, lossSeconds) = (0.2...0.9, 0.001...0.062)
  /// From the end of a message to the start of the next message.
  private static let pauseSeconds = 0.0...0.2
  /// The silence around messages between sounds, and the length of the sounds.
  private static let (quietSeconds, soundSeconds) = (0.2...0.6, 1.0...3.0)

  /// A scene of messages of `row`. The text of the first message is drawn first.
  init(_ kind: Kind, of row: ScoreboardRow, random: inout SeededRandom) {
    switch kind {
    case .alone: add(row, &random)
    case .twice: add(row, copies: 2, &random)
    case .startCut:
      add(row, &random)
      samples.removeFirst(Int(random.uniform(Self.cutShares) * Double(samples.count)))
    case .endCut:
      add(row, &random)
      samples.removeLast(Int(random.uniform(Self.cutShares) * Double(samples.count)))
    case .samplesLost:
      add(row, &random)
      let first = Int(random.uniform(Self.lossShares) * Double(samples.count))
      let count = Int(random.uniform(Self.lossSeconds) * 48000)
      samples.removeSubrange(first..<min(first + count, samples.count))
    case .overlapped:
      add(row, &random)
      let others = ScoreboardRow.usual.filter { $0.modem.name != row.modem.name }
      let otherRow = others.randomElement(using: &random)!
      var other = Self(.alone, of: otherRow, random: &random)
      other.sent[0].otherName = otherRow.name
      overlap(with: other, &random)
    case .followed:
      add(row, &random)
      pause(random.uniform(Self.pauseSeconds))
      add(row, &random)
    case .betweenSounds(let sounds):
      for sound in sounds.shuffled(using: &random) {
        let count = Int(random.uniform(Self.soundSeconds) * 48000)
        let first = Int(random.uniform(0...Double(sound.count - count)))
        samples += sound[first..<first + count]
        pause(random.uniform(Self.quietSeconds))
        add(row, &random)
        pause(random.uniform(Self.quietSeconds))
      }
    }
  }

  private var seconds: Double { Double(samples.count) / 48000 }

  private mutating func pause(_ seconds: Double) {
    samples += [Float](repeating: 0, count: Int(seconds * 48000))
  }

  private mutating func add(
    _ row: ScoreboardRow, copies: Int = 1, _ random: inout SeededRandom
  ) {
    let text = randomText(row.characters, &random)
    let start = seconds
    samples +=
      transmission(
        of: text, row.modem, pace: row.rung.map { .rung($0) } ?? .automatic, copies: copies) ?? []
    // Protocols without identities cannot distinguish a copy from the same text sent again.
    sent.append(
      Sent(
        text: text, start: start, end: seconds, copies: copies,
        mostTold: row.modem.carriesSealedContent ? 1 : copies))
  }

  /// Puts the shorter scene of this scene and `other` at a random place in the longer scene.
  private mutating func overlap(with other: Self, _ random: inout SeededRandom) {
    var shorter = other
    if samples.count < shorter.samples.count { swap(&self, &shorter) }
    let first = Int(random.uniform(0...Double(samples.count - shorter.samples.count)))
    for (index, sample) in shorter.samples.enumerated() { samples[first + index] += sample }
    for var message in shorter.sent {
      message.start += Double(first) / 48000
      message.end += Double(first) / 48000
      sent.append(message)
    }
  }
}
