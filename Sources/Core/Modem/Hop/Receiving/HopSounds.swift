/// Sounds that explain starts: the tones of a loud frame look like starts of others, which would cost as
/// much to read as frames do.
struct HopSounds {
  private let variants: HopVariants
  /// Frames that were read lately, of any timing or family: a start is found only when its preamble is
  /// over, which may be after the frame that it is a part of.
  private var read: [Frame] = []
  /// The claim after which others are new.
  private var claimNumber = 0
  /// Frames of other families that still arrive, beyond doubt.
  var arriving: [Frame] = []

  private static let mostRead = 8

  init(_ variants: HopVariants) { self.variants = variants }

  /// The frames that were read since the last call.
  mutating func takeRead(_ claims: Claims) -> [Frame] {
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
