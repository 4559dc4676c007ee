import HandShakeModem
import HandShakeSignal

/// The arrival of a known sound at a microphone, by its first path.
public struct Arrival: Sendable {
  /// The start of the sound, in seconds of the captured sound.
  public var seconds: Double
  /// How much faster the sound arrived than it was made, in ppm, from clocks and motion.
  public var dilationPartsPerMillion: Double
  /// The error bound of `seconds` in nine of ten arrivals, as a length of path.
  public var uncertaintyMetres: Double
  /// Whether the first path stands out from the following paths, as a direct path does.
  public var hasDirectPath: Bool
}

/// Finds the arrival of a ranging message in captured sound.
///
/// The search generates the sound again, at the dilation with the best correlation. It takes the
/// first path of the channel response. The strongest path may be a reflection.
struct ArrivalSearch {
  private let message: EncodedMessage
  private let placement: Placement

  /// Dilations to try, in ppm around the expected dilation. A short frame in a room measures it
  /// poorly, and at 18 kHz a correlation over a second is lost within 56 ppm.
  private static let (mostDilation, dilationStep) = (300.0, 15.0)
  /// A path this far below the strongest path counts as a side lobe. A path counts as noise if it
  /// is not this factor above the level before all paths.
  private static let (faintestDecibels, noiseFactor) = (-20.0, 6.0)
  /// The strongest path over the noise. Below this ratio another station may have sounded at the
  /// same time.
  private static let clearFactor = 16.0
  /// The direct path's least energy over the energy of all other paths.
  private static let directDecibels = -6.0
  /// Uncertainty of a direct path in metres. An echo within a third of a millisecond, the
  /// resolution of the band, moves the path.
  private static let directMetres = 0.05
  /// Uncertainty without a direct path: the detour over a wall, plus a share of the delay of half
  /// the energy; at most `mostMetres`.
  private static let (detourMetres, delayShare, mostMetres) = (0.45, 0.15, 3.75)

  /// Searches for `message` as `modemProtocol` sends it in `placement`.
  init?(_ message: RangingMessage, _ modemProtocol: ModemProtocol, _ placement: Placement) {
    guard let encoded = try? EncodedMessage(.ranging(message), protocol: modemProtocol) else {
      return nil
    }
    self.message = encoded
    self.placement = placement
  }

  /// The arrival in `samples`, which hold all of the sound and a margin on both sides; nil if not
  /// found.
  ///
  /// - Parameters:
  ///   - startSeconds: capture time of the first sample.
  ///   - expectedDilation: the approximate dilation of the sound, in ppm.
  func arrival(
    in samples: [Float], from startSeconds: Double, rateHertz: Double, expectedDilation: Double
  ) -> Arrival? {
    guard let nominal = sound(rateHertz: rateHertz, dilation: expectedDilation),
      nominal.count < samples.count, samples.allSatisfy({ $0.isFinite })
    else { return nil }
    let width = placement.highestToneHertz - placement.lowestToneHertz
    let band = RangingBand(
      sampleCount: samples.count + Int(ChannelResponse.tailSeconds * rateHertz),
      rateHertz: rateHertz,
      middleHertz: 0.5 * (placement.lowestToneHertz + placement.highestToneHertz),
      widthHertz: 1.3 * width)
    let heard = band.spectrum(of: samples)
    let mostDelay = samples.count - nominal.count
    // The first pass is cheap: it shifts the envelope of the nominal sound. The second pass uses
    // the sound itself.
    let envelope = band.envelope(band.spectrum(of: nominal))
    var dilation = expectedDilation
    dilation += Self.best(reach: Int(Self.mostDilation / Self.dilationStep), Self.dilationStep) {
      let shifted = band.spectrum(of: envelope, shiftedByHertz: $0 * 1e-6 * band.middleHertz)
      return BandCorrelation(band, heard: heard, known: shifted, mostDelay: mostDelay).strength
    }
    func correlation(_ dilation: Double) -> BandCorrelation? {
      sound(rateHertz: rateHertz, dilation: dilation).map {
        BandCorrelation(band, heard: heard, known: band.spectrum(of: $0), mostDelay: mostDelay)
      }
    }
    let middle = dilation
    dilation += Self.best(reach: 2, Self.dilationStep / 2) {
      correlation(middle + $0)?.strength ?? 0
    }
    guard let correlation = correlation(dilation), correlation.strength > 0 else { return nil }
    return Self.firstPath(
      ChannelResponse(correlation, bandwidthHertz: 1.05 * width), from: startSeconds,
      bandwidthHertz: 1.05 * width, dilation: dilation)
  }

