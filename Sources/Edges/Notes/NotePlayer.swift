import HandShakeSignal

/// Plays notes in order as a stream of samples, each with a fade at both ends, once or in a loop.
///
///     let notes = [
///       Note(.tone(Tone(frequencyHertz: 440)), seconds: 0.2), Note(.rest, seconds: 0.1),
///       Note(.tone(Tone(frequencyHertz: 660)), seconds: 0.4),
///     ]
///     var player = NotePlayer(notes, rateHertz: 48_000)
///     var block = [Float](repeating: 0, count: 1024)
///     while case let count = block.withUnsafeMutableBufferPointer({ player.read(into: $0) }),
///       count > 0 {
///       // Play block[..<count].
///     }
public struct NotePlayer: Sendable {
  /// The number of samples; nil if endless.
  public let sampleCount: Int?

  private let notes: [Note]
  private let isLooped: Bool
  private let timing: TimingFunction
  private let fadeSeconds: Double
  private let rateHertz: Double

  private var noteIndex = 0
  /// The oscillator of the current note; nil in a rest.
  private var oscillator: Oscillator?
  private var fade: Fade
  /// Samples of the current note, and how many of them were read.
  private var noteCount = 0
  private var position = 0
  /// Falls to 0 after `stop`.
  private var ending: GlidingGain

  /// A player of `notes`.
  ///
  /// - Parameters:
  ///   - notes: The notes; an empty list gives no samples.
  ///   - timing: The course of every fade-in; the fade-out is its reverse.
  ///   - fadeSeconds: The length of each fade, at least 0; at most half of the note.
  ///   - isLooped: Whether the notes repeat.
  ///   - rateHertz: The sampling rate, above 0.
  public init(
    _ notes: [Note], timing: TimingFunction = .raisedCosine,
    fadeSeconds: Double = Fade.defaultSeconds, isLooped: Bool = false, rateHertz: Double
  ) {
    self.notes = notes
    self.timing = timing
    self.fadeSeconds = fadeSeconds
    self.isLooped = isLooped
    self.rateHertz = rateHertz
    let isEndless = notes.contains { $0.seconds == .infinity } || (isLooped && !notes.isEmpty)
    sampleCount =
      isEndless ? nil : notes.reduce(0) { $0 + Self.count($1.seconds, rateHertz: rateHertz) }
    fade = Fade(timing, seconds: fadeSeconds, rateHertz: rateHertz)
    ending = GlidingGain(1, course: fade)
    if !notes.isEmpty { begin(0) }
  }

  /// Ends it early: the next samples fade out, then it ends.
  public mutating func stop() { ending.move(to: 0) }

  /// Fills the front of `samples`; gives their number, 0 at the end.
  public mutating func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
    let isStopping = ending.target == 0
    if isStopping, !ending.isMoving { return 0 }
    var filled = 0
    while filled < samples.count, noteIndex < notes.count {
      let count = min(noteCount - position, samples.count - filled)
      let block = UnsafeMutableBufferPointer(rebasing: samples[filled..<filled + count])
      oscillator?.renderSine(into: block)
      if oscillator == nil {
        block.update(repeating: 0)
      } else {
        fade.shape(block, at: position, ofBurst: noteCount)
      }
      position += count
      filled += count
      if position == noteCount {
        begin(isLooped && noteIndex == notes.count - 1 ? 0 : noteIndex + 1)
      }
    }
    ending.apply(to: UnsafeMutableBufferPointer(rebasing: samples[..<filled]))
    return filled
  }

  private mutating func begin(_ index: Int) {
    noteIndex = index
    position = 0
    guard index < notes.count else { return }
    let note = notes[index]
    noteCount = Self.count(note.seconds, rateHertz: rateHertz)
    switch note.sound {
    case .rest:
      oscillator = nil
      return
    case .tone(let tone):
      oscillator = Oscillator(tone, rateHertz: rateHertz)
    case .glide(let tone, let toHertz):
      oscillator = Oscillator(tone, rateHertz: rateHertz)
      oscillator?.glideHertzPerSecond =
        (toHertz - tone.frequencyHertz) / (Double(noteCount) / rateHertz)
    }
    fade = Fade(timing, seconds: min(fadeSeconds, note.seconds / 2), rateHertz: rateHertz)
  }

  private static func count(_ seconds: Double, rateHertz: Double) -> Int {
    seconds == .infinity ? .max / 2 : max(1, Int((seconds * rateHertz).rounded()))
  }
}
