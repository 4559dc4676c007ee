import HandShakeChannelModel
import HandShakeModem

/// The performance of one protocol in noise, in rooms and in motion.
struct ChannelTables {
  let modem: ModemProtocol
  let options: Options
  /// The rung to send, for a protocol that has rungs.
  var pace = TransmissionPace.automatic

  /// The results of some messages.
  struct Count {
    var sent = 0
    var delivered = 0
    var wrong = 0
    var onAirSeconds = 0.0

    static func + (left: Count, right: Count) -> Count {
      Count(
        sent: left.sent + right.sent, delivered: left.delivered + right.delivered,
        wrong: left.wrong + right.wrong, onAirSeconds: right.onAirSeconds)
    }

    var share: Double { Double(delivered) / Double(max(1, sent)) }
  }

  func send(_ count: Int, characters: Int, through channel: Channel) -> Count {
    var result = Count()
    for message in 0..<count {
      var random = SeededRandom(seed: options.seed &* 1_000_003 &+ UInt64(message))
      let text = randomText(characters, &random)
      guard let samples = transmission(of: text, modem, pace: pace) else { continue }
      let reception = listen(channel.capture(samples, random: &random), protocols: [modem])
      result.sent += 1
      result.delivered += reception.texts.contains(text) ? 1 : 0
      result.wrong += reception.texts.contains { $0 != text } ? 1 : 0
      result.onAirSeconds = Double(samples.count) / 48000
    }
    return result
  }

  func printNoiseThresholds() {
    print("\(modem.name): white noise, \(options.count) messages a step, seed \(options.seed)")
    print("  characters  on air s  threshold dB (90 %)  just below  wrong")
    for size in options.sizes {
      var (low, high) = (-40, 40)
      var (below, above) = (Count(), Count())
      var wrong = 0
      while high - low > 1 {
        let middle = (low + high) / 2
        let result = send(
          options.count, characters: size,
          through: Channel(signalToNoiseDecibels: Double(middle)))
        wrong += result.wrong
        if result.share >= 0.9 {
          (high, above) = (middle, result)
        } else {
          (low, below) = (middle, result)
        }
      }
      let threshold = above.sent == 0 ? "none up to 40" : "\(high)"
      print(
        "  \(column(Double(size), 0, width: 10))"
          + "  \(column(max(above.onAirSeconds, below.onAirSeconds), 2, width: 8))"
          + "  \(threshold.padded(19))  \(column(below.share, 2, width: 10))"
          + "  \(column(Double(wrong), 0, width: 5))")
    }
    print("")
  }

  func printNoise(_ levels: [Double]) {
    print("\(modem.name): white noise, \(options.count) messages a level, seed \(options.seed)")
    print("  characters  noise dB  arrive  wrong")
    for size in options.sizes {
      for decibels in levels {
        let result = send(
          options.count, characters: size, through: Channel(signalToNoiseDecibels: decibels))
        print(
          "  \(column(Double(size), 0, width: 10))  \(column(decibels, 1, width: 8))"
            + "  \(column(result.share, 3, width: 6))"
            + "  \(column(Double(result.wrong), 0, width: 5))")
      }
    }
    print("")
  }

  /// Messages per room.
  static func messagesInRoom(_ options: Options) -> Int { max(1, options.count / 4) }

  /// The channel to a device at rest, in a room or in open air, with a rolloff towards 20 kHz.
  static func still(in room: Room? = nil, _ decibels: Double) -> Channel {
    Channel(
      signalToNoiseDecibels: decibels, device: DeviceResponse(), room: room,
      motion: Motion(clockPartsPerMillion: 40))
  }

  func send(characters: Int, in room: Room, _ decibels: Double) -> Count {
    send(
      Self.messagesInRoom(options), characters: characters,
      through: Self.still(in: room, decibels))
  }

  func printRooms() {
    let each = Self.messagesInRoom(options)
    print(
      "\(modem.name): rooms, device falling 10 dB from 15 to 20 kHz with 2.5 dB of ripple, 40 ppm,"
        + " \(each) messages a room, seed \(options.seed)")
    for size in options.sizes {
      for decibels in options.roomDecibels {
        var all = Count()
        var short: [String] = []
        for room in Room.all {
          let result = send(characters: size, in: room, decibels)
          all = all + result
          if result.delivered < result.sent {
            short.append("\(room.name) \(column(result.share, 2))")
          }
        }
        print(
          "  \(size) characters, \(column(decibels, 0)) dB:  \(column(all.share, 3))"
            + " of \(all.sent), \(all.wrong) wrong"
            + (short.isEmpty ? "" : "  (\(short.joined(separator: ", ")))"))
      }
    }
    print("")
  }

  /// The channel to a receiver who walks about in a room.
  static func walking(_ speed: Double) -> Channel {
    Channel(signalToNoiseDecibels: 20, device: DeviceResponse(), walk: Walk(metresPerSecond: speed))
  }

  static let motions: [(name: String, channel: Channel)] = {
    func moving(_ motion: Motion) -> Channel {
      Channel(signalToNoiseDecibels: 20, device: DeviceResponse(), motion: motion)
    }
    return [
      ("+100 ppm", moving(Motion(clockPartsPerMillion: 100))),
      ("-300 ppm", moving(Motion(clockPartsPerMillion: -300))),
      ("+0.3 m/s", moving(Motion(metresPerSecond: 0.3))),
      ("-0.7 m/s", moving(Motion(metresPerSecond: -0.7))),
      ("+1.5 m/s", moving(Motion(metresPerSecond: 1.5))),
      ("-3 m/s", moving(Motion(metresPerSecond: -3))),
      ("+1 m/s2", moving(Motion(metresPerSecondSquared: 1))),
      ("+1 m/s, -2 m/s2", moving(Motion(metresPerSecond: 1, metresPerSecondSquared: -2))),
      ("walk 0.5 m/s", walking(0.5)), ("walk 1.5 m/s", walking(1.5)),
      (
        "phase wander 20 ms",
        Channel(
          signalToNoiseDecibels: 20, device: DeviceResponse(),
          phaseWander: PhaseWander(coherenceSeconds: 0.02))
      ),
    ]
  }()

  func printMotion() {
    let each = max(1, options.count / 2)
    print(
      "\(modem.name): motion at 20 dB, device as above, \(each) messages each, seed \(options.seed)"
    )
    for size in options.sizes {
      for (name, channel) in Self.motions {
        let result = send(each, characters: size, through: channel)
        print(
          "  \(size) characters, \(name.padded(20))  \(column(result.share, 2))"
            + "  \(result.wrong) wrong")
      }
    }
    print("")
  }
}
