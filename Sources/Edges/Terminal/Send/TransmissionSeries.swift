import HandShakeModem
import HandShakeSignal

/// One sound sent once, several times or without end, as a stream of samples with pauses.
package struct TransmissionSeries<Source: SampleSource & ~Copyable>: ~Copyable {
  /// Samples of the whole series, nil for no end.
  package let sampleCount: Int?

  private var transmission: Source
  private let gain: Float
  private let pauseSamples: Int
  private var pauseLeft = 0
  private let rateHertz: Double
  private let count: Int?
  /// Transmissions that were read or are being read.
  private var startedCount = 1
  private var readOfCurrent = 0

  /// The silence between transmissions without a fixed interval.
  private static var silenceSeconds: Double { 0.3 }

  /// The series of `transmission` at `rateHertz` that the options ask for. Throws `everyTooShort`.
  package init(
    _ transmission: consuming Source, options: SendOptions, rateHertz: Double
  ) throws(CommandFailure) {
    let length = transmission.sampleCount
    var pause = Int((Self.silenceSeconds * rateHertz).rounded())
    if let every = options.everySeconds {
      pause = Int((every * rateHertz).rounded()) - length
      guard pause >= 0 else {
        throw .everyTooShort(
          everySeconds: every, transmissionSeconds: Double(length) / rateHertz)
      }
    }
    pauseSamples = pause
    gain = amplitude(decibels: options.levelDecibels.value)
    // A transmission may already hold all copies.
    let copies = transmission.copyCount
    count = options.repeatCount.map { max(1, $0 / copies) }
    self.rateHertz = rateHertz
    sampleCount = count.map { $0 * length + ($0 - 1) * pause }
    self.transmission = transmission
  }

  /// Transmissions that have begun, or begin with the next sample.
  var begunCount: Int { pauseLeft > 0 ? startedCount - 1 : startedCount }

  /// Duration of one copy of the message.
  var onceSeconds: Double {
    Double(transmission.sampleCount) / rateHertz / Double(transmission.copyCount)
  }

  /// The share of the current transmission that has been read, from 0 to 1.
  package var progress: Double { Double(readOfCurrent) / Double(max(transmission.sampleCount, 1)) }

  /// The current pause between two transmissions, nil outside a pause.
  package var pause: TransmissionPause? {
    guard pauseLeft > 0 else { return nil }
    return TransmissionPause(
      sentCount: begunCount, count: count, secondsLeft: Double(pauseLeft) / rateHertz)
  }

  /// Fills the front of `output`. Returns the number of samples, 0 at the end.
  package mutating func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    var filled = 0
    while filled < output.count {
      let rest = UnsafeMutableBufferPointer(rebasing: output[filled...])
      if pauseLeft > 0 {
        let count = min(pauseLeft, rest.count)
        rest[..<count].update(repeating: 0)
        pauseLeft -= count
        filled += count
        continue
      }
      let count = transmission.read(into: rest)
      for index in 0..<count { rest[index] *= gain }
      filled += count
      readOfCurrent += count
      if count == 0 {
        guard startNext() else { break }
      }
    }
    return filled
  }

  private mutating func startNext() -> Bool {
    if let count, startedCount >= count { return false }
    startedCount += 1
    begin(afterSamples: pauseSamples)
    return true
  }

  /// Starts the current transmission again, after a silence.
  mutating func beginAgain() {
    begin(afterSamples: Int((Self.silenceSeconds * rateHertz).rounded()))
  }

  private mutating func begin(afterSamples pause: Int) {
    transmission.restart()
    readOfCurrent = 0
    pauseLeft = pause
  }
}

/// The position in a series during a pause.
package struct TransmissionPause: Equatable, Sendable {
  /// Transmissions that have been sent.
  var sentCount: Int
  /// Transmissions of the whole series, nil for no end.
  var count: Int?
  /// Seconds to the next transmission.
  var secondsLeft: Double

  /// The pause in words: `2 of 3, next in 4 s`. Nil for a very short pause.
  var wording: String? {
    guard secondsLeft >= 1 else { return nil }
    return "\(sentCount)" + (count.map { " of \($0)" } ?? " sent")
      + ", next in \(duration(secondsLeft.rounded(.up)))"
  }
}
