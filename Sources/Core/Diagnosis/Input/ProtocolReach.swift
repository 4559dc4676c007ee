import HandShakeModem
import HandShakeSignal

/// The range of a protocol in a placement under the noise of an input.
public struct ProtocolReach: Sendable {
  /// The protocol's name.
  public var protocolName: String
  /// The band.
  public var placement: Placement
  /// The noise in that band, relative to a sine of full scale.
  public var noiseDecibels: Double
  /// The faintest readable transmission in that noise, relative to a sine of full scale. Echoes and
  /// motion need more.
  public var faintestDecibels: Double
  /// Whether the input contains the band.
  public var isHeld: Bool

  /// The received level that margins refer to: about that of a laptop at full volume, a metre from
  /// another laptop.
  public static let referenceDecibels = -40.0
  /// Attenuation of 18 kHz in air, at 20 °C and half of full humidity (ISO 9613-1).
  private static let airDecibelsPerMetre = 0.45

  /// The margin of the reference level; negative if the reference is too faint.
  public var marginDecibels: Double {
    isHeld ? Self.referenceDecibels - faintestDecibels : -.infinity
  }

  /// The distance in the open at which the reference, measured at one metre, is just readable.
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
