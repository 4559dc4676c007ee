import HandShakeAudioDevice
import HandShakeAudioFile

/// The source of frames for `hrecv`: a recording or a device.
package final class SoundInput {
  /// The name in a sentence.
  let name: String
  /// The path, or the name of the device, as the user types it.
  let label: String
  /// Frames a second.
  package let rateHertz: Double
  /// The number of interleaved channels.
  package let channelCount: Int
  /// The channels to use, from 0; nil for all channels.
  let channels: [Int]?

  /// Whether it is a device.
  var isDevice: Bool {
    if case .device = source { true } else { false }
  }

  /// The capabilities of the device, nil for a recording.
  var capabilities: DeviceCapabilities? {
    if case .device(let device) = source { device.capabilities } else { nil }
  }

  /// Seconds read so far.
  package var seconds: Double { Double(frameCount) / rateHertz }

  /// The share that was read so far, nil if the length is not known.
  var share: Double? { wholeFrameCount.map { Double(frameCount) / Double(max($0, frameCount, 1)) } }

  /// How much of a recording was read: percent, or seconds without a length. Nil for a device.
  var place: String? {
    if isDevice { return nil }
    return share.map { "\(decimals(100 * $0, 0)) %" } ?? duration(seconds.rounded(.down))
  }

  private let source: Source
  private let wholeFrameCount: Int?
  private var frameCount = 0
  private var reportedInterruptions = Interruptions()

  private enum Source {
    case recording(RecordingReader)
    case device(CaptureDevice)
  }

  /// Opens the source. `channels` are the channels to use, from 0; nil for all channels.
  package init(_ source: ReceiveOptions.Source, channels: [Int]? = nil) throws(CommandFailure) {
    self.channels = channels
    switch source {
    case .recording(let path, let raw):
      name = quoted(path)
      label = path
      do {
        let reader = try RecordingReader(path: path, rawFormat: raw)
        self.source = .recording(reader)
        rateHertz = Double(reader.sampleRateHertz)
        channelCount = reader.channelCount
        wholeFrameCount = reader.expectedFrameCount
      } catch {
        throw .recording(error)
      }
    case .device(let pcm):
      name = "the device '\(pcm)'"
      label = pcm
      wholeFrameCount = nil
      do {
        let device = try CaptureDevice(pcm: pcm) {
          Interruption.isRequested || Interruption.isTimeUp
        }
        self.source = .device(device)
        rateHertz = Double(device.sampleRateHertz)
        channelCount = device.channelCount
      } catch {
        throw .device(error)
      }
    }
    if let last = channels?.last, last >= channelCount {
      throw .noChannel(last, name: name, channelCount: channelCount)
    }
  }

  /// Passes blocks of whole frames to `take`. Ends if `take` returns false, after `limit` frames,
  /// at the end of the input or the time, or after a signal.
  ///
  /// - Parameter blockLength: samples per block, of all channels together.
  package func read(
    blockLength: Int = 8192, limit: Int = .max,
    _ take: (UnsafeBufferPointer<Float>) throws(CommandFailure) -> Bool
  ) throws(CommandFailure) {
    let blockFrames = max(blockLength / channelCount, 1)
    var frames = [Float](repeating: 0, count: blockFrames * channelCount)
    while frameCount < limit, !Interruption.isRequested, !Interruption.isTimeUp {
      if limit - frameCount < blockFrames {
        frames.removeLast(frames.count - (limit - frameCount) * channelCount)
      }
      guard let count = try read(into: &frames) else { continue }
      if count == 0 { return }
      frameCount += count
      let wantsMore = try frames.withUnsafeBufferPointer { frames throws(CommandFailure) in
        try take(UnsafeBufferPointer(rebasing: frames[..<(count * channelCount)]))
      }
      guard wantsMore else { return }
    }
  }

  /// Fills the front of `frames`. Returns the number of frames, 0 at the end of a recording, nil if
  /// a signal or the time limit stopped the wait.
  private func read(into frames: inout [Float]) throws(CommandFailure) -> Int? {
    switch source {
    case .recording(let reader):
      do {
        return try reader.read(into: &frames)
      } catch .interrupted {
        return nil
      } catch {
        throw .recording(error)
      }
    case .device(let device):
      do {
        return try device.read(into: &frames)
      } catch .cancelled {
        return nil
      } catch {
        throw .device(error)
      }
    }
  }

  /// Notes for the user about the input since the last call.
  package func notes() -> [String] {
    switch source {
    case .recording(let reader): return reader.notes(name: name)
    case .device(let device):
      let now = device.interruptions
      defer { reportedInterruptions = now }
      return now.notes(since: reportedInterruptions, name: name, lost: "some sound was lost")
    }
  }
}

extension RecordingReader {
  /// Notes on faults of the recording, for its end.
  fileprivate func notes(name: String) -> [String] {
    var notes: [String] = []
    if let mismatch = lengthMismatch {
      notes.append(
        "\(name) promises \(mismatch.promisedFrames) samples and holds \(mismatch.foundFrames): "
          + (mismatch.foundFrames < mismatch.promisedFrames
            ? "it is cut off or damaged" : "its header was never completed"))
    }
    if replacedSampleCount > 0 {
      notes.append("\(replacedSampleCount) samples of \(name) were no numbers, and taken for 0")
    }
    return notes
  }
}

extension Interruptions {
  /// Notes on the faults of a stream between `earlier` and now.
  func notes(since earlier: Interruptions, name: String, lost: String) -> [String] {
    var notes: [String] = []
    if xruns > earlier.xruns { notes.append("\(name) ran over or dry (xrun): \(lost)") }
    if suspends > earlier.suspends { notes.append("\(name) was suspended: \(lost)") }
    return notes
  }
}
