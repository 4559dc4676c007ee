import Foundation
import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import Testing

/// Broken set-ups, each with what `hrecv --doctor` is to say of it.
@Suite(.waiting) struct DoctorTests {
  /// A recording that is wrong in one way, or in none.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The channels, from the noise of a room.
    let spoil: @Sendable ([Float]) -> [[Float]]
    /// The lines that say what is wrong, all of them.
    let findings: [String]
    /// What is to be tried.
    let remedy: String
    let status: Int32
  }

  static let recordings = [
    Case(
      testDescription: "healthy", spoil: { [$0] }, findings: [Texts.nothingWrong],
      remedy: "", status: 0),
    Case(
      testDescription: "muted", spoil: { [$0.map { _ in 0 }] },
      findings: [
        Texts.cannotComeSilence
      ], remedy: Texts.tryMicrophone, status: 1),
    Case(
      testDescription: "8 kHz codec",
      spoil: { noise in
        let taps = LowPassFilter.taps(
          passHertz: 3400, stopHertz: 4000, attenuationDecibels: 80, rateHertz: 48_000)
        return [convolve(noise, with: taps.map { Float($0) })]
      },
      findings: [
        Texts.cannotComeCutOff("4.0 kHz")
      ], remedy: Texts.tryWithoutProcessing, status: 1),
    Case(
      testDescription: "clipping at +12 dB",
      spoil: { noise in
        let peak = noise.map(abs).max() ?? 1
        return [noise.map { max(-1, min(1, $0 / peak * 3.98)) }]
      },
      findings: [
        Texts.sufferClipping("18.5 %"),
        Texts.sufferNoise("-40 dB"),
      ],
      remedy: Texts.tryLowerLevel, status: 0),
    Case(
      testDescription: "gated",
      spoil: { noise in
        [noise.enumerated().map { $0 / 12_000 % 3 == 1 ? $1 * 0.01 : $1 }]
      },
      findings: [
        Texts.cannotComeShutOff("7")
      ], remedy: Texts.tryWithoutProcessing, status: 1),
    Case(
      testDescription: "gated to zero",
      spoil: { noise in [noise.enumerated().map { $0 / 4800 % 3 == 1 ? 0 : $1 }] },
      findings: [
        Texts.cannotComeShutOff("17")
      ], remedy: Texts.tryWithoutProcessing, status: 1),
    Case(
      testDescription: "DC offset", spoil: { [$0.map { $0 + 0.3 }] },
      findings: [
        Texts.aboutOffset("30.0 %")
      ], remedy: "", status: 0),
    Case(
      testDescription: "one dead channel of two", spoil: { [$0.map { _ in 0 }, $0] },
      findings: [
        Texts.sufferDeadChannel("1")
      ], remedy: "", status: 0),
  ]

  @Test(arguments: recordings)
  func recording(_ example: Case) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("doctor-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.wave(example.spoil(Self.roomNoise)).write(to: file)
    let outcome = try Shell.run("hrecv --doctor --input '\(file.path)'")
    #expect(Self.findings(outcome) == example.findings)
    #expect(example.remedy.isEmpty || outcome.output.contains(example.remedy))
    #expect(outcome.status == example.status)
    #expect(
      outcome.errors
        == (example.status == 0
          ? ""
          : hrecv(Texts.nothingReceivable("'\(file.path)'")) + "\n"))
  }

  /// The report says `not used` of a copy, and `dead` of a silent channel.
  @Test func channelsThatAreUsed() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("doctor-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let noise = Self.roomNoise
    try Self.wave([noise, noise.map { -0.5 * $0 }, noise.map { _ in 0 }, noise.reversed()])
      .write(to: file)
    let outcome = try Shell.run(
      "hrecv --doctor '\(file.path)'; hrecv --json '\(file.path)' | grep channels | tail -n 1")
    let lines = outcome.output.split(separator: "\n")
    let channels = lines.filter { $0.hasPrefix("  channel ") }
    #expect(channels.map { $0.hasSuffix(", used") } == [true, false, false, true])
    #expect(channels.map { $0.hasSuffix(", not used") } == [false, true, false, false])
    #expect(lines.last?.contains("\"channels\":[1,4]") == true)
  }

  @Test func mutedDevice() throws {
    // Nothing plays into the loop.
    let outcome = try Self.loop("hrecv --doctor --timeout 2")
    #expect(
      Self.findings(outcome) == [
        Texts.cannotComeSilence
      ])
    // A loop is not muted.
    #expect(outcome.output.contains(Texts.nothingPlays + "\n" + Texts.trySending + "\n"))
    #expect(outcome.output.contains("try: pactl set-source-mute @DEFAULT_SOURCE@ 0"))
    #expect(outcome.output.contains("  device     IOPLUG, no card of its own\n"))
    #expect(outcome.output.contains("  used       48000 Hz, 2 channels\n"))
    #expect(outcome.status == 1)
  }

  /// All that is said of a recording that a program wrote.
  @Test func messageAlone() throws {
    let outcome = try Shell.run("hsend -o a.wav hello; hrecv --doctor a.wav")
    #expect(
      outcome.output.hasPrefix(
        """
        heard a message: hello (hop at 0.00 s)
        note: too little sound surrounds the messages, so their range cannot be estimated
          try: hrecv --doctor, on the machine that is to listen

        'a.wav', 0.7 s
          used       48000 Hz, 1 channel
          channel 1  peak\u{20}
        """))
    #expect(outcome.output.split(separator: "\n").count == 6)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func messageThatWasCutOff() throws {
    let outcome = try Shell.run(
      "hsend -o a.wav hello; head -c 40000 a.wav >cut.wav; hrecv --doctor cut.wav")
    #expect(
      outcome.output.hasPrefix(
        """
        heard a hop frame at 0.00 s, refused: cut off
          try: let the sender end, and listen or record for longer

        """))
    #expect(!outcome.output.contains(Texts.cannotCome))
    #expect(outcome.status == 0)
  }

  /// Digital silence between messages is no noise gate, though copies are not told of.
  @Test(arguments: ["hop", "burst", "classic"])
  func messagesAmongSilence(name: String) throws {
    let outcome = try Shell.run(
      "hsend -p \(name) --repeat 3 --every 3 -o a.wav hello; hrecv --doctor a.wav")
    #expect(outcome.output.hasPrefix(Texts.heardMessage("hello", "\(name) at 0.00 s") + "\n"))
    #expect(
      Self.findings(outcome) == [
        Texts.aboutSilence
      ])
    #expect(outcome.status == 0)
  }

  /// The message is not taken for noise, and the first line says what to do.
  @Test func messageInARoom() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("doctor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var room = Self.roomNoise
    for (index, sample) in try Self.sent(decibels: -20).enumerated() {
      room[100_000 + index] += sample
    }
    try Self.wave([Self.roomNoise]).write(to: folder.appendingPathComponent("room.wav"))
    try Self.wave([room]).write(to: folder.appendingPathComponent("message.wav"))
    let lines = try ["room", "message"].map {
      try Shell.run("hrecv --doctor '\(folder.path)/\($0).wav'").output.split(separator: "\n")
    }
    let use = Texts.useHop
    #expect(lines[0].prefix(2).map(String.init) == [use, Texts.nothingWrong])
    #expect(
      lines[1].prefix(3).map(String.init)
        == [use, Texts.heardMessage("hello", "hop at 2.09 s"), Texts.nothingWrong])
    for line in lines { #expect(line.allSatisfy { $0.count <= 100 }) }
    // Noise, margins and reach are those without the message, to 1 dB.
    let tables = lines.map { $0.drop { !$0.hasPrefix("  protocol") } }
    #expect(tables[0].count == tables[1].count && tables[0].count > 20)
    for (quiet, sounding) in zip(tables[0], tables[1]).dropFirst() {
      let figures = [quiet, sounding].map { (row: Substring) -> [Int] in
        row.split(separator: " ").compactMap { Int($0) }
      }
      #expect(zip(figures[0], figures[1]).allSatisfy { abs($0 - $1) <= 1 }, "\(sounding)")
    }
    // One column below the other, whatever the protocols are called.
    #expect(Set(tables[1].map(\.count)).count == 1)
  }

  /// Two microphones with noise of their own read a faint message by a larger margin than either.
  @Test(
    arguments: [
      (-48, "better than the best alone"), (-62, "none of which reads a message alone"),
    ])
  func gainOfTwoMicrophones(example: (decibels: Double, wording: String)) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("doctor-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    var channels = [Self.roomNoise, Self.roomNoise.reversed()]
    for (index, sample) in try Self.sent(decibels: example.decibels).enumerated() {
      for channel in channels.indices { channels[channel][100_000 + index] += sample }
    }
    try Self.wave(channels).write(to: file)
    let lines = try Shell.run("hrecv --doctor '\(file.path)'").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("2 microphones, ") && $0.hasSuffix(example.wording) })
  }

  @Test func messageOfADevice() throws {
    let outcome = try Self.loop(
      "hrecv --doctor --timeout 4 & wait_until captures; hsend --quiet hello; wait $!")
    #expect(outcome.output.hasPrefix(Texts.heardMessageBy("hello", "hop")))
    #expect(!outcome.output.contains(Texts.cannotCome))
    #expect(!outcome.output.contains("shut off"))
    // Both channels of the loop bring the same.
    #expect(!outcome.output.contains("microphones"))
    #expect(outcome.status == 0)
  }

  @Test func musicRateDevice() throws {
    let outcome = try Self.loop(
      "hrecv --doctor --device plug44 --timeout 3 & "
        + "wait_until captures; hsend --protocol burst-cable --rung 3 --repeat 12 hi; wait $!")
    #expect(
      Self.findings(outcome).contains(
        Texts.aboutRate("44100 Hz")))
    #expect(outcome.output.contains("  offers     44100 Hz"))
  }

  @Test func noDevice() throws {
    let outcome = try Self.loop("hrecv --doctor --device nonsense")
    #expect(
      outcome.errors
        == hrecv(Texts.noDeviceToReceive("'nonsense'")) + "\n")
    #expect(outcome.output.hasPrefix(Texts.devicesHere + "\n" + Texts.tryDoctorOn))
    #expect(outcome.status == 3)
    #expect(
      try Shell.run("ALSA_CONFIG_PATH=/dev/null hrecv --doctor --device nonsense").output
        == Texts.noOtherDevice + "\n")
  }

  @Test func busyDevice() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try Self.loop(
      "PATH='\(path)' clang -shared -fPIC -o fault.so '\(Self.tools)/parts/alsa-fault.c' -ldl && "
        + "LD_PRELOAD=./fault.so ALSA_FAULT=open:1:-16 hrecv --doctor --device hw:1")
    #expect(
      outcome.errors
        == hrecv(Texts.deviceBusy("'hw:1'", "hrecv")) + "\n")
    #expect(outcome.output.contains("  try: hrecv --doctor --device loop\n"))
    #expect(outcome.status == 3)
  }

  @Test func unusableCombinations() throws {
    #expect(
      try Shell.run("hrecv --doctor --once")
        == Outcome(
          output: "",
          errors: hrecv(Texts.exclude("--doctor", "--once")) + "\n", status: 2))
    #expect(try Shell.run("hrecv --doctor --input none.wav").status == 4)
  }

  private static let tools = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("tools").path

  /// The outcome of `line` in an ALSA loop of its own.
  private static func loop(_ line: String) throws -> Outcome {
    try Shell.run(
      """
      cat >script <<'END'
      { \(line); } 2>notes
      END
      '\(tools)/alsa-loop' bash script 2>/dev/null; status=$?; cat notes >&2; exit $status
      """)
  }

  /// The first lines of all findings.
  private static func findings(_ outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init).filter { line in
      [Texts.cannotCome, "messages may get lost", "note", "nothing is wrong"]
        .contains { line.hasPrefix($0) }
    }
  }

  /// 5 s of a room: white noise at -40 dB, with something louder below 3 kHz.
  private static let roomNoise: [Float] = {
    var random = SeededRandom(seed: 7)
    let taps = LowPassFilter.taps(
      passHertz: 1000, stopHertz: 3000, attenuationDecibels: 60, rateHertz: 48_000)
    let rumble = (0..<240_000).map { _ in Float(0.02 * random.normal()) }
    let sound = convolve(rumble, with: taps.map { Float($0) })
    return (0..<240_000).map { sound[$0] + Float(0.007 * random.normal()) }
  }()

  /// A WAV of 16 bits and 48 kHz.
  /// What `hsend` makes of hello at this level.
  private static func sent(decibels: Double) throws -> [Float] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("doctor-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try Shell.run("hsend --level \(decibels) -o '\(file.path)' hello")
    let data = try Data(contentsOf: file).dropFirst(44)
    return stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map { low in
      Float(Int16(bitPattern: UInt16(data[low]) | UInt16(data[low + 1]) << 8)) / 32_768
    }
  }

  private static func wave(_ channels: [[Float]]) -> Data {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let count = channels.count
    let size = UInt32(2 * count * channels[0].count)
    var file = Array("RIFF".utf8) + bytes(36 + size) + Array("WAVEfmt ".utf8)
    file += bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(count)) + bytes(UInt32(48_000))
    file += bytes(UInt32(96_000 * count)) + bytes(UInt16(2 * count)) + bytes(UInt16(16))
    file += Array("data".utf8) + bytes(size)
    for index in channels[0].indices {
      for channel in channels {
        let scaled = (channel[index] * 32_768).rounded()
        file += bytes(Int16(max(-32_768, min(32_767, scaled))))
      }
    }
    return Data(file)
  }
}
