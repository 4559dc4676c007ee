import HandShakeModem

extension Transmitter {
  /// All samples of a transmission that has not been read yet.
  public mutating func samples() -> [Float] {
    [Float](unsafeUninitializedCapacity: sampleCount) { samples, count in
      count = read(into: samples)
    }
  }
}

extension Receiver {
  /// All events of a recording. No samples may follow.
  public mutating func listen(to recording: [Float]) -> [ReceiverEvent] {
    recording.withUnsafeBufferPointer { push($0) } + finish()
  }
}
