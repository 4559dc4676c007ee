import func Glibc.log10
import func Glibc.pow

/// The amplitude factor of a gain of `decibels`.
package func amplitude(decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

/// The level of an amplitude relative to full scale 1.0, at least -120 dB.
package func decibels(amplitude: Float) -> Double {
  max(-120, 20 * log10(max(Double(amplitude), 1e-30)))
}
