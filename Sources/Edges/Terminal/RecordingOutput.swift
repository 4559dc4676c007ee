import HandShakeAudioFile

/// Sound of any length into a recording.
package enum RecordingOutput {
  /// Samples that are made at a time.
  package static let blockLength = 1024

  /// Writes what `read` gives until that is nothing.
  ///
  /// - Parameters:
  ///   - path: `-` for standard output.
  ///   - frameCount: how many samples it will be, nil where that is not known.
  ///   - read: fills the front of its buffer and gives how many samples that are.
  package static func write(
    _ path: String, rateHertz: Double, format: RecordingFormat = .s16, frameCount: Int?,
    read: (UnsafeMutableBufferPointer<Float>) throws(CommandFailure) -> Int
  ) throws(CommandFailure) {
    let writer = try CommandFailure.ofFile { () throws(AudioFileError) in
      try RecordingWriter(
        path: path, sampleRateHertz: Int(rateHertz), format: format, frameCount: frameCount)
    }
    defer { writer.discard() }
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: blockLength)
    defer { block.deallocate() }
    while true {
      if Interruption.isRequested { throw .interrupted }
      let count = try read(block)
      if count == 0 { break }
      try CommandFailure.ofFile { () throws(AudioFileError) in
        try writer.write(UnsafeBufferPointer(rebasing: block[..<count]))
      }
    }
    try CommandFailure.ofFile { () throws(AudioFileError) in try writer.finish() }
  }
}
