import Foundation
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSealing
import HandShakeTransferKit

/// A receiver of everything, which also waits for a receipt, hears hours of sound without a sender,
/// or with messages for others. The table lists its reports.
struct FalseTexts {
  /// Total hours, divided equally between the sounds.
  let hours: Double
  /// Recordings at 48 kHz, which are looped; empty for synthetic sounds only.
  let recordingPaths: [String]
  let seed: UInt64

  /// The levels of every sound, relative to a full-scale sine.
  static let levels = [-3.0, -23, -43]
  /// Length of a piece of sound. Each piece is drawn anew.
  private static let pieceSeconds = 60.0

  typealias Sound = (
    name: String, samples: (_ decibels: Double, _ random: inout SeededRandom) -> [Float]
  )

  /// Synthetic sounds, each over noise 60 dB below full scale.
  static var madeSounds: [Sound] {
    let count = Int(pieceSeconds * 48000)
    func sound(_ name: String, _ make: @escaping (Double) -> Interference) -> Sound {
      (
        name,
        { decibels, random in
          let floor = Interference.noiseBurst(
            startSeconds: 0, seconds: pieceSeconds, decibels: min(-60, decibels - 20))
          var samples = floor.samples(count: count, rateHertz: 48000, random: &random)
          let own = make(decibels).samples(count: count, rateHertz: 48000, random: &random)
          for index in samples.indices { samples[index] += own[index] }
          return samples
        }
      )
    }
    let others = [
      sound("white noise") {
        .noiseBurst(startSeconds: 0, seconds: pieceSeconds, decibels: $0)
      },
      sound("clicks") { .clicks(perSecond: 10, peakDecibels: $0) },
      sound("typing") { .typing(peakDecibels: $0) },
      sound("music") { .music(decibels: $0 - 10) },
      sound("speech") { .speech(decibels: $0 - 10) },
      sound("melody of pure tones") {
        .melody(
          lowestHertz: 13500, highestHertz: 20500, notesPerSecond: 40, decibels: $0 - 10)
      },
      sound("chirps") {
        .chirps(lowestHertz: 12000, highestHertz: 21000, perSecond: 12, decibels: $0 - 10)
      },
      sound("impacts") { .impacts(perSecond: 4, decibels: $0 - 10) },
      sound("steady tone") { .whistle(hertz: 19_000, decibels: $0) },
    ]
    return others
      + Beacon.allCases.map { beacon in
        sound("beacon, \(beacon)") { .beacon(beacon, decibels: $0) }
      }
  }

  /// Frames of other senders. Some are receipts for other senders. Their texts are true texts.
  private static var others: Sound {
    (
      "other senders, and receipts",
      { decibels, random in
        let floor = Interference.noiseBurst(
          startSeconds: 0, seconds: pieceSeconds, decibels: min(-60, decibels - 20))
        var samples = floor.samples(
          count: Int(pieceSeconds * 48000), rateHertz: 48000, random: &random)
        let modems = ProtocolCatalog.builtIn.filter {
          ["hop", "hop-quick", "hop-deep", "burst"].contains($0.name)
        }
        var start = 0
        while true {
          start += Int(random.uniform(0.3...3) * 48000)
          let modem = modems[Int(random.next() % UInt64(modems.count))]
          let proof = (0..<4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          let receipt = Receipt(.delivered, rung: nil, signalToNoiseDecibels: 20) { _ in proof }
          let isReceipt = modem.name != "burst" && random.next() % 2 == 0
          let content: TransmittedContent =
            isReceipt ? .receipt(receipt) : .text(Array("\(random.next())".utf8))
          guard
            var transmitter = try? Transmitter(
              content, protocol: modem, placement: modem.placements[0], sampleRateHertz: 48000,
              identity: UInt16(truncatingIfNeeded: random.next()),
              wantsAnswer: !isReceipt && random.next() % 2 == 0)
          else { continue }
          let frame = transmitter.samples()
          guard start + frame.count < samples.count else { return samples }
          let gain = Float(pow(10, decibels / 20))
          for index in frame.indices { samples[start + index] += gain * frame[index] }
          start += frame.count
        }
      }
    )
  }

  /// The first channel of a recording.
  static func firstChannel(_ path: String) throws(AudioFileError) -> [Float] {
    let reader = try RecordingReader(path: path)
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096 * reader.channelCount)
    while true {
      let frames = try reader.read(into: &block)
      guard frames > 0 else { return samples }
      for frame in 0..<frames { samples.append(block[frame * reader.channelCount]) }
    }
  }

