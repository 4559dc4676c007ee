/// Sounds that explain starts: the tones of a loud frame look like starts of others, which would cost as much to read
/// as frames do.
struct HopSounds {
  private let variants: HopVariants
  /// Frames that were read lately, of any timing or family: a start is found only when its preamble is over, which may
  /// be after the frame that it is a part of.
  private var read: [Frame] = []
  /// The claim after which others are new.
  private var claimNumber = 0
  /// Frames of other families that still arrive, beyond doubt.
  var arriving: [Frame] = []

  private static let mostRead = 8
  /// Distance, in places of the grid, up to which a tone reaches a matched filter: beyond the first side lobe of the
  /// spectrum of a symbol.
  private static let reach = 2.0

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

  /// The tones of a frame that was read, which started at `startSeconds`.
  func tones(
    _ candidate: MarkerCandidate, startSeconds: Double, _ found: HopFound, _ guess: HopGuess
  ) -> KnownTones {
    let (parameters, placement) = (variants.parameters, variants.placement(of: candidate))
    // The mean over the frame.
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

  /// Whether the preamble of `candidate` is made of the tones of a message that was read: by what is left without them,
  /// a tone of it stands out no more than those of a plain preamble do on average.
  ///
  /// - Parameters:
  ///   - startSeconds: when it starts.
  ///   - toneContrasts: score of each tone of the preamble over its neighbours.
  ///   - claims: has the tones of messages of all families.
  @inline(never) func explain(
    _ candidate: MarkerCandidate, startSeconds: Double, toneContrasts: [Float],
    by claims: borrowing Claims
  ) -> Bool {
    let (parameters, placement) = (variants.parameters, variants.placement(of: candidate))
    let symbolSeconds = parameters.symbolSeconds / (1 + candidate.dilation)
    return claims.knownTones.contains { known in
      let left = parameters.preamble.indices.filter { index in
        // The clocks of a long frame are known to a quarter of a symbol.
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
