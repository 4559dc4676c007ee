/// What a link or a loudspeaker passes, over frequency: what a picture of a probe shows.
package struct ResponseCurve: Sendable {
  /// What was measured at one frequency.
  package struct Point: Sendable, Equatable {
    /// The frequency.
    package var hertz: Double
    /// Level of what arrived, in dB; nil where nothing was measured.
    package var responseDecibels: Double?
    /// Level of the noise, in dB of the same reference; nil where nothing was measured.
    package var noiseDecibels: Double?

    /// Levels at `hertz`, in dB.
    package init(hertz: Double, responseDecibels: Double?, noiseDecibels: Double?) {
      self.hertz = hertz
      self.responseDecibels = responseDecibels
      self.noiseDecibels = noiseDecibels
    }
  }

  /// What stands above the curves.
  package var title: String
  /// In ascending order of frequency.
  package var points: [Point]
  /// Highest frequency that is played well, nil where there is none to mark.
  package var ceilingHertz: Double?

  /// Curves through `points`, ascending in frequency, under `title`.
  package init(title: String, points: [Point], ceilingHertz: Double? = nil) {
    self.title = title
    self.points = points
    self.ceilingHertz = ceilingHertz
  }
}
