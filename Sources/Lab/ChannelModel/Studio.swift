import HandShakeNotes
import HandShakeSignal

/// Makes the sounds of `Interference`, all with the same length and rate.
struct Studio {
  let count: Int
  let rateHertz: Double

  var seconds: Double { Double(count) / rateHertz }
  var silence: [Float] { [Float](repeating: 0, count: count) }

  /// Adds a sine that fades in and out over 5 ms or a fifth of its length.
  func addNote(
    hertz: Double, startSeconds: Double, seconds: Double, peak: Double, phase: Double,
    to sound: inout [Float]
  ) {
    guard hertz < rateHertz / 2 else { return }
    let first = Int(startSeconds * rateHertz)
    let length = min(Int(seconds * rateHertz), count - first)
    guard length > 0 else { return }
    var note = [Float](repeating: 0, count: length)
    var oscillator = Oscillator(
      frequencyHertz: hertz, amplitude: Float(peak), phaseRadians: phase, rateHertz: rateHertz)
    let fade = Fade(.raisedCosine, seconds: min(0.005, seconds / 5), rateHertz: rateHertz)
    note.withUnsafeMutableBufferPointer {
      oscillator.renderSine(into: $0)
      fade.shape($0, at: 0, ofBurst: Int(seconds * rateHertz))
    }
    for index in 0..<length { sound[first + index] += note[index] }
  }

  /// Adds white noise that decays by e every `decaySeconds`, with the peak `peak`.
  func addClick(
    startSeconds: Double, decaySeconds: Double, peak: Double, to sound: inout [Float],
    _ random: inout SeededRandom
  ) {
    let first = Int(startSeconds * rateHertz)
    let length = min(Int(8 * decaySeconds * rateHertz), count - first)
    guard length > 0 else { return }
    var click = (0..<length).map { index in
      Float(random.normal() * exponential(-Double(index) / rateHertz / decaySeconds))
    }
    let gain = Float(peak) / max(click.map(abs).max()!, .leastNormalMagnitude)
    for index in 0..<length {
      click[index] *= gain
      sound[first + index] += click[index]
    }
  }

  func clicks(perSecond: Double, peak: Double, _ random: inout SeededRandom) -> [Float] {
    var sound = silence
    var time = 0.0
    while true {
      time -= logarithm(max(random.uniform(0...1), 1e-12)) / perSecond
      guard time < seconds else { return sound }
      addClick(
        startSeconds: time, decaySeconds: random.uniform(0.0002...0.002), peak: peak, to: &sound,
        &random)
    }
  }

  func typing(peak: Double, _ random: inout SeededRandom) -> [Float] {
    var sound = silence
    var time = random.uniform(0...0.3)
    while time < seconds {
      for _ in 0..<Int(random.uniform(3...12)) {
        let strength = peak * random.uniform(0.4...1)
        addClick(startSeconds: time, decaySeconds: 0.0015, peak: strength, to: &sound, &random)
        addClick(
          startSeconds: time + random.uniform(0.05...0.09), decaySeconds: 0.001,
          peak: 0.5 * strength, to: &sound, &random)
        time += random.uniform(0.09...0.22)
      }
      time += random.uniform(0.3...1.2)
    }
    return sound
  }

  func noiseBurst(
    startSeconds: Double, seconds: Double, rootMeanSquare: Double, _ random: inout SeededRandom
  ) -> [Float] {
    var sound = silence
    let first = max(0, Int(startSeconds * rateHertz))
    let last = min(count, Int((startSeconds + seconds) * rateHertz))
    for index in first..<max(first, last) { sound[index] = Float(rootMeanSquare * random.normal()) }
    return sound
  }

  func melody(
    _ band: ClosedRange<Double>, notesPerSecond: Double, _ random: inout SeededRandom
  ) -> [Float] {
    var sound = silence
    var time = 0.0
    while time < seconds {
      let length = random.uniform(0.5...1.5) / notesPerSecond
      addNote(
        hertz: random.uniform(band), startSeconds: time, seconds: length, peak: 1,
        phase: random.uniform(0...2 * .pi), to: &sound)
      time += length
    }
    return sound
  }

