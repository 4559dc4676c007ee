/// What a link or a loudspeaker passes, over frequency: what a picture of a probe shows.
public struct ResponseCurve: Sendable {
  /// What was measured at one frequency.
  public struct Point: Sendable, Equatable {
    /// The frequency.
    public var hertz: Double
    /// Level of what arrived, in dB; nil where nothing was measured.
    public var responseDecibels: Double?
    /// Level of the noise, in dB of the same reference; nil where nothing was measured.
    public var noiseDecibels: Double?

    /// Levels at `hertz`, in dB.
    public init(hertz: Double, responseDecibels: Double?, noiseDecibels: Double?) {
      self.hertz = hertz
      self.responseDecibels = responseDecibels
      self.noiseDecibels = noiseDecibels
    }
  }

  /// What stands above the curves.
  public var title: String
  /// In ascending order of frequency.
  public var points: [Point]
  /// Highest frequency that is played well, nil where there is none to mark.
  public var ceilingHertz: Double?

  /// Curves through `points`, ascending in frequency, under `title`.
  public init(title: String, points: [Point], ceilingHertz: Double? = nil) {
    self.title = title
    self.points = points
    self.ceilingHertz = ceilingHertz
  }
}
