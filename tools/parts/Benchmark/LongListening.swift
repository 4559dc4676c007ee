import Foundation
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTransferKit

/// Runs the built `hrecv` on hours of noise or looped recordings, with messages of all its default
/// protocols. Reports the messages that it finds, its processor time, and whether its memory stays
/// constant.
struct LongListening {
  /// Hours of sound.
  let hours: Double
  /// The number of messages, one at a random place in each equal part of the time.
  let messageCount: Int
  let seed: UInt64
  /// Recordings at 48 kHz, scaled to the root mean square of the noise, which is then 30 dB weaker.
  /// They alternate every ten seconds. Empty for only noise.
  var recordings: [[Float]] = []

  private static let rateHertz = 48_000
  /// Root mean square of the noise. Full scale is 1.
  private static let noiseRootMeanSquare = 0.01
  /// Signal-to-noise ratios of the messages. Bursts choose a rate for the upper end.
  private static let signalToNoiseDecibels = 0.0...30.0
  /// Ratio of the messages to recordings.
  private static let signalToRecordingDecibels = 10.0
  private static let blockLength = 9_600

  /// The first channel of a recording, at the level under the messages.
  static func recording(_ path: String) throws(AudioFileError) -> [Float] {
    let samples = try FalseTexts.firstChannel(path)
    let power = samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, samples.count))
    let gain = Float(noiseRootMeanSquare / max(power.squareRoot(), 1e-9))
    return samples.map { gain * $0 }
  }

  /// A message with its sound.
  private struct Sent {
    var text: String
    var start: Int
    var samples: [Float]
  }

  func printTable() {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let program = folder.appendingPathComponent("hrecv")
    let heard = ProtocolCatalog.builtIn.filter { modem in
      modem.placements.allSatisfy {
        $0.lowestToneHertz >= 13_300
      }
    }
    print(
      "hrecv --raw s16,48000,1 --input - on \(column(hours, 2)) hours of "
        + (recordings.isEmpty ? "white noise" : "\(recordings.count) recordings") + " with "
        + "\(messageCount) messages of \(heard.count) protocols, seed \(seed)")
    guard let run = Run(program) else {
      print("  hrecv could not be started\n")
      return
    }
    let total = Int(hours * 3600) * Self.rateHertz
    var random = SeededRandom(seed: seed)
    var expected: [String: Int] = [:]
    var residents: [Int] = []
    var restingByHour: [Int: Int] = [:]
    var current: Sent?
    var next = 0
    var quietFrom = 0
    let part = total / max(1, messageCount)
    let start = Usage.wallSeconds
    var position = 0
    while position < total, run.isTaking {
      if current == nil, next < messageCount, position >= next * part {
        current = message(next, of: heard, from: next * part, length: part, &random)
        if let text = current?.text { expected[text, default: 0] += 1 }
        next += 1
      }
      let count = min(Self.blockLength, total - position)
      run.write(block(at: position, count: count, current, &random))
      position += count
      if let sent = current, position >= sent.start + sent.samples.count {
        quietFrom = position + 30 * Self.rateHertz
        current = nil
      }
      // Lazy tables take memory at first use, and a frame takes memory while it arrives.
      if position % (Self.rateHertz * 60) < count, position > total / 20, current == nil,
        position > quietFrom
      {
        let resident = run.residentKibibytes
        let hour = position / (Self.rateHertz * 3600)
        restingByHour[hour] = min(restingByHour[hour] ?? resident, resident)
        residents.append(resident)
      }
    }
    let outcome = run.finish()
    let wall = Usage.wallSeconds - start
    var found = 0
    var others = 0
    for line in outcome.texts {
      if let left = expected[line], left > 0 {
        expected[line] = left - 1
        found += 1
      } else {
        others += 1
      }
    }
    let seconds = Double(total) / Double(Self.rateHertz)
    print("  messages found      \(found) of \(messageCount)")
    print("  other texts         \(others)")
    print("  failures told       \(outcome.notes)")
    if let least = restingByHour.values.min(), let most = restingByHour.values.max(),
      let peak = residents.max()
    {
      print(
        "  resident memory     \(column(Double(least) / 1024, 1)) to "
          + "\(column(Double(most) / 1024, 1)) MiB at rest, least of each hour; "
          + "\(column(Double(peak) / 1024, 1)) MiB at most")
    }
    print(
      "  processor           \(column(seconds / outcome.processorSeconds, 0))x real time, "
        + "\(column(outcome.processorSeconds / seconds, 5)) s per s")
    print("  with making sound   \(column(seconds / wall, 0))x real time\n")
    for (text, missing) in expected.sorted(by: { $0.key < $1.key }) where missing > 0 {
      print("  missed: \(text)")
    }
  }

  /// Message `number` at a random place in the part of the time that begins at `from`.
  private func message(
    _ number: Int, of heard: [ModemProtocol], from: Int, length: Int, _ random: inout SeededRandom
  ) -> Sent? {
    let modem = heard[number % heard.count]
    let placement = modem.placements[
      Int(random.next() % UInt64(modem.placements.count))]
    let characters = Int(random.uniform(0...24))
    let text =
      "\(number) \(modem.name) "
      + String(decoding: randomText(characters, &random), as: UTF8.self).trimmingCharacters(
        in: .whitespaces)
    var decibels =
      modem.ladder != nil
      ? Self.signalToNoiseDecibels.upperBound : random.uniform(Self.signalToNoiseDecibels)
    if !recordings.isEmpty { decibels = Self.signalToRecordingDecibels }
    let gain = Float(Self.noiseRootMeanSquare * (2 * pow(10, decibels / 10)).squareRoot())
    do throws(TransmitterError) {
      var transmitter = try Transmitter(
        .text(Array(text.utf8)), protocol: modem, placement: placement,
        sampleRateHertz: Double(Self.rateHertz), identity: UInt16(truncatingIfNeeded: number),
        pace: modem.ladder == nil || recordings.isEmpty
          ? .automatic : .signalToNoiseDecibels(Self.signalToRecordingDecibels))
      var samples = transmitter.samples()
      for index in samples.indices { samples[index] *= gain }
      let room = max(0, length - samples.count - 2 * Self.rateHertz)
      return Sent(
        text: text, start: from + Int(random.uniform(0...Double(room))), samples: samples)
    } catch {
      print("  \(modem.name) does not carry '\(text)': \(error)")
      return nil
    }
  }

  /// The noise and the overlapping part of `sent`, as 16-bit samples.
  private func block(
    at position: Int, count: Int, _ sent: Sent?, _ random: inout SeededRandom
  ) -> [Int16] {
    // The sum of four uniform variables is normal enough, because detectors sum many samples.
    var scale = Float(Self.noiseRootMeanSquare * 32_768 / (4.0 / 12).squareRoot() / 65_536)
    if !recordings.isEmpty { scale *= 0.03 }
    return [Int16](unsafeUninitializedCapacity: count) { target, filled in
      for index in 0..<count {
        let bits = random.next()
        let sum =
          Int32(bits & 0xFFFF) + Int32(bits >> 16 & 0xFFFF) + Int32(bits >> 32 & 0xFFFF)
          + Int32(bits >> 48)
        var value = scale * Float(sum - 2 * 65_535)
        if !recordings.isEmpty {
          let place = position + index
          let recording = recordings[place / (10 * Self.rateHertz) % recordings.count]
          value += 32_767 * recording[place % recording.count]
        }
        if let sent {
          let offset = position + index - sent.start
          if offset >= 0, offset < sent.samples.count { value += 32_767 * sent.samples[offset] }
        }
        target[index] = Int16(max(-32_768, min(32_767, value.rounded())))
      }
      filled = count
    }
  }
}

