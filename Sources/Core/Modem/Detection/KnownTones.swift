/// The tones of a message that was read, and when they sounded: a start that is made of them is none.
struct KnownTones {
  /// A time in which the tones do not change.
  struct Section {
    let startSeconds: Double
    let seconds: Double
    let hertz: [Double]
  }

  let sections: [Section]

  /// Whether one of them sounded in some of the `seconds` from `start` on, at most `reachHertz` from `hertz`.
  @inline(never)
  func hold(_ hertz: Double, reachHertz: Double, from start: Double, seconds: Double) -> Bool {
    sections.contains { section in
      section.startSeconds < start + seconds && start < section.startSeconds + section.seconds
        && section.hertz.contains { abs($0 - hertz) <= reachHertz }
    }
  }
}
