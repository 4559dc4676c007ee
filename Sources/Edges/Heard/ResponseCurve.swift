/// The response of a link or a loudspeaker over frequency, for the picture of a probe.
package struct ResponseCurve: Sendable {
  /// The measurement at one frequency.
  package struct Point: Sendable, Equatable {
    /// The frequency.
    package var hertz: Double
    /// The received level, in dB; nil if it was not measured.
    package var responseDecibels: Double?
    /// The noise level, in dB of the same reference; nil if it was not measured.
    package var noiseDecibels: Double?

    /// Levels at `hertz`, in dB.
    package init(hertz: Double, responseDecibels: Double?, noiseDecibels: Double?) {
      self.hertz = hertz
      self.responseDecibels = responseDecibels
      self.noiseDecibels = noiseDecibels
    }
  }

  /// The title above the curves.
  package var title: String
  /// The points, in ascending order of frequency.
  package var points: [Point]
  /// The highest frequency that plays well; nil to mark no frequency.
  package var ceilingHertz: Double?

  /// Curves through `points`, which ascend in frequency, with `title`.
  package init(title: String, points: [Point], ceilingHertz: Double? = nil) {
    self.title = title
    self.points = points
    self.ceilingHertz = ceilingHertz
  }
}
