import CHandShake
import HandShakeC
import Testing

/// Probes and the paths they measure, through the C interface.
@Suite struct PathTests {
  private func probe(
    rateHertz: Double = 48_000, levelDecibels: Double = -6, ceilingHertz: Double = 0
  ) throws -> [Float] {
    var samples = [Float](
      repeating: 0, count: handshake_probe_sample_count(rateHertz))
    try #require(
      handshake_probe_write(rateHertz, levelDecibels, ceilingHertz, &samples) == HANDSHAKE_OK)
    return samples
  }

  /// What was measured, to its end or to the first report.
  private func report<Result>(
    on samples: [Float], rateHertz: Double = 48_000, channels: Int = 1,
    _ look: (handshake_path_report?) throws -> Result
  ) throws -> Result {
    var path: OpaquePointer?
    try #require(handshake_path_open(rateHertz, channels, &path) == HANDSHAKE_OK)
    defer { handshake_path_close(path) }
    for start in stride(from: 0, to: samples.count, by: 4800 * channels) {
      let block = Array(samples[start..<min(start + 4800 * channels, samples.count)])
      #expect(handshake_path_push(path, block, block.count / channels) == HANDSHAKE_OK)
    }
    #expect(handshake_path_finish(path) == HANDSHAKE_OK)
    #expect(handshake_path_finish(path) == HANDSHAKE_OK)
    #expect(handshake_path_push(path, [0], 1) == HANDSHAKE_FINISHED)
    var (report, isThere) = (handshake_path_report(), Int32(7))
    try #require(handshake_path_poll(path, &report, &isThere) == HANDSHAKE_OK)
    return try look(isThere == 1 ? report : nil)
  }

  private func around(_ samples: [Float], noise: Float = 1e-4) -> [Float] {
    let quiet = [Float](repeating: 0, count: 48_000)
    return (quiet + samples + quiet).map { $0 + .random(in: -noise...noise) }
  }

  @Test func aPathThatChangesNothing() throws {
    try report(on: around(probe())) { report in
      let report = try #require(report)
      #expect(abs(report.start_seconds - 1) < 0.01 && report.sent_level_decibels == -6)
      #expect(report.protocol.map { String(cString: $0) } == "burst")
      #expect(report.rung == 11 && report.ceiling_hertz == 20_000 && report.level_decibels == -6)
      #expect(report.margin_decibels > 10 && report.obstacle == HANDSHAKE_NO_OBSTACLE)
      #expect(report.cell_count == 80 && report.step_count == 5)
      let cells = UnsafeBufferPointer(start: report.cells, count: report.cell_count)
      let hertz: [Double] = (0..<80).map { 14_050 + 100 * Double($0) }
      #expect(cells.map(\.hertz) == hertz)
      #expect(cells.allSatisfy { $0.hidden == 0 && abs($0.response_decibels) < 1 })
      #expect(cells.allSatisfy { $0.noise_decibels < -80 && $0.steadiness > 0.99 })
      let steps = UnsafeBufferPointer(start: report.steps, count: report.step_count)
      #expect(steps.map(\.level_decibels) == [-18, -15, -12, -9, -6])
    }
  }

  @Test(arguments: [44_100.0, 96_000])
  func otherRates(rateHertz: Double) throws {
    try report(on: probe(rateHertz: rateHertz), rateHertz: rateHertz) { report in
      #expect(report?.rung == 11)
    }
  }

  @Test func theStrongestChannel() throws {
    let samples = try around(probe(levelDecibels: -20)).flatMap { [Float(1e-5), $0] }
    try report(on: samples, channels: 2) { report in
      #expect(report?.sent_level_decibels == -20)
    }
  }

  @Test func aCeiling() throws {
    try report(on: around(probe(ceilingHertz: 18_500))) { report in
      #expect(report?.ceiling_hertz == 18_500)
    }
  }

  @Test func noProbeNoReport() throws {
    try report(on: around([Float](repeating: 0, count: 480_000))) { #expect($0 == nil) }
    try report(on: around(Array(probe().prefix(150_000)))) { #expect($0 == nil) }
    try report(on: []) { #expect($0 == nil) }
  }

  @Test func tooFaintForAnything() throws {
    let faint = try around(probe(levelDecibels: -60), noise: 0.02)
    try report(on: faint) { report in
      guard let report else { return }
      #expect(report.protocol == nil && report.obstacle == HANDSHAKE_TOO_FAINT)
      #expect(report.margin_decibels.isNaN && report.rung == -1)
    }
  }

  @Test func argumentsThatAreWrong() throws {
    #expect(handshake_probe_sample_count(48_000) == 288_000)
    for rate in [0, 32_000, 1e6, -1, .nan, .infinity] {
      #expect(handshake_probe_sample_count(rate) == 0)
      #expect(handshake_probe_write(rate, 0, 0, nil) == HANDSHAKE_BAD_RATE)
    }
    var samples = [Float](repeating: 7, count: 288_000)
    for level in [1, -61, -3.5, .nan] {
      #expect(handshake_probe_write(48_000, level, 0, &samples) == HANDSHAKE_BAD_ARGUMENT)
    }
    for ceiling in [16_999, -1, .nan] {
      #expect(handshake_probe_write(48_000, 0, ceiling, &samples) == HANDSHAKE_BAD_ARGUMENT)
    }
    #expect(handshake_probe_write(48_000, 0, 0, nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(samples.allSatisfy { $0 == 7 })
    var path: OpaquePointer?
    #expect(handshake_path_open(32_000, 1, &path) == HANDSHAKE_BAD_RATE)
    #expect(handshake_path_open(.nan, 1, &path) == HANDSHAKE_BAD_RATE)
    #expect(handshake_path_open(48_000, 65, &path) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_path_open(48_000, 1, nil) == HANDSHAKE_BAD_ARGUMENT)
    #expect(path == nil)
    #expect(handshake_path_push(nil, [0], 1) == HANDSHAKE_BAD_ARGUMENT)
    #expect(handshake_path_finish(nil) == HANDSHAKE_BAD_ARGUMENT)
    try #require(handshake_path_open(48_000, 64, &path) == HANDSHAKE_OK)
    #expect(handshake_path_push(path, [0], 1 << 28) == HANDSHAKE_BAD_ARGUMENT)
    var isThere: Int32 = 0
    #expect(handshake_path_poll(path, nil, &isThere) == HANDSHAKE_BAD_ARGUMENT)
    handshake_path_close(path)
    handshake_path_close(nil)
  }
}
