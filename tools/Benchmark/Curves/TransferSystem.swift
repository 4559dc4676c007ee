import HandShakeCatalog
import HandShakeModem

/// A way from a text to a sound and back, of this project or of another one.
struct TransferSystem {
  /// What tables and curves call it.
  let name: String
  /// Samples at 48 kHz whose peak is full scale, for that is what a loudspeaker limits; nil where
  /// the text cannot be carried.
  let samples: ([UInt8]) -> [Float]?
  /// The texts that are heard in a recording at 48 kHz.
  let texts: ([Float]) -> [[UInt8]]

  /// This project's protocol called `name`.
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
