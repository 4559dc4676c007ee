import HandShakeSignal

/// Measures a frequency response by a gliding sweep of equal level.
///
/// The recording is cut into short spectra, and each frequency is measured at the time of the
/// sweep. So most noise and the room's later echoes are excluded. The start of the sweep is the
/// position with the most energy along its line. A whole deconvolution (A. Farina, "Simultaneous
/// measurement of impulse response and distortion with a swept-sine technique", 2000) would resolve
/// single hertz, which rooms make meaningless. It would also average the noise and so hide a weak
/// signal.
public struct SweepMeasurement: Sendable, Equatable {
  /// The start frequency.
  public var lowHertz: Double
  /// The end frequency.
  public var highHertz: Double
  /// The duration of the sweep.
  public var seconds: Double
  /// The least time of noise in the recording before the sweep.
  public var leadSeconds: Double

  /// The longest extra delay of the sweep after `leadSeconds`: buffers and sound propagation.
  public static let longestDelaySeconds = 1.5

  /// The sweep for a loudspeaker's ceiling, at 1.5 kHz a second. It goes from 10 kHz, which all
  /// loudspeakers play well, to the limit of the lower of two rates.
  public static func ofCeiling(lowestRateHertz: Double) -> SweepMeasurement {
    let highest = Swift.min(23_500, (0.49 * lowestRateHertz / 100).rounded(.down) * 100)
    return SweepMeasurement(
      lowHertz: 10_000, highHertz: highest, seconds: (highest - 10_000) / 1_500, leadSeconds: 0.5)
  }

  /// The sweep to play.
  public func notes(_ tone: Tone) -> [Note] {
    var tone = tone
    tone.frequencyHertz = lowHertz
    return Note.sweep(tone, toHertz: highHertz, seconds: seconds)
  }

  /// The samples that a recording must have to contain the sweep at any delay.
  public func sampleCount(rateHertz: Double) -> Int {
    Int(((leadSeconds + seconds + Self.longestDelaySeconds) * rateHertz).rounded(.up))
  }

  /// The response in a recording. Nil if it is shorter than `sampleCount`, or if its rate is too
  /// low for the sweep.
  public func response(of recording: [Float], rateHertz: Double) -> FrequencyResponse? {
    guard recording.count >= sampleCount(rateHertz: rateHertz), highHertz < rateHertz / 2 else {
      return nil
    }
    let spectra = ShortSpectra(
      recording, lowHertz: lowHertz, highHertz: highHertz, rateHertz: rateHertz)
    let leadFrames = spectra.frames(in: leadSeconds)
    guard leadFrames > 0 else { return nil }
    let start = startFrame(spectra, after: leadFrames)
    return FrequencyResponse(
      bands: bands(spectra, start: start, noise: spectra.meanPowers(frames: 0..<leadFrames)))
  }

  /// The frame centred on the start of the sweep, by the most energy along its line.
  private func startFrame(_ spectra: ShortSpectra, after leadFrames: Int) -> Int {
    var best = (power: -1.0, frame: leadFrames)
    for frame in 0...spectra.frames(in: Self.longestDelaySeconds) {
      var power = 0.0
      for step in 0..<spectra.frames(in: seconds) {
        power += spectra.power(frame: leadFrames + frame + step, hertz: hertz(step, spectra))
      }
      if power > best.power { best = (power, leadFrames + frame) }
    }
    return best.frame
  }

  /// The bands, each with its neighbours: a room's response varies less over 300 Hz than over 100
  /// Hz.
  private func bands(
    _ spectra: ShortSpectra, start: Int, noise: [Double]
  ) -> [FrequencyResponse.Band] {
    let width = FrequencyResponse.widthHertz
    let count = Int((highHertz - lowHertz) / width)
    var powers = [[Double]](repeating: [], count: count)
    var noises = powers
    // Exclude the fades of the sweep.
    let edge = spectra.frames(in: 2 * Fade.defaultSeconds)
    for step in edge..<spectra.frames(in: seconds) - edge {
      let hertz = hertz(step, spectra)
      let power = spectra.power(frame: start + step, hertz: hertz)
      let noise = spectra.power(noise, hertz: hertz)
      let band = Int((hertz - lowHertz) / width)
      for near in Swift.max(band - 1, 0)..<Swift.min(band + 2, count) {
        powers[near].append(power)
        noises[near].append(noise)
      }
    }
    return (0..<count).map { band in
      // A click is shorter than the sweep's time in three bands.
      let noise = FrequencyResponse.median(noises[band])
      let level = FrequencyResponse.median(powers[band]) - noise
      return FrequencyResponse.Band(
        hertz: lowHertz + (Double(band) + 0.5) * width,
        levelDecibels: Self.decibels(level), noiseDecibels: Self.decibels(noise))
    }
  }

