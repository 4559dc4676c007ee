import HandShakeSignal

/// Measures a path from the record of a probe.
struct ProbeMeasurement {
  private let record: [Float]
  /// The places of the three sounders, in samples from the start of the record.
  private var sounders: [Double]
  /// The speed-up of the first and of the second half.
  private var dilations: (first: Double, second: Double)

  private static let rate = SweepResponse.rateHertz
  private static let sounderSize = 16_384
  private static let sweepSize = 65_536
  /// Time between the start of a block and the sweep in it.
  private static let leadSeconds = 0.04
  /// A cell below this share of the noise power is hidden by the variation of the noise.
  private static let detectableShare = 0.5
  /// The longest echo that is measured.
  private static let echoSeconds = 0.27

  /// A measurement of the probe in `record`, at 48 kHz, whose sounders start at `sounders`.
  init(_ record: [Float], sounders: [Double]) {
    self.record = record
    self.sounders = sounders
    dilations = Self.dilations(sounders)
    for _ in 0..<2 { refine() }
  }

  private static func dilations(_ sounders: [Double]) -> (first: Double, second: Double) {
    let starts = ProbeSignal.sounderStarts.map { $0 * rate }
    return (
      (starts[1] - starts[0]) / (sounders[1] - sounders[0]) - 1,
      (starts[2] - starts[1]) / (sounders[2] - sounders[1]) - 1
    )
  }

  /// The whole report; `precedingSeconds` of the record before the probe are noise.
  func report(precedingSeconds: Double) -> ProbeReport {
    let noise = noiseDensities(precedingSeconds: precedingSeconds)
    let faint = sweep(
      at: ProbeSignal.faintSweepStart, gain: powerRatio(decibels: ProbeSignal.faintSweepDecibels),
      noise)
    let loud = sweep(at: ProbeSignal.loudSweepStart, gain: 1, noise)
    let tones = ProbeTones(record, noise, at: { sample(of: $0) }, dilation: dilations.second)
    let sent = Double(tones.sentLevelDecibels)
    let echoes = ImpulseProfile(loud.impulses)
    let steadiness = Steadiness.cells(faint, loud)
    return ProbeReport(
      startSeconds: sounders[0] / Self.rate, sentLevelDecibels: sent,
      cells: loud.powers.indices.map { index in
        let floor = loud.noisePowers[index] * Self.detectableShare
        return ProbeReport.Cell(
          hertz: ProbeSignal.bandHertz.lowerBound + 100 * Double(index) + 50,
          responseDecibels: decibels(ratio: max(loud.powers[index], floor, 1e-14)) - sent,
          isHidden: loud.powers[index] < floor,
          noiseDecibels: decibels(power: 100 * noise[index]), steadiness: steadiness[index])
      },
      delaySpreadSeconds: echoes.spreadSeconds, echoSeconds: echoes.lengthSeconds,
      dilationPartsPerMillion: 0.5e6 * (dilations.first + dilations.second),
      speedChangeMetresPerSecond: (dilations.second - dilations.first) * soundMetresPerSecond,
      dopplerSpreadHertz: tones.spreadHertz, steps: tones.steps,
      compressionDecibels: zip(faint.powers, loud.powers)
        .map { decibels(ratio: max($0, 1e-14)) - decibels(ratio: max($1, 1e-14)) }.quantile(0.5),
      clippedShare: clippedShare)
  }

  /// The position of time `seconds` of the probe in the record.
  private func sample(of seconds: Double) -> Double {
    let starts = ProbeSignal.sounderStarts
    return seconds < starts[1]
      ? sounders[0] + (seconds - starts[0]) * Self.rate / (1 + dilations.first)
      : sounders[1] + (seconds - starts[1]) * Self.rate / (1 + dilations.second)
  }

  private func slice(from sample: Int, count: Int) -> ArraySlice<Float> {
    (sample..<sample + count).map { record.indices.contains($0) ? record[$0] : 0 }[...]
  }

  // MARK: When the sounders came

  /// Aligns the three sounders by their impulse responses, because the strongest echo may differ
  /// between sounders.
  private mutating func refine() {
    let starts = sounders.map { Int(($0 - Self.leadSeconds * Self.rate).rounded()) }
    let matches = starts.enumerated().map { number, start in
      let dilation =
        [dilations.first, 0.5 * (dilations.first + dilations.second), dilations.second][number]
      let response = SweepResponse(ProbeSignal.sounder, dilation: dilation, size: Self.sounderSize)
      return response.match(slice(from: start, count: Self.sounderSize))
    }
    let places = starts.map { Double($0) + Self.leadSeconds * Self.rate }
    for number in [0, 2] {
      let lag = CorrelationPeak.lagSeconds(matches[number], matches[1])
      sounders[number] = places[number] + lag * Self.rate
    }
    sounders[1] = places[1]
    dilations = Self.dilations(sounders)
    // The reference of all three is the first sound of the second sounder.
    let response = SweepResponse(
      ProbeSignal.sounder, dilation: dilations.second, size: Self.sounderSize)
    let first = ImpulseProfile(response.impulseResponse(matches[1])).firstSeconds - Self.leadSeconds
    sounders = sounders.map { $0 + first * Self.rate }
  }

