import HandShakeModem
import HandShakeSignal

/// What the noise of an input leaves of one protocol in one placement.
public struct ProtocolReach: Sendable {
  /// The protocol's name.
  public var protocolName: String
  /// The band.
  public var placement: Placement
  /// The noise in that band, relative to a sine of full scale.
  public var noiseDecibels: Double
  /// The faintest transmission that would be read in that noise, likewise. Echoes and motion cost
  /// more.
  public var faintestDecibels: Double
  /// Whether the input holds the band at all.
  public var isHeld: Bool

  /// A loudspeaker that arrives like this is what margins compare with: about what a laptop at
  /// full volume gives the microphone of another, a metre away.
  public static let referenceDecibels = -40.0
  /// What the air takes of 18 kHz each metre, at 20 °C and half of full humidity (ISO 9613-1).
  private static let airDecibelsPerMetre = 0.45

  /// By how much the reference could be fainter, negative where it is too faint.
  public var marginDecibels: Double {
    isHeld ? Self.referenceDecibels - faintestDecibels : -.infinity
  }

  /// Metres in the open until the reference, which is at one metre, is as faint as can be read.
  public var metres: Double {
    guard marginDecibels > 0 else { return 0 }
    var (near, far) = (1.0, 1000.0)
    for _ in 0..<40 {
      let middle = (near + far) / 2
      let loss = decibels(ratio: middle * middle) + Self.airDecibelsPerMetre * (middle - 1)
      if loss < marginDecibels { near = middle } else { far = middle }
    }
    return near
  }

  init(
    of modem: ModemProtocol, in placement: Placement, rateHertz: Double, edgeHertz: Double?,
    noisePower: Double
  ) {
    protocolName = modem.name
    self.placement = placement
    let width = placement.highestToneHertz - placement.lowestToneHertz
    noiseDecibels = decibels(power: noisePower)
    faintestDecibels =
      decibels(power: max(noisePower, 1e-20) / width) + modem.leastDensityRatioDecibels
    isHeld = placement.highestToneHertz < min(edgeHertz ?? .infinity, rateHertz / 2)
  }
}
