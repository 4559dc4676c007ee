import Foundation
import HandShakeSignal
import HandShakeTestKit
import Testing

/// `htone --live` on a terminal of the test's own.
@Suite(.waiting) struct LiveToneTests {
  private let left = "\u{1b}[D"
  private let right = "\u{1b}[C"
  private let farRight = "\u{1b}[1;2C"
  private let farLeft = "\u{1b}[1;5D"
  private let up = "\u{1b}[A"
  private let down = "\u{1b}OB"
  private let pageUp = "\u{1b}[5~"
  private let pageDown = "\u{1b}[6~"

  @Test func keys() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("exec htone --live --device null A4 --a4 442")
    #expect(terminal.shows("442.0 Hz\r\r\nA4 0 ct\r\r\n-3.0 dB\r\r\nsilent\r\r\n"))
    #expect(terminal.frame.contains("PgUp PgDn          octave"))
    let steps: [(key: String, shown: String)] = [
      (right, "443.0 Hz\r\r\nA4 +4 ct"), (left + left, "441.0 Hz\r\r\nA4 -4 ct"),
      (farRight, "451.0 Hz"), (farLeft, "441.0 Hz"), (up, "467.2 Hz\r\r\nA#4 -4 ct"),
      (down, "441.0 Hz"), (pageUp, "882.0 Hz\r\r\nA5"), (pageDown, "441.0 Hz"),
      (" ", "sounding"), ("-", "-4.0 dB"), ("+=", "-2.0 dB"), ("+++", "0.0 dB"), (" ", "silent"),
      // What is no key of ours, whole and in pieces.
      ("\u{1b}[3~\u{1b}[99;99;99;99;99;99;99;99Rxyz\u{1b}x", "441.0 Hz"), ("\u{1b}", "441.0 Hz"),
      ("[C", "442.0 Hz"),
    ]
    for (key, shown) in steps {
      terminal.type(key)
      #expect(terminal.shows(shown, within: 3), "\(key.debugDescription)")
    }
    for _ in 0..<8 { terminal.type(pageDown) }
    #expect(terminal.shows("10.0 Hz"))
    for _ in 0..<14 { terminal.type(pageUp) }
    #expect(terminal.shows("23520.0 Hz"))
    terminal.type("q")
    #expect(try terminal.wait() == 0)
  }

  /// Above 14 kHz it is no louder than -12 dB, and does not grow louder by itself on the way back.
  @Test func caution() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("exec htone --live --device null 8k")
    #expect(terminal.shows("8000.0 Hz\r\r\nB8 +21 ct\r\r\n-3.0 dB"))
    terminal.type(pageUp)
    #expect(terminal.shows("16000.0 Hz\r\r\nB9 +21 ct\r\r\n-12.0 dB"))
    terminal.type(pageDown)
    #expect(terminal.shows("8000.0 Hz\r\r\nB8 +21 ct\r\r\n-12.0 dB"))
    terminal.type("+" + pageUp + "+")
    #expect(terminal.shows("16000.0 Hz\r\r\nB9 +21 ct\r\r\n-10.0 dB"))
  }

  @Test func sizes() throws {
    let terminal = try PseudoTerminal(columns: 10, rows: 24)
    try terminal.start("exec htone --live --device null 18k")
    #expect(terminal.shows("18000.0 Hz\r\r\nC#10 +25 c\r\r\n-12.0 dB"))
    #expect(terminal.shows("Pg  octave"))
    terminal.resize(columns: 80, rows: 3)
    #expect(terminal.becomes { terminal.frame == "18000.0 Hz\r\r\nC#10 +25 ct\r\r\n-12.0 dB" })
    terminal.resize(columns: 1, rows: 1)
    #expect(terminal.becomes { terminal.frame == "1" })
    terminal.resize(columns: 80, rows: 24)
    #expect(terminal.shows("start, stop"))
    terminal.type("q")
    #expect(try terminal.wait() == 0)
  }

  @Test(arguments: [
    ("q", 0, 0), ("\u{3}", 0, 130), ("", SIGTERM, 130), ("", SIGHUP, 130), ("", SIGINT, 130),
    ("", SIGSEGV, 128 + SIGSEGV), ("", SIGABRT, 128 + SIGABRT), ("", SIGTRAP, 128 + SIGTRAP),
    ("", SIGILL, 128 + SIGILL), ("", SIGQUIT, 128 + SIGQUIT),
  ])
  func terminalIsRestored(key: String, signal: Int32, status: Int32) throws {
    let terminal = try PseudoTerminal()
    let mode = terminal.mode
    try terminal.start("ulimit -c 0; exec htone --live --device null 440")
    #expect(terminal.shows("silent"))
    terminal.type(" ")
    #expect(terminal.shows("sounding"))
    #expect(terminal.mode != mode)
    if signal > 0 { kill(terminal.child, signal) } else { terminal.type(key) }
    #expect(try terminal.wait() == status)
    #expect(terminal.mode == mode)
    #expect(terminal.written.contains("\u{1b}[?25h\u{1b}[?1049l"))
  }

  @Test func noTerminal() throws {
    let sentence =
      htone(Texts.liveNeedsTerminal) + "\n"
    #expect(
      try Shell.run("htone --live 440") == Outcome(output: "", errors: sentence, status: 2))
    let terminal = try PseudoTerminal()
    try terminal.start("htone --live 440 2>errors; status=$?; cat errors; exit $status")
    #expect(try terminal.wait() == 2)
    #expect(terminal.written == sentence.replacingOccurrences(of: "\n", with: "\r\n"))
  }

  @Test func noDevice() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("exec htone --live --device nope 440")
    #expect(try terminal.wait() == 3)
    #expect(terminal.written.hasPrefix(htone(Texts.noDeviceHere("'nope'"))))
  }

  @Test func theDeviceGoes() throws {
    let terminal = try PseudoTerminal()
    let mode = terminal.mode
    try terminal.start(
      "'\(Shell.loop)' bash -c 'echo $LOOP_PID >daemon; htone --live 440; echo \"status $?\"'")
    #expect(terminal.shows("silent"))
    terminal.type(" ")
    #expect(terminal.shows("sounding"))
    let text = try String(contentsOfFile: terminal.directory + "/daemon", encoding: .utf8)
    let daemon = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    kill(daemon, SIGKILL)
    #expect(terminal.shows("status 3"))
    _ = try terminal.wait()
    #expect(terminal.mode == mode)
    #expect(terminal.written.contains("\u{1b}[?1049l\(Shell.gone("htone"))\r\n"))
  }

  /// What the recorder on this terminal has written.
  private func recorded(by terminal: PseudoTerminal) -> Data {
    FileManager.default.contents(atPath: terminal.directory + "/heard") ?? Data()
  }

  /// What is heard through a live loop while keys are pressed.
  private func heard() throws -> [Float] {
    let terminal = try PseudoTerminal()
    try terminal.start(
      """
      '\(Shell.loop)' bash -c '
        arecord -q -D loop -t raw -f FLOAT_LE -r 48000 -c 1 heard </dev/null &
        wait_until test -s heard; htone --live 18k
        wait_until has_bytes heard $(($(stat -c %s heard) + 100000))
        kill -INT $!; wait $!; echo done'
      """)
    /// Until so many seconds more are recorded.
    func record(_ seconds: Double) {
      let start = recorded(by: terminal).count
      let end = start + Int(seconds * 48_000) * 4
      #expect(terminal.becomes { recorded(by: terminal).count >= end })
    }
    #expect(terminal.shows("silent"))
    record(0.3)
    terminal.type(" ")
    #expect(terminal.shows("sounding"))
    record(0.3)
    for _ in 0..<5 {
      terminal.type(right)
      record(0.02)
    }
    for key in [farRight, up, down, pageDown, "+", "-", pageUp, " ", " "] {
      terminal.type(key)
      record(0.1)
    }
    #expect(terminal.shows("18015.0 Hz") && terminal.shows("sounding"))
    record(0.5)
    terminal.type(" ")
    #expect(terminal.shows("silent"))
    terminal.type("q")
    #expect(terminal.shows("done"))
    _ = try terminal.wait()
    return recorded(by: terminal).withUnsafeBytes {
      Array($0.prefix($0.count / 4 * 4).bindMemory(to: Float.self))
    }
  }

  /// The loudest thing below 7 kHz, where nothing of the tone is, in dB of a full-scale sine.
  private func loudestClick(_ samples: [Float]) -> Float {
    let size = 1024
    let transform = FourierTransform(size: size)
    let window = Window.blackmanHarris.coefficients(count: size)
    var loudest: Float = 0
    for start in stride(from: 0, through: samples.count - size, by: 256) {
      for index in 0..<size {
        transform.buffer[index] = Complex(samples[start + index] * window[index], 0)
      }
      transform.forward()
      for bin in 0..<149 { loudest = max(loudest, transform.buffer[bin].power) }
    }
    return 20 * log10(loudest.squareRoot() / (window.reduce(0, +) / 2))
  }

  @Test func soundThroughTheLoop() throws {
    let samples = try heard()
    #expect(loudestClick(samples) < -80)
    let first = try #require(samples.firstIndex { $0 != 0 })
    let last = try #require(samples.lastIndex { $0 != 0 })
    #expect(Double(last - first) / 48_000 > 1.5)
    // The semitone above 18,015 Hz is the highest it went, -11 dB the loudest.
    let loudest = pow(10, -11.0 / 20)
    let steepest = 2 * loudest * sin(.pi * 19_086.3 / 48_000)
    #expect(Double(samples.map(abs).max()!) < loudest + 1e-4)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { Double(abs($1 - $0)) < steepest })
    // The half second before the last fade: one tone of the frequency that was shown.
    let size = 16_384
    let transform = FourierTransform(size: size)
    let window = Window.blackmanHarris.coefficients(count: size)
    for index in 0..<size {
      transform.buffer[index] = Complex(samples[last - 2_000 - size + index] * window[index], 0)
    }
    transform.forward()
    let powers = (0...size / 2).map { transform.buffer[$0].power }
    let peak = powers.indices.max { powers[$0] < powers[$1] }!
    #expect(abs(Double(peak) * 48_000 / Double(size) - 18_015) < 3)
    let aside = powers.indices.filter { abs($0 - peak) > 4 }.map { powers[$0] }.max()!
    #expect(10 * log10(aside / powers[peak]) < -85)
  }
}
