/// The places of the blocks of a message's data in the received sound, and their speed.
struct GGWaveTimeline {
  /// Sample at which the data start.
  var start: Double
  /// Blocks of 64 ms that the sender made.
  let blockCount: Int
  /// Relative speed-up at the start and at the end of the data.
  var dilations: (start: Double, end: Double)
  /// Mean number of samples of a block.
  private let blockSamples: Double

  /// The markers whose time is reliable: the other marker may have lost a part.
  enum Anchor { case both, first, last }

  private static let nominal = Double(GGWaveBlockSpectrum.length)

  /// Data between two markers, as `blockCount` blocks.
  ///
  /// The speed is a weighted mean from the markers' frequencies and from the time between them.
  ///
  /// - Parameter markerHertz: the middle of the markers' band.
  init(
    from first: GGWaveMarker, to last: GGWaveMarker, anchor: Anchor, blockCount: Int,
    markerHertz: Double
  ) {
    self.blockCount = blockCount
    let frequencyError = Self.frequencyErrorHertz / markerHertz
    let gap = last.start - first.end
    let nominalGap = Double(blockCount) * Self.nominal
    let timeError = 1.4 * Self.timeErrorSamples / nominalGap
    var mean = 0.5 * (first.dilation + last.dilation)
    let fromTime = nominalGap / max(gap, 0.5 * nominalGap) - 1
    let weight = anchor == .both ? frequencyError * frequencyError : 0
    mean += (fromTime - mean) * weight / (weight + timeError * timeError)
    let bend = last.dilation - first.dilation
    // A change within the markers' errors is no acceleration.
    let half = abs(bend) > 4 * frequencyError ? 0.5 * bend : 0
    dilations = (mean - half, mean + half)
    blockSamples = Self.nominal / (1 + mean)
    let fromLast = last.start - Double(blockCount) * blockSamples
    start =
      switch anchor {
      case .both: 0.5 * (first.end + fromLast)
      case .first: first.end
      case .last: fromLast
      }
  }

  /// Data that start at sample `start`, at an unknown but constant speed.
  init(start: Double, blockCount: Int, dilation: Double) {
    self.start = start
    self.blockCount = blockCount
    dilations = (dilation, dilation)
    blockSamples = Self.nominal / (1 + dilation)
  }

  /// Error of a marker's frequency.
  private static let frequencyErrorHertz = 1.2
  /// Error of a marker's time.
  private static let timeErrorSamples = 80.0

  /// Speed-up during a block.
  func dilation(block: Int) -> Double {
    let share = (Double(block) + 0.5) / Double(blockCount)
    return dilations.start + (dilations.end - dilations.start) * share
  }

  /// Sample at which a block starts.
  func position(block: Int) -> Double {
    let elapsed = Double(block)
    let bend =
      0.5 * Self.nominal * (dilations.end - dilations.start) * elapsed
      * (1 - elapsed / Double(blockCount))
    return start + elapsed * blockSamples + bend
  }

  /// Moves the whole timeline by `samples`, and its speed by `dilation` about the middle.
  func moved(samples: Double, dilation: Double) -> GGWaveTimeline {
    var moved = self
    moved.start += samples
    moved.dilations = (dilations.start + dilation, dilations.end + dilation)
    return moved
  }
}
