import Foundation
import HandShakeAudioDevice
import Synchronization

/// One run: one thread plays, and the caller's thread captures.
final class Exercise: Sendable {
  private let options: Options
  private let isPlaying: Atomic<Bool>
  /// True if the capture runs or has failed. Playback waits for it.
  private let isCapturing: Atomic<Bool>
  private let played = Mutex((facts: DirectionFacts(), samples: [Float]()))

  init(_ options: Options) {
    self.options = options
    isPlaying = Atomic(options.playDevice != nil)
    isCapturing = Atomic(options.captureDevice == nil)
  }

  func run() -> Facts {
    var facts = Facts()
    if let device = options.playDevice {
      Thread.detachNewThread {
        while !self.isCapturing.load(ordering: .acquiring) { usleep(1000) }
        let result = self.play(device)
        self.played.withLock { $0 = result }
        self.isPlaying.store(false, ordering: .releasing)
      }
    }
    let captured = options.captureDevice.map(capture)
    while isPlaying.load(ordering: .acquiring) { usleep(1000) }

    let (playFacts, samples) = played.withLock { $0 }
    if options.playDevice != nil { facts.play = playFacts }
    guard let captured else { return facts }
    facts.capture = captured.facts
    facts.maximumError = Burst.maximumError(
      played: samples, captured: captured.samples,
      channelCount: captured.facts.channelCount ?? 1)
    return facts
  }

  private func play(_ device: String) -> (facts: DirectionFacts, samples: [Float]) {
    var facts = DirectionFacts()
    var samples: [Float] = []
    do throws(AudioDeviceError) {
      let playback = try PlaybackDevice(pcm: device, isCancelled: { Interrupt.hasCome })
      defer {
        facts.note(playback.interruptions)
        playback.drop()
      }
      facts.sampleRateHertz = playback.sampleRateHertz
      facts.channelCount = playback.channelCount
      facts.formatName = playback.formatName
      samples = Burst.samples(count: Int(options.seconds * Double(playback.sampleRateHertz)))
      for start in stride(from: 0, to: samples.count, by: Self.blockFrames) {
        let block = Array(samples[start..<min(start + Self.blockFrames, samples.count)])
        try playback.write(block)
        facts.frames += block.count
        if (start..<start + Self.blockFrames).contains(samples.count / 2) {
          Thread.sleep(forTimeInterval: options.pauseSeconds)
        }
      }
      try playback.drain()
    } catch { facts.error = String(describing: error) }
    facts.secondsSinceInterrupt = Interrupt.secondsSince
    return (facts, samples)
  }

  private func capture(_ device: String) -> (facts: DirectionFacts, samples: [Float]) {
    var facts = DirectionFacts()
    var samples: [Float] = []
    do throws(AudioDeviceError) {
      let microphone = try CaptureDevice(pcm: device, isCancelled: { Interrupt.hasCome })
      defer {
        facts.note(microphone.interruptions)
        microphone.drop()
      }
      facts.sampleRateHertz = microphone.sampleRateHertz
      facts.channelCount = microphone.channelCount
      facts.formatName = microphone.formatName
      var block = [Float](repeating: 0, count: Self.blockFrames * microphone.channelCount)
      // After playback, longer than the delay of the loop.
      let tailSeconds = options.playDevice == nil ? options.seconds : 0.5
      var tailFrames = Int(tailSeconds * Double(microphone.sampleRateHertz))
      while tailFrames > 0 {
        let frames = try microphone.read(into: &block)
        samples += block[..<(frames * microphone.channelCount)]
        facts.frames += frames
        if !isPlaying.load(ordering: .acquiring) { tailFrames -= frames }
        isCapturing.store(true, ordering: .releasing)
      }
    } catch { facts.error = String(describing: error) }
    isCapturing.store(true, ordering: .releasing)
    facts.secondsSinceInterrupt = Interrupt.secondsSince
    return (facts, samples)
  }

  private static let blockFrames = 960
}
