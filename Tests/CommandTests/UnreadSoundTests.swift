import Foundation
import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import Testing

/// What `hrecv` and the doctor say of recordings in which there is no message to read.
@Suite struct UnreadSoundTests {
  private static let doctor = Texts.soAskTheDoctor + "\n"
  private static func sound(_ kilohertz: String) -> String {
    Texts.unreadableSound("from \(kilohertz) kHz")
  }

  /// The outcome of `script`, where `sound.raw` holds `samples` in 16 bits at 48 kHz.
  private func run(_ script: String, _ samples: [Float]) throws -> Outcome {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("unread-\(UUID().uuidString).raw")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = samples.map { Int16(max(-1, min(1, $0)) * 32_767).littleEndian }
    try words.withUnsafeBytes { Data($0) }.write(to: file)
    return try Shell.run("cp '\(file.path)' sound.raw; " + script)
  }

  /// Five seconds of the noise of a microphone, with `sound` of a time in seconds on top.
  private func noisy(_ sound: (Double) -> Double = { _ in 0 }) -> [Float] {
    noise(240_000, seed: 4).enumerated().map {
      0.004 * $1 + Float(sound(Double($0) / 48_000))
    }
  }

  /// A message and a voice through codecs of voice memos.
  @Test(
    .enabled(if: testsEverything, "ffmpeg is installed for tools/test everything alone"),
    arguments: [
      "aac -b:a 64k memo.m4a", "libopus -b:a 12k memo.ogg", "libmp3lame -b:a 64k memo.mp3",
    ])
  func lossyRecordings(codec: String) throws {
    // Loud below 3 kHz, as a voice is.
    let voice = noisy { time in
      (1...20).reduce(0) { $0 + 0.02 * sine(2 * .pi * 150 * Double($1) * time) }
    }
    let memo = codec.split(separator: " ").last!
    let outcome = try run(
      """
      hsend --level -20 -o a.wav hello
      { head -c 96000 sound.raw; tail -c +45 a.wav; tail -c 96000 sound.raw; } >both.raw
      for recording in sound both; do
        ffmpeg -v error -y -f s16le -ar 48000 -ac 1 -i $recording.raw -c:a \(codec) </dev/null
        ffmpeg -v error -y -i \(memo) -ar 48000 heard.wav </dev/null
        hrecv heard.wav
      done
      """, voice)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("no message in") }
    #expect(lines.count == 2, "\(outcome)")
    for line in lines {
      #expect(line.contains(" kHz: " + Texts.codec) && line.hasSuffix("ask hrecv --doctor"))
    }
  }

  private static let otherSystems: [(String, Interference, String?)] = [
    ("tone", .whistle(hertz: 19_200, decibels: -34), Texts.toneOrBeacon + " of another device"),
    ("steps", .beacon(.steps, decibels: -34), sound("18.0 to 20.2")),
    ("sweeps", .beacon(.sweeps, decibels: -34), sound("18.6 to 19.3")),
    ("spread", .beacon(.spread, decibels: -34), nil),
  ]

  /// Sounds of other systems. A signal that looks like noise is told as noise, with its level.
  @Test(arguments: otherSystems)
  func otherSounds(name: String, sound: Interference, words: String?) throws {
    var random = SeededRandom(seed: 3)
    let beacon = sound.samples(count: 240_000, rateHertz: 48_000, random: &random)
    let samples = zip(noisy(), beacon).map { $0 + $1 }
    let heard = try run("hrecv --raw s16,48000,1 sound.raw", samples)
    let examined = try run("hrecv --doctor --raw s16,48000,1 sound.raw", samples)
    let told = examined.output.replacing("\n  ", with: " ")
    guard let words else {
      #expect(heard.output.isEmpty)
      #expect(heard.errors.contains("no message starts in what sounds near"))
      return #expect(told.contains(" hop                       17.0-20.0   -3"), "\(told)")
    }
    #expect(heard.errors == hrecv(Texts.noMessage("in 'sound.raw' (5.0 s)")) + words + Self.doctor)
    // The doctor names it too, and nothing else.
    #expect(told.contains("\nnote: " + words + "\n"), "\(told)")
  }

  /// Plays `a.wav` backwards into `heard.wav`.
  private static let reversing =
    "{ head -c 44 a.wav; tail -c +45 a.wav | perl -e "
    + "'local $/; print pack \"s*\", reverse unpack \"s*\", <STDIN>'; } >heard.wav; hrecv heard.wav"

  /// Only the end of a message says that its beginning is missing.
  @Test(arguments: [
    "hsend --probe -o heard.wav 2>/dev/null; hrecv heard.wav",
    "hsend -p classic -o a.wav hello; " + reversing,
    "hsend -o a.wav 'hello, world'; " + reversing,
    "hsend -p hop-deep -o heard.wav hello; hrecv -p classic heard.wav",
    "hsend -o heard.wav 'hello, world'; hrecv --raw s16,44100,1 heard.wav",
    "hsend -o a.wav 'hello, world'; tail -c +40001 a.wav >heard.raw; "
      + "hrecv --raw s16,48000,1 heard.raw",
  ])
  func noEndWithoutABeginning(script: String) throws {
    let outcome = try Shell.run(script)
    let last = try #require(outcome.errors.split(separator: "\n").last)
    #expect(last.hasPrefix(hrecv(Texts.noMessageAnywhere + "'heard.")))
    #expect(!last.contains(Texts.beginsInTheMiddle), "\(last)")
    #expect(last.contains("ask hrecv --doctor"), "\(last)")
  }

  /// The end marker of ggwave is heard, and no start.
  @Test func anEndWithoutABeginning() throws {
    let outcome = try Shell.run(
      """
      hsend -p ggwave-ultrasound-normal -o a.wav 'hello, world'
      tail -c +80001 a.wav >heard.raw; head -c 48000 /dev/zero >>heard.raw
      hrecv --raw s16,48000,1 heard.raw
      """)
    #expect(outcome.errors.contains("): " + Texts.beginsInTheMiddle), "\(outcome.errors)")
  }

  /// Noise, in which nothing sounds.
  @Test func nothingAtAll() throws {
    let outcome = try run("hrecv --raw s16,48000,1 sound.raw", noisy())
    #expect(outcome.errors.hasSuffix("and ask hrecv --doctor\n"), "\(outcome.errors)")
  }
}
