import HandShakeSignal

/// The level of a power, a sine of full scale having 0.5: 0 dB. At least -200 dB.
package func decibels(power: Double) -> Double { decibels(ratio: 2 * power) }

/// A ratio of powers in dB, at least -200.
package func decibels(ratio: Double) -> Double {
  ratio > 1e-20 ? decibels(powerRatio: ratio) : -200
}
