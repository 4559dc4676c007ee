import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// Clipping of messages in many frames.
@Suite struct ClippedStreamTests {
  /// A message whose second half something loud drives to the limits, or that is not there.
  private func failures(_ mode: Mode, _ content: TransmittedContent, isClipped: Bool, seed: UInt64)
    throws -> [Failure]
  {
    var transmitter = try Transmitter(
      content, protocol: mode.modem, placement: mode.placement, sampleRateHertz: 48_000,
      identity: 5, pace: mode.pace)
    let sound = transmitter.samples()
    var random = SeededRandom(seed: seed)
    var recording = Channel(
      signalToNoiseDecibels: 25, leadSeconds: 0.5...0.5, tailSeconds: 2
    ).capture(sound, random: &random)
    for index in recording.indices {
      let hum = Float(30 * (Double(index) * 0.04).truncatingRemainder(dividingBy: 2) - 30)
      let isLost = index > 24_000 + sound.count / 2
      let sum = 0.3 * recording[index] + (isLost ? hum : 0)
      recording[index] = isLost && !isClipped ? 0 : max(-1, min(1, sum))
    }
    return try listen(recording, protocols: [mode.modem]).failures
  }

  @Test(arguments: ["burst", "hop"])
  func clippingIsCounted(name: String) throws {
    let mode = try #require((Mode.all + Mode.bursts).first { $0.modem.name == name })
    let content: TransmittedContent =
      name == "burst"
      ? .file(
        try #require(
          CarriedFile(
            name: Array("a.bin".utf8), digest: [UInt8](repeating: 1, count: 32),
            bytes: (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) })))
      : .text(Array(words(600, seed: 3).utf8))
    let seed: UInt64 = 2
    let clipped = try failures(mode, content, isClipped: true, seed: seed).filter(\.isRead)
    let failure = try #require(clipped.first, "seed \(seed)")
    #expect(failure.clippedShare > 0.25, "seed \(seed): \(failure.clippedShare)")
    #expect(failure.cause == .clipped(share: failure.clippedShare), "seed \(seed)")
    // Silence loses as much and is no clipping.
    let silent = try failures(mode, content, isClipped: false, seed: seed).filter(\.isRead)
    #expect(silent.first?.cause == .incomplete, "seed \(seed): \(silent)")
  }
}
