import HandShakeCatalog
import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// A built-in protocol in one of its placements, at one of its paces.
struct Mode: Sendable, CustomTestStringConvertible {
  let modem: ModemProtocol
  let placement: Placement
  var pace = TransmissionPace.automatic

  /// Every protocol of one tone at a time; of those that differ from `hop` in rate or duration
  /// alone the highest placement.
  static let all = ProtocolCatalog.builtIn.flatMap { modem -> [Mode] in
    if !(modem.family is AlphabetParameters || modem.family is HopParameters) { return [] }
    return modem.placements.prefix(["hop-quick", "hop-deep"].contains(modem.name) ? 1 : 8)
      .map { Mode(modem: modem, placement: $0) }
  }

  /// All of them with everything; otherwise `hop` in its highest placement and `classic` in its
  /// lowest.
  static let some = extent(all, usually: [all[0], all[all.count - 1]])

  /// Every protocol of bursts.
  static let bursts = ProtocolCatalog.builtIn.flatMap { modem -> [Mode] in
    modem.ladder == nil
      ? [] : modem.placements.map { Mode(modem: modem, placement: $0) }
  }

  /// Every protocol of bursts with each of `rungs` that it has.
  static func bursts(rungs: [Int]) -> [Mode] {
    bursts.flatMap { mode in
      let own = mode.modem.ladder?.steps.map(\.rung) ?? []
      return rungs.filter { own.contains($0) }
        .map { Mode(modem: mode.modem, placement: mode.placement, pace: .rung($0)) }
    }
  }

  /// Bursts at their most robust.
  static let robustBurst = bursts(rungs: [0])[0]

  /// The quickest of ggwave's protocols that nobody hears.
  static let quickGGWave = nearUltrasonic.first { $0.modem.name == "ggwave-ultrasound-fastest" }!

  /// Those of one tone at a time, and one of each other family, for what all are to stand.
  static let ofEveryFamily = some + [robustBurst, quickGGWave]

  /// Every protocol that nobody is to hear.
  static let nearUltrasonic = ProtocolCatalog.builtIn.flatMap { modem in
    modem.placements.filter { $0.lowestToneHertz >= 13_300 }
      .map { Mode(modem: modem, placement: $0) }
  }

  var testDescription: String {
    let rung = if case .rung(let number) = pace { " rung \(number)" } else { "" }
    return
      "\(modem.name)\(rung) \(Int(placement.lowestToneHertz))-\(Int(placement.highestToneHertz)) Hz"
  }

  /// A signal-to-noise ratio a few dB above what a message of 16 characters needs.
  var comfortableDecibels: Double {
    switch modem.name {
    case "classic": -17
    case "hop": -16
    case "hop-quick": -13
    case "hop-deep": -21
    case "burst": -10
    case "ggwave-ultrasound-fastest": -3
    default: 10
    }
  }

  /// The samples of one transmission.
  func transmission(_ text: String, rateHertz: Double = 48000) throws -> [Float] {
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: modem, placement: placement, sampleRateHertz: rateHertz,
      pace: pace)
    var samples = [Float](repeating: 0, count: transmitter.sampleCount)
    let count = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    #expect(count == samples.count)
    return samples
  }

  /// False where the protocol's messages are shorter than `text`.
  func carries(_ text: String) throws -> Bool {
    do throws(TransmitterError) {
      _ = try Transmitter(
        .text(Array(text.utf8)), protocol: modem, placement: placement, sampleRateHertz: 48000)
      return true
    } catch .textTooLong {
      return false
    }
  }
}

extension AlphabetParameters {
  /// The same with another fade or number of check symbols.
  func with(fade: TimingFunction? = nil, checkSymbols: Int? = nil) -> AlphabetParameters {
    AlphabetParameters(
      toneSpacingHertz: toneSpacingHertz, symbolSeconds: symbolSeconds, fadeSeconds: fadeSeconds,
      fade: fade ?? self.fade, startMarker: startMarker, repairSymbols: repairSymbols,
      checkSymbols: checkSymbols ?? self.checkSymbols)
  }
}

/// What a receiver made of a recording.
struct Reception {
  var texts: [String] = []
  var placements: [Placement] = []
  var failures: [Failure] = []
  var detections = 0
  var corrections = 0

  mutating func add(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .detected: detections += 1
      case .message(let message):
        texts.append(String(decoding: message.bytes, as: UTF8.self))
        placements.append(message.frame.placement)
        corrections += message.correctedSymbols
      case .failed(let failure): failures.append(failure)
      case .file, .sealed, .receipt, .ranging, .pairing, .repeated, .blocks, .level, .progress:
        break
      }
    }
  }
}

/// Listens to a recording for every built-in protocol at once, as `hrecv` does.
func listen(
  _ recording: [Float], rateHertz: Double = 48000,
  protocols: [ModemProtocol] = ProtocolCatalog.builtIn
) throws -> Reception {
  var receiver = try Receiver(protocols: protocols, sampleRateHertz: rateHertz)
  var reception = Reception()
  reception.add(receiver.listen(to: recording))
  return reception
}

/// What is to become of a transfer.
enum Expectation {
  /// Exactly the text, once.
  case delivered
  /// A failure is reported, and no text.
  case refused
  /// Nothing at all, not even a start.
  case unnoticed
  /// The text or no text, but no other.
  case neverWrong
}

/// Sends `text` through `channel`, and checks what comes out.
@discardableResult
func transfer(
  _ text: String, as mode: Mode, through channel: Channel, expecting expectation: Expectation,
  seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Reception {
  try transfer(
    mode.transmission(text), text: text, mode, through: channel, expecting: expectation,
    seed: seed, sourceLocation: sourceLocation)
}

/// Sends these samples, which would be `text`, through `channel`, and checks what comes out.
@discardableResult
func transfer(
  _ samples: [Float], text: String, _ mode: Mode, through channel: Channel,
  expecting expectation: Expectation, seed: UInt64 = 1,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Reception {
  var random = SeededRandom(seed: seed)
  let reception = try listen(channel.capture(samples, random: &random))
  let about: Comment = "\(mode.testDescription), \(text.debugDescription), seed \(seed)"
  switch expectation {
  case .delivered:
    #expect(reception.texts == [text], about, sourceLocation: sourceLocation)
    #expect(reception.failures.isEmpty, about, sourceLocation: sourceLocation)
  case .refused:
    #expect(reception.texts.isEmpty, about, sourceLocation: sourceLocation)
    #expect(!reception.failures.isEmpty, about, sourceLocation: sourceLocation)
  case .unnoticed:
    #expect(reception.texts.isEmpty, about, sourceLocation: sourceLocation)
    #expect(reception.detections == 0, about, sourceLocation: sourceLocation)
  case .neverWrong:
    #expect(
      reception.texts.isEmpty || reception.texts == [text], about, sourceLocation: sourceLocation)
  }
  #expect(
    reception.detections >= reception.texts.count + reception.failures.count, about,
    sourceLocation: sourceLocation)
  return reception
}

/// Words of letters, digits and blanks, exactly `count` characters.
func words(_ count: Int, seed: UInt64) -> String {
  let list = [
    "harbour", "lantern", "six", "copper", "39", "violet", "meadow", "7", "signal", "fox",
  ]
  var random = SeededRandom(seed: seed)
  var text = ""
  while text.count < count { text += list.randomElement(using: &random)! + " " }
  return String(text.prefix(count - 1)) + "."
}
