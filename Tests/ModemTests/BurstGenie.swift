import Foundation
import HandShakeCatalog
import HandShakeCoding
import HandShakeSignal
import Testing

@testable import HandShakeModem

/// The parameters of a built-in burst protocol.
func burstParameters(_ name: String = "burst") throws -> BurstParameters {
  try #require(try ProtocolCatalog.find(name).family as? BurstParameters)
}

/// A receiver of burst frames that knows when and how they were sent, and hears no room.
struct BurstGenie {
  let parameters: BurstParameters
  let placement: Placement
  let sampleRateHertz: Double

  /// The symbols of a frame, matched-filtered, whose margin begins at sample `start`.
  func symbols(_ samples: [Float], start: Int, layout: BurstFrameLayout) -> [Complex] {
    let fb = parameters.basebandRateHertz
    let symbolRate = parameters.symbolRateHertz
    let rollOff = BurstParameters.rollOff(
      bandwidthRatio: parameters.bandwidthRatio(of: placement))
    let carrier = 2 * Double.pi * BurstParameters.carrierHertz(of: placement) / sampleRateHertz
    let span = Int(24 / symbolRate * sampleRateHertz)
    return (0..<layout.symbolCount).map { symbol in
      let seconds =
        Double(BurstShaper.marginCount + layout.sounder.sampleCount) / fb
        + Double(symbol) / symbolRate
      let middle = seconds * sampleRateHertz
      var real = 0.0
      var imaginary = 0.0
      for index in Int(middle) - span...Int(middle) + span {
        guard samples.indices.contains(start + index) else { continue }
        let weight = pulse((Double(index) - middle) / sampleRateHertz * symbolRate, rollOff)
        let sample = Double(samples[start + index]) * weight
        real += sample * cos(carrier * Double(index))
        imaginary -= sample * sin(carrier * Double(index))
      }
      let scale = 2 * symbolRate / sampleRateHertz / 1.01
      return Complex(Float(real * scale), Float(imaginary * scale))
    }
  }

  /// The root-raised-cosine pulse at a time in symbols.
  private func pulse(_ t: Double, _ rollOff: Double) -> Double {
    let turn = 4 * rollOff * t
    if abs(t) < 1e-9 { return 1 - rollOff + 4 * rollOff / .pi }
    if abs(abs(turn) - 1) < 1e-6 {
      return rollOff / 2.0.squareRoot()
        * ((1 + 2 / .pi) * sin(.pi / (4 * rollOff)) + (1 - 2 / .pi) * cos(.pi / (4 * rollOff)))
    }
    return (sin(.pi * t * (1 - rollOff)) + turn * cos(.pi * t * (1 + rollOff)))
      / (.pi * t * (1 - turn * turn))
  }

  /// What a frame says, nil where it cannot be read: its header is read first, and then the rest.
  func read(
    _ samples: [Float], start: Int, sounder: BurstSounder, variance: Float
  ) throws -> (header: BurstHeader, part: BurstPart?, blocks: [[UInt8]])? {
    let shortest = BurstFrameLayout(
      sounder: sounder, header: BurstHeader(rung: 3, byteCount: 1))
    let first = symbols(samples, start: start, layout: shortest)
    let headerBits = try decode(
      first[..<sounder.headerSymbolCount], BurstFrameLayout.headerCode(sounder), bitsPerSymbol: 2,
      variance: variance
    ) { BurstHeader(scrambledBits: $0) != nil }
    guard let header = headerBits.flatMap({ BurstHeader(scrambledBits: $0) }) else { return nil }
    let layout = BurstFrameLayout(sounder: sounder, header: header)
    let all = symbols(samples, start: start, layout: layout)
    var part: BurstPart?
    if header.isPart {
      let bits = try decode(
        all[sounder.headerSymbolCount..<layout.firstSymbol(ofBlock: 0)],
        BurstFrameLayout.partCode(sounder), bitsPerSymbol: 2, variance: variance
      ) { BurstPart(scrambledBits: $0, header: header) != nil }
      part = bits.flatMap { BurstPart(scrambledBits: $0, header: header) }
      guard part != nil else { return nil }
    }
    var scrambler = CongruentialSequence(seed: BurstSequence.payloadSeed)
    let isPilot = layout.isPilot
    let blocks = try (0..<layout.blockCount).map { block -> [UInt8] in
      let mask = (0..<layout.informationBitCount).map { _ in UInt8(scrambler.next(bits: 1)) }
      let from = layout.firstSymbol(ofBlock: block)
      let data = (0..<layout.blockSymbolCount).filter { !isPilot[$0] }.map { all[from + $0] }
      func clear(_ bits: [UInt8]) -> [UInt8] { zip(bits, mask).map { $0 ^ $1 } }
      let bits = try decode(
        data[...], layout.blockCode(), bitsPerSymbol: layout.rung.bitsPerSymbol, variance: variance
      ) { bits in
        let payload = Array(clear(bits)[..<(8 * layout.blockBytes)])
        return layout.checkedBits(Bits.pack(payload), block: block) == clear(bits)
      }
      guard let bits else { return [] }
      return Bits.pack(Array(clear(bits)[..<(8 * layout.blockBytes)]))
    }
    return (header, part, blocks)
  }

  /// The bits that QPSK or QAM symbols carry, nil where none are accepted.
  private func decode(
    _ symbols: ArraySlice<Complex>, _ code: PolarCode, bitsPerSymbol: Int, variance: Float,
    accept: ([UInt8]) -> Bool
  ) throws -> [UInt8]? {
    let constellation = BurstConstellation(bitsPerSymbol: bitsPerSymbol)
    let level = BurstRung.level(bitsPerSymbol: bitsPerSymbol)
    let points = symbols.map { Complex($0.real / level, $0.imaginary / level) }
    let variances = [Float](repeating: variance / (level * level), count: points.count)
    var llrs = [Float](repeating: 0, count: bitsPerSymbol * points.count)
    points.withUnsafeBufferPointer { points in
      llrs.withUnsafeMutableBufferPointer {
        constellation.demap(
          points, variances: variances, priors: nil, llrs: $0.baseAddress!)
      }
    }
    var decoder = try PolarDecoder(listSize: 16)
    return try decoder.decode(llrs.span, code: code, accept: accept)
  }
}
