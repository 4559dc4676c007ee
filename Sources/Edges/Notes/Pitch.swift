import HandShakeSignal

/// A note of the equal-tempered scale by its MIDI number: 60 is C4, 69 is A4, and a semitone is 1.
///
/// MIDI numbers are 0 to 127. Names and frequencies continue beyond both ends, so that
/// near-ultrasonic pitches exist too: 18 kHz is a quarter of a semitone above C#10.
public struct Pitch: Sendable, Equatable {
  /// The number in the MIDI 1.0 specification.
  public let midiNumber: Int

  /// The pitch of any number.
  public init(midiNumber: Int) { self.midiNumber = midiNumber }

  /// The 128 pitches of MIDI, lowest first: C-1 to G9.
  public static let all = (0...127).map { Pitch(midiNumber: $0) }

  /// The usual frequency of A4, in hertz (ISO 16).
  public static let standardA4Hertz = 440.0

  /// The frequency in hertz, `a4Hertz` · 2^((number - 69) / 12) (MIDI Tuning Standard). Octaves are
  /// exact.
  public func frequencyHertz(a4Hertz: Double = standardA4Hertz) -> Double {
    let steps = midiNumber - 69
    let (octaves, semitones) = Self.octavesAndSemitones(steps)
    let ratio = exponential(Double(semitones) / 12 * logarithmOfTwo)
    return a4Hertz * ratio * Double(sign: .plus, exponent: octaves, significand: 1)
  }

  /// The pitch nearest to a frequency, and the frequency's distance above it: -50 to 50 cents.
  ///
  /// - Parameters:
  ///   - frequencyHertz: above 0 and finite.
  ///   - a4Hertz: the frequency of A4, above 0.
  public static func nearest(
    toHertz frequencyHertz: Double, a4Hertz: Double = standardA4Hertz
  ) -> (pitch: Pitch, cents: Double) {
    precondition(frequencyHertz > 0 && frequencyHertz.isFinite && a4Hertz > 0 && a4Hertz.isFinite)
    let steps = 12 * (logarithm(frequencyHertz) - logarithm(a4Hertz)) / logarithmOfTwo
    let nearest = steps.rounded()
    return (Pitch(midiNumber: 69 + Int(nearest)), 100 * (steps - nearest))
  }

  static func octavesAndSemitones(_ steps: Int) -> (octaves: Int, semitones: Int) {
    let semitones = ((steps % 12) + 12) % 12
    return ((steps - semitones) / 12, semitones)
  }
}

// Names in scientific pitch notation: a letter, `#` or `b`, and the octave, which begins at C. C4
// is middle C.

extension Pitch {
  /// The name, with sharps: `A4`, `C#6`, `C-1`.
  public var name: String {
    let (octaves, semitones) = Self.octavesAndSemitones(midiNumber)
    return Self.names[semitones] + String(octaves - 1)
  }

  /// The pitch of a name such as `A4`, `C#6`, `Bb3`, `c-1`, or of a number such as `midi:69`. Nil
  /// for other text, or outside MIDI.
  ///
  /// Letters may be upper or lower case; the `b` of a flat is lower case.
  public init?(named name: String) {
    let bytes = Array(name.utf8)
    let numbered = Array("midi:".utf8)
    let number: Int?
    if bytes.starts(with: numbered) {
      number = Self.integer(bytes.dropFirst(numbered.count))
    } else {
      number = Self.number(ofName: bytes[...])
    }
    guard let number, (0...127).contains(number) else { return nil }
    self.init(midiNumber: number)
  }

  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  private static func number(ofName name: ArraySlice<UInt8>) -> Int? {
    guard let letter = name.first, let semitone = letters.firstIndex(of: letter | 0x20) else {
      return nil
    }
    let rest = name.dropFirst()
    let isSharp = rest.first == UInt8(ascii: "#")
    let isFlat = rest.first == UInt8(ascii: "b")
    guard let octave = integer(isSharp || isFlat ? rest.dropFirst() : rest) else { return nil }
    return 12 * (octave + 1) + semitone + (isSharp ? 1 : isFlat ? -1 : 0)
  }

  /// The letters of an octave, each at its number of semitones above C.
  private static let letters = Array("c_d_ef_g_a_b".utf8)

  /// One to three decimal digits, with a minus for a negative number.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard (1...3).contains(digits.count) else { return nil }
    return digits.first == UInt8(ascii: "+") ? nil : Int(String(decoding: text, as: UTF8.self))
  }
}
