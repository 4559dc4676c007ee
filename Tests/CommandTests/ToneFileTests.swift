import Foundation
import HandShakeAudioFile
import HandShakeSignal
import Testing

/// The sound in files that the built `htone` wrote.
@Suite struct ToneFileTests {
  /// The samples of `htone LINE`, float unless the line says otherwise.
  private func samples(_ line: String, format: String = "float") throws -> [Float] {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("htone-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/tone.wav"
    let outcome = try Shell.run("htone --format \(format) --output '\(path)' \(line)")
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
    let reader = try RecordingReader(path: path)
    var samples = [Float](repeating: 0, count: 1 << 20)
    var all: [Float] = []
    while true {
      let count = try reader.read(into: &samples)
      if count == 0 { return all }
      all += samples[..<count]
    }
  }

  /// The frequency by the turns of the phase between the second second and the last but one.
  private func frequency(_ samples: [Float], near hertz: Double, rate: Double) -> Double {
    func phase(_ start: Int) -> Double {
      var real = 0.0
      var imaginary = 0.0
      for index in start..<start + Int(rate) {
        let angle =
          2 * Double.pi * (hertz * Double(index) / rate).truncatingRemainder(dividingBy: 1)
        real += Double(samples[index]) * cos(angle)
        imaginary -= Double(samples[index]) * sin(angle)
      }
      return atan2(imaginary, real) / (2 * .pi)
    }
    let turns = phase(samples.count - 2 * Int(rate)) - phase(Int(rate))
    return hertz + (turns - turns.rounded()) / (Double(samples.count) / rate - 3)
  }

  @Test(arguments: [
    ("440", 440.0, 48_000.0), ("18k", 18_000, 48_000), ("18765.4321", 18_765.4321, 44_100),
    ("C#6 --a4 442", 1_113.7706, 96_000), ("midi:69", 440, 48_000), ("20", 20, 48_000),
  ])
  func frequencyIsExact(line: String, hertz: Double, rate: Double) throws {
    for format in ["s16", "float"] {
      let samples = try samples("\(line) --for 10 --rate \(rate)", format: format)
      #expect(samples.count == Int(10 * rate))
      #expect(abs(frequency(samples, near: hertz, rate: rate) - hertz) < 0.01)
    }
  }

  /// Frames of 2,048 samples all over the file, its fades too: nothing above -90 dB of a full-scale
  /// sine that is 1 kHz or more away from the tone.
  @Test(arguments: ["s24", "float"], ["440", "997.3", "18k", "18k --level 0", "21.7k"])
  func harmonicsAndClicks(format: String, line: String) throws {
    let samples = try samples("\(line) --for 1.03", format: format)
    let tone = line.split(separator: " ")[0]
    let hertz = tone.hasSuffix("k") ? Double(tone.dropLast())! * 1000 : Double(tone)!
    let size = 2048
    let transform = FourierTransform(size: size)
    let window = Window.blackmanHarris.coefficients(count: size)
    let fullScale = window.reduce(0, +) / 2
    let padded = [Float](repeating: 0, count: size) + samples + [Float](repeating: 0, count: size)
    var worst: Float = 0
    for start in stride(from: 0, through: padded.count - size, by: 128) {
      for index in 0..<size {
        transform.buffer[index] = Complex(padded[start + index] * window[index], 0)
      }
      transform.forward()
      for bin in 0...size / 2 where abs(Double(bin) * 48_000 / Double(size) - hertz) > 1_000 {
        worst = max(worst, transform.buffer[bin].power.squareRoot() / fullScale)
      }
    }
    #expect(20 * log10(worst) < -90)
  }

  @Test func levels() throws {
    func decibels(_ line: String) throws -> Float {
      20 * log10(try samples("--for 0.2 --wave cosine " + line).map(abs).max()!)
    }
    #expect(abs(try decibels("440") + 3) < 0.01)
    #expect(abs(try decibels("13.9k") + 3) < 0.1)
    #expect(abs(try decibels("14k") + 12) < 0.1)
    #expect(abs(try decibels("18k") + 12) < 0.1)
    #expect(abs(try decibels("18k --level -3") + 3) < 0.1)
    #expect(abs(try decibels("18k --amplitude 1")) < 0.1)
    // One level for all of a sweep.
    #expect(abs(try decibels("--sweep 13k-15k") + 12) < 0.1)
  }

  @Test func wavesAndPhases() throws {
    func first(_ line: String) throws -> Float {
      try samples("--fade abrupt --for 0.01 --amplitude 1 100 " + line)[0]
    }
    #expect(try first("") == 0)
    #expect(try first("--wave cosine") == 1)
    #expect(abs(try first("--phase 90") - 1) < 1e-6)
    #expect(abs(try first("--phase -30") + 0.5) < 1e-6)
    #expect(abs(try first("--wave cosine --phase 180") + 1) < 1e-6)
  }

  @Test func sequences() throws {
    let samples = try samples("A4:0.2 C5:0.2 -:0.1 E5:0.4")
    #expect(samples.count == 43_200)
    #expect(samples[19_200..<24_000].allSatisfy { $0 == 0 })
    for (start, count, hertz) in [
      (0, 9_600, 440.0), (9_600, 9_600, 523.2511), (24_000, 19_200, 659.2551),
    ] {
      let note = samples[start..<start + count]
      let crossings = zip(note, note.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(Double(crossings) - hertz * Double(count) / 48_000) <= 1.5)
    }
  }

  @Test func sweepsInSteps() throws {
    let samples = try samples("--sweep 14k-15k --step 500 --for 0.1 --rest 0.05")
    #expect(samples.count == 3 * 4_800 + 2 * 2_400)
    #expect(samples[4_800..<7_200].allSatisfy { $0 == 0 })
    #expect(try self.samples("--sweep 14k-15k").count == 480_000)
  }

  @Test func aLoopGoesIntoAPipe() throws {
    let outcome = try Shell.run(
      "htone --loop 440:0.01 --fade abrupt --output - | head -c $((44 + 9600)) | tail -c +45 | "
        + "split -b 960 && cmp xaa xab && cmp xaa xaj")
    #expect(outcome.status == 0 && outcome.output == "")
  }
}
