import HandShakeModem
import HandShakeSignal

/// One sound sent once, several times or without end, as a stream of samples with its pauses.
package struct TransmissionSeries<Source: SampleSource & ~Copyable>: ~Copyable {
  /// Samples of all of it, nil for without end.
  package let sampleCount: Int?

  private var transmission: Source
  private let gain: Float
  private let pauseSamples: Int
  private var pauseLeft = 0
  private let rateHertz: Double
  private let count: Int?
  /// Transmissions that are read, or being read.
  private var startedCount = 1
  private var readOfCurrent = 0

  /// Between transmissions that follow one another.
  private static var silenceSeconds: Double { 0.3 }

  /// The series of `transmission` at `rateHertz` that the options ask for; throws `everyTooShort`.
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
    // A transmission may hold all copies already.
    let copies = transmission.copyCount
    count = options.repeatCount.map { max(1, $0 / copies) }
    self.rateHertz = rateHertz
    sampleCount = count.map { $0 * length + ($0 - 1) * pause }
    self.transmission = transmission
  }

  /// Transmissions of which something has been read, or is read next.
  var begunCount: Int { pauseLeft > 0 ? startedCount - 1 : startedCount }

  /// Seconds that the message sounds once.
  var onceSeconds: Double {
    Double(transmission.sampleCount) / rateHertz / Double(transmission.copyCount)
  }

  /// How much of the transmission that is being read has been read, from 0 to 1.
  package var progress: Double { Double(readOfCurrent) / Double(max(transmission.sampleCount, 1)) }

  /// The silence that is being read between two transmissions, nil where it is none.
  package var pause: TransmissionPause? {
    guard pauseLeft > 0 else { return nil }
    return TransmissionPause(
      sentCount: begunCount, count: count, secondsLeft: Double(pauseLeft) / rateHertz)
  }

  /// Fills the front of `output`; gives the number of samples, 0 at the end.
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

  /// Begins the transmission that is being read from its start, after a silence.
  mutating func beginAgain() {
    begin(afterSamples: Int((Self.silenceSeconds * rateHertz).rounded()))
  }

  private mutating func begin(afterSamples pause: Int) {
    transmission.restart()
    readOfCurrent = 0
    pauseLeft = pause
  }
}

/// Where in a series it is silent.
package struct TransmissionPause: Equatable, Sendable {
  /// Transmissions that have been sent.
  var sentCount: Int
  /// Transmissions of all of it, nil for without end.
  var count: Int?
  /// Seconds to the next one.
  var secondsLeft: Double

  /// A pause so short that nobody waits has nothing to tell: `2 of 3, next in 4 s`.
  var wording: String? {
    guard secondsLeft >= 1 else { return nil }
    return "\(sentCount)" + (count.map { " of \($0)" } ?? " sent")
      + ", next in \(duration(secondsLeft.rounded(.up)))"
  }
}
