import HandShakeAudioDevice
import HandShakeFiles

/// A playback device of a program. Its failures are failures of the program, and each interruption
/// of its stream is reported once.
package struct Loudspeaker {
  /// Samples a second.
  package let rateHertz: Double

  /// Seconds of sound that the device buffers.
  package var bufferSeconds: Double { device.bufferSeconds }

  private let name: String
  private let device: PlaybackDevice
  private var reported = Interruptions()
  private var continuedCount = Interruption.continuedCount
  /// When the device last accepted samples.
  private var playedSeconds = monotonicSeconds()
  private var wasStopped = false

  /// Sound servers fade the end of a stream, so this much silence follows the sound.
  static let tailSeconds = 0.3

  /// Opens the ALSA device of this name, and warns if its mixer is muted. If `isCancelled` returns
  /// true, every call throws `interrupted`.
  package init(
    _ name: Setting<String>, for command: CommandName, isCancelled: @escaping () -> Bool
  ) throws(CommandFailure) {
    self.name = name.value
    do throws(CommandFailure) {
      device = try CommandFailure.ofDevice { () throws(AudioDeviceError) in
        try PlaybackDevice(pcm: name.value, isCancelled: isCancelled)
      }
    } catch {
      throw name.blamed(for: error)
    }
    rateHertz = Double(device.sampleRateHertz)
    if let silence = device.mixerSilence {
      Program.say(VisibleText.escaping(silence.sentence), as: command)
    }
  }

  /// Returns when the device has accepted all of `samples`.
  package mutating func play(_ samples: UnsafeBufferPointer<Float>) throws(CommandFailure) {
    try CommandFailure.ofDevice { () throws(AudioDeviceError) in try device.write(samples) }
    noteStop()
  }

  /// Notes whether the program was stopped since the last call for longer than the buffer lasts.
  private mutating func noteStop() {
    let now = monotonicSeconds()
    let count = Interruption.continuedCount
    if count != continuedCount, now - playedSeconds > bufferSeconds { wasStopped = true }
    (continuedCount, playedSeconds) = (count, now)
  }

  /// Whether the program was stopped since the last call. The sound then has a gap.
  mutating func takeStop() -> Bool {
    defer { wasStopped = false }
    return wasStopped
  }

  /// Sentences on the faults of the stream since the last call; `lost` names their effect.
  package mutating func notes(lost: String) -> [String] {
    let now = device.interruptions
    defer { reported = now }
    return now.notes(since: reported, name: "the device '\(name)'", lost: lost)
  }

  /// Returns when all played samples were heard.
  package mutating func finish() throws(CommandFailure) {
    try CommandFailure.ofDevice { () throws(AudioDeviceError) in
      try device.write([Float](repeating: 0, count: Int(Self.tailSeconds * rateHertz)))
      try device.drain()
    }
    noteStop()
  }

  /// Stops the sound and closes the device.
  package func drop() { device.drop() }
}

extension MixerSilence {
  /// The fault of the mixer, and the command to correct it.
  var sentence: String {
    let state = [isMuted ? "muted" : nil, isAtZero ? "at 0 %" : nil].compactMap { $0 }
    let values = [isAtZero ? "50%" : nil, isMuted ? "unmute" : nil].compactMap { $0 }
    return
      "'\(control)' of sound card \(card) is \(state.joined(separator: " and ")), so nothing will "
      + "be heard: amixer -c \(card) sset \(typed(control)) \(values.joined(separator: " "))"
  }
}