  /// The sound at this sampling rate, faster by `dilation` in ppm.
  private func sound(rateHertz: Double, dilation: Double) -> [Float]? {
    guard
      var transmitter = try? Transmitter(
        message, placement: placement, sampleRateHertz: rateHertz / (1 + dilation * 1e-6))
    else { return nil }
    var samples = [Float](repeating: 0, count: transmitter.sampleCount)
    let count = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    return count == samples.count ? samples : nil
  }

  /// The place of the largest `strength` within `reach` steps around 0, refined by a parabola.
  private static func best(
    reach: Int, _ step: Double, _ strength: (Double) -> Double
  ) -> Double {
    let values = (-reach...reach).map { strength(Double($0) * step) }
    let best = values.indices.max { values[$0] < values[$1] } ?? reach
    guard best > 0, best + 1 < values.count else { return Double(best - reach) * step }
    let peak = ParabolaVertex(before: values[best - 1], values[best], after: values[best + 1])
    return (Double(best - reach) + min(max(peak.maximumOffset, -0.5), 0.5)) * step
  }

  /// The first path of a response.
  private static func firstPath(
    _ response: ChannelResponse, from startSeconds: Double, bandwidthHertz: Double, dilation: Double
  ) -> Arrival? {
    let magnitudes = response.magnitudes
    guard let strongest = magnitudes.indices.max(by: { magnitudes[$0] < magnitudes[$1] }) else {
      return nil
    }
    // Before the first path there are only noise and residual side lobes.
    let quiet = Int(0.15 * ChannelResponse.leadSeconds / response.stepSeconds)
    let noise =
      (magnitudes[..<quiet].reduce(0) { $0 + $1 * $1 } / Double(quiet)).squareRoot()
    let least = max(
      magnitudes[strongest] * amplitudeRatio(decibels: faintestDecibels), noiseFactor * noise)
    guard magnitudes[strongest] >= clearFactor * noise,
      var first = magnitudes[quiet...].firstIndex(where: { $0 >= least })
    else { return nil }
    while first + 1 < magnitudes.count, magnitudes[first + 1] > magnitudes[first] { first += 1 }

    // The point of half rise: echoes behind the path move its peak more.
    var rise = first
    while rise > 0, magnitudes[rise] > 0.5 * magnitudes[first] { rise -= 1 }
    let (low, high) = (magnitudes[rise], magnitudes[min(rise + 1, first)])
    let share = high > low ? (0.5 * magnitudes[first] - low) / (high - low) : 0
    // The lobe falls to a half at 1.0 of the reciprocal bandwidth.
    let delay =
      response.startSeconds + (Double(rise) + share) * response.stepSeconds + 1 / bandwidthHertz

    // The energy of the first path: up to the end of its lobe.
    let lobe = Int(1 / bandwidthHertz / response.stepSeconds)
    func energy(_ range: Range<Int>) -> Double {
      range.clamped(to: magnitudes.indices).reduce(0) { $0 + magnitudes[$1] * magnitudes[$1] }
    }
    let all = energy(magnitudes.indices)
    let direct = energy(first - 2 * lobe..<first + lobe + 1)
    let ratio = decibels(powerRatio: max(direct, 1e-12) / max(all - direct, 1e-12))
    let hasDirectPath = ratio >= directDecibels
    var uncertainty = directMetres
    if !hasDirectPath {
      let moment = magnitudes.indices.reduce(0.0) {
        $0 + Double($1 - first) * magnitudes[$1] * magnitudes[$1]
      }
      let delayMetres = moment / all * response.stepSeconds * soundMetresPerSecond
      uncertainty = min(detourMetres + delayShare * max(0, delayMetres), mostMetres)
    }
    let noiseMetres = 0.5 * noise / magnitudes[first] / bandwidthHertz * soundMetresPerSecond
    return Arrival(
      seconds: startSeconds + delay, dilationPartsPerMillion: dilation,
      uncertaintyMetres: (uncertainty * uncertainty + noiseMetres * noiseMetres).squareRoot(),
      hasDirectPath: hasDirectPath)
  }
}