  /// A looped recording, from a random position.
  static func recordedSound(_ path: String) throws(AudioFileError) -> Sound {
    let samples = try firstChannel(path)
    let peak = samples.map { abs($0) }.max() ?? 1
    let name = String(path.split(separator: "/").last ?? "recording")
    return (
      name,
      { decibels, random in
        let gain = pow(10, decibels / 20) / Double(max(peak, 1e-9))
        let start = Int(random.uniform(0...Double(samples.count - 1)))
        return (0..<Int(pieceSeconds * 48000)).map {
          Float(gain) * samples[(start + $0) % samples.count]
        }
      }
    )
  }

  /// Writes samples as headerless 16-bit integers, for `tools/count-instructions`.
  static func write(_ samples: [Float], _ name: String, to folder: String) throws {
    let words = samples.map { Int16(max(-32_768, min(32_767, (32_768 * $0).rounded()))) }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name).raw")
    try words.withUnsafeBytes { try Data($0).write(to: file) }
  }

  /// Writes 10 s of each synthetic sound at -10 dB, and of digital silence, to a folder.
  static func writeSounds(to folder: String) throws {
    let count = 480_000
    try write([Float](repeating: 0, count: count), "silence", to: folder)
    for sound in madeSounds {
      var random = SeededRandom(seed: 1)
      let name = sound.name.split(separator: " ").joined(separator: "-")
      try write(Array(sound.samples(-10, &random).prefix(count)), name, to: folder)
    }
  }

  /// Prints the duration, the false texts and the cost of every sound.
  func printTable() throws(AudioFileError) {
    var sounds = Self.madeSounds + [Self.others]
    for path in recordingPaths { sounds.append(try Self.recordedSound(path)) }
    let pieces = max(
      1,
      Int(
        (hours * 3600 / Self.pieceSeconds / Double(sounds.count * Self.levels.count)).rounded(.up)))
    let levels = Self.levels.map { "\(Int($0))" }.joined(separator: ", ")
    print(
      "Sounds without a message, each at \(levels) dB of full scale, all built-in protocols, "
        + "seed \(seed)")
    print(
      "  sound                             minutes  false texts  receipts  false confirmations"
        + "  failures told  CPU s per s")
    var (allMinutes, allTexts, allConfirmations) = (0.0, 0, 0)
    let awaited = ReceiptProof(of: .text(Array("hello".utf8)), identity: 77)
    for sound in sounds {
      var receiver = makeReceiver(ProtocolCatalog.builtIn)
      var random = SeededRandom(seed: seed)
      var (texts, receipts, confirmations, minutes, used) = (0, 0, 0, 0.0, 0.0)
      let isOthers = sound.name == Self.others.name
      var failures: [String: Int] = [:]
      func note(_ events: [ReceiverEvent]) {
        for event in events {
          if case .message = event, !isOthers { texts += 1 }
          if case .receipt(_, let receipt) = event {
            receipts += 1
            if !isOthers { texts += 1 }
            if awaited.isProven(by: receipt) { confirmations += 1 }
          }
          if case .failed(let failure) = event {
            failures["\(failure.frame.protocolName), \(failure.stage)", default: 0] += 1
          }
        }
      }
      for _ in 0..<pieces {
        for level in Self.levels {
          let samples = sound.samples(level, &random)
          let start = Usage.processorSeconds
          samples.withUnsafeBufferPointer { note(receiver.push($0)) }
          used += Usage.processorSeconds - start
          minutes += Self.pieceSeconds / 60
        }
      }
      note(receiver.finish())
      print(
        "  \(sound.name.padded(32))  \(column(minutes, 0, width: 7))"
          + "  \(column(Double(texts), 0, width: 11))  \(column(Double(receipts), 0, width: 8))"
          + "  \(column(Double(confirmations), 0, width: 19))"
          + "  \(column(Double(failures.values.reduce(0, +)), 0, width: 13))"
          + "  \(column(used / minutes / 60, 5, width: 11))")
      for (kind, count) in failures.sorted(by: { $0.key < $1.key }) {
        print("    \(count) of \(kind)")
      }
      allMinutes += minutes
      allTexts += texts
      allConfirmations += confirmations
    }
    print(
      "  \(column(allMinutes / 60, 2)) hours, \(allTexts) false texts, "
        + "\(allConfirmations) false confirmations\n")
  }
}
