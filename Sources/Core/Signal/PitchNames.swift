// Names by scientific pitch notation: a letter, `#` or `b`, and the octave, which begins at C; C4 is
// the middle one.

extension Pitch {
  /// The name, with sharps: `A4`, `C#6`, `C-1`.
  public var name: String {
    let (octaves, semitones) = Self.octavesAndSemitones(midiNumber)
    return Self.names[semitones] + String(octaves - 1)
  }

  /// The pitch of a name such as `A4`, `C#6`, `Bb3`, `c-1`, or of a number such as `midi:69`; nil
  /// where `name` is neither, or no pitch of MIDI.
  ///
  /// Letters may be upper or lower case; the `b` of a flat is lower.
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
    guard let letter = name.first, let semitone = semitone(ofLetter: letter) else { return nil }
    var rest = name.dropFirst()
    var alteration = 0
    if rest.first == UInt8(ascii: "#") { alteration = 1 }
    if rest.first == UInt8(ascii: "b") { alteration = -1 }
    if alteration != 0 { rest = rest.dropFirst() }
    var sign = 1
    if rest.first == UInt8(ascii: "-") {
      sign = -1
      rest = rest.dropFirst()
    }
    guard let octave = integer(rest) else { return nil }
    return 12 * (sign * octave + 1) + semitone + alteration
  }

  private static func semitone(ofLetter letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "c"): 0
    case UInt8(ascii: "d"): 2
    case UInt8(ascii: "e"): 4
    case UInt8(ascii: "f"): 5
    case UInt8(ascii: "g"): 7
    case UInt8(ascii: "a"): 9
    case UInt8(ascii: "b"): 11
    default: nil
    }
  }

  /// One to three decimal digits.
  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...3).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = 10 * value + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
