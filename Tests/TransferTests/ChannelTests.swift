import HandShakeChannelModel
import HandShakeTestKit
import Testing

/// Messages through one difficulty at a time.
@Suite struct ChannelTests {
  private let text = "lamp 42 at north"

  @Test(arguments: Mode.ofEveryFamily)
  func noiseSomeDecibelsAboveTheThreshold(mode: Mode) throws {
    let channel = Channel(signalToNoiseDecibels: mode.comfortableDecibels)
    for seed in 1...extent(4, usually: 2) as ClosedRange<UInt64> {
      let reception = try transfer(
        text, as: mode, through: channel, expecting: .neverWrong, seed: seed)
      #expect(reception.texts == [text], "seed \(seed)")
    }
  }

  @Test(arguments: Mode.ofEveryFamily)
  func noiseFarBelowTheThresholdGivesNothing(mode: Mode) throws {
    let channel = Channel(signalToNoiseDecibels: mode.comfortableDecibels - 10)
    for seed in 1...extent(8, usually: 3) as ClosedRange<UInt64> {
      let reception = try transfer(
        text, as: mode, through: channel, expecting: .neverWrong, seed: seed)
      #expect(reception.texts.isEmpty, "seed \(seed): too good to be 10 dB worse")
    }
  }

  @Test(arguments: Mode.ofEveryFamily)
  func noiseAroundTheThresholdNeverGivesWrongText(mode: Mode) throws {
    var arrived = 0
    for below in 2...6 {
      let channel = Channel(
        signalToNoiseDecibels: mode.comfortableDecibels - Double(below))
      for seed in 1...extent(4, usually: 1) as ClosedRange<UInt64> {
        arrived += try transfer(
          text, as: mode, through: channel, expecting: .neverWrong, seed: seed
        ).texts.count
      }
    }
    #expect(arrived > 0)
  }

  @Test(
    arguments: Mode.some + [.robustBurst],
    [
      Motion(clockPartsPerMillion: 300), Motion(clockPartsPerMillion: -300),
      Motion(metresPerSecond: 0.5), Motion(metresPerSecond: 3), Motion(metresPerSecond: -3),
      Motion(metresPerSecond: -0.5, metresPerSecondSquared: 0.3),
    ].sample)
  func clocksAndMotion(mode: Mode, motion: Motion) throws {
    let channel = Channel(
      signalToNoiseDecibels: 20, device: DeviceResponse(), motion: motion)
    try transfer(text, as: mode, through: channel, expecting: .delivered)
  }

  /// Messages of ggwave's are found up to half the speed that all others are followed to.
  @Test(arguments: [
    Motion(clockPartsPerMillion: 300), Motion(metresPerSecond: 1.5), Motion(metresPerSecond: -1.5),
    Motion(metresPerSecond: -0.5, metresPerSecondSquared: 0.3),
  ])
  func clocksAndMotionOfGGWave(motion: Motion) throws {
    let channel = Channel(
      signalToNoiseDecibels: 20, device: DeviceResponse(), motion: motion)
    try transfer(text, as: .quickGGWave, through: channel, expecting: .delivered)
  }

  @Test(arguments: Mode.ofEveryFamily)
  func roomsDeliverNineOfTen(mode: Mode) throws {
    let rooms = extent(
      Room.all + Room.all, usually: stride(from: 0, to: Room.all.count, by: 2).map { Room.all[$0] })
    var delivered = 0
    for (index, room) in rooms.enumerated() {
      let channel = Channel(
        signalToNoiseDecibels: 25, device: DeviceResponse(), room: room,
        motion: Motion(clockPartsPerMillion: 40))
      let reception = try transfer(
        text, as: mode, through: channel, expecting: .neverWrong, seed: UInt64(index))
      delivered += reception.texts.count
    }
    // Of sixteen as of four one may be lost.
    #expect(delivered + 1 >= rooms.count)
  }

  @Test(arguments: Mode.ofEveryFamily)
  func walkingReceiverNeverHearsWrongText(mode: Mode) throws {
    let channel = Channel(
      signalToNoiseDecibels: 20, device: DeviceResponse(), walk: Walk(metresPerSecond: 0.5))
    var arrived = 0
    for seed in 1...extent(3, usually: 1) as ClosedRange<UInt64> {
      arrived += try transfer(
        text, as: mode, through: channel, expecting: .neverWrong, seed: seed
      ).texts.count
    }
    #expect(arrived > 0)
  }

  static let recorders = [
    Recorder(offset: 0.3), Recorder(gainDecibels: -60), Recorder(gainDecibels: -30, bits: 8),
    Recorder(gainDecibels: -60, bits: 16), Recorder(gainDecibels: -40, offset: -0.5, bits: 16),
    Recorder(gainDecibels: 12, clipping: 1), Recorder(gainDecibels: 30, clipping: 1, bits: 16),
  ]

  @Test(arguments: Mode.ofEveryFamily, recorders.sample)
  func recordersOfAllKinds(mode: Mode, recorder: Recorder) throws {
    let channel = Channel(signalToNoiseDecibels: 20, recorder: recorder)
    try transfer(text, as: mode, through: channel, expecting: .delivered)
  }

  /// Silence but for the offset, and no noise that hides what clipping leaves in other bands.
  @Test(arguments: Mode.some, recorders.sample)
  func recordersWithoutNoise(mode: Mode, recorder: Recorder) throws {
    try transfer(text, as: mode, through: Channel(recorder: recorder), expecting: .delivered)
  }

  @Test(
    arguments: Mode.ofEveryFamily,
    [
      [Interference.clicks(perSecond: 4, peakDecibels: 0)], [.typing(peakDecibels: 0)],
      [.music(decibels: 0)], [.speech(decibels: 0)],
      [.whistle(hertz: 18_300, decibels: -20), .whistle(hertz: 15_750, decibels: -20)],
      [.noiseBurst(startSeconds: 0, seconds: 0.2, decibels: 0)],
    ].sample)
  func soundsOfOthers(mode: Mode, interference: [Interference]) throws {
    let channel = Channel(signalToNoiseDecibels: 20, interference: interference)
    // What the others sound like may be reported as a frame that failed.
    let reception = try transfer(text, as: mode, through: channel, expecting: .neverWrong)
    #expect(reception.texts == [text])
  }

  @Test(arguments: Mode.ofEveryFamily)
  func tonesInTheBandNeverGiveWrongText(mode: Mode) throws {
    let channel = Channel(
      signalToNoiseDecibels: 20,
      interference: [
        .melody(
          lowestHertz: mode.placement.lowestToneHertz,
          highestHertz: mode.placement.highestToneHertz, notesPerSecond: 15, decibels: -3)
      ])
    for seed in 1...extent(4, usually: 2) as ClosedRange<UInt64> {
      try transfer(text, as: mode, through: channel, expecting: .neverWrong, seed: seed)
    }
  }

  @Test(arguments: Mode.ofEveryFamily)
  func loudspeakersThatSaturateOrWander(mode: Mode) throws {
    try transfer(
      text, as: mode, through: Channel(signalToNoiseDecibels: 20, drive: 3),
      expecting: .delivered)
    try transfer(
      text, as: mode,
      through: Channel(
        signalToNoiseDecibels: 20, phaseWander: PhaseWander(coherenceSeconds: 0.02)),
      expecting: .neverWrong)
  }
}
