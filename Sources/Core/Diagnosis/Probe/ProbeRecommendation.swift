import HandShakeModem
import HandShakeSignal

/// The recommended way to send over a path that a probe has measured.
public struct ProbeRecommendation: Sendable, Equatable {
  /// The protocol's name.
  public var protocolName: String
  /// The rung of a burst protocol, nil for other protocols.
  public var rung: Int?
  /// The band.
  public var placement: Placement
  /// The peak level to send at, in dB relative to full scale.
  public var levelDecibels: Double
  /// The signal level above the protocol's requirement in a room, in dB.
  public var marginDecibels: Double
  /// Why no burst protocol is recommended; nil if the recommendation is a burst protocol.
  public var reason: Reason?

  /// The obstacle to bursts.
  public enum Reason: Sendable, Equatable {
    /// A station or an object moves.
    case motion
    /// Echoes last longer than the burst equaliser can correct.
    case echoes
    /// The signal is too weak against the noise.
    case noise
  }

  /// The frequency ceiling that makes `hsend` choose this placement.
  public var ceilingHertz: Double { ((placement.highestToneHertz + 1) / 100).rounded(.up) * 100 }
}

/// The rules of the recommendation.
extension ProbeReport {
  /// The fastest safe protocol of `protocols`, fastest first; nil if no protocol is safe.
  ///
  /// The measure is signal power over noise density in each 100 Hz of a placement, at the highest
  /// undistorted level. Of the placements about as good as the best, the highest is taken, because
  /// people hear it least.
  public func recommendation(of protocols: [ModemProtocol]) -> ProbeRecommendation? {
    var reason: ProbeRecommendation.Reason?
    for modem in protocols {
      if modem.ladder != nil, let obstacle = obstacle(modem.placements) {
        reason = obstacle
        continue
      }
      let offers = modem.placements.compactMap { offer(modem, $0) }
      let best = offers.map { $0.quality }.max() ?? 0
      if let chosen = offers.first(where: { $0.quality >= best - $0.tolerance }) {
        var recommendation = chosen.recommendation
        recommendation.reason = modem.ladder != nil ? nil : reason
        return recommendation
      }
      reason = reason ?? .noise
    }
    return nil
  }

  /// The highest tested level without distortion, or the lowest level if all were distorted.
  public var cleanLevelDecibels: Double {
    let clean = steps.prefix { $0.levelDecibels < clippingStartDecibels ?? .infinity }
    return (clean.last ?? steps.first)?.levelDecibels ?? sentLevelDecibels
  }

  private struct Offer {
    var recommendation: ProbeRecommendation
    /// Rung or margin.
    var quality: Double
    /// How much worse than the best a higher placement may be.
    var tolerance: Double
  }

  /// Why bursts would not arrive at any level; nil if they would.
  private func obstacle(_ placements: [Placement]) -> ProbeRecommendation.Reason? {
    if abs(dilationPartsPerMillion) > 400 || abs(speedChangeMetresPerSecond) > 0.1
      || dopplerSpreadHertz ?? 0 > 5 || !placements.contains(where: isSteady)
    {
      return .motion
    }
    return echoSeconds > Self.longestEchoSeconds ? .echoes : nil
  }

  private func cells(in placement: Placement) -> [Cell] {
    cells.filter { $0.hertz > placement.lowestToneHertz && $0.hertz < placement.highestToneHertz }
  }

  /// Whether the path stays constant long enough for a receiver that estimates it once a frame.
  private func isSteady(in placement: Placement) -> Bool {
    let cells = cells(in: placement)
    // Not the mean: a loudspeaker may lose coherence only at the top of a placement.
    return !cells.isEmpty && cells.map { $0.steadiness }.quantile(0.1) > Self.leastSteadiness
  }

  /// Whether almost all of the band arrives. The mean may be good although a part is missing, and
  /// neither an equaliser nor a code corrects that.
  private func isWhole(_ placement: Placement) -> Bool {
    let cells = cells(in: placement)
    guard !cells.isEmpty else { return false }
    let usual = cells.map { $0.densityRatioDecibels }.quantile(0.5)
    let missing = cells.count {
      $0.isHidden || $0.densityRatioDecibels < usual - Self.deepestFadeDecibels
    }
    return Double(missing) <= Self.mostMissing * Double(cells.count)
  }

  private func offer(_ modem: ModemProtocol, _ placement: Placement) -> Offer? {
    if modem.ladder != nil, !isSteady(in: placement) { return nil }
    guard isWhole(placement) else { return nil }
    let ratios = cells(in: placement).map { $0.densityRatioDecibels + cleanLevelDecibels }
    var recommendation = ProbeRecommendation(
      protocolName: modem.name, rung: nil, placement: placement,
      levelDecibels: cleanLevelDecibels, marginDecibels: 0)
    if let ladder = modem.ladder {
      let symbolRate = decibels(ratio: ladder.symbolRateHertz)
      // The equaliser's result: the mean capacity of all parts of the band.
      let capacity =
        ratios.reduce(0) { $0 + decibels(ratio: 1 + powerRatio(decibels: $1 - symbolRate)) }
        / Double(ratios.count)
      let symbol = decibels(ratio: max(powerRatio(decibels: capacity) - 1, 1e-9))
      let snr = symbol + symbolRate - decibels(ratio: 24_000) + Self.countedLossDecibels
      let safe = Set(ladder.steps.map { $0.rung }).filter {
        snr >= Self.needDecibels(ladder, $0) + Self.burstMarginDecibels
      }
      guard let rung = safe.max() else { return nil }
      recommendation.rung = rung
      recommendation.marginDecibels = snr - Self.needDecibels(ladder, rung)
      return Offer(recommendation: recommendation, quality: Double(rung), tolerance: 1)
    }
    // A mean of decibels: attenuated tones are lost, and amplified tones gain nothing.
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    let margin = mean - modem.leastDensityRatioDecibels
    guard margin >= Self.toneMarginDecibels else { return nil }
    recommendation.marginDecibels = margin
    return Offer(recommendation: recommendation, quality: margin, tolerance: 6)
  }

  /// The ratio that a rung needs in rooms, for any message length.
  private static func needDecibels(_ ladder: Ladder, _ rung: Int) -> Double {
    let stated = ladder.steps.filter { $0.rung == rung }.map { $0.leastSNRDecibels }
    // The lowest rung has no bound of its own. Its need is the need in white noise plus the loss in
    // rooms.
    let floor = ladder.leastDensityRatiosDecibels[rung] - decibels(ratio: 24_000) + roomDecibels
    return max(stated.max() ?? 0, floor)
  }

  /// Protocol rungs count the sender's full-scale power against the noise, for loudspeakers that
  /// fall by 10 dB from 15 to 20 kHz. That is 6 dB on average over a placement. A measured response
  /// already includes it.
  private static let countedLossDecibels = 6.0
  /// The least coherence of the path with itself two seconds later that counts as constant.
  private static let leastSteadiness = 0.9
  /// A part of a placement this far below the rest counts as missing; the second value is the share
  /// that may be missing.
  private static let deepestFadeDecibels = 20.0
  private static let mostMissing = 0.2
  /// Margin for errors of the probe, and for a path that gets worse before a message comes.
  private static let burstMarginDecibels = 3.0
  /// The loss of a burst by echoes and fading, compared with white noise.
  private static let roomDecibels = 9.0
  /// The sum of the two for tones.
  private static let toneMarginDecibels = 10.0
  /// The longest echo that the burst equaliser corrects.
  private static let longestEchoSeconds = 0.12
}