extension LongListening {
  /// A running `hrecv` with a pipe as its input.
  private final class Run {
    private let process = Process()
    private let input = Pipe()
    private let folder: URL
    private(set) var isTaking = true

    /// The results of the run.
    struct Outcome {
      var texts: [String]
      /// Lines on standard error.
      var notes: Int
      var processorSeconds: Double
    }

    init?(_ program: URL) {
      signal(SIGPIPE, SIG_IGN)
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      process.executableURL = program
      process.arguments = ["--raw", "s16,48000,1", "--input", "-"]
      process.standardInput = input
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.standardOutput = try file("texts")
        process.standardError = try file("notes")
        try process.run()
      } catch {
        return nil
      }
    }

    private func file(_ name: String) throws -> FileHandle {
      let url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }

    func write(_ samples: [Int16]) {
      do {
        try samples.withUnsafeBytes { try input.fileHandleForWriting.write(contentsOf: $0) }
      } catch {
        isTaking = false
      }
    }

    var residentKibibytes: Int {
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }

    func finish() -> Outcome {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
      func lines(_ name: String) -> [String] {
        let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
      }
      defer { try? FileManager.default.removeItem(at: folder) }
      return Outcome(
        texts: lines("texts"), notes: lines("notes").count,
        processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }
  }
}
