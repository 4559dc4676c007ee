import HandShakeSignal

/// Finds what a simple resampler from 44.1 kHz leaves behind: above 22.05 kHz a mirror image of
/// what lies below.
///
/// An image at 44,100 Hz - f has the opposite phase of its original, which turns at 44,100 Hz
/// against it; where blocks start at multiples of 1/300 s that is a whole number of turns, so the
/// product of both keeps its phase from block to block. That of independent noise does not.
struct MirrorCheck {
  private let lowest: Int
  private let mirrored: Int
  private var products: [Complex]
  private var count: Float = 0

  private static let sourceRateHertz = 44_100.0
  /// Originals are looked for here, their images from 22.1 to 23.4 kHz.
  private static let originalsHertz = 20_700.0...22_000.0

  /// Nil where the rate does not hold the images.
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
      // Phases alone: a single click would outweigh all else otherwise.
      guard magnitude > .leastNormalMagnitude else { continue }
      products[index].real += product.real / magnitude
      products[index].imaginary += product.imaginary / magnitude
    }
  }

  /// How firmly what lies above belongs to what lies below, 0 to 1; 0 where that is too little to
  /// tell.
  var coherence: Double {
    guard count >= 20 else { return 0 }
    let held = products.reduce(Float(0)) { $0 + $1.power.squareRoot() }
    return Double(held / count / Float(products.count))
  }
}
