// Conversions between ratios and decibels. They use the core's own logarithm, so they also work in
// Embedded Swift.

private let logarithmOfTen = 2.302585092994046

/// A ratio of powers in dB: minus infinity at 0, NaN below.
package func decibels(powerRatio ratio: Double) -> Double { 10 / logarithmOfTen * logarithm(ratio) }

/// A ratio of amplitudes in dB: minus infinity at 0, NaN below.
package func decibels(amplitudeRatio ratio: Double) -> Double {
  20 / logarithmOfTen * logarithm(ratio)
}

/// The ratio of powers that is `decibels`.
package func powerRatio(decibels: Double) -> Double { exponential(decibels / 10 * logarithmOfTen) }

/// The ratio of amplitudes that is `decibels`.
package func amplitudeRatio(decibels: Double) -> Double {
  exponential(decibels / 20 * logarithmOfTen)
}
