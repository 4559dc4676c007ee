/// The tones of a message that was read, and their times. A start of these tones is not a frame.
struct KnownTones {
  /// A time in which the tones do not change.
  struct Section {
    let startSeconds: Double
    let seconds: Double
    let hertz: [Double]
  }

  let sections: [Section]

  /// Whether a tone within `reachHertz` of `hertz` sounded in the `seconds` from `start` on.
  @inline(never)
  func hold(_ hertz: Double, reachHertz: Double, from start: Double, seconds: Double) -> Bool {
    sections.contains { section in
      section.startSeconds < start + seconds && start < section.startSeconds + section.seconds
        && section.hertz.contains { abs($0 - hertz) <= reachHertz }
    }
  }
}
