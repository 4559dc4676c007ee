import Signal

/// What a picture of listening shows.
public struct HeardSound: Sendable {
  /// How the input is called.
  public var name: String
  /// The spectrum over time.
  public var spectra: SpectrumSeries
  /// The frames in it.
  public var frames: HeardFrames

  /// The sound of an input called `name`.
  public init(name: String, spectra: SpectrumSeries, frames: HeardFrames) {
    self.name = name
    self.spectra = spectra
    self.frames = frames
  }
}

/// Draws something as a file of a format; throws `undrawable`.
public typealias PictureDrawing<Content> =
  @Sendable (Content, PictureFormat) throws(CommandFailure)
  -> [UInt8]
