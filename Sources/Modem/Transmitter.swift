/// Why a text cannot be sent.
public enum TransmitterError: Error, Equatable, Sendable {
  /// There is nothing to send.
  case emptyText
  /// The protocol has no symbol for the character, the `position`-th of the text, from 1.
  case unsupportedCharacter(Unicode.Scalar, position: Int)
  /// The bytes are not UTF-8 from byte `position` on, from 0.
  case notText(position: Int)
  /// The text has `count` characters or bytes and the protocol carries `limit`.
  case textTooLong(count: Int, limit: Int)
  /// The sample rate is too low for tones up to `highestToneHertz`.
  case rateTooLow(highestToneHertz: Double)
}

/// The samples of one transmission, block by block, with peak amplitude 1.
public struct Transmitter: Sendable {
  private var tones: ToneSequence

  /// A transmission of `text` (UTF-8) in `placement`, one of `modemProtocol`'s.
  ///
  /// - Throws: what in the text or the rate makes it impossible.
  public init(
    text: [UInt8], protocol modemProtocol: ModemProtocol, placement: Placement,
    sampleRateHertz: Double
  ) throws(TransmitterError) {
    // A margin for the device's own filters just below half the rate.
    guard sampleRateHertz >= 2.1 * placement.highestToneHertz else {
      throw .rateTooLow(highestToneHertz: placement.highestToneHertz)
    }
    switch modemProtocol.family {
    case .alphabet(let parameters):
      tones = try AlphabetTransmission.tones(
        text: text, parameters: parameters, placement: placement,
        sampleRateHertz: sampleRateHertz)
    }
  }

  /// Samples of the whole transmission.
  public var sampleCount: Int { tones.sampleCount }

  /// Fills the start of `block` with the next samples.
  ///
  /// - Returns: how many it wrote: less than `block.count` at the end, then 0.
  public mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    tones.read(into: block)
  }
}
