import HandShakeAudioFile

/// Writes sound of any length to a recording.
package enum RecordingOutput {
  /// Samples per block.
  package static let blockLength = 1024

  /// Writes the samples of `read` until `read` returns 0.
  ///
  /// - Parameters:
  ///   - path: `-` for standard output.
  ///   - frameCount: the number of samples, nil if it is not known.
  ///   - read: fills the front of its buffer and returns the number of samples.
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
