import HandShakeCatalog
import HandShakeChannelModel

/// The reports on hostile sounds, and the cost of listening to them with the default protocols of
/// `hrecv`.
struct HostileTable {
  /// The folder for the sounds, for `tools/count-instructions`.
  let folder: String
  let seed: UInt64

  func print() throws {
    Swift.print(
      "Hostile sounds, their peak at -1 dB over noise at -40 dB,"
        + " \(ProtocolCatalog.heardUnasked.count) protocols listen, seed \(seed)")
    Swift.print("  sound                 seconds  texts  refusals  ms per s")
    for sound in HostileSounds.all {
      var random = SeededRandom(seed: seed)
      let samples = Channel(signalToNoiseDecibels: 40, leadSeconds: 0...0, tailSeconds: 0)
        .capture(sound.samples(-1, &random), random: &random)
      try FalseTexts.write(samples, sound.name, to: folder)
      let reception = listen(samples, protocols: ProtocolCatalog.heardUnasked)
      let seconds = Double(samples.count) / 48_000
      Swift.print(
        "  \(sound.name.padded(20))  \(column(seconds, 0, width: 7))"
          + "  \(column(Double(reception.told.count), 0, width: 5))"
          + "  \(column(Double(reception.failures.count), 0, width: 8))"
          + "  \(column(1000 * reception.processorSeconds / seconds, 1, width: 8))")
    }
  }
}
