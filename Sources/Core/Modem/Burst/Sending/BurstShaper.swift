import HandShakeSignal

/// The complex envelope of one burst frame at six times the baseband rate with reduced peaks,
/// window by window.
///
/// The shaper cuts each peak above the limit and filters the excess to the band. It subtracts the
/// excess, scaled up, and repeats until few peaks are left (Armstrong, Electron. Lett. 38, 2002).
/// Windows overlap and crossfade. Both windows keep to the limit there, so their mix does too.
struct BurstShaper: Sendable {
  /// Baseband samples before the sounder, where the filters build up, and after the end.
  static let marginCount = 16

  /// Samples of the whole frame, margins included.
  let sampleCount: Int

  private let pulse: BurstPulse
  private let sounder: [Complex]
  private let symbols: [Complex]
  private var windowIndex = 0
  /// The end of the previous window, to fade out.
  private var overlap: [Complex]
  private var window: [Complex]
  private var excess: [Complex]

  /// Samples from window to window.
  static let hop = BurstPulse.size / 2
  private static let overlapCount = 256
  /// The largest envelope that stays unchanged, and the goal of the reduction.
  private static let limit: Float = 0.97
  private static let goal: Float = 0.985
  private static let overcorrection: Float = 1.6
  private static let mostPasses = 12

  /// The frame of `symbols` after `sounder`.
  init(sounder: [Complex], symbols: [Complex], pulse: BurstPulse) {
    self.pulse = pulse
    self.sounder = sounder
    self.symbols = symbols
    let baseband = sounder.count + symbols.count / 3 * 4 + 2 * Self.marginCount
    sampleCount = baseband * BurstPulse.oversampling
    overlap = [Complex](repeating: Complex(0, 0), count: Self.overlapCount)
    window = [Complex](repeating: Complex(0, 0), count: BurstPulse.size)
    excess = window
  }

  /// Appends the next samples to `envelope`: at most `hop`, and no samples at the end.
  mutating func appendNext(to envelope: inout [Complex]) {
    let start = windowIndex * Self.hop
    guard start < sampleCount else { return }
    windowIndex += 1
    // The first sample of the window, a quarter window before the part that is used.
    let first = start - BurstPulse.size / 4 - Self.marginCount * BurstPulse.oversampling
    fill(from: first)
    reducePeaks()
    let quarter = BurstPulse.size / 4
    for index in 0..<min(Self.hop, sampleCount - start) {
      var sample = window[quarter + index]
      if index < Self.overlapCount && start > 0 {
        let gain = (Float(index) + 0.5) / Float(Self.overlapCount)
        sample = sample.scaled(by: gain) + overlap[index].scaled(by: 1 - gain)
      }
      envelope.append(sample.scaled(by: edgeGain(start + index)))
    }
    for index in 0..<Self.overlapCount { overlap[index] = window[quarter + Self.hop + index] }
  }

  /// The fade over the margins, which contain only the ringing of the filters.
  private func edgeGain(_ index: Int) -> Float {
    let distance = min(index, sampleCount - 1 - index)
    let count = Self.marginCount * BurstPulse.oversampling
    guard distance < count else { return 1 }
    let root = sine(0.5 * Float.pi * (Float(distance) + 0.5) / Float(count))
    return root * root
  }

  /// Shapes the part of the frame in the window that starts at `first`, counted from the sounder's
  /// first sample.
  private mutating func fill(from first: Int) {
    let end = first + BurstPulse.size
    let zero = Complex(0, 0)
    window.withUnsafeMutableBufferPointer { window in
      excess.withUnsafeMutableBufferPointer { excess in
        window.update(repeating: zero)
        excess.update(repeating: zero)
        var index = max(0, (first + 5) / BurstPulse.oversampling)
        while index < sounder.count, index * BurstPulse.oversampling < end {
          excess[index * BurstPulse.oversampling - first] = sounder[index]
          index += 1
        }
        let origin = sounder.count * BurstPulse.oversampling
        index = max(0, (first - origin + 7) / BurstPulse.samplesPerSymbol)
        while index < symbols.count, origin + index * BurstPulse.samplesPerSymbol < end {
          window[origin + index * BurstPulse.samplesPerSymbol - first] = symbols[index]
          index += 1
        }
        guard let window = window.baseAddress, let excess = excess.baseAddress else { return }
        pulse.symbolGains.withUnsafeBufferPointer { pulse.filter(window, $0.baseAddress!) }
        pulse.sampleGains.withUnsafeBufferPointer { pulse.filter(excess, $0.baseAddress!) }
        for index in 0..<BurstPulse.size { window[index] = window[index] + excess[index] }
      }
    }
  }

  private mutating func reducePeaks() {
    window.withUnsafeMutableBufferPointer { window in
      excess.withUnsafeMutableBufferPointer { excess in
        guard let window = window.baseAddress, let excess = excess.baseAddress else { return }
        for _ in 0..<Self.mostPasses {
          guard Self.cutPeaks(window, into: excess) > Self.goal else { return }
          pulse.bandGains.withUnsafeBufferPointer { pulse.filter(excess, $0.baseAddress!) }
          for index in 0..<BurstPulse.size {
            window[index] = window[index] + excess[index].scaled(by: -Self.overcorrection)
          }
        }
      }
    }
  }

  /// Writes the excess above the limit; returns the highest peak in the used part of the window.
  private static func cutPeaks(
    _ window: UnsafePointer<Complex>, into excess: UnsafeMutablePointer<Complex>
  ) -> Float {
    var highest: Float = 0
    let quarter = BurstPulse.size / 4
    for index in 0..<BurstPulse.size {
      let power = window[index].power
      if power <= limit * limit {
        excess[index] = Complex(0, 0)
        continue
      }
      let peak = power.squareRoot()
      if index >= quarter && index < BurstPulse.size - quarter + overlapCount {
        highest = max(highest, peak)
      }
      excess[index] = window[index].scaled(by: 1 - limit / peak)
    }
    return highest
  }
}
