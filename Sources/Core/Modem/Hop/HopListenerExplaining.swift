import Signal

/// What the sound of frames explains: the tones of a loud frame look like starts of others, which would
/// cost as much to read as frames do.
extension HopListener {
  private static let mostReadFrames = 8

  /// Whether a start lies inside a louder frame that still arrives: most likely it is that frame's own
  /// sound, and it is looked at only where nothing comes of the frame.
  func isWithinSureFrame(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Bool {
    let placement = placements[candidate.placementIndex]
    let isWithinOwn = frames.contains { frame in
      frame.isSure && frame.frame.placement.overlaps(placement)
        && frame.candidate.score > candidate.score && frame.candidate.start < candidate.start
        && candidate.start
          < Double(symbolEnd(frame, frame.guesses?.first?.symbolCount ?? framings[0].shortestCount))
    }
    guard !isWithinOwn, !arrivingFrames.isEmpty else { return isWithinOwn }
    let startSeconds = history.seconds(atSample: candidate.start)
    return arrivingFrames.contains {
      $0.placement.overlaps(placement) && startSeconds > $0.startSeconds - preambleSeconds
    }
  }

  /// Whether what another family took for a start is a part of a hop frame, whose successors are not to
  /// wait for the end of what never began.
  func isOwnSound(_ other: Frame) -> Bool {
    readFrames.contains {
      names.contains($0.protocolName) && $0.placement.overlaps(other.placement)
        && explainedSpan($0).contains(other.startSeconds)
    }
      || frames.contains {
        $0.isSure && $0.frame.placement.overlaps(other.placement)
          && $0.frame.startSeconds < other.startSeconds - preambleSeconds
      }
  }

  /// Gives up what seemed to start while `frame`, of this timing or another or of another family,
  /// arrived in the same band, and does not stand out by itself.
  func dropStarts(explainedBy frame: Frame, _ history: borrowing BasebandHistory) {
    if readFrames.count == Self.mostReadFrames { readFrames.removeFirst() }
    readFrames.append(frame)
    let span = explainedSpan(frame)
    let samples =
      history.sample(atSeconds: span.lowerBound)...history.sample(atSeconds: span.upperBound)
    for (index, placement) in placements.enumerated()
    where placement.overlaps(frame.placement) {
      frames.removeAll {
        $0.placementIndex == index && $0.contrast < Self.plainContrast
          && span.contains($0.frame.startSeconds)
      }
      pairing.forget(placementIndex: index, samples)
      waiting.removeAll {
        $0.later.placementIndex == index && samples.contains($0.later.start)
      }
    }
  }

  private var preambleSeconds: Double {
    Double(parameters.preamble.count) * parameters.symbolSeconds
  }

  /// When what starts is a part of `frame`, in seconds.
  private func explainedSpan(_ frame: Frame) -> ClosedRange<Double> {
    // What follows at once may seem to start a little early.
    let end = frame.endSeconds - 2 * parameters.symbolSeconds
    return frame.startSeconds - preambleSeconds...max(end, frame.startSeconds)
  }

  /// Whether what starts at `seconds` is a part of a frame that was read.
  ///
  /// - Parameter contrast: of its preamble, as far as that is known.
  func isExplained(
    _ seconds: Double, placementIndex: Int, contrast: Float = 0
  ) -> Bool {
    let placement = placements[placementIndex]
    return readFrames.contains { frame in
      explainedSpan(frame).contains(seconds)
        && (contrast < Self.plainContrast && placement.overlaps(frame.placement)
          // Its own echo.
          || seconds <= frame.startSeconds + preambleSeconds
            && names.contains(frame.protocolName) && placement == frame.placement)
    }
  }
}
