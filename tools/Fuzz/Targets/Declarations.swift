@testable import Catalog
import Modem

extension FuzzTarget {
  /// A protocol file.
  static let protocolFile = bytes("protocol") { input in
    guard let parsed = try? ProtocolCatalog.parse(Array(input), path: "fuzz") else { return }
    precondition(!parsed.placements.isEmpty && !parsed.name.isEmpty)
    let widths = parsed.placements.map { $0.highestToneHertz - $0.lowestToneHertz }
    precondition(widths.allSatisfy { $0 > 0 && $0 < 30_000 })
    if let lowest = parsed.placements.last {
      precondition(parsed.placement(belowHertz: lowest.lowestToneHertz) == nil)
    }
    _ = parsed.fixedLength(8)
  }

  /// The user's configuration: what is read is written so that it reads the same again.
  static let configuration = bytes("configuration") { input in
    guard let read = try? Configuration(bytes: Array(input), path: "fuzz") else { return }
    let again = try? Configuration(bytes: read.json, path: "fuzz")
    precondition(again == read)
  }

  /// A protocol file that is used: what it declares sends, and a receiver of it hears that. The last
  /// byte counts the letters of the text.
  static let protocolSound = samples("protocol-sound", longest: 4096, seeds: { [] }) { input in
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropLast())
    guard let parsed = try? ProtocolCatalog.parse(Array(bytes), path: "fuzz"),
      let placement = parsed.placements.first, let last = input.last
    else { return }
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: Int(last) % 8 + 1)
    let used = parsed.isHeard ? parsed : parsed.fixedLength(letters.count) ?? parsed
    var sound = [Float](repeating: 0, count: 96_000)
    if var transmitter = try? Transmitter(
      .text(letters), protocol: used, placement: placement, sampleRateHertz: 48_000)
    {
      let written = sound.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      precondition(sound[..<written].allSatisfy { abs($0) <= 1.001 })
    }
    guard var receiver = try? Receiver(protocols: [used], sampleRateHertz: 48_000) else { return }
    for event in sound.withUnsafeBufferPointer({ receiver.push($0) }) + receiver.finish() {
      if case .message(let message) = event { precondition(message.bytes == letters) }
    }
  }
}
