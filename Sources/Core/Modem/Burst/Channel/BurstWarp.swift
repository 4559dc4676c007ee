import HandShakeSignal

/// Where the samples of a frame lie in the receiver's baseband: a position for every sample of the
/// frame, a resampling step apart that is steady or changes at a steady rate.
struct BurstWarp {
  /// Sample of the frame at which `position` holds.
  var anchor: Double
  /// Baseband sample, counted as `BasebandHistory` does.
  var position: Double
  /// The resampling step: baseband samples to a sample of the frame.
  var step: Double
  /// The Doppler rate: by how much the step grows with every sample of the frame.
  var dopplerRate: Double = 0

  /// Most of the step that acceleration adds or takes from `anchor` on: what would go faster than this goes on
  /// steadily, so that positions never turn back.
  private static let largestChange = largestMetresPerSecond / soundMetresPerSecond

  /// `distance` samples, as far as the step changes on them.
  private func bent(_ distance: Double) -> Double {
    guard dopplerRate != 0 else { return distance }
    let most = Self.largestChange * step / abs(dopplerRate)
    return min(max(distance, -most), most)
  }

  /// Baseband position of sample `index` of the frame.
  func position(of index: Double) -> Double {
    let distance = index - anchor
    let bent = bent(distance)
    return position + distance * step + dopplerRate * bent * (distance - 0.5 * bent)
  }

  /// The same warp, anchored at sample `index`.
  func anchored(at index: Double) -> BurstWarp {
    BurstWarp(
      anchor: index, position: position(of: index), step: step + dopplerRate * bent(index - anchor),
      dopplerRate: dopplerRate)
  }

  /// Frequencies by which turns of symbols are motion.
  struct Scale {
    /// Samples a second of the baseband that frames are taken from.
    let sourceRateHertz: Double
    /// Samples a second of a frame.
    let rateHertz: Double
    let symbolRateHertz: Double
    let carrierHertz: Double
  }

  /// Takes for motion that the symbols at the anchor are turned by `radians`, and each further one by `advance` more.
  mutating func follow(radians: Double, advance: Double, _ scale: Scale) {
    position -= radians / (2 * .pi) * scale.sourceRateHertz / scale.carrierHertz
    step /= 1 + advance / (2 * .pi) * scale.symbolRateHertz / scale.carrierHertz
    let nominal = scale.sourceRateHertz / scale.rateHertz
    step = min(max(step, nominal / (1 + Self.largestChange)), nominal / (1 - Self.largestChange))
  }

  /// Takes for acceleration that the frequency has moved by `advance`, in radians a symbol, in `count` symbols.
  mutating func bend(advance: Double, inSymbols count: Double, _ scale: Scale) {
    let rate = scale.symbolRateHertz
    let turned =
      advance / count * rate * rate * soundMetresPerSecond / (2 * .pi * scale.carrierHertz)
    let acceleration = min(max(turned, -Self.largestAcceleration), Self.largestAcceleration)
    dopplerRate = -step * acceleration / soundMetresPerSecond / scale.rateHertz
  }

  /// What brakes on its wheels or falls changes its speed no faster, in m/s^2: what turns more was not bent by motion
  /// alone.
  private static let largestAcceleration = 9.81
}
