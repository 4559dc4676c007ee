/// Text to the tones of a hop protocol.
enum HopTransmission {
  /// The tones of the frame that carries `text`.
  static func tones(
    text: [UInt8], parameters: HopParameters, placement: Placement, sampleRateHertz: Double
  ) throws(TransmitterError) -> GlidingToneSequence {
    guard !text.isEmpty else { throw .emptyText }
    guard text.count <= parameters.longestTextBytes,
      let tones = HopFraming(parameters).tones(HopText(bytes: text))
    else { throw .textTooLong(count: text.count, limit: parameters.longestTextBytes) }
    return GlidingToneSequence(
      hertz: tones.map { parameters.hertz(of: $0, in: placement) },
      symbolSeconds: parameters.symbolSeconds, transitionSeconds: parameters.transitionSeconds,
      rampSeconds: parameters.rampSeconds, sampleRateHertz: sampleRateHertz)
  }
}
