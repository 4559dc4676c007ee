import Glibc
import HandShakeSignal
import Testing

/// Root-mean-square magnitude and mean phase advance per output sample of a sine through the
/// converter, its start left out.
private func response(rateHertz: Double, toneHertz: Double) -> (magnitude: Double, hertz: Double) {
  var converter = DownConverter(rateHertz: rateHertz)
  let samples = (0..<Int(rateHertz / 4)).map {
    Float(sine(2 * Double.pi * toneHertz * Double($0) / rateHertz))
  }
  var output: [Complex] = []
  var start = 0
  var size = 1
  while start < samples.count {
    let end = min(start + size, samples.count)
    samples[start..<end].withUnsafeBufferPointer {
      converter.convert($0, appendingTo: &output)
    }
    start = end
    size = size * 3 % 1021
  }
  let steady = output.dropFirst(200)
  var power = 0.0
  var real = 0.0
  var imaginary = 0.0
  var previous = steady.first!
  for value in steady.dropFirst() {
    power += Double(value.power)
    let turn = value.timesConjugate(of: previous)
    real += Double(turn.real)
    imaginary += Double(turn.imaginary)
    previous = value
  }
  let radians = atan2(imaginary, real)
  return (
    (power / Double(steady.count - 1)).squareRoot(),
    radians / (2 * .pi) * DownConverter.outputRateHertz + DownConverter.centreHertz
  )
}

@Test(arguments: [48000.0, 96000, 192_000])
func `tones of the band pass with half their amplitude and at their place`(rate: Double) {
  for tone in [13510.0, 14047, 17000, 17001, 18500, 19988, 20490] {
    let (magnitude, hertz) = response(rateHertz: rate, toneHertz: tone)
    #expect(abs(magnitude - 0.5) < 0.002, "\(tone) Hz")
    #expect(abs(hertz - tone) < 0.01, "\(tone) Hz")
  }
}

@Test(arguments: [48000.0, 96000, 192_000])
func `what lies outside is 80 dB down`(rate: Double) {
  for tone in [0.0, 50, 440, 1000, 5000, 9000, 12400, 21600, 23000] {
    let (magnitude, _) = response(rateHertz: rate, toneHertz: tone)
    #expect(magnitude < 0.5e-4, "\(tone) Hz")
  }
}
