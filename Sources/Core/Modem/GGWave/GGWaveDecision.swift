import HandShakeCoding

/// A reading of a message, and its certainty.
///
/// ggwave has no checksum. But of all words that the tones can spell, only 1 in 2^r is a message. r
/// is the number of bits that length, length parity, message parity and the fill of the last symbol
/// determine. At most 2^x words have a probability of 2^-x or more. If the tones are random, a
/// message is among these words with a chance of at most 2^(x - r). The evidence of a reading is r
/// minus the x bits that it costs.
struct GGWaveDecision {
  var message: [UInt8]
  /// Bits of evidence, less the bits of the choice between readings.
  var evidenceBits: Float
  /// Bits of evidence of the message and its parity alone. They separate it from messages of the
  /// same length, which share the rest.
  let messageBits: Float
  /// Bits of evidence of the length and its parity, negative if they indicate another length. Nil
  /// in messages of fixed length.
  let lengthBits: Float?
  /// Whether the message begins or the parity ends with zero. Without the zeros, the word belongs
  /// to a message at another time, so only the length separates the two messages.
  let hasZerosOutside: Bool
  /// Whether message and parity repeat the length and its parity, as for the single byte 1. If the
  /// sound stutters after the length, any message sounds like this message.
  let repeatsLength: Bool
  /// Bytes that differ from the loudest tones.
  var correctedBytes: Int

  /// Evidence that any message needs: garbage reaches it once in 16 million times.
  static let neededBits: Float = 24
  /// Evidence that a message needs against other messages. Messages of up to three bytes have 16
  /// bits of parity, so they must arrive almost free of doubt.
  static let neededMessageBits: Float = 14

  /// Evidence that the length needs if it alone separates two messages. A clear length has 24 bits.
  static let neededLengthBits: Float = 12

  /// Whether the reading counts as the message between markers.
  var isCertain: Bool {
    evidenceBits >= Self.neededBits && messageBits >= Self.neededMessageBits && !repeatsLength
      && (lengthBits ?? .infinity) >= (hasZerosOutside ? Self.neededLengthBits : 0)
  }

  private static let natsPerBit: Float = 0.6931472

  /// The likeliest message of `length` bytes in `likelihoods`. It fills all symbols.
  ///
  /// - Parameter onlyCertain: whether to return nil if no reading can be certain. This test is far
  ///   cheaper than the likeliest message.
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
