/// Sounds that explain starts. The tones of a loud frame look like starts of other frames, and a
/// start costs as much work as a frame.
struct HopSounds {
  private let variants: HopVariants
  /// Frames of any timing or family that were read lately. A start is found after its preamble,
  /// which may be after the end of the frame that contains it.
  private var read: [Frame] = []
  /// The number of the claim after which claims are new.
  private var claimNumber = 0
  /// Frames of other families that still arrive and are beyond doubt.
  var arriving: [Frame] = []

  private static let mostRead = 8
  /// Distance, in tone spacings, up to which a tone reaches a matched filter: beyond the first side
  /// lobe of the spectrum of a symbol.
  private static let reach = 2.0

  init(_ variants: HopVariants) { self.variants = variants }

  /// The frames that were read since the last call.
  mutating func takeRead(_ claims: borrowing Claims) -> [Frame] {
    let new = claims.read(since: &claimNumber)
    read = (read + new).suffix(Self.mostRead)
    return new
  }

  /// The times, in seconds, at which a start is a part of `frame`.
  func span(_ frame: Frame) -> ClosedRange<Double> {
    // A frame that follows at once may seem to start a little early.
    let end = frame.endSeconds - 2 * variants.parameters.symbolSeconds
    return frame.startSeconds - variants.preambleSeconds...max(end, frame.startSeconds)
  }

  /// Whether a start at `seconds` is a part of a frame that was read.
  ///
  /// - Parameter contrast: contrast of its preamble, as far as it is known.
  func explain(_ seconds: Double, _ placement: Placement, contrast: Float = 0) -> Bool {
    read.contains { frame in
      span(frame).contains(seconds)
        && (contrast < HopFrame.plainContrast && placement.overlaps(frame.placement)
          // The frame's own echo.
          || seconds <= frame.startSeconds + variants.preambleSeconds
            && variants.names.contains(frame.protocolName) && placement == frame.placement)
    }
  }

  /// The tones of a frame that was read and that started at `startSeconds`.
  func tones(
    _ candidate: MarkerCandidate, startSeconds: Double, _ found: HopFound, _ guess: HopGuess
  ) -> KnownTones {
    let (parameters, placement) = (variants.parameters, variants.placement(of: candidate))
    // The mean speed-up over the frame.
    let speedUp = 1 + 0.5 * (candidate.dilation + found.dilation)
    let symbolSeconds = parameters.symbolSeconds / speedUp
    let tones = variants.framings[guess.framingIndex].tones(found.text)
    return KnownTones(
      sections: tones.enumerated().map { index, tone in
        KnownTones.Section(
          startSeconds: startSeconds + Double(index) * symbolSeconds, seconds: symbolSeconds,
          hertz: [parameters.hertz(of: tone, in: placement) * speedUp])
      })
  }

  /// Whether the tones of a message that was read explain the preamble of `candidate`. The other
  /// tones of the preamble then stand out no more than the tones of a plain preamble do on average.
  ///
  /// - Parameters:
  ///   - startSeconds: when the preamble starts.
  ///   - toneContrasts: score of each tone of the preamble over its neighbours.
  ///   - claims: holds the tones of messages of all families.
  @inline(never) func explain(
    _ candidate: MarkerCandidate, startSeconds: Double, toneContrasts: [Float],
    by claims: borrowing Claims
  ) -> Bool {
    let (parameters, placement) = (variants.parameters, variants.placement(of: candidate))
    let symbolSeconds = parameters.symbolSeconds / (1 + candidate.dilation)
    return claims.knownTones.contains { known in
      let left = parameters.preamble.indices.filter { index in
        // The clock of a long frame is known to a quarter of a symbol.
        !known.hold(
          parameters.hertz(of: parameters.preamble[index], in: placement)
            * (1 + candidate.dilation),
          reachHertz: Self.reach * parameters.toneSpacingHertz,
          from: startSeconds + (Double(index) - 0.25) * symbolSeconds, seconds: 1.5 * symbolSeconds)
      }
      let contrast = left.reduce(0) { $0 + toneContrasts[$1] }
      let share = Float(left.count) / Float(parameters.preamble.count)
      return share < 1 && contrast <= HopFrame.plainContrast * share
    }
  }

  /// Whether a start at `seconds` lies inside a frame of another family that still arrives.
  func hide(_ seconds: Double, _ placement: Placement) -> Bool {
    arriving.contains {
      $0.placement.overlaps(placement) && seconds > $0.startSeconds - variants.preambleSeconds
    }
  }

  /// Whether a start that another family found is a part of a hop frame that was read.
  func hasRead(_ other: Frame) -> Bool {
    read.contains {
      variants.names.contains($0.protocolName) && $0.placement.overlaps(other.placement)
        && span($0).contains(other.startSeconds)
    }
  }
}
