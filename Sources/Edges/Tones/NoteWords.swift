import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// Parses notes: `440`, `18k:0.5`, `A4:0.2`, `midi:69:0.2`, `-:0.1`.
struct NoteWords {
  /// The common properties of the tones.
  var voice: ToneVoice
  /// The frequency of A4.
  var a4Hertz: Double
  /// The length of a note without its own length.
  var seconds: Double

  /// The lengths of notes: from less than any device plays to a day.
  static let secondsRange = 0.001...86_400
  /// The expected value, in words.
  static let secondsWording = "seconds from 0.001 to 86400"

  /// The note of an operand.
  func note(_ operand: [UInt8]) throws(CommandFailure) -> Note {
    var parts = try text(operand).split(separator: ":", omittingEmptySubsequences: false)
    var pitch = String(parts.removeFirst())
    if pitch == "midi", !parts.isEmpty { pitch += ":" + parts.removeFirst() }
    var seconds = seconds
    if let typed = parts.first {
      guard parts.count == 1, let value = Quantity.seconds(String(typed)),
        Self.secondsRange.contains(value)
      else { throw .tone(.badDuration(operand)) }
      seconds = value
    }
    if pitch == "-" { return Note(.rest, seconds: seconds) }
    return Note(.tone(voice.tone(hertz: try frequency(pitch))), seconds: seconds)
  }

  /// The frequency of an operand without a length, in hertz.
  func frequency(_ operand: [UInt8]) throws(CommandFailure) -> Double {
    try frequency(text(operand))
  }

  private func text(_ operand: [UInt8]) throws(CommandFailure) -> String {
    guard let text = String(validating: operand, as: UTF8.self) else {
      throw .tone(.unknownPitch(operand))
    }
    return text
  }

  private func frequency(_ word: String) throws(CommandFailure) -> Double {
    if let pitch = Pitch(named: word) { return pitch.frequencyHertz(a4Hertz: a4Hertz) }
    guard let hertz = Quantity.hertz(word) else { throw .tone(.unknownPitch(Array(word.utf8))) }
    guard Self.frequencyRange.contains(hertz) else { throw .tone(.badFrequency(Array(word.utf8))) }
    return hertz
  }

  /// The frequencies below half of any rate. Later code checks the actual rate.
  static let frequencyRange = 0.001...384_000
}

/// `--sweep`, with `--step` and `--rest`.
enum SweepWords {
  /// The notes of the sweep of the options; `seconds` is the value of `--for`.
  static func notes(
    _ parsed: ParsedOptions, _ voice: ToneVoice, seconds: Double?
  ) throws(CommandFailure) -> [Note] {
    guard let range = try parsed.word(.sweep) else { return [] }
    let ends = range.split(separator: "-").map { Quantity.hertz(String($0)) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from != to,
      NoteWords.frequencyRange.contains(from), NoteWords.frequencyRange.contains(to)
    else {
      throw .badValue(
        option: CommandOption.Name.sweep.flag, value: range,
        expected: "two different frequencies above 0, as 14k-22k")
    }
    let tone = voice.tone(hertz: from, highestHertz: max(from, to))
    let span = (to - from).magnitude
    guard
      let step = try parsed.quantity(
        .step, read: Quantity.hertz,
        allowed: span / Double(ToneOptions.largestNoteCount / 2)...span,
        expected: "hertz above 0, at most \(decimals(span, 0)) and not below "
          + "\(decimals(span / Double(ToneOptions.largestNoteCount / 2), 1)) in this sweep")
    else { return Note.sweep(tone, toHertz: to, seconds: seconds ?? 10) }
    let rest = try parsed.quantity(
      .rest, read: Quantity.seconds, allowed: 0...60, expected: "seconds from 0 to 60")
    return Note.steps(
      tone, toHertz: to, stepHertz: step, seconds: seconds ?? 0.2, restSeconds: rest ?? 0.1)
  }
}
