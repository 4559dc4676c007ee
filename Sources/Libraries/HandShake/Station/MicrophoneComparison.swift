import HandShakeModem

/// What several microphones gain together over the best of them alone.
package struct MicrophoneGain: Equatable, Sendable {
  /// How many microphones count.
  package var microphoneCount: Int
  /// How many messages were read by all of them together.
  package var messageCount: Int
  /// How many of these some microphone reads alone.
  package var aloneCount: Int
  /// By how much the margin of these exceeds the best alone, the median in dB; nil where no margin
  /// is known.
  package var decibels: Double?
}

/// Hears with each of several microphones alone what a station hears with all of them.
package struct MicrophoneComparison: ~Copyable {
  private final class Microphone {
    var hearing: Hearing
    var frames: [Frame] = []

    init(_ hearing: consuming Hearing) { self.hearing = hearing }
  }

  private var microphones: [Microphone] = []
  private var together: [Frame] = []

  /// A comparison with a station of `hearing`; of a single channel nothing is compared.
  init(with hearing: borrowing Hearing) {
    guard hearing.listened.count > 1 else { return }
    for channel in hearing.listened {
      // It takes the rate as the station did.
      guard
        let alone = try? Hearing(
          protocols: hearing.protocols, rateHertz: hearing.rateHertz,
          channelCount: hearing.channelCount, channels: [channel], keepsSamples: false,
          meteredBands: [])
      else { continue }
      microphones.append(Microphone(alone))
    }
  }

  /// Takes captured frames, and the events that they brought to the station.
  package mutating func hear(
    _ frames: UnsafeBufferPointer<Float>, together events: [ReceiverEvent]
  ) {
    together += events.compactMap { $0.frameRead }
    for microphone in microphones {
      microphone.hearing.begin()
      var rest = frames
      while !rest.isEmpty {
        let events = microphone.hearing.takePiece(from: &rest) { _ in } ?? []
        microphone.frames += events.compactMap { $0.frameRead }
      }
    }
  }

  /// Ends the input.
  ///
  /// - Parameters:
  ///   - events: the last that the station had.
  ///   - channelCount: how many channels count to the station.
  /// - Returns: nil where nothing was read, or where only one channel counts.
  package mutating func finish(
    together events: [ReceiverEvent], channelCount: Int
  ) -> MicrophoneGain? {
    together += events.compactMap { $0.frameRead }
    guard channelCount > 1, !together.isEmpty else { return nil }
    for microphone in microphones {
      microphone.frames += microphone.hearing.finish { _ in }.compactMap { $0.frameRead }
    }
    let alone = together.map { frame in
      microphones.flatMap { $0.frames.filter { $0.isSameSound(as: frame) } }
    }
    let gains = zip(together, alone).compactMap { frame, alone -> Double? in
      let best = alone.compactMap { $0.marginDecibels }.max()
      return frame.marginDecibels.flatMap { margin in best.map { margin - $0 } }
    }.sorted()
    return MicrophoneGain(
      microphoneCount: channelCount, messageCount: together.count,
      aloneCount: alone.count { !$0.isEmpty },
      decibels: gains.isEmpty ? nil : gains[gains.count / 2])
  }
}

extension ReceiverEvent {
  /// The frame of what was read; nil for all else.
  fileprivate var frameRead: Frame? {
    switch self {
    case .message(let message): message.frame
    case .file(let file): file.frame
    case .sealed(let sealed): sealed.frame
    case .level, .detected, .progress, .blocks, .receipt, .ranging, .pairing, .repeated, .failed:
      nil
    }
  }
}

extension Frame {
  fileprivate func isSameSound(as other: Frame) -> Bool {
    protocolName == other.protocolName && startSeconds < other.endSeconds
      && other.startSeconds < endSeconds
  }
}
