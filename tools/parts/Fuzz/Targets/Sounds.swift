import HandShakeCatalog
import HandShakeModem

extension FuzzTarget {
  /// Samples of 16 bits at 48 kHz, to receivers of a family. Only texts of the seeds may come out,
  /// because no other sound holds a message.
  static let sounds = [
    sound("classic", of: ["classic"], longest: 1.8),
    sound("hop", of: ["hop", "hop-quick"], longest: 0.7),
    sound("burst", of: ["burst", "burst-max"], longest: 0.3),
    sound("ggwave", of: ["ggwave-ultrasound-fastest"], longest: 1),
  ]

  private static let texts = ["a", "ok?"]

  private static func sound(
    _ family: String, of names: [String], longest seconds: Double
  ) -> FuzzTarget {
    let protocols = names.map { name in
      var listened = catalogued(name)
      // More placements repeat the same test.
      listened.placements = [listened.placements[0]]
      return listened
    }
    return samples(
      "\(family)-sound", longest: 2 * Int(48_000 * seconds),
      seeds: { protocols.flatMap { listened in texts.map { samples(of: $0, listened) } } }
    ) { input in
      var samples: [Float] = []
      samples.reserveCapacity(input.count / 2)
      for offset in stride(from: 0, to: input.count - 1, by: 2) {
        let sample = input.loadUnaligned(fromByteOffset: offset, as: Int16.self)
        samples.append(Float(Int16(littleEndian: sample)) / 32768)
      }
      guard var receiver = try? Receiver(protocols: protocols, sampleRateHertz: 48_000) else {
        preconditionFailure("48 kHz is a usual rate")
      }
      let events = samples.withUnsafeBufferPointer { receiver.push($0) } + receiver.finish()
      for case .message(let message) in events {
        precondition(texts.contains(String(decoding: message.bytes, as: UTF8.self)))
      }
    }
  }

  private static func samples(of text: String, _ listened: ModemProtocol) -> [UInt8] {
    guard
      var transmitter = try? Transmitter(
        .text(Array(text.utf8)), protocol: listened, placement: listened.placements[0],
        sampleRateHertz: 48_000)
    else { return [] }
    var samples = [Float](repeating: 0, count: transmitter.sampleCount)
    _ = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    return samples.flatMap { sample in
      let bits = UInt16(bitPattern: Int16(sample * 16_000))
      return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
    }
  }
}
