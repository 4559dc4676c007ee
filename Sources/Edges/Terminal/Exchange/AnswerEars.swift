import Feed
import Modem

/// The microphone by which answers are heard, and the receiver that reads them. Where the device fails, that is told
/// as a failure of the ears, whatever else plays meanwhile.
final class AnswerEars {
  private let device: Setting<String>
  private let input: SoundInput
  private var feed: ReceiverFeed

  /// How a sentence names the device.
  var name: String { input.name }
  /// Frames a second.
  var rateHertz: Double { input.rateHertz }
  /// How much was heard so far.
  var seconds: Double { input.seconds }

  /// Opens `device` for answers by `protocols`; `keepsSamples` says whether `samples` are wanted.
  init(
    _ device: Setting<String>, protocols: [ModemProtocol], keepsSamples: Bool = false
  ) throws(CommandFailure) {
    let input = try CommandFailure.ofAnswers(device) { () throws(CommandFailure) in
      try SoundInput(.device(device.value), bandHertz: BandFilter.bandHertz(of: protocols))
    }
    feed = try ReceiverFeed(
      protocols: protocols, rateHertz: input.rateHertz, channelCount: input.channelCount,
      fixedChannel: nil, keepsSamples: keepsSamples)
    self.device = device
    self.input = input
  }

  /// Hands what each block of sound brings to `take`, until it has had enough (false) or a signal comes.
  func listen(
    _ take: ([ReceiverEvent]) throws(CommandFailure) -> Bool
  ) throws(CommandFailure) {
    // What `take` throws may be of the device that plays, which is not the one that hears.
    var failure: CommandFailure?
    try CommandFailure.ofAnswers(device) { () throws(CommandFailure) in
      try input.read(blockLength: DuplexBlock.frameCount * input.channelCount) { frames in
        do throws(CommandFailure) {
          return try take(feed.push(frames))
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }

  /// The samples from one second to another of those that are kept, and when they begin.
  func samples(
    from startSeconds: Double, to endSeconds: Double
  ) -> (samples: [Float], startSeconds: Double) {
    feed.recent?.cut(from: startSeconds, to: endSeconds) ?? ([], 0)
  }

  /// What the user should know about the device since the last call.
  func notes() -> [String] { input.notes() }
}

/// How two directions at once are driven.
enum DuplexBlock {
  /// Samples of each channel that are taken at a time: whoever answers may not be long about it.
  static let frameCount = 2048
}

/// How loud it is where one listens for receipts.
struct NoiseMeter {
  private var softest = Float.infinity
  private var loudest: Float = 0

  /// Takes a level, unless one sounds oneself.
  mutating func take(_ event: ReceiverEvent, isSpeaking: Bool) {
    guard case .level(let level) = event else { return }
    loudest = max(loudest, level.peak)
    if !isSpeaking { softest = min(softest, level.bandRootMeanSquare) }
  }

  /// The softest tenth of a second, in dB of full scale; nil where all of it was zeros.
  var noiseDecibels: Double? {
    loudest > 0 && softest.isFinite ? decibels(amplitude: softest) : nil
  }
}

extension CommandFailure {
  /// Does `work` with the `device` that answers are heard or played by; its failures are told as such.
  static func ofAnswers<Result>(
    _ device: Setting<String>, _ work: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CommandFailure) {
      return try work()
    } catch {
      switch error {
      case .device(let error): throw device.blamed(for: .answerDevice(error))
      case .configured(let field, .device(let error)):
        throw .configured(field: field, .answerDevice(error))
      default: throw error
      }
    }
  }
}
