import HandShakeSignal

/// Measures a frequency response by a gliding sweep of equal level.
///
/// The recording is cut into short spectra, and each frequency is looked for when the sweep has it:
/// the room's echoes, which come later, and most of the noise then lie elsewhere. When the sweep
/// begins in the recording is found by where most is seen along its line. A whole deconvolution
/// (A. Farina, "Simultaneous measurement of impulse response and distortion with a swept-sine
/// technique", 2000) would resolve single hertz, which rooms make meaningless, and average noise
/// until it hides how little is heard.
public struct SweepMeasurement: Sendable, Equatable {
  /// Where the sweep begins.
  public var lowHertz: Double
  /// Where it ends.
  public var highHertz: Double
  /// How long it takes.
  public var seconds: Double
  /// The recording begins at least so long before the sweep: there it has noise alone.
  public var leadSeconds: Double

  /// By how much later than after `leadSeconds` the sweep may begin: buffers, and the way of sound.
  public static let longestDelaySeconds = 1.5

  /// The sweep that finds a loudspeaker's ceiling: from 10 kHz, which all play well, to the end of
  /// what the lower of two rates holds, at 1.5 kHz a second.
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

  /// Samples that a recording must have to hold the sweep whenever it began.
  public func sampleCount(rateHertz: Double) -> Int {
    Int(((leadSeconds + seconds + Self.longestDelaySeconds) * rateHertz).rounded(.up))
  }

  /// The response that a recording shows; nil where it is shorter than `sampleCount`, or its rate
  /// does not hold the sweep.
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

  /// The frame that is centred on the beginning of the sweep: where its line has most.
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

  /// The bands, each together with its neighbours: 300 Hz of a room's response vary less than 100
  /// Hz.
  private func bands(
    _ spectra: ShortSpectra, start: Int, noise: [Double]
  ) -> [FrequencyResponse.Band] {
    let width = FrequencyResponse.widthHertz
    let count = Int((highHertz - lowHertz) / width)
    var powers = [[Double]](repeating: [], count: count)
    var noises = powers
    // The fades of the sweep are no part of the response.
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
      // A click lasts shorter than the sweep is in three bands.
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

  /// The level of a power, at least -150 dB: digital silence has a level too.
  private static func decibels(_ power: Double) -> Double {
    HandShakeSignal.decibels(powerRatio: Swift.max(power, 1e-15))
  }
}

/// Powers of overlapping frames of a recording, of the bins of one band only.
private struct ShortSpectra {
  let hopSeconds: Double
  private let hertzPerBin: Double
  private let firstBin: Int
  private let binCount: Int
  private let powers: [Float]
  private let frameCount: Int

  /// Frames of about 20 ms: the sweep moves by less than a bin within one.
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
    // A full-scale sine in the middle of a bin has power 1 there, and half of that on either side.
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

  /// The mean of each bin over some frames.
  func meanPowers(frames: Range<Int>) -> [Double] {
    var sums = [Double](repeating: 0, count: binCount)
    for frame in frames {
      for bin in 0..<binCount { sums[bin] += Double(powers[frame * binCount + bin]) }
    }
    return sums.map { $0 / Double(frames.count) }
  }

  /// The power of a sine of about that frequency in a frame: what its window spreads over three
  /// bins, 1.5 times the middle one.
  func power(frame: Int, hertz: Double) -> Double {
    guard frame < frameCount else { return 0 }
    let bin = middle(hertz)
    let start = frame * binCount + bin
    return Double(powers[start - 1] + powers[start] + powers[start + 1]) / 1.5
  }

  /// The same of mean powers.
  func power(_ means: [Double], hertz: Double) -> Double {
    let bin = middle(hertz)
    return (means[bin - 1] + means[bin] + means[bin + 1]) / 1.5
  }

  private func middle(_ hertz: Double) -> Int {
    Swift.min(Swift.max(Int((hertz / hertzPerBin).rounded()) - firstBin, 1), binCount - 2)
  }
}
