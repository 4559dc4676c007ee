import Foundation
import HandShakeSignal

/// `count` samples of a sine of amplitude 1 at 48 kHz.
func tone(_ hertz: Double, count: Int) -> [Float] {
  (0..<count).map { Float(sin(2 * .pi * hertz * Double($0) / 48000)) }
}

/// Root mean square of the difference of two signals over that of the second, in dB.
func errorDecibels(_ left: some Sequence<Float>, _ right: some Sequence<Float>) -> Double {
  var error = 0.0
  var power = 0.0
  for (a, b) in zip(left, right) {
    error += pow(Double(a - b), 2)
    power += pow(Double(b), 2)
  }
  return 10 * log10(error / power)
}

func meanPower(_ samples: some Collection<Float>) -> Double {
  samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
}

/// Power of `samples`, at 48 kHz, within a band, of what a spectrum under a Blackman-Harris window
/// shows.
func bandPower(_ samples: [Float], _ band: ClosedRange<Double>) -> Double {
  var size = 1024
  while size < samples.count { size *= 2 }
  let window = Window.blackmanHarris.coefficients(count: samples.count)
  let transform = FourierTransform(size: size)
  for index in 0..<size {
    let inside = index < samples.count
    transform.buffer[index] = Complex(inside ? samples[index] * window[index] : 0, 0)
  }
  transform.forward()
  let bins =
    Int(band.lowerBound / 48000 * Double(size))...Int(band.upperBound / 48000 * Double(size))
  let windowPower = Double(meanPower(window)) * Double(samples.count)
  return bins.reduce(0.0) { $0 + Double(transform.buffer[$1].power) } * 2 / windowPower
    / Double(size)
}
