import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// What `--live` shows: the tone first, then the keys, as much as the terminal has room for.
struct LiveScreen {
  private let a4Hertz: Double
  private var shown = ""

  /// A screen that counts pitches from that A4.
  init(a4Hertz: Double) { self.a4Hertz = a4Hertz }

  /// Draws what has changed.
  mutating func draw(_ state: LiveState) {
    let size = StandardStream.error.size
    let lines = Self.lines(state, a4Hertz: a4Hertz, columns: size.columns, rows: size.rows)
    // Erased first: after a line that ends in the last column its end would be erased too.
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
