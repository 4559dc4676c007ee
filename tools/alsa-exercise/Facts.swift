import HandShakeAudioDevice

/// What one direction did.
struct DirectionFacts: Codable, Sendable {
  var sampleRateHertz: Int?
  var channelCount: Int?
  var formatName: String?
  var frames = 0
  var xruns = 0
  var suspends = 0
  /// The error that ended it, as Swift describes it.
  var error: String?
  /// Seconds from the interrupt to the end, the device closed.
  var secondsSinceInterrupt: Double?

  init() {}

  mutating func note(_ interruptions: Interruptions) {
    xruns = interruptions.xruns
    suspends = interruptions.suspends
  }
}

/// What is printed.
struct Facts: Codable {
  var play: DirectionFacts?
  var capture: DirectionFacts?
  /// Largest difference between what was played and what any channel captured of it, after the
  /// first sample that isn't silence; absent where nothing was heard.
  var maximumError: Float?
  var playList: [String]?
  var captureList: [String]?
}