  /// The frequency of the sweep `step` frames after its beginning.
  private func hertz(_ step: Int, _ spectra: ShortSpectra) -> Double {
    let part = Double(step) * spectra.hopSeconds / seconds
    return lowHertz + (highHertz - lowHertz) * Swift.min(part, 1)
  }

  /// The level of a power, at least -150 dB, also for digital silence.
  private static func decibels(_ power: Double) -> Double {
    HandShakeSignal.decibels(powerRatio: Swift.max(power, 1e-15))
  }
}

/// Powers of overlapping frames of a recording, for the bins of one band.
private struct ShortSpectra {
  let hopSeconds: Double
  private let hertzPerBin: Double
  private let firstBin: Int
  private let binCount: Int
  private let powers: [Float]
  private let frameCount: Int

  /// Frames of about 20 ms, in which the sweep moves by less than a bin.
  init(_ recording: [Float], lowHertz: Double, highHertz: Double, rateHertz: Double) {
    var size = 512
    while Double(size) / rateHertz < 0.015 { size *= 2 }
    let hop = size / 4
    hopSeconds = Double(hop) / rateHertz
    hertzPerBin = rateHertz / Double(size)
    firstBin = Swift.max(0, Int(lowHertz / hertzPerBin) - 2)
    binCount = Swift.min(Int(highHertz / hertzPerBin) + 3, size / 2) - firstBin
    frameCount = recording.count / hop
    let transform = FourierTransform(size: size)
    let window = Window.hann.coefficients(count: size)
    // A full-scale sine at the centre of a bin has power 1 there, and half of that on either side.
    let scale = 16 / (Float(size) * Float(size))
    var powers = [Float](repeating: 0, count: frameCount * binCount)
    for frame in 0..<frameCount {
      // Frames are centred on multiples of the hop.
      let start = frame * hop - size / 2
      for index in 0..<size {
        let place = start + index
        let sample = place >= 0 && place < recording.count ? recording[place] : 0
        transform.buffer[index] = Complex(sample * window[index], 0)
      }
      transform.forward()
      for bin in 0..<binCount {
        powers[frame * binCount + bin] = scale * transform.buffer[firstBin + bin].power
      }
    }
    self.powers = powers
  }

  func frames(in seconds: Double) -> Int { Int((seconds / hopSeconds).rounded()) }

  /// The mean of each bin over a range of frames.
  func meanPowers(frames: Range<Int>) -> [Double] {
    var sums = [Double](repeating: 0, count: binCount)
    for frame in frames {
      for bin in 0..<binCount { sums[bin] += Double(powers[frame * binCount + bin]) }
    }
    return sums.map { $0 / Double(frames.count) }
  }

  /// The power of a sine near that frequency in a frame: the sum over three bins, 1.5 times the
  /// middle bin.
  func power(frame: Int, hertz: Double) -> Double {
    guard frame < frameCount else { return 0 }
    let bin = middle(hertz)
    let start = frame * binCount + bin
    return Double(powers[start - 1] + powers[start] + powers[start + 1]) / 1.5
  }

  /// The power of a sine in mean powers.
  func power(_ means: [Double], hertz: Double) -> Double {
    let bin = middle(hertz)
    return (means[bin - 1] + means[bin] + means[bin + 1]) / 1.5
  }

  private func middle(_ hertz: Double) -> Int {
    Swift.min(Swift.max(Int((hertz / hertzPerBin).rounded()) - firstBin, 1), binCount - 2)
  }
}
