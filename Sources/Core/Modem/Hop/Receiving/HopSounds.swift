/// Sounds that explain starts: the tones of a loud frame look like starts of others, which would cost as much to read
/// as frames do.
struct HopSounds {
  private let variants: HopVariants
  /// Frames that were read lately, of any timing or family: a start is found only when its preamble is over, which may
  /// be after the frame that it is a part of.
  private var read: [Frame] = []
  /// Frames of this timing that were read lately, each tone of which is known.
  private var known: [KnownTones] = []
  /// The claim after which others are new.
  private var claimNumber = 0
  /// Frames of other families that still arrive, beyond doubt.
  var arriving: [Frame] = []

  private static let mostRead = 8

  init(_ variants: HopVariants) { self.variants = variants }

  /// The frames that were read since the last call.
  mutating func takeRead(_ claims: borrowing Claims) -> [Frame] {
    let new = claims.read(since: &claimNumber)
    read = (read + new).suffix(Self.mostRead)
    return new
  }

  /// When what starts is a part of `frame`, in seconds.
  func span(_ frame: Frame) -> ClosedRange<Double> {
    // What follows at once may seem to start a little early.
    let end = frame.endSeconds - 2 * variants.parameters.symbolSeconds
    return frame.startSeconds - variants.preambleSeconds...max(end, frame.startSeconds)
  }

  /// Whether what starts at `seconds` is a part of a frame that was read.
  ///
  /// - Parameter contrast: of its preamble, as far as that is known.
  func explain(_ seconds: Double, _ placement: Placement, contrast: Float = 0) -> Bool {
    read.contains { frame in
      span(frame).contains(seconds)
        && (contrast < HopFrame.plainContrast && placement.overlaps(frame.placement)
          // Its own echo.
          || seconds <= frame.startSeconds + variants.preambleSeconds
            && variants.names.contains(frame.protocolName) && placement == frame.placement)
    }
  }

  /// Takes the tones of a frame that was read.
  mutating func take(_ candidate: MarkerCandidate, _ found: HopFound, _ guess: HopGuess) {
    let tones = variants.framings[guess.framingIndex].tones(found.text)
    known = (known + [KnownTones(candidate, dilation: found.dilation, tones)]).suffix(Self.mostRead)
  }

  /// Whether the preamble of `candidate` is made of the tones of a frame that was read: by what is left without them, a
  /// tone of it stands out less than those of a plain preamble do on average.
  ///
  /// - Parameter toneContrasts: score of each tone of the preamble over its neighbours.
  func explain(_ candidate: MarkerCandidate, toneContrasts: [Float]) -> Bool {
    let preamble = variants.parameters.preamble
    return known.contains { known in
      guard known.placementIndex == candidate.placementIndex else { return false }
      let left = preamble.indices.filter {
        !known.holds(preamble[$0], at: $0, of: candidate, variants)
      }
      let contrast = left.reduce(0) { $0 + toneContrasts[$1] }
      return left.count < preamble.count
        && contrast < HopFrame.plainContrast * Float(left.count) / Float(preamble.count)
    }
  }

  /// Whether what starts at `seconds` lies inside a frame of another family that still arrives.
  func hide(_ seconds: Double, _ placement: Placement) -> Bool {
    arriving.contains {
      $0.placement.overlaps(placement) && seconds > $0.startSeconds - variants.preambleSeconds
    }
  }

  /// Whether what another family took for a start is a part of a hop frame that was read.
  func hasRead(_ other: Frame) -> Bool {
    read.contains {
      variants.names.contains($0.protocolName) && $0.placement.overlaps(other.placement)
        && span($0).contains(other.startSeconds)
    }
  }
}

/// The tones of a frame that was read, and when they sounded.
private struct KnownTones {
  let placementIndex: Int
  let start: Double
  /// The mean over the frame.
  let dilation: Double
  let tones: [Int]

  /// Distance, in places of the grid, up to which a tone reaches a matched filter: beyond the first side lobe of the
  /// spectrum of a symbol.
  private static let reach = 2.0

  init(_ candidate: MarkerCandidate, dilation: Double, _ tones: [Int]) {
    placementIndex = candidate.placementIndex
    start = candidate.start
    self.dilation = 0.5 * (candidate.dilation + dilation)
    self.tones = tones
  }

  /// Whether a tone of the frame sounded near `tone` while symbol `index` of `candidate` did.
  func holds(
    _ tone: Int, at index: Int, of candidate: MarkerCandidate, _ variants: HopVariants
  ) -> Bool {
    let (parameters, symbolSamples) = (variants.parameters, variants.symbolSamples)
    let sample = candidate.start + Double(index) * symbolSamples / (1 + candidate.dilation)
    let first = (sample - start) * (1 + dilation) / symbolSamples
    let hertz =
      parameters.hertz(of: tone, in: variants.placement(of: candidate)) * (1 + candidate.dilation)
    // The clocks of a long frame are known to a quarter of a symbol.
    let during = Int((first - 0.25).rounded(.down))...Int((first + 1.25).rounded(.down))
    return tones.indices.clamped(to: during.lowerBound..<during.upperBound + 1).contains {
      let own = parameters.hertz(of: tones[$0], in: variants.placement(of: candidate))
      return abs(own * (1 + dilation) - hertz) <= Self.reach * parameters.toneSpacingHertz
    }
  }
}
