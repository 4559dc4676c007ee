import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// Processor time and memory of receivers.
struct CostTables {
  /// Length of the recordings.
  let seconds: Double

  private var noise: [Float] {
    var random = SeededRandom(seed: 1)
    return Channel(signalToNoiseDecibels: 20, leadSeconds: seconds...seconds, tailSeconds: 0)
      .capture([], random: &random)
  }

  func printMemory() {
    let before = Usage.peakMebibytes
    var random = SeededRandom(seed: 1)
    var receiver = makeReceiver(ProtocolCatalog.builtIn)
    let second = Channel(signalToNoiseDecibels: 20, leadSeconds: 1...1, tailSeconds: 0)
    for _ in 0..<Int(seconds) {
      second.capture([], random: &random).withUnsafeBufferPointer { _ = receiver.push($0) }
    }
    _ = receiver.finish()
    print("Peak memory, \(column(seconds, 0)) s of noise pushed, all built-in protocols")
    print("  before   \(column(before, 1, width: 7)) MiB resident")
    print("  after    \(column(Usage.peakMebibytes, 1, width: 7)) MiB\n")
  }

  func printListening() {
    let recording = noise
    print("Listening to \(column(seconds, 0)) s of white noise at 48 kHz, best of 3")
    print("  protocols               CPU s per s of audio")
    func line(_ name: String, _ protocols: [ModemProtocol]) {
      let cost = leastProcessorSeconds { _ = listen(recording, protocols: protocols) } / seconds
      print("  \(name.padded(22))  \(column(cost, 6))")
    }
    line("none (band and level)", [])
    for modem in ProtocolCatalog.builtIn { line(modem.name, [modem]) }
    line("all built-in", ProtocolCatalog.builtIn)
    print("")
  }

  func printDecoding() {
    print(
      "Decoding a 16-character message at 10 dB, all built-in protocols listening, best of 3")
    print("  protocol                on air s  CPU s a message  times real time  text after ms")
    for modem in ProtocolCatalog.builtIn {
      var random = SeededRandom(seed: 2)
      let channel = Channel(signalToNoiseDecibels: 10)
      var recording: [Float] = []
      var sent: [[UInt8]] = []
      var onAir = 0
      while Double(recording.count) < 48000 * seconds {
        let text = randomText(16, &random)
        guard let samples = transmission(of: text, modem) else { break }
        onAir = samples.count
        sent.append(text)
        recording += channel.capture(samples, random: &random)
      }
      guard !sent.isEmpty else { continue }
      let noise = Channel(
        signalToNoiseDecibels: 10, leadSeconds: 0...0,
        tailSeconds: Double(recording.count) / 48000
      ).capture([], random: &random)
      let idle = leastProcessorSeconds { _ = listen(noise, protocols: ProtocolCatalog.builtIn) }
      var heard = Reception()
      let busy = leastProcessorSeconds {
        heard = listen(recording, protocols: ProtocolCatalog.builtIn)
      }
      let times = Double(recording.count) / 48000 / busy
      print(
        "  \(modem.name.padded(22))  \(column(Double(onAir) / 48000, 2, width: 8))"
          + "  \(column((busy - idle) / Double(sent.count), 5, width: 15))"
          + "  \(column(times, 0, width: 15))"
          + "  \(column(1000 * (heard.delays.max() ?? 0), 0, width: 13))"
          + "  (\(heard.texts.count) of \(sent.count) received)")
    }
    print("")
  }
}

extension String {
  /// Padded with spaces to `width` characters.
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
