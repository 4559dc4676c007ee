import HandShakeCatalog
import HandShakeModem

/// A path from a text to a sound and back, of this project or another project.
struct TransferSystem {
  /// The name in tables and curves.
  let name: String
  /// Samples at 48 kHz with their peak at full scale, the limit of a loudspeaker; nil if the system
  /// cannot carry the text.
  let samples: ([UInt8]) -> [Float]?
  /// The texts in a recording at 48 kHz.
  let texts: ([Float]) -> [[UInt8]]

  /// The protocol `name` of this project.
  static func own(_ name: String) -> TransferSystem {
    let modem = ProtocolCatalog.builtIn.first { $0.name == name }!
    return TransferSystem(
      name: name, samples: { transmission(of: $0, modem).map(atFullScale) },
      texts: { listen($0, protocols: [modem]).texts })
  }

  /// `samples` with a peak of 1.
  static func atFullScale(_ samples: [Float]) -> [Float] {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    return peak > 0 ? samples.map { $0 / peak } : samples
  }
}
