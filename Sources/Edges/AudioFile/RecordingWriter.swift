@preconcurrency import Glibc

/// Writes a recording to a file, a pipe or a device.
///
/// The extension chooses the format: .flac, .ogg (.oga) and .aiff (.aif); all others are WAV.
/// `finish()` gives the file its name. Before, after an error or without `finish()`, an existing
/// file stays. Before the program exits, call `discard()`.
package final class RecordingWriter {
  /// The given path; "-" is standard output.
  package let path: String
  /// Frames written so far.
  package private(set) var frameCount = 0

  private var failure: AudioFileError?
  private let format: RecordingFormat
  private let sampleRateHertz: Int
  private let channelCount: Int
  private let promisedFrameCount: Int?
  private let output: OutputFile
  private let codec: CodecWriter?
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)

  /// Opens the target, and writes the header of a WAV.
  ///
  /// - Parameters:
  ///   - channelCount: interleaved channels; only WAV supports several.
  ///   - path: "-" is standard output and always WAV. A pipe or device supports WAV only; the
  ///     caller must ignore SIGPIPE.
  ///   - format: the sample format. FLAC supports integers only. OGG is lossy, and `s16` stands for
  ///     its samples.
  ///   - frameCount: the number of frames for a header that cannot be corrected later. Without it,
  ///     the header says "until the end".
  ///   - isPrivate: whether a new file is for its owner only.
  package init(
    path: String, sampleRateHertz: Int, channelCount: Int = 1, format: RecordingFormat = .s16,
    frameCount: Int? = nil, isPrivate: Bool = false
  ) throws(AudioFileError) {
    let container = CodecWriter.Container(fileExtension: Self.fileExtension(of: path))
    precondition(channelCount == 1 || container != nil, "the header of WAV is that of one channel")
    self.path = path
    self.channelCount = channelCount
    self.format = format
    self.sampleRateHertz = sampleRateHertz
    try checkPlausible(path: path, sampleRateHertz: sampleRateHertz, channelCount: channelCount)
    if let container, !container.formats.contains(format) {
      throw .unsupportedFormat(path: path, format, offered: container.formats)
    }
    let header = WaveHeader.bytes(format, sampleRateHertz: sampleRateHertz, frameCount: frameCount)
    guard container != nil || header != nil else {
      throw .tooLong(path: path, frames: frameCount ?? 0)
    }
    promisedFrameCount = frameCount
    output = try OutputFile(path: path, isPrivate: isPrivate)
    if let container {
      guard output.isSeekable else { throw .needsRegularFile(path: path) }
      codec = try CodecWriter(
        output, container: container, format: format, sampleRateHertz: sampleRateHertz,
        channelCount: channelCount)
    } else {
      codec = nil
      try output.write(header!)
    }
  }

  deinit { bytes.deallocate() }

  /// Appends samples: full scale 1.0; integers are rounded to the nearest and clipped.
  ///
  /// After an error the recording is lost: the temporary file is removed, and every further call
  /// throws the same error.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    if let failure { throw failure }
    do throws(AudioFileError) {
      if let codec {
        try codec.write(samples)
        frameCount += samples.count / channelCount
      } else {
        try writeDirectly(samples)
      }
    } catch {
      failure = error
      output.discard()
      throw error
    }
  }

  private func writeDirectly(
    _ samples: UnsafeBufferPointer<Float>
  ) throws(AudioFileError) {
    guard
      frameCount + samples.count <= WaveHeader.maximumFrameCount(format) || !output.isSeekable
    else { throw .tooLong(path: path, frames: frameCount + samples.count) }
    var rest = samples[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest.prefix(bytes.count / format.byteCount))
      format.encode(part, into: bytes)
      try output.write(UnsafeRawBufferPointer(rebasing: bytes[..<(part.count * format.byteCount)]))
      frameCount += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// Appends samples, as the other `write(_:)`.
  package func write(_ samples: [Float]) throws(AudioFileError) {
    try samples.withUnsafeBufferPointer { buffer throws(AudioFileError) in try write(buffer) }
  }

  /// Completes the recording and gives it its name. Nothing can be written afterwards.
  ///
  /// Throws `frameCountBroken` for a pipe whose header declared another number of frames.
  package func finish() throws(AudioFileError) {
    if let failure { throw failure }
    do throws(AudioFileError) {
      if let codec {
        try codec.finish()
      } else if let promisedFrameCount, promisedFrameCount != frameCount, !output.isSeekable {
        throw .frameCountBroken(
          path: path, promisedFrames: promisedFrameCount, writtenFrames: frameCount)
      } else {
        // A chunk of odd size ends with a padding byte that does not count.
        if frameCount * format.byteCount % 2 == 1 { try output.write([0]) }
        if output.isSeekable, promisedFrameCount != frameCount { try correctHeader() }
      }
      try output.commit()
    } catch {
      failure = error
      output.discard()
      throw error
    }
  }

  /// Removes the temporary file. It has no effect after `finish()`.
  package func discard() { output.discard() }

  private func correctHeader() throws(AudioFileError) {
    guard
      let header = WaveHeader.bytes(
        format, sampleRateHertz: sampleRateHertz, frameCount: frameCount)
    else { throw .tooLong(path: path, frames: frameCount) }
    guard output.seek(0, SEEK_SET) == 0 else { throw .writing(path, errno) }
    try output.write(header)
  }

  /// The text after the last dot of the last component, in lower case.
  private static func fileExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
