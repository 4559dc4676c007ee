import HandShakeSignal

/// Waits for a probe in a stream of 48 kHz and measures its path.
public struct ProbeListener {
  /// Why there was no report at the end of a stream.
  public enum Absence: Sendable, Equatable {
    /// Only parts of a probe arrived.
    case cutOff
    /// No probe arrived; the usual level from 14 to 20 kHz and the loudest tenth of a second, in
    /// dB.
    case nothing(usualDecibels: Double, loudestDecibels: Double)
  }

  /// Sampling rate of the input.
  public static let rateHertz = SweepResponse.rateHertz

  private var search = ProbeSearch()
  private var record: [Float] = []
  /// Samples that were dropped from the front of the record.
  private var dropped = 0
  private var spectra: BlockSpectra
  private var levels: BandSeries

  /// Seconds of record: a probe, the noise before it and its echoes.
  private static let keptSeconds = 9.0
  /// The longest noise measurement before a probe.
  private static let longestQuietSeconds = 1.0
  private static let echoSeconds = 0.4

  /// A listener that has heard nothing yet.
  public init() {
    spectra = BlockSpectra(size: 4096, hop: 4800, window: .hann, rateHertz: Self.rateHertz)
    levels = BandSeries([14_000...20_000], of: spectra)
  }

  /// Takes the next samples, with full scale at 1; returns a report after a whole probe.
  public mutating func push(_ samples: UnsafeBufferPointer<Float>) -> ProbeReport? {
    guard let start = samples.baseAddress else { return nil }
    record.append(contentsOf: samples)
    search.push(samples)
    spectra.push(start, count: samples.count, stride: 1)
    while let block = spectra.next() { levels.add(block) }
    let report = measure(upTo: Double(dropped + record.count) - Self.echoSeconds * Self.rateHertz)
    let excess = record.count - Int(Self.keptSeconds * Self.rateHertz)
    if excess > Int(Self.rateHertz) {
      record.removeFirst(excess)
      dropped += excess
      search.forget(before: Double(dropped))
      levels.keepLast(3600)
    }
    return report
  }

  /// Searches the end of the stream.
  public mutating func finish() -> ProbeReport? {
    search.finish()
    return measure(upTo: .infinity)
  }

  /// Why there was no report.
  public var absence: Absence {
    if hasPart { return .cutOff }
    guard levels.count > 0 else { return .nothing(usualDecibels: -200, loudestDecibels: -200) }
    let width = 6000.0
    return .nothing(
      usualDecibels: decibels(power: width * levels.quantile(0.5, band: 0)),
      loudestDecibels: decibels(power: width * levels.quantile(1, band: 0)))
  }

  private mutating func measure(upTo end: Double) -> ProbeReport? {
    let last = end - ProbeSignal.sounder.seconds * Self.rateHertz
    while let samples = search.probe(before: last) {
      let places = samples.map { $0 - Double(dropped) }
      let measurement = ProbeMeasurement(record, sounders: places)
      guard measurement.isSweepThere else {
        search.reject(samples)
        continue
      }
      search.forget(before: samples[2] + 1)
      let quiet = min(Self.longestQuietSeconds, (places[0] - 1000) / Self.rateHertz)
      var report = measurement.report(precedingSeconds: quiet)
      report.startSeconds += Double(dropped) / Self.rateHertz
      return report
    }
    return nil
  }

  /// Whether a sounder has a probe's sweep beside it.
  private var hasPart: Bool {
    let starts = ProbeSignal.sounderStarts
    return search.hits.contains { hit in
      [ProbeSignal.faintSweepStart, ProbeSignal.loudSweepStart].contains { sweepStart in
        starts.contains { start in
          let place = hit.sample + (sweepStart - start) * Self.rateHertz - Double(dropped)
          return hasSweep(at: Int(place))
        }
      }
    }
  }

  private func hasSweep(at sample: Int) -> Bool {
    let lead = Int(0.04 * Self.rateHertz)
    guard sample > lead, sample < record.count else { return false }
    let response = SweepResponse(ProbeSignal.sweep, dilation: 0, size: 65_536)
    let impulses = response.impulseResponse(response.match(record[(sample - lead)...]))
    return ImpulseProfile.isSound(impulses) && ImpulseProfile.isCompact(impulses)
  }
}
