import Diagnosis
import Modem

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
