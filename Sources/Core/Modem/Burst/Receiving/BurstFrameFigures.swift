import Signal

/// What is told of a frame.
extension BurstFrameReader {
  /// Baseband position of the frame's first sample.
  var startPosition: Double {
    header == nil ? candidate.position : warp.position(of: 0)
  }

  /// Share of the response's energy that comes at once, as through a cable.
  var earlyShare: Float {
    ComplexRun.energy(estimator.taps.start, count: estimator.lead + Self.cableTaps) / energyOfTaps
  }

  /// Taps after the first that a cable and the filters at its ends need.
  private static let cableTaps = 24

  /// Baseband position of the frame's end, as far as its header tells.
  var endPosition: Double? {
    layout.map { warp.position(of: Double($0.sampleCount)) }
  }

  /// By how many dB the frame might be weaker; nil before its header was read.
  ///
  /// Where the room swallows parts of the band, the rest carries less than the same power spread evenly:
  /// what an equaliser is left with is the geometric mean of one plus the ratio at every frequency
  /// (J. M. Cioffi et al., "MMSE decision-feedback equalizers and coding", IEEE Trans. Commun. 43, 1995).
  var marginDecibels: Double? {
    guard let header else { return nil }
    let transform = bench.transforms.of(1024)
    let whitener = ComplexMemory(count: transform.size)
    timeline.whitener.response(transform, into: whitener.start)
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    for tap in 0..<min(estimator.tapCount, transform.size) {
      transform.points[tap] = estimator.taps.start[tap]
    }
    transform.forward()
    // Where the symbols' spectrum lies.
    let reach = transform.size * 3 / 8
    var sum = 0.0
    for point in -reach..<reach {
      let place = point & (transform.size - 1)
      sum += logarithm(1 + Double(transform.points[place].power * whitener.start[place].power))
    }
    let left = exponential(sum / Double(2 * reach)) - 1
    let rate = bench.parameters.basebandRateHertz
    return 4.342944819 * logarithm(max(left, 1e-20) * rate / 24000)
      - BurstRung.limitDecibels(header.rung, basebandRateHertz: rate)
  }

  /// The sounder's power against that of the noise in 0 to 24 kHz, as of a real signal.
  var signalToNoiseDecibels: Double {
    let signal = Double(energyOfTaps)
    let noise = Double(noisePower) * 24000 / bench.parameters.basebandRateHertz
    return 4.342944819 * logarithm(max(signal, 1e-20) / max(noise, 1e-20))
  }
}