  // MARK: Sweeps

  /// Whether the loud sweep is in its place.
  var isSweepThere: Bool {
    let (response, start) = sweepResponse(at: ProbeSignal.loudSweepStart)
    return ImpulseProfile.isSound(
      response.impulseResponse(response.match(slice(from: start, count: Self.sweepSize))))
  }

  /// The response of the sweep that starts at `seconds`, and the start of its block in the record.
  private func sweepResponse(at seconds: Double) -> (SweepResponse, start: Int) {
    let dilation = seconds < ProbeSignal.sounderStarts[1] ? dilations.first : dilations.second
    let lead = Self.leadSeconds * Self.rate
    return (
      SweepResponse(ProbeSignal.sweep, dilation: dilation, size: Self.sweepSize),
      Int((sample(of: seconds) - lead).rounded())
    )
  }

  private func sweep(at seconds: Double, gain: Double, _ noise: [Double]) -> SweepView {
    let (response, start) = sweepResponse(at: seconds)
    let transfer = response.transfer(slice(from: start, count: Self.sweepSize))
    let rate = SweepResponse.responseRateHertz
    let window =
      Int(0.5 * Self.leadSeconds * rate)..<Int((Self.leadSeconds + Self.echoSeconds) * rate)
    let windowSeconds = Double(window.count) / rate
    let inside = response.transfer(transfer, within: window)
    var view = SweepView(
      gain: gain, transfer: inside, points: [], powers: [], noisePowers: [],
      impulses: Array(response.impulseResponse(transfer)[..<window.upperBound]))
    for (cell, density) in noise.enumerated() {
      let points = response.points(
        fromHertz: ProbeSignal.bandHertz.lowerBound + 100 * Double(cell), widthHertz: 100)
      let floor = points.reduce(0) {
        $0 + response.noisePower(density: density, index: $1, seconds: windowSeconds)
      }
      let sum = points.reduce(0) { $0 + Double(inside[$1].power) }
      let share = 1 / Double(points.count) / gain
      view.points.append(points)
      view.powers.append(max((sum - floor) * share, 0))
      view.noisePowers.append(floor * share)
    }
    return view
  }

  // MARK: Noise

  /// Power per hertz of every 100 Hz, on average over all quiet parts.
  private func noiseDensities(precedingSeconds: Double) -> [Double] {
    let start = sounders[0]
    var quiets = ProbeSignal.quiets.map { sample(of: $0.lowerBound)..<sample(of: $0.upperBound) }
    if precedingSeconds > 0.1 {
      quiets.append((start - precedingSeconds * Self.rate)..<(start - 0.02 * Self.rate))
    }
    var spectra = BlockSpectra(size: 4096, hop: 2048, window: .blackmanHarris, rateHertz: Self.rate)
    let bands = (0..<80).map { index -> ClosedRange<Double> in
      let lowest = ProbeSignal.bandHertz.lowerBound + 100 * Double(index)
      return lowest...lowest + 100
    }
    var series = BandSeries(bands, of: spectra)
    for quiet in quiets {
      let samples = slice(
        from: Int(quiet.lowerBound), count: Int(quiet.upperBound - quiet.lowerBound))
      samples.withUnsafeBufferPointer {
        if let base = $0.baseAddress { spectra.push(base, count: $0.count, stride: 1) }
      }
      while let block = spectra.next() { series.add(block) }
      spectra.clear()
    }
    return bands.indices.map { band in
      let sum = (0..<series.count).reduce(0.0) { $0 + Double(series.density($1, band)) }
      return max(sum / Double(max(series.count, 1)), 1e-20)
    }
  }

  private var clippedShare: Double {
    var statistics = SampleStatistics(rateHertz: Self.rate)
    let samples = slice(from: Int(sounders[0]), count: Int(ProbeSignal.seconds * Self.rate))
    samples.withUnsafeBufferPointer {
      if let base = $0.baseAddress { statistics.push(base, count: $0.count, stride: 1) }
    }
    return statistics.clippedShare
  }
}
