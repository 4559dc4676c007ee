import HandShakeAudioDevice

/// The results of one direction.
struct DirectionFacts: Codable, Sendable {
  var sampleRateHertz: Int?
  var channelCount: Int?
  var formatName: String?
  var frames = 0
  var xruns = 0
  var suspends = 0
  /// The error that ended it, in Swift's description.
  var error: String?
  /// Seconds from the interrupt until the device is closed.
  var secondsSinceInterrupt: Double?

  init() {}

  mutating func note(_ interruptions: Interruptions) {
    xruns = interruptions.xruns
    suspends = interruptions.suspends
  }
}

/// The printed results.
struct Facts: Codable {
  var play: DirectionFacts?
  var capture: DirectionFacts?
  /// Largest difference between the played and the captured samples of any channel, from the first
  /// sample with sound; absent without sound.
  var maximumError: Float?
  var playList: [String]?
  var captureList: [String]?
}
