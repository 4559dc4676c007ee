import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// The gain of several microphones in rooms, and the loss by faulty microphones.
struct MicrophoneTable {
  let options: Options

  /// The protocols if no protocol is named.
  private static let usualProtocols = ["hop", "classic", "burst", "ggwave-ultrasound-fastest"]

  func printTable() throws {
    let named =
      options.protocols.isEmpty
      ? ProtocolCatalog.builtIn.filter { Self.usualProtocols.contains($0.name) }
      : options.protocols
    print(
      "\(options.count) messages of \(options.sizes[0]) characters a figure, "
        + (options.noiseDecibels.isEmpty
          ? "in the rooms of the model in turn; microphones in a row of 2 to 30 cm"
          : "in white noise") + "; seed \(options.seed)")
    for modem in named {
      guard options.noiseDecibels.isEmpty else {
        printCounts(modem, options.noiseDecibels, in: .whiteNoise)
        continue
      }
      printCounts(modem, options.roomDecibels)
      printSituations(modem)
      printFaults(modem)
      if modem.ladder != nil { try MicrophoneFiles(modem: modem, seed: options.seed).print() }
    }
  }

  /// A message at several microphones.
  private struct Scene {
    let text: [UInt8]
    var channels: [[Float]]
    let decibels: Double
    var random: SeededRandom

    init?(
      _ modem: ModemProtocol, _ number: Int, _ decibels: Double, _ count: Int, _ options: Options,
      in situation: Situation? = nil
    ) {
      self.decibels = decibels
      random = SeededRandom(seed: options.seed &* 1_000_003 &+ UInt64(number))
      text = randomText(options.sizes[0], &random)
      guard let sound = transmission(of: text, modem, copies: situation?.copies ?? 1) else {
        return nil
      }
      var channel = ChannelTables.still(in: Room.all[number % Room.all.count], decibels)
      situation?.change(&channel, decibels)
      channels = channel.capture(
        sound, microphoneCount: count,
        spanMetres: random.uniform(situation?.spanMetres ?? Situation.usualSpanMetres),
        random: &random)
    }

    /// Whether these microphones receive only the right text; nil for a wrong text.
    func hears(_ channels: ArraySlice<[Float]>, _ modem: ModemProtocol) -> Bool? {
      let frames = (0..<channels.first!.count).flatMap { place in channels.map { $0[place] } }
      let texts = listen(frames, protocols: [modem], channelCount: channels.count).texts
      return texts.contains { $0 != text } ? nil : !texts.isEmpty
    }
  }

  private func printCounts(
    _ modem: ModemProtocol, _ levels: [Double], in situation: Situation? = nil
  ) {
    print("\(modem.name): share that arrives, by how many microphones hear")
    print("  noise dB    one    two   four  eight  wrong")
    for decibels in levels {
      var (heard, wrong) = ([0, 0, 0, 0], 0)
      for number in 0..<options.count {
        guard let scene = Scene(modem, number, decibels, 8, options, in: situation) else {
          continue
        }
        for (place, count) in [1, 2, 4, 8].enumerated() {
          let result = scene.hears(scene.channels[..<count], modem)
          heard[place] += result == true ? 1 : 0
          wrong += result == nil ? 1 : 0
        }
      }
      print(
        "  \(column(decibels, 1, width: 8))"
          + heard.map { column(Double($0) / Double(options.count), 2, width: 7) }.joined()
          + column(Double(wrong), 0, width: 7))
    }
  }

  /// A situation that may be hard for several working microphones.
  private struct Situation: Sendable {
    let name: String
    var copies = 1
    var spanMetres = usualSpanMetres
    /// Changes a channel of a still device in a room to this situation. The number is the noise in
    /// decibels.
    var change: @Sendable (inout Channel, Double) -> Void = { _, _ in }

    static let usualSpanMetres = 0.02...0.3

    /// No echoes: only white noise, independent for each microphone.
    static let whiteNoise = Situation(name: "white noise") { channel, decibels in
      channel = Channel(signalToNoiseDecibels: decibels)
    }

