import HandShakeSignal

/// Finds the residue of a simple resampler from 44.1 kHz: above 22.05 kHz a mirror image of the
/// spectrum below.
///
/// An image at 44,100 Hz - f has the opposite phase of its original and turns against it at 44,100
/// Hz. If blocks start at multiples of 1/300 s, that is a whole number of turns. The product of
/// image and original then keeps its phase from block to block; for independent noise it does not.
struct MirrorCheck {
  private let lowest: Int
  private let mirrored: Int
  private var products: [Complex]
  private var count: Float = 0

  private static let sourceRateHertz = 44_100.0
  /// The range of originals; their images lie from 22.1 to 23.4 kHz.
  private static let originalsHertz = 20_700.0...22_000.0

  /// Nil if the rate is too low for the images.
  init?(_ spectra: BlockSpectra) {
    guard spectra.rateHertz >= 48_000 else { return nil }
    lowest = spectra.point(hertz: Self.originalsHertz.lowerBound)
    let count = spectra.point(hertz: Self.originalsHertz.upperBound) - lowest + 1
    let perHertz = Double(spectra.size) / spectra.rateHertz
    mirrored = Int((Self.sourceRateHertz * perHertz).rounded())
    products = Array(repeating: Complex(0, 0), count: count)
  }

  mutating func add(_ spectrum: UnsafeMutableBufferPointer<Complex>) {
    count += 1
    for index in products.indices {
      let product = spectrum[lowest + index] * spectrum[mirrored - lowest - index]
      let magnitude = product.power.squareRoot()
      // Uses phases only: a single click would dominate otherwise.
      guard magnitude > .leastNormalMagnitude else { continue }
      products[index].real += product.real / magnitude
      products[index].imaginary += product.imaginary / magnitude
    }
  }

  /// The coherence of image and original, 0 to 1; 0 if there is too little data.
  var coherence: Double {
    guard count >= 20 else { return 0 }
    let held = products.reduce(Float(0)) { $0 + $1.power.squareRoot() }
    return Double(held / count / Float(products.count))
  }
}
