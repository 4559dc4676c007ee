@testable import HandShakeCatalog
@testable import HandShakeConfiguration
import HandShakeModem

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

  /// A protocol file with fields near the accepted values. If the checker accepts a file, its
  /// protocol sends, and some protocols get a receiver.
  static let protocolFields = bytes(
    "protocol-fields", longest: 80,
    seeds: { (0..<8).map { seed in (0..<60).map { UInt8(($0 * 37 + seed * 11) & 255) } } }
  ) { input in
    var bytes = FuzzBytes(input)
    let choice = bytes.byte()
    let text = choice & 1 == 0 ? hop(&bytes) : burst(&bytes)
    guard let parsed = try? ProtocolCatalog.parse(Array(text.utf8), path: "fuzz") else { return }
    let letters = [UInt8](repeating: 97, count: Int(bytes.byte()) % 40 + 1)
    precondition(parsed.leastDensityRatioDecibels.isFinite)
    if var transmitter = try? Transmitter(
      .text(letters), protocol: parsed, placement: parsed.placements[0], sampleRateHertz: 48_000)
    {
      precondition(transmitter.sampleCount > 0)
      // Samples, and even more receivers, cost far more than the checks above.
      guard choice >= 252 else { return }
      var block = [Float](repeating: 0, count: 4096)
      let count = block.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      precondition(block[..<count].allSatisfy { abs($0) <= 1.001 })
    }
    guard choice >= 254, bytes.byte() < 4 else { return }
    _ = try? Receiver(protocols: [parsed], sampleRateHertz: 48_000)
  }

  private static func hop(_ bytes: inout FuzzBytes) -> String {
    let rate = 5 + Double(bytes.number(2)) / 680
    let spacing = rate * Double(bytes.byte() % 9)
    let lowest = 13_700 + Double(bytes.byte()) * 26
    let preamble = (0..<Int(bytes.byte()) % 8 + 5).map { _ in Int(bytes.byte()) % 65 }
    return """
      {"name": "a", "summary": "b", "family": "hop", "placements": [
        {"lowestToneHertz": \(lowest), "highestToneHertz": \(lowest + 63 * spacing)}],
        "symbolsPerSecond": \(rate), "toneSpacingHertz": \(spacing),
        "transitionSeconds": \(Double(bytes.byte()) / 5000),
        "rampSeconds": \(Double(bytes.byte()) / 2500), "gapSeconds": \(Double(bytes.byte()) / 127),
        "preamble": \(preamble), "bitsPerSymbol": \(3 + bytes.byte() % 2),
        "longestTextBytes": \(bytes.byte()), "variant": \(bytes.byte() % 2)}
      """
  }

  private static func burst(_ bytes: inout FuzzBytes) -> String {
    let rate = 1000 + Double(bytes.number(2)) / 2.85
    let width = rate * (0.8 + Double(bytes.byte()) / 1600)
    let lowest = 100 + Double(bytes.byte()) * 85
    let steps = (0..<Int(bytes.byte()) % 4 + 1).map { _ in
      let sounder = bytes.element(of: ["short", "medium", "long"])
      return #"{"rung": \#(bytes.byte() % 13), "sounder": "\#(sounder)","#
        + #" "leastSNRDecibels": \#(Int(bytes.byte()) - 40), "longestBytes": 1048576}"#
    }
    return """
      {"name": "a", "summary": "b", "family": "burst", "placements": [
        {"lowestToneHertz": \(lowest), "highestToneHertz": \(lowest + width)}],
        "basebandRateHertz": \(rate), "gapSeconds": \(Double(bytes.byte()) / 127),
        "assumedSNRDecibels": \(bytes.byte() % 90), "steps": [\(steps.joined(separator: ","))]}
      """
  }

  /// The user's configuration. A configuration that was read and written reads the same again.
  static let configuration = bytes("configuration") { input in
    guard let read = try? Configuration(bytes: Array(input), path: "fuzz") else { return }
    let again = try? Configuration(bytes: read.json, path: "fuzz")
    precondition(again == read)
  }

  /// A protocol file in use: its protocol sends, and a receiver hears the sound. The last byte is
  /// the number of letters in the text.
  static let protocolSound = samples("protocol-sound", longest: 4096, seeds: { [] }) { input in
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropLast())
    guard let parsed = try? ProtocolCatalog.parse(Array(bytes), path: "fuzz"),
      let placement = parsed.placements.first, let last = input.last
    else { return }
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: Int(last) % 8 + 1)
    var sound = [Float](repeating: 0, count: 96_000)
    if var transmitter = try? Transmitter(
      .text(letters), protocol: parsed, placement: placement, sampleRateHertz: 48_000)
    {
      let written = sound.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      precondition(sound[..<written].allSatisfy { abs($0) <= 1.001 })
    }
    guard var receiver = try? Receiver(protocols: [parsed], sampleRateHertz: 48_000) else { return }
    for event in sound.withUnsafeBufferPointer({ receiver.push($0) }) + receiver.finish() {
      if case .message(let message) = event { precondition(message.bytes == letters) }
    }
  }
}