    static let all =
      ChannelTables.motions.map { motion in
        // Without echoes, a message is received in 10 dB more noise.
        Situation(name: motion.name) { channel, decibels in
          channel = motion.channel
          channel.signalToNoiseDecibels = decibels - 10
        }
      } + [
        Situation(name: "30 cm apart", spanMetres: 0.3...0.3),
        Situation(name: "three times", copies: 3),
      ] + others(from: "ahead", bearing: .pi / 2) + others(from: "aside", bearing: .pi / 3)

    /// Other sounds at the level of the usual noise, and noise that is 20 dB softer.
    private static func others(from name: String, bearing: Double) -> [Situation] {
      let sounds: [(String, @Sendable (Double) -> Interference)] = [
        ("noise", { .noiseBurst(startSeconds: 0, seconds: 100, decibels: $0) }),
        ("music", { .music(decibels: $0) }), ("speech", { .speech(decibels: $0) }),
        ("impacts", { .impacts(perSecond: 5, decibels: $0) }),
      ]
      return sounds.map { sound, source in
        Situation(name: "\(sound) from \(name)") { channel, decibels in
          channel.signalToNoiseDecibels = decibels + 20
          channel.interference = [source(-decibels)]
          channel.interferenceBearingRadians = bearing
        }
      }
    }
  }

  /// Prints the results of four microphones, and of the best of them, in noise between the least
  /// and the most of the table.
  private func printSituations(_ modem: ModemProtocol) {
    print("\(modem.name): share that arrives by four microphones")
    print("  situation            best one    all  wrong")
    var random = SeededRandom(seed: options.seed)
    for situation in Situation.all {
      var (alone, all, wrong) = ([0, 0, 0, 0], 0, 0)
      for number in 0..<options.count {
        let decibels = random.uniform(options.roomDecibels.min()!...options.roomDecibels.max()!)
        guard let scene = Scene(modem, number, decibels, 4, options, in: situation) else {
          continue
        }
        let results = scene.channels.map { scene.hears([$0], modem) }
        let together = scene.hears(scene.channels[...], modem)
        for (place, result) in results.enumerated() where result == true { alone[place] += 1 }
        all += together == true ? 1 : 0
        wrong += (results + [together]).count { $0 == nil }
      }
      print(
        "  \(situation.name.padded(20))"
          + [alone.max()!, all].map { column(Double($0) / Double(options.count), 3, width: 9) }
          .joined() + column(Double(wrong), 0, width: 7))
    }
  }

  /// Prints the results of two to eight microphones. All but one have a fault. The noise is between
  /// the least and the most of the table.
  private func printFaults(_ modem: ModemProtocol) {
    print(
      "\(modem.name): share that arrives, where all microphones but one of two to eight have "
        + "a fault")
    print("  fault         that one    all  wrong")
    var random = SeededRandom(seed: options.seed)
    let faults = MicrophoneFault.allCases.map { [$0] } + [MicrophoneFault.allCases]
    for drawn in faults {
      var (alone, all, wrong) = (0, 0, 0)
      for number in 0..<options.count {
        let decibels = random.uniform(options.roomDecibels.min()!...options.roomDecibels.max()!)
        let count = Int.random(in: 2...8, using: &random)
        guard var scene = Scene(modem, number, decibels, count, options) else { continue }
        let good = Int.random(in: 0..<count, using: &random)
        let sound = scene.channels[good]
        for index in 0..<count where index != good {
          scene.channels[index] = drawn.randomElement(using: &random)!.hear(
            scene.channels[index], besides: sound, signalToNoiseDecibels: decibels,
            random: &random)
        }
        let results = [scene.hears([sound], modem), scene.hears(scene.channels[...], modem)]
        alone += results[0] == true ? 1 : 0
        all += results[1] == true ? 1 : 0
        wrong += results.count { $0 == nil }
      }
      print(
        "  \((drawn.count > 1 ? "any" : drawn[0].rawValue).padded(12))"
          + [alone, all].map { column(Double($0) / Double(options.count), 3, width: 9) }.joined()
          + column(Double(wrong), 0, width: 7))
    }
  }
}
