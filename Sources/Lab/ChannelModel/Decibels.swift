import Signal

/// The amplitude ratio of a level in dB.
func amplitude(decibels: Double) -> Double {
  amplitudeRatio(decibels: decibels)
}

/// Root mean square of a sine of amplitude 1: 0 dB of every level in this model.
let fullScaleSine = 0.5.squareRoot()
