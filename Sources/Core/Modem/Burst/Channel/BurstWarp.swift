import HandShakeSignal

/// The time-scale trajectory of a frame: the position of each frame sample in the receiver's
/// baseband. The resampling step is constant or changes at a constant rate.
struct BurstWarp {
  /// Sample of the frame at which `position` holds.
  var anchor: Double
  /// Baseband sample, counted as in `BasebandHistory`.
  var position: Double
  /// The resampling step: baseband samples per sample of the frame.
  var step: Double
  /// The Doppler rate: the growth of the step per sample of the frame.
  var dopplerRate: Double = 0

  /// Largest share of the step that acceleration adds or removes from `anchor` on. Beyond it the
  /// step is constant, so that positions never run backwards.
  private static let largestChange = largestMetresPerSecond / soundMetresPerSecond

  /// `distance` samples, limited to the part in which the step changes.
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

  /// Frequencies that convert rotations of symbols to motion.
  struct Scale {
    /// Samples per second of the source baseband.
    let sourceRateHertz: Double
    /// Samples per second of a frame.
    let rateHertz: Double
    let symbolRateHertz: Double
    let carrierHertz: Double
  }

  /// Takes a rotation as motion: by `radians` at the anchor, and `advance` more per further symbol.
  mutating func follow(radians: Double, advance: Double, _ scale: Scale) {
    position -= radians / (2 * .pi) * scale.sourceRateHertz / scale.carrierHertz
    step /= 1 + advance / (2 * .pi) * scale.symbolRateHertz / scale.carrierHertz
    let nominal = scale.sourceRateHertz / scale.rateHertz
    step = min(max(step, nominal / (1 + Self.largestChange)), nominal / (1 - Self.largestChange))
  }

  /// Takes a frequency change of `advance` radians per symbol in `count` symbols as acceleration.
  mutating func bend(advance: Double, inSymbols count: Double, _ scale: Scale) {
    let rate = scale.symbolRateHertz
    let turned =
      advance / count * rate * rate * soundMetresPerSecond / (2 * .pi * scale.carrierHertz)
    let acceleration = min(max(turned, -Self.largestAcceleration), Self.largestAcceleration)
    dopplerRate = -step * acceleration / soundMetresPerSecond / scale.rateHertz
  }

  /// Largest acceleration in m/s^2: braking wheels and free fall do not exceed it. Motion alone
  /// does not explain a larger value.
  private static let largestAcceleration = 9.81
}
