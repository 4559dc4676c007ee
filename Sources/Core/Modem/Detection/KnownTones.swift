/// The tones of a message that was read, and when they sounded: a start that is made of them is none.
struct KnownTones {
  /// A time in which the tones do not change.
  struct Section {
    let seconds: Range<Double>
    let hertz: [Double]
  }

  let sections: [Section]

  /// Whether one of them sounded `during` some of these seconds, at most `reachHertz` from `hertz`.
  func hold(_ hertz: Double, reachHertz: Double, during seconds: Range<Double>) -> Bool {
    sections.contains { section in
      section.seconds.overlaps(seconds)
        && section.hertz.contains { abs($0 - hertz) <= reachHertz }
    }
  }
}
