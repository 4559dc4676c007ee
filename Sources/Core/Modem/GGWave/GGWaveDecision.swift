import HandShakeCoding

/// A reading of a message, and how sure it is.
///
/// ggwave has no checksum. But of all the words that the tones could spell, one in 2^r is a message: r is the number of
/// bits that the length, its parity, the message's parity and the fill of the last symbol leave no choice in. Were the
/// tones chance, a word with a probability of 2^-x or more would be among the messages with a chance of 2^(x - r) at
/// most, since no more than 2^x words are that probable. What is left of r after the x bits that a reading costs is its
/// evidence.
struct GGWaveDecision {
  var message: [UInt8]
  /// Bits of evidence, less those of the choice between readings.
  var evidenceBits: Float
  /// Bits of evidence of the message and its parity alone: they tell it from messages of the same length, which share
  /// the rest with it.
  let messageBits: Float
  /// Bits of evidence of the length and its parity, negative where they say another length; nil in messages of fixed
  /// length, which have none.
  let lengthBits: Float?
  /// Whether message or parity has zeros outside. Such a word of the code, less its zeros, is one of a message at
  /// another time, so that nothing but the length tells whose it is.
  let hasZerosOutside: Bool
  /// Whether message and parity repeat the length and its parity, as they do for the one byte 1. A sender whose sound
  /// stutters after the length sounds like such a message, whatever it sends.
  let repeatsLength: Bool
  /// Bytes that differ from what the loudest tones say.
  var correctedBytes: Int

  /// Evidence needed to take the tones for a message at all: garbage reaches it once in 16 million times.
  static let neededBits: Float = 24
  /// Evidence needed to take them for this message rather than another. Messages of up to three bytes have 16 bits of
  /// parity, so they must arrive almost free of doubt.
  static let neededMessageBits: Float = 14

  /// Evidence of the length that is needed where the length alone tells one message from another; a clear length has 24
  /// bits.
  static let neededLengthBits: Float = 12

  /// Whether it may be taken for the message between markers.
  var isCertain: Bool {
    evidenceBits >= Self.neededBits && messageBits >= Self.neededMessageBits && !repeatsLength
      && (lengthBits ?? .infinity) >= (hasZerosOutside ? Self.neededLengthBits : 0)
  }

  private static let natsPerBit: Float = 0.6931472

  /// The likeliest message of `length` bytes in `likelihoods`, of which it fills all symbols.
  ///
  /// - Parameter onlyCertain: whether to give nil where no reading can be certain, which is far cheaper to
  ///   find out than the likeliest message.
  init?(length: Int, code: GGWaveCode, likelihoods: GGWaveLikelihoods, onlyCertain: Bool = false) {
    let halves = likelihoods.logarithms.count / 16
    let parityCount = GGWaveCode.parityCount(length: length)
    let header = code.header(length: length)
    let bodyCount = length + parityCount
    let body = 2 * header.count..<2 * (header.count + bodyCount)
    guard body.upperBound <= halves else { return nil }
    let lengthCost = likelihoods.cost(of: header, half: 0)
    let fillCost = (body.upperBound..<halves).reduce(Float(0)) {
      $0 - likelihoods.logarithms[16 * $1]
    }
    lengthBits = header.isEmpty ? nil : Float(8 * header.count) - lengthCost / Self.natsPerBit
    let freeBits = Float(4 * halves - 8 * length)
    if onlyCertain {
      let leastCost = lengthCost + fillCost + likelihoods.leastCost(halves: body)
      guard freeBits - leastCost / Self.natsPerBit >= Self.neededBits, lengthBits ?? 0 >= 0
      else { return nil }
    }
    let decoder: SoftReedSolomonDecoder<GF256>
    let decision: SoftReedSolomonDecoder<GF256>.Decision
    let metrics = likelihoods.byteMetrics(half: body.lowerBound, count: bodyCount)
    do throws(ReedSolomonError) {
      decoder = try SoftReedSolomonDecoder(
        code: code.reedSolomon(parityCount: parityCount), checkSymbols: 0,
        trialLimit: bodyCount < 64 ? 256 : 64)
      decision = try decoder.decode(metrics.span)
    } catch {
      return nil
    }
    message = Array(decision.word.prefix(length))
    let bodyCost = likelihoods.cost(of: decision.word, half: body.lowerBound)
    messageBits = Float(8 * parityCount) - bodyCost / Self.natsPerBit
    hasZerosOutside = message[0] == 0 || decision.word[bodyCount - 1] == 0
    repeatsLength = decision.word == header
    evidenceBits = freeBits - (bodyCost + lengthCost + fillCost) / Self.natsPerBit
    correctedBytes = decision.changedSymbols
  }
}
