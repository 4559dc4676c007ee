/// Noise for a comparison with the capture, sample by sample.
enum Burst {
  /// White noise of peak 0.5. Its first sample is well above any rounding.
  static func samples(count: Int) -> [Float] {
    var state: UInt64 = 0x5851_F42D_4C95_7F2D
    return (0..<count).map { index in
      // Knuth's MMIX generator. Only its upper bits are random enough.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index == 0 ? 0.5 : Float(Int32(truncatingIfNeeded: state >> 32)) / 0x1p32
    }
  }

  /// Largest difference between `played` and any channel of `captured`, from the first frame with
  /// sound; nil without sound. Missing samples count as silence.
  static func maximumError(played: [Float], captured: [Float], channelCount: Int) -> Float? {
    // Half of a quantisation step in the coarsest format.
    guard let first = captured.firstIndex(where: { abs($0) > 0.005 }) else { return nil }
    let start = first / channelCount * channelCount
    var error: Float = 0
    for (index, sample) in played.enumerated() {
      for channel in 0..<channelCount {
        let position = start + index * channelCount + channel
        error = max(error, abs(sample - (position < captured.count ? captured[position] : 0)))
      }
    }
    return error
  }
}
