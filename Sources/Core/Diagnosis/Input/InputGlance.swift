/// A check of a few moments of a recording, at a small part of the cost of its survey.
public enum InputGlance {
  /// Moments spread over the whole recording: edges need this many blocks.
  private static let spreadCount = 10

  /// Whether a survey of `samples` may find an edge or another sound in the band, because a moment
  /// shows it.
  ///
  /// An edge shows in any ten moments. A sound of a tenth of a second may lie between them, so
  /// there are also `moments`, in seconds, which most likely contain such a sound.
  public static func suspects(
    _ samples: UnsafeBufferPointer<Float>, rateHertz: Double, moments: [Double]
  ) -> Bool {
    var spectra = ChannelSurvey.longSpectra(rateHertz: rateHertz)
    let last = samples.count - spectra.size
    guard last >= 0, let start = samples.baseAddress else { return false }
    let top = ChannelSurvey.topHertz(rateHertz: rateHertz)
    var bands = BandSeries(ChannelSurvey.narrowBands(topHertz: top), of: spectra)
    var otherSound = OtherSoundCheck(spectra, topHertz: top)
    let size = spectra.size
    func look(at place: Int, isSpread: Bool) {
      spectra.clear()
      spectra.push(start + place, count: size, stride: 1)
      guard let block = spectra.next() else { return }
      if isSpread { bands.add(block) }
      otherSound.add(block)
    }
    for number in 0..<spreadCount { look(at: last * number / (spreadCount - 1), isSpread: true) }
    for moment in moments { look(at: min(max(Int(moment * rateHertz), 0), last), isSpread: false) }
    return otherSound.hasFound || CutoffCheck.edgeHertz(bands) != nil
  }
}
