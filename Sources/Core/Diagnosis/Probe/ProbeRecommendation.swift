import HandShakeModem
import HandShakeSignal

/// How to send over a path that a probe has measured.
public struct ProbeRecommendation: Sendable, Equatable {
  /// The protocol's name.
  public var protocolName: String
  /// The rung of a burst protocol, nil for the others.
  public var rung: Int?
  /// The band.
  public var placement: Placement
  /// The peak to send at, relative to full scale.
  public var levelDecibels: Double
  /// By how much the signal is stronger than the protocol needs in a room.
  public var marginDecibels: Double
  /// Why no burst protocol is recommended, nil where one is.
  public var reason: Reason?

  /// What stands in the way of bursts.
  public enum Reason: Sendable, Equatable {
    /// Somebody or something moves.
    case motion
    /// Echoes last longer than bursts undo.
    case echoes
    /// The signal is too weak against the noise.
    case noise
  }

  /// The ceiling that leads `hsend` to this placement.
  public var ceilingHertz: Double { ((placement.highestToneHertz + 1) / 100).rounded(.up) * 100 }
}

/// What a recommendation rests on.
extension ProbeReport {
  /// The fastest of `protocols`, fastest first, that is safe here; nil where none is.
  ///
  /// What counts is the power of the signal over the density of the noise in each 100 Hz of a
  /// placement, at the highest level that was not distorted. Of placements that are about as good
  /// as the best the highest is taken, which people hear least.
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

  /// The highest level that was tried and not distorted, the lowest where all were.
  public var cleanLevelDecibels: Double {
    let clean = steps.prefix { $0.levelDecibels < clippingStartDecibels ?? .infinity }
    return (clean.last ?? steps.first)?.levelDecibels ?? sentLevelDecibels
  }

  private struct Offer {
    var recommendation: ProbeRecommendation
    /// Rung or margin.
    var quality: Double
    /// By how much a higher placement may be worse than the best.
    var tolerance: Double
  }

  /// Why bursts would not arrive, however strong they are.
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

  /// Whether the path stays the same long enough for a receiver that learns it once a frame.
  private func isSteady(in placement: Placement) -> Bool {
    let cells = cells(in: placement)
    // Not the mean: a loudspeaker may lose coherence at the top of a placement alone.
    return !cells.isEmpty && cells.map { $0.steadiness }.quantile(0.1) > Self.leastSteadiness
  }

  /// Whether next to all of it arrives: the mean may be good where a part is gone, and neither an
  /// equaliser nor a code makes that up.
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
      // What an equaliser has in the end: the mean of what each part of the band could carry.
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
    // Tones that the room swallows are lost, those that it doubles gain nothing: decibels count.
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    let margin = mean - modem.leastDensityRatioDecibels
    guard margin >= Self.toneMarginDecibels else { return nil }
    recommendation.marginDecibels = margin
    return Offer(recommendation: recommendation, quality: margin, tolerance: 6)
  }

  /// What a rung needs in rooms, whatever the length of the message.
  private static func needDecibels(_ ladder: Ladder, _ rung: Int) -> Double {
    let stated = ladder.steps.filter { $0.rung == rung }.map { $0.leastSNRDecibels }
    // The lowest step has no bound of its own: what is left to it is what it needs in white noise,
    // and what rooms cost.
    let floor = ladder.leastDensityRatiosDecibels[rung] - decibels(ratio: 24_000) + roomDecibels
    return max(stated.max() ?? 0, floor)
  }

  /// The steps of a protocol count the power at the sender's full scale against the noise, for
  /// loudspeakers that fall by 10 dB from 15 to 20 kHz: 6 dB on average over a placement, which a
  /// measured response shows by itself.
  private static let countedLossDecibels = 6.0
  /// Coherence of the path with itself two seconds later, from which on it counts as the same.
  private static let leastSteadiness = 0.9
  /// A part of a placement that is fainter than the rest by more counts as missing, and so much of
  /// it may be.
  private static let deepestFadeDecibels = 20.0
  private static let mostMissing = 0.2
  /// What a probe may be wrong by, and a path get worse by until a message comes.
  private static let burstMarginDecibels = 3.0
  /// What echoes and fading cost a burst against white noise.
  private static let roomDecibels = 9.0
  /// The same for tones, both together.
  private static let toneMarginDecibels = 10.0
  /// What the equaliser of a burst undoes.
  private static let longestEchoSeconds = 0.12
}
