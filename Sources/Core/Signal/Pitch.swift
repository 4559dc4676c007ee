/// A note of the equally tempered scale by its MIDI number: 60 is C4, 69 is A4, and a semitone is 1.
///
/// MIDI counts from 0 to 127. Names and frequencies go on beyond both ends, so that near-ultrasound
/// has pitches too: 18 kHz lies a quarter of a semitone above C#10.
public struct Pitch: Sendable, Equatable {
  /// The number by the MIDI 1.0 specification.
  public let midiNumber: Int

  /// The pitch of any number.
  public init(midiNumber: Int) {
    self.midiNumber = midiNumber
  }

  /// The 128 pitches of MIDI, lowest first: C-1 to G9.
  public static let all = (0...127).map { Pitch(midiNumber: $0) }

  /// The frequency of A4 unless another is asked for, in hertz (ISO 16).
  public static let standardA4Hertz = 440.0

  /// The frequency in hertz, `a4Hertz` · 2^((number - 69) / 12) (MIDI Tuning Standard): octaves are
  /// exact.
  public func frequencyHertz(a4Hertz: Double = standardA4Hertz) -> Double {
    let steps = midiNumber - 69
    let (octaves, semitones) = Self.octavesAndSemitones(steps)
    let ratio = exponential(Double(semitones) / 12 * Self.logarithmOfTwo)
    return a4Hertz * ratio * Double(sign: .plus, exponent: octaves, significand: 1)
  }

  /// The pitch nearest to a frequency, and how far above it the frequency lies: -50 to 50 cents.
  ///
  /// - Parameters:
  ///   - frequencyHertz: above 0 and finite.
  ///   - a4Hertz: the frequency of A4, above 0.
  public static func nearest(
    toHertz frequencyHertz: Double, a4Hertz: Double = standardA4Hertz
  ) -> (pitch: Pitch, cents: Double) {
    precondition(frequencyHertz > 0 && frequencyHertz.isFinite && a4Hertz > 0 && a4Hertz.isFinite)
    let steps =
      12 * (logarithm(frequencyHertz) - logarithm(a4Hertz)) / logarithmOfTwo
    let nearest = steps.rounded()
    return (Pitch(midiNumber: 69 + Int(nearest)), 100 * (steps - nearest))
  }

  static func octavesAndSemitones(_ steps: Int) -> (octaves: Int, semitones: Int) {
    let semitones = ((steps % 12) + 12) % 12
    return ((steps - semitones) / 12, semitones)
  }

  private static let logarithmOfTwo = 0.693147180559945309
}
