import Diagnosis
import Modem

/// One sound sent once, several times or without end, as a stream of samples with its pauses.
public struct TransmissionSeries<Source: SampleSource> {
  /// Samples of all of it, nil for without end.
  public let sampleCount: Int?

  private let first: Source
  private var current: Source
  private let gain: Float
  private let pauseSamples: Int
  private var pauseLeft = 0
  private var transmissionsLeft: Int?
  private var readOfCurrent = 0

  /// Between transmissions that follow one another.
  private static var silenceSeconds: Double { 0.3 }

  /// The series of `transmission` at `rateHertz` that the options ask for; throws `everyTooShort`.
  public init(
    _ transmission: Source, options: SendOptions, rateHertz: Double
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
    first = transmission
    current = transmission
    gain = amplitude(decibels: options.levelDecibels.value)
    // A transmission may hold all copies already.
    let count = options.repeatCount.map { max(1, $0 / transmission.copyCount) }
    transmissionsLeft = count.map { $0 - 1 }
    sampleCount = count.map { $0 * length + ($0 - 1) * pause }
  }

  /// How much of the transmission that is being read has been read, from 0 to 1.
  public var progress: Double {
    Double(readOfCurrent) / Double(max(first.sampleCount, 1))
  }

  /// Fills the front of `output`; gives the number of samples, 0 at the end.
  public mutating func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
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
      let count = current.read(into: rest)
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
    if let left = transmissionsLeft {
      guard left > 0 else { return false }
      transmissionsLeft = left - 1
    }
    current = first
    readOfCurrent = 0
    pauseLeft = pauseSamples
    return true
  }
}

/// A sound of known length, made block after block.
public protocol SampleSource {
  /// Samples of all of it.
  var sampleCount: Int { get }
  /// How many copies of one message it holds.
  var copyCount: Int { get }
  /// Fills the front of `output`; gives the number of samples, 0 at the end.
  mutating func read(into output: UnsafeMutableBufferPointer<Float>) -> Int
}

extension Transmitter: SampleSource {}

extension ProbeTransmission: SampleSource {
  /// A probe is sent once.
  public var copyCount: Int { 1 }
}
