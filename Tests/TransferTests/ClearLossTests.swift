import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTestKit
import Testing

@testable import HandShakeModem

/// Clear messages that a receiver loses which knows of no echoes and no colour.
@Suite struct ClearLossTests {
  private func mode(_ name: String, _ pace: TransmissionPace = .automatic) throws -> Mode {
    let modem = try ProtocolCatalog.find(name)
    return Mode(modem: modem, placement: modem.placements[0], pace: pace)
  }

  /// Those of the `seeds` whose text arrives, drawn as `tools/bench --scoreboard` draws it.
  private func arrived(
    _ characters: Int, as mode: Mode, through channel: Channel, seeds: [UInt64]
  ) throws -> [UInt64] {
    try seeds.filter { seed in
      var random = SeededRandom(seed: seed)
      let letters = Array("abcdefghijklmnopqrstuvwxyz 0123456789")
      let text = String((0..<characters).map { _ in letters.randomElement(using: &random)! })
      let sound = channel.capture(try mode.transmission(text), random: &random)
      let texts = try listen(sound, protocols: [mode.modem]).texts
      #expect(texts.isEmpty || texts == [text], "seed \(seed)")
      return texts == [text]
    }
  }

  /// A device that lies still in `room`, from a loudspeaker that falls by so much from 15 to 20
  /// kHz, at 40 dB.
  private func channel(_ room: Room, _ rolloffDecibels: Double, _ rippleDecibels: Double) -> Channel
  {
    Channel(
      signalToNoiseDecibels: 40,
      device: DeviceResponse(rolloffDecibels: rolloffDecibels, rippleDecibels: rippleDecibels),
      room: room, motion: Motion(clockPartsPerMillion: 40))
  }

  /// A loudspeaker that falls steeply leaves a few loud peaks of a sounder, which are no tones.
  @Test func colouredSounders() throws {
    let way = channel(.office, 30, 6)
    let mode = try mode("burst", .rung(3))
    for (characters, seeds) in [(64, [4, 13, 18]), (512, [6, 14, 16, 18, 23] as [UInt64])] {
      #expect(try arrived(characters, as: mode, through: way, seeds: seeds) == seeds)
    }
  }

  /// Symbols among loud echoes look like noise to a trace that knows of none; the preamble stands
  /// out.
  @Test func hopsAmongEchoes() throws {
    let room = Room.echoRich(
      directToReverberantDecibels: -30, decaySeconds: 0.3, strongestArrivalSeconds: 0.05)
    let seeds: [UInt64] = [104, 119, 147, 213, 214, 225]
    #expect(
      try arrived(16, as: mode("hop"), through: channel(room, 10, 2.5), seeds: seeds) == seeds)
  }

  /// A microphone's driver that comes too late loses samples: a symbol of them has 981, a page
  /// often drops 1,024.
  @Test(arguments: ["hop", "hop-quick"], [240, 981, 1024, 1450, 2048, 2900])
  func samplesLostAmidHops(name: String, count: Int) throws {
    let mode = try mode(name)
    let sound = try mode.transmission("lamp 42 at north")
    for place in extent([0.3, 0.45, 0.6, 0.75], usually: [0.45]) {
      let end = Int(place * Double(sound.count))
      try transfer(
        Array(sound[..<end] + sound[(end + count)...]), text: "lamp 42 at north", mode,
        through: Channel(signalToNoiseDecibels: 20), expecting: .delivered)
    }
  }

  /// Among its tones is another clear start, of which all readings cost more than there is to
  /// spend: the frame around it is read all the same.
  @Test func startWithinAFrame() throws {
    let text =
      "7Z3lzv2thEZmA+Wv1YJ71rA1v7OMohfux2g8Vby49TCXKeeMJmUWjM24AX3oJoRUMpw6HxOkHv0hk9l07fOD7kEVbmn5"
      + "a9keJMtGKI/bEEuEHuIL8fUR8bM80EXSnHLqSzlKG881Mo1h1DhxMvNSKtB3jqYwNW6ekR1f+spvu9qWqz8C9N0M"
      + "84634Z873dMx2I9kyDYEEmWEfISNCD2bV2e4WfDoUkSXSg"
    #expect(try listen(try mode("hop").transmission(text)).texts == [text])
  }

  /// The echo that arrives after the last tap of the estimated response is no part of it, and no
  /// noise from before.
  @Test func burstsAmongEchoes() throws {
    let room = Room.echoRich(
      directToReverberantDecibels: -16, decaySeconds: 0.2, strongestArrivalSeconds: 0.045)
    let arrived = try arrived(
      16, as: mode("burst"), through: channel(room, 10, 2.5), seeds: [UInt64](1...12))
    #expect(arrived.count >= 10, "only \(arrived)")
  }

  /// What is lost all the same is told: the receiver names the likeliest start that it dropped.
  @Test func droppedStartsAreKept() throws {
    let mode = try mode("burst", .rung(3))
    let channel = Channel(
      signalToNoiseDecibels: 40,
      device: DeviceResponse(rolloffDecibels: 50, rippleDecibels: 4), room: .office,
      leadSeconds: 0.5...0.5)
    var random = SeededRandom(seed: 1)
    let sound = channel.capture(try mode.transmission(words(512, seed: 1)), random: &random)
    // Without what follows the sounder there is nothing to read.
    var receiver = try Receiver(protocols: [mode.modem], sampleRateHertz: 48_000)
    let events = receiver.listen(to: Array(sound.prefix(48_000 * 7 / 10)))
    #expect(!events.contains { if case .failed = $0 { true } else { false } })
    let dropped = receiver.likeliestDropped
    let start = try #require(dropped)
    #expect(start.protocolName == "burst" && abs(start.seconds - 0.5) < 0.1, "\(start)")
  }

  /// Where nothing was sent nothing clear was dropped.
  @Test func noiseHasNoLikelyStart() throws {
    var receiver = try Receiver(protocols: ProtocolCatalog.builtIn, sampleRateHertz: 48_000)
    _ = receiver.listen(to: noise(480_000, seed: 7))
    let dropped = receiver.likeliestDropped
    #expect(dropped?.probability ?? 0 < 0.5)
  }
}