  func chirps(
    _ band: ClosedRange<Double>, perSecond: Double, _ random: inout SeededRandom
  ) -> [Float] {
    var sound = silence
    for _ in 0..<Int(seconds * perSecond) {
      let (from, to, length) = (
        random.uniform(band), random.uniform(band), random.uniform(0.02...0.25)
      )
      let (first, peak) = (random.uniform(0...seconds), random.uniform(0.1...1))
      for index in 0..<min(Int(length * rateHertz), count - Int(first * rateHertz)) {
        let time = Double(index) / rateHertz
        let turns = from * time + (to - from) / 2 / length * time * time
        sound[Int(first * rateHertz) + index] += Float(
          peak * sine(.pi * time / length) * sine(2 * .pi * turns))
      }
    }
    return sound
  }

  func impacts(perSecond: Double, _ random: inout SeededRandom) -> [Float] {
    var sound = silence
    for _ in 0..<Int(seconds * perSecond) {
      let first = random.uniform(0...seconds)
      for _ in 0..<6 {
        let (hertz, decay, peak) = (
          random.uniform(3e3...21e3), random.uniform(6...40), random.uniform(0.1...1)
        )
        for index in 0..<min(Int(0.4 * rateHertz), count - Int(first * rateHertz)) {
          let time = Double(index) / rateHertz
          sound[Int(first * rateHertz) + index] += Float(
            peak * exponential(-decay * time) * sine(2 * .pi * hertz * time))
        }
      }
    }
    return sound
  }

  func music(_ random: inout SeededRandom) -> [Float] {
    var sound = silence
    var time = 0.0
    let beat = random.uniform(0.18...0.3)
    while time < seconds {
      for _ in 0..<3 {
        // A semitone of the tempered scale from A2 up.
        let note = Double(Int(random.uniform(0...36)))
        let fundamental = 110 * exponential(note / 12 * logarithm(2.0))
        var harmonic = 1.0
        while harmonic * fundamental < 22000 {
          addNote(
            hertz: harmonic * fundamental, startSeconds: time, seconds: beat * 1.8,
            peak: 1 / harmonic, phase: random.uniform(0...2 * .pi), to: &sound)
          harmonic += 1
        }
      }
      addClick(
        startSeconds: time, decaySeconds: random.uniform(0.01...0.05), peak: 0.5, to: &sound,
        &random)
      time += beat
    }
    return sound
  }

  func speech(_ random: inout SeededRandom) -> [Float] {
    var sound = silence
    var time = 0.0
    while time < seconds {
      let length = random.uniform(0.1...0.25)
      if random.uniform(0...1) < 0.35 {
        // A hiss.
        var hiss = Studio(count: Int(length * rateHertz), rateHertz: rateHertz).noiseBurst(
          startSeconds: 0, seconds: length, rootMeanSquare: 0.1, &random)
        let fade = Fade(.raisedCosine, seconds: length / 3, rateHertz: rateHertz)
        hiss.withUnsafeMutableBufferPointer { fade.shape($0, at: 0, ofBurst: $0.count) }
        let first = Int(time * rateHertz)
        for index in 0..<min(hiss.count, count - first) { sound[first + index] += hiss[index] }
      } else {
        let fundamental = random.uniform(95...220)
        var harmonic = 1.0
        // The glottal spectrum falls by 12 dB per octave.
        while harmonic * fundamental < 12000 {
          addNote(
            hertz: harmonic * fundamental, startSeconds: time, seconds: length,
            peak: 1 / (harmonic * harmonic), phase: random.uniform(0...2 * .pi), to: &sound)
          harmonic += 1
        }
      }
      time += length * random.uniform(0.9...1.6)
    }
    return sound
  }
}
