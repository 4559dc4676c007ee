import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal
import HandShakeTransferKit

/// The files with repair blocks that arrive if one stretch of their sound is lost.
struct OutageTable {
  let options: Options
  /// Measured impulse responses, in addition to the rooms of the model.
  let measured: [[Float]]

  private static let byteCount = 20_000
  private static let repairPercent = 20
  private static let outagePercents = [0.0, 12, 15, 18]
  /// White noise in place of the sound, relative to the power of the sound.
  private static let noiseDecibels = 10.0

  /// The replacement of the samples in an outage.
  private enum Outage: String, CaseIterable {
    case silence
    case noise
  }

  init(options: Options) throws(AudioFileError) {
    self.options = options
    var measured: [[Float]] = []
    for path in options.recordingPaths { measured.append(try LongListening.recording(path)) }
    self.measured = measured
  }

  /// Prints a row for every protocol, path and kind of outage.
  func printTable() {
    let decibels = options.roomDecibels[0]
    print(
      "Files of \(Self.byteCount) bytes with \(Self.repairPercent) % of repair that arrive, of "
        + "\(options.count), after one outage at a random place; \(column(decibels, 0)) dB, device "
        + "falling 10 dB from 15 to 20 kHz with 2.5 dB of ripple, 40 ppm; seed \(options.seed)")
    print(
      "  \("".padded(44))"
        + Self.outagePercents.map { column($0, 0, width: 6) + " %" }.joined()
        + "    wrong  s of processor")
    let named =
      options.protocols.isEmpty
      ? ProtocolCatalog.builtIn.filter { $0.name == "burst" } : options.protocols
    for modem in named {
      for outage in Outage.allCases {
        printRow(modem, "no room", outage, [])
        printRow(modem, "\(Room.all.count) rooms", outage, Room.all.map { .some($0) })
        if !measured.isEmpty {
          printRow(
            modem, "\(measured.count) measured rooms", outage, [Room?](repeating: nil, count: 1))
        }
      }
    }
  }

  private func printRow(_ modem: ModemProtocol, _ way: String, _ outage: Outage, _ rooms: [Room?]) {
    var arrived: [Int] = []
    var wrong = 0
    let start = Usage.processorSeconds
    for percent in Self.outagePercents {
      var count = 0
      for number in 0..<options.count {
        let room = rooms.isEmpty ? nil : rooms[number % rooms.count]
        let response = rooms == [nil] ? measured[number % measured.count] : nil
        let files = send(number, modem, room, response, outage, share: percent / 100)
        count += files.right
        wrong += files.wrong
      }
      arrived.append(count)
    }
    print(
      "  \("\(modem.name), \(way), \(outage.rawValue)".padded(44))"
        + arrived.map { column(Double($0), 0, width: 8) }.joined()
        + column(Double(wrong), 0, width: 9)
        + column(Usage.processorSeconds - start, 1, width: 16))
  }

  /// Sends file `number`. Returns the number of right and wrong files that arrived.
  private func send(
    _ number: Int, _ modem: ModemProtocol, _ room: Room?, _ response: [Float]?, _ outage: Outage,
    share: Double
  ) -> (right: Int, wrong: Int) {
    var random = SeededRandom(seed: options.seed &* 1_000_003 &+ UInt64(number))
    let bytes = (0..<Self.byteCount).map { _ in UInt8(random.uniform(0...255)) }
    guard
      let file = CarriedFile(
        name: Array("file".utf8), digest: [UInt8](repeating: 0, count: CarriedFile.digestByteCount),
        bytes: bytes),
      var transmitter = try? Transmitter(
        .file(file), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48000,
        identity: UInt16(random.uniform(0...65535)), repairPercent: Self.repairPercent),
      var receiver = try? Receiver(protocols: [modem], sampleRateHertz: 48000)
    else { return (0, 0) }
    var sound = transmitter.samples()
    let onAir = sound.count
    if let response { sound = inRoom(sound, response) }
    let lead = 0.5
    let channel = Channel(
      signalToNoiseDecibels: options.roomDecibels[0], device: DeviceResponse(), room: room,
      motion: Motion(clockPartsPerMillion: 40), leadSeconds: lead...lead)
    var heard = channel.capture(sound, random: &random)
    let length = Int(share * Double(onAir))
    let first = Int(lead * 48000 + random.uniform(0...Double(onAir - length)))
    let power =
      heard[Int(lead * 48000)...].reduce(0) { $0 + Double($1 * $1) }
      / Double(heard.count - Int(lead * 48000))
    let deviation =
      outage == .noise ? (power * exponential(Self.noiseDecibels / 10 * 2.302585)).squareRoot() : 0
    for index in first..<first + length { heard[index] = Float(deviation * random.normal()) }
    var right = 0
    var wrong = 0
    for event in receiver.listen(to: heard) {
      switch event {
      case .file(let received): if received.file == file { right += 1 } else { wrong += 1 }
      case .message, .sealed: wrong += 1
      default: break
      }
    }
    return (min(right, 1), wrong)
  }

  /// `sound` in a room of this impulse response, at the same level as before.
  private func inRoom(_ sound: [Float], _ response: [Float]) -> [Float] {
    func power(_ samples: [Float]) -> Double { samples.reduce(0) { $0 + Double($1 * $1) } }
    let heard = convolve(sound, with: response)
    let gain = Float((power(sound) / power(heard)).squareRoot())
    return heard.map { gain * $0 }
  }
}
