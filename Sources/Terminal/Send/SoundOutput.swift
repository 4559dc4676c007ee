import AudioDevice
import AudioFile

/// Where sound goes: a recording or a device.
struct SoundOutput {
  private let options: SendOptions

  /// Samples that are made at a time.
  private static let blockLength = 1024
  /// Between transmissions that follow one another, and after the last one on a device: sound
  /// servers fade the tail of a stream.
  static let silenceSeconds = 0.3

  init(_ options: SendOptions) {
    self.options = options
  }

  /// Refuses to write a recording to a terminal.
  static func checkTarget(_ options: SendOptions) throws(CommandFailure) {
    if options.outputPath == "-", StandardStream.output.isTerminal { throw .recordingToTerminal }
  }

  /// Sends all of what `series` makes for a rate; throws `interrupted` where a signal ends it before.
  func send<Source>(
    _ progress: SendingProgress,
    _ series: (_ rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Source>
  ) throws(CommandFailure) {
    if let path = options.outputPath {
      try write(path, series(options.fileRateHertz))
    } else {
      try play(options.device.value, progress, series)
    }
  }

  private func write<Source>(
    _ path: String, _ series: consuming TransmissionSeries<Source>
  ) throws(CommandFailure) {
    let writer = try CommandFailure.ofFile { () throws(AudioFileError) in
      try RecordingWriter(
        path: path, sampleRateHertz: Int(options.fileRateHertz), frameCount: series.sampleCount)
    }
    defer { writer.discard() }
    var block = [Float](repeating: 0, count: Self.blockLength)
    while let samples = try next(&series, &block) {
      try CommandFailure.ofFile { () throws(AudioFileError) in try writer.write(samples) }
    }
    try CommandFailure.ofFile { () throws(AudioFileError) in try writer.finish() }
  }

  private func play<Source>(
    _ name: String, _ progress: consuming SendingProgress,
    _ series: (_ rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Source>
  ) throws(CommandFailure) {
    let device = try CommandFailure.ofDevice { () throws(AudioDeviceError) in
      try PlaybackDevice(pcm: name) { Interruption.isRequested }
    }
    defer { device.drop() }
    let rateHertz = Double(device.sampleRateHertz)
    var series = try series(rateHertz)
    defer { progress.finish() }
    var reported = Interruptions()
    var block = [Float](repeating: 0, count: Self.blockLength)
    while let samples = try next(&series, &block) {
      try CommandFailure.ofDevice { () throws(AudioDeviceError) in try device.write(samples) }
      progress.show(series.progress)
      for note in device.interruptions.notes(
        since: reported, name: "the device '\(name)'", lost: "what was sent may not be readable")
      {
        progress.note(note)
      }
      reported = device.interruptions
    }
    try CommandFailure.ofDevice { () throws(AudioDeviceError) in
      let silence = Int(Self.silenceSeconds * rateHertz)
      try device.write([Float](repeating: 0, count: silence))
      try device.drain()
    }
  }

  /// The next samples in the front of `block`, nil at the end; throws `interrupted`.
  private func next<Source>(
    _ series: inout TransmissionSeries<Source>, _ block: inout [Float]
  ) throws(CommandFailure) -> [Float]? {
    if Interruption.isRequested { throw .interrupted }
    let count = block.withUnsafeMutableBufferPointer { series.read(into: $0) }
    return count == block.count ? block : count > 0 ? Array(block[..<count]) : nil
  }
}
