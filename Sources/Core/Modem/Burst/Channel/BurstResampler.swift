import HandShakeSignal

/// Extracts one placement's frame from the receiver's baseband: moved to the centre of the
/// placement, at the frame's own rate, with its dilation removed.
///
/// The windowed-sinc interpolation is also the anti-alias filter. Taps between the tabulated phases
/// are interpolated linearly, with errors below -80 dB.
final class BurstResampler {
  /// Samples per second of the frame.
  let rateHertz: Double
  /// Frequency that becomes 0 Hz.
  let centreHertz: Double
  /// Rate and centre of the source baseband.
  let sourceRateHertz: Double
  let sourceCentreHertz: Double

  private static let phaseCount = 128
  /// Taps before and after a position.
  private let half: Int
  /// Each tap twice, for real and imaginary part, phase after phase.
  private let table: RealMemory
  private var mixed = ComplexMemory(count: 0)

  init(
    rateHertz: Double, centreHertz: Double, sourceRateHertz: Double, sourceCentreHertz: Double
  ) {
    self.rateHertz = rateHertz
    self.centreHertz = centreHertz
    self.sourceRateHertz = sourceRateHertz
    self.sourceCentreHertz = sourceCentreHertz
    // The signal fills 7/8 of its rate; aliases into it start at 9/8.
    let transition = 0.125 * rateHertz / sourceRateHertz
    half = KaiserWindow.reach(attenuationDecibels: 70, transition: transition) / 2 * 2 + 2
    let window = KaiserWindow(beta: 6.2)
    let cutoff = rateHertz / sourceRateHertz
    table = RealMemory(count: (Self.phaseCount + 1) * 4 * half)
    for phase in 0...Self.phaseCount {
      let fraction = Double(phase) / Double(Self.phaseCount)
      for tap in 0..<2 * half {
        let distance = Double(tap - half + 1) - fraction
        let value = Float(window.lowPass(at: distance, cutoff: cutoff, reach: Double(half)))
        table.start[(phase * 2 * half + tap) * 2] = value
        table.start[(phase * 2 * half + tap) * 2 + 1] = value
      }
    }
  }

  /// The resampling step of a frame without dilation.
  var step: Double { sourceRateHertz / rateHertz }

  /// Number of the last baseband sample that sample `index` of a frame needs.
  func lastNeeded(_ index: Int, _ warp: BurstWarp) -> Int {
    Int(warp.position(of: Double(index)).rounded(.down)) + half + 1
  }

  /// Writes samples `first..<first + count` of the frame, from microphone `channel`, to `output`.
  func read(
    _ history: borrowing BasebandHistory, _ channel: Int, _ warp: BurstWarp, first: Int, count: Int,
    into output: UnsafeMutablePointer<Complex>
  ) {
    guard count > 0 else { return }
    let begin = Int(warp.position(of: Double(first)).rounded(.down)) - half
    let end = Int(warp.position(of: Double(first + count - 1)).rounded(.down)) + half + 2
    let (firstStep, lastStep) = (
      warp.anchored(at: Double(first)).step, warp.anchored(at: Double(first + count)).step
    )
    precondition(firstStep > 0 && lastStep > 0, "the resampling step is positive")
    let run = end - begin
    if mixed.count < run { mixed = ComplexMemory(count: run) }
    history.withSamples(begin..<begin + run, channel: channel) { mix($0, first: begin, count: run) }
    var turn = Complex(1, 0)
    var rotation = Complex(1, 0)
    for index in 0..<count {
      let place = warp.position(of: Double(first + index))
      let base = place.rounded(.down)
      if index % 16 == 0 {
        // Between exact values the carrier turns steadily: even 5 m/s^2 bend it by at most 1e-5.
        turn = carrier(place, first + index)
        let step = warp.position(of: Double(first + index + 1)) - place
        let turns = centreHertz * (step / sourceRateHertz - 1 / rateHertz)
        rotation = .phasor(2 * .pi * turns)
      }
      let value = interpolate(mixed.start + (Int(base) - half + 1 - begin), Float(place - base))
      output[index] = value * turn
      turn = turn * rotation
    }
  }

  /// The phasor of the remaining carrier at baseband position `place`, sample `index` of a frame.
  private func carrier(_ place: Double, _ index: Int) -> Complex {
    let turns = centreHertz * (place / sourceRateHertz - Double(index) / rateHertz)
    return .phasor(2 * .pi * (turns - turns.rounded(.down)))
  }

  /// Moves the band to 0 Hz, where the next filter is centred.
  private func mix(_ samples: UnsafePointer<Complex>, first: Int, count: Int) {
    let step = (sourceCentreHertz - centreHertz) / sourceRateHertz
    let rotation = Complex.phasor(2 * .pi * step)
    var turn = Complex(1, 0)
    for index in 0..<count {
      if index % 32 == 0 {
        let turns = step * Double(first + index)
        turn = .phasor(2 * .pi * (turns - turns.rounded(.down)))
      }
      mixed.start[index] = samples[index] * turn
      turn = turn * rotation
    }
  }

  @inline(__always)
  private func interpolate(_ samples: UnsafePointer<Complex>, _ fraction: Float) -> Complex {
    let scaled = fraction * Float(Self.phaseCount)
    let phase = min(Int(scaled), Self.phaseCount - 1)
    let weight = scaled - Float(phase)
    let low = UnsafeRawPointer(table.start + phase * 4 * half)
    let high = low + 16 * half
    let data = UnsafeRawPointer(samples)
    var sum = SIMD8<Float>.zero
    for offset in stride(from: 0, to: 16 * half, by: 32) {
      let before = low.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let after = high.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      sum +=
        (before + weight * (after - before))
        * data.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
    let evens = sum.evenHalf
    let odds = sum.oddHalf
    return Complex(evens.sum(), odds.sum())
  }
}
