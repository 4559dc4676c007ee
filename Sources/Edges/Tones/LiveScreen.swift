import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// The screen of `--live`: the tone, then the keys, as far as the terminal has room.
struct LiveScreen {
  private let a4Hertz: Double
  private var shown = ""

  /// A screen with this frequency of A4.
  init(a4Hertz: Double) { self.a4Hertz = a4Hertz }

  /// Draws the changes.
  mutating func draw(_ state: LiveState) {
    let size = StandardStream.error.size
    let lines = Self.lines(state, a4Hertz: a4Hertz, columns: size.columns, rows: size.rows)
    // Erase first: erasing after a full line would remove its last column.
    let text = "\u{1b}[H\u{1b}[J" + lines.joined(separator: "\r\n")
    let drawn = "\(size)" + text
    guard drawn != shown else { return }
    shown = drawn
    StandardStream.error.write(text.utf8)
  }

  static func lines(
    _ state: LiveState, a4Hertz: Double, columns: Int, rows: Int
  ) -> [String] {
    let (pitch, cents) = Pitch.nearest(toHertz: state.hertz, a4Hertz: a4Hertz)
    let rounded = decimals(cents, 0)
    let tone = [
      decimals(state.hertz, 1) + " Hz",
      pitch.name + (cents >= 0.5 ? " +" : " ") + rounded + " ct",
      decimals(state.levelDecibels, 1) + " dB",
      state.isSounding ? "sounding" : "silent",
      "",
    ]
    let lines = tone + (columns < 30 ? narrowKeys : keys)
    return lines.prefix(max(rows, 1)).map { String($0.prefix(max(columns, 1))) }
  }

  private static let keys = [
    "left right          1 Hz",
    "shift left right   10 Hz",
    "up down            semitone",
    "PgUp PgDn          octave",
    "+ -                level, 1 dB",
    "space              start, stop",
    "q                  end",
  ]

  private static let narrowKeys = [
    "< >   1 Hz", "S-< > 10Hz", "^ v   semi", "Pg  octave", "+ -  level", "spc on/off",
    "q      end",
  ]
}
