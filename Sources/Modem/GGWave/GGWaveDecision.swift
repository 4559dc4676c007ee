import Coding

/// A reading of a message, and how sure it is.
///
/// ggwave has no checksum. But of all the words that the tones could spell, one in 2^r is a message: r
/// is the number of bits that the length, its parity, the message's parity and the fill of the last
/// symbol leave no choice in. Were the tones chance, a word with a probability of 2^-x or more would be
/// among the messages with a chance of 2^(x - r) at most, since no more than 2^x words are that probable. What is
/// left of r after the x bits that a reading costs is its evidence.
struct GGWaveDecision {
  var message: [UInt8]
  /// Bits of evidence, less those of the choice between readings.
  var evidenceBits: Float
  /// Bytes that were not what the loudest tones said.
  var correctedBytes: Int

  /// What a reading needs to be taken for the message: garbage has it once in 16 million times.
  static let neededBits: Float = 24
  /// With a fixed length up to three there are 16 bits at most; all but error-free, garbage has it once in 4,096 times.
  static let neededBitsOfShortFixed: Float = 12

  /// The likeliest message of `length` bytes in `likelihoods`, of which it fills all symbols.
  init?(
    length: Int, code: GGWaveCode, likelihoods: GGWaveLikelihoods
  ) {
    let halves = likelihoods.logarithms.count / 16
    let parityCount = GGWaveCode.parityCount(length: length)
    let header = code.headerCount
    let bodyCount = length + parityCount
    guard 2 * (header + bodyCount) <= halves else { return nil }
    let decoder: SoftReedSolomonDecoder<GF256>
    let decision: SoftReedSolomonDecoder<GF256>.Decision
    let metrics = likelihoods.byteMetrics(half: 2 * header, count: bodyCount)
    do throws(ReedSolomonError) {
      decoder = try SoftReedSolomonDecoder(
        code: code.reedSolomon(parityCount: parityCount), checkSymbols: 0,
        trialLimit: bodyCount < 64 ? 256 : 64)
      decision = try decoder.decode(metrics.span)
    } catch {
      return nil
    }
    message = Array(decision.word.prefix(length))
    var cost: Float = 0
    let stream = code.stream(message)
    for (byte, value) in stream.enumerated() {
      cost -= likelihoods.logProbability(ofByte: value, half: 2 * byte)
    }
    for half in 2 * stream.count..<halves { cost -= likelihoods.logarithms[16 * half] }
    let redundancy = Float(4 * halves - 8 * length)
    evidenceBits = redundancy - cost / 0.6931472
    correctedBytes = decision.changedSymbols
  }
}
