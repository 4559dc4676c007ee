import HandShakeCoding

/// Converts texts to the tones of hop frames, and decoded bits back to texts.
struct HopFraming: Sendable {
  let parameters: HopParameters
  private let rate: PolarCode.Rate
  private let sequence: HopSequence
  /// The largest size class that is ever sent. The longest text needs no larger class, or there is
  /// no code for a larger class.
  let largestSizeClass: Int

  /// The check over the payload and the header's value. The study in hop.md found 16 bits too few.
  static let check = CRC(width: 24, polynomial: 0x86_4CFB, initial: 0xFF_FFFF)

  init(_ parameters: HopParameters) {
    self.parameters = parameters
    rate = parameters.bitsPerSymbol == 3 ? .half : .twoThirds
    // The packing mode, a count, and the bits that a last part has before its text.
    let bits = 2 + 8 + 8 * parameters.longestTextBytes + 58 + Self.check.width
    largestSizeClass =
      HopSize.smallest(bitCount: bits, bitsPerSymbol: parameters.bitsPerSymbol)
      ?? HopSize.usableCount(bitsPerSymbol: parameters.bitsPerSymbol) - 1
    sequence = HopSequence(count: HopParameters.headerCount + HopSize.symbolCounts.last!)
  }

  /// Ratio of a tone's energy to the noise density at which nine of ten frames of a size class are
  /// read in white noise. It was measured from 1 to 250 characters.
  func neededRatio(sizeClass: Int) -> Double {
    let shortness = Double(HopSize.symbolCounts[0]) / Double(HopSize.symbolCounts[sizeClass])
    return (rate == .half ? 5.2 : 6.6) * (1 - 0.36 * shortness * shortness)
  }

  /// Symbols before the payload.
  var leadCount: Int { parameters.preamble.count + HopParameters.headerCount }

  /// Symbols of the shortest frame.
  var shortestCount: Int { leadCount + HopSize.symbolCounts[0] }

  /// Seconds from the start of a frame to the start of the frame after it.
  func spacingSeconds(sizeClass: Int) -> Double {
    Double(symbolCount(sizeClass: sizeClass)) * parameters.symbolSeconds
      + 2 * parameters.rampSeconds + parameters.gapSeconds
  }

  /// Symbols of a whole frame by size class.
  func symbolCount(sizeClass: Int) -> Int { leadCount + HopSize.symbolCounts[sizeClass] }

  /// The smallest size class that holds `text`, a result of `texts`.
  func sizeClass(_ text: HopText) -> Int {
    let found = HopSize.smallest(
      bitCount: text.bits.count + Self.check.width, bitsPerSymbol: parameters.bitsPerSymbol)
    guard let found else { preconditionFailure("texts are cut so that a frame holds them") }
    return found
  }

  /// The information bits of a frame that carries `text`, check included, and its size class.
  func information(_ text: HopText) -> (bits: [UInt8], sizeClass: Int) {
    let payload = text.bits
    let sizeClass = sizeClass(text)
    let count = HopSize.symbolCounts[sizeClass] * parameters.bitsPerSymbol
    var bits = payload
    while bits.count < count - Self.check.width { bits.append(0) }
    bits += checkBits(bits, sizeClass: sizeClass)
    return (bits, sizeClass)
  }

  private func checkBits(_ payload: [UInt8], sizeClass: Int) -> [UInt8] {
    let header = HopHeader.value(variant: parameters.variant, sizeClass: sizeClass)
    let sum = Self.check.checksum(bits: payload + Bits.unpack(UInt32(header), count: 8))
    return Bits.unpack(sum, count: Self.check.width)
  }

  /// The code of a size class up to `largestSizeClass`.
  func code(sizeClass: Int) -> PolarCode {
    do throws(PolarCodeError) {
      return try PolarCode(
        informationBitCount: HopSize.symbolCounts[sizeClass] * parameters.bitsPerSymbol,
        rate: rate)
    } catch {
      preconditionFailure("every usable size class has a code")
    }
  }

  /// The tones of the frame that carries `text`, preamble and header included.
  func tones(_ text: HopText) -> [Int] {
    let (bits, sizeClass) = information(text)
    let symbols: [UInt8]
    do throws(PolarCodeError) {
      symbols = try code(sizeClass: sizeClass).encode(bits)
    } catch {
      preconditionFailure("the code takes as many bits as there are")
    }
    let header = HopHeader.words[HopHeader.value(variant: parameters.variant, sizeClass: sizeClass)]
    let values = header + symbols.map { Int($0) }
    return parameters.preamble + values.enumerated().map { sequence.tone($1, at: $0) }
  }

  /// The tone of symbol `value` at place `index` after the preamble.
  func tone(_ value: Int, at index: Int) -> Int { sequence.tone(value, at: index) }

  /// The text in decoded information bits; nil if the check or the packing is wrong.
  func text(_ information: [UInt8], sizeClass: Int) -> HopText? {
    let payload = Array(information.dropLast(Self.check.width))
    guard
      information.suffix(Self.check.width)
        .elementsEqual(checkBits(payload, sizeClass: sizeClass))
    else { return nil }
    return HopText(bits: payload)
  }
}

/// The hop map: the tone of each symbol value, different at every place of the frame.
///
/// `tone = (a x + b) mod 64` with odd a, both from a `CongruentialSequence`. A value that falls in
/// a notch of the room, or on the echo of the tone before, does so once and not always.
struct HopSequence {
  private var factors: [Int] = []
  private var offsets: [Int] = []

  /// The map for the first `count` symbols after the preamble.
  init(count: Int) {
    var random = CongruentialSequence(seed: 12345)
    for _ in 0..<count {
      factors.append(Int(random.next(bits: 6)) | 1)
      offsets.append(Int(random.next(bits: 6)))
    }
  }

  /// The tone of `value` at place `index` after the preamble.
  func tone(_ value: Int, at index: Int) -> Int { (factors[index] * value + offsets[index]) & 63 }
}
