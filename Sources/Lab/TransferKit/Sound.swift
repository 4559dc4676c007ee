import HandShakeModem

extension Transmitter {
  /// All samples of the transmission, of which none was read.
  public mutating func samples() -> [Float] {
    [Float](unsafeUninitializedCapacity: sampleCount) { samples, count in
      count = read(into: samples)
    }
  }
}

extension Receiver {
  /// All that it says of a recording, after which no samples come.
  public mutating func listen(to recording: [Float]) -> [ReceiverEvent] {
    recording.withUnsafeBufferPointer { push($0) } + finish()
  }
}
