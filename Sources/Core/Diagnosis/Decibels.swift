import HandShakeSignal

/// The level of a power, at least -200 dB. A sine of full scale has power 0.5 and 0 dB.
package func decibels(power: Double) -> Double { decibels(ratio: 2 * power) }

/// A ratio of powers in dB, at least -200.
package func decibels(ratio: Double) -> Double {
  ratio > 1e-20 ? decibels(powerRatio: ratio) : -200
}
