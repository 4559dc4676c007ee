import HandShakeModem

/// The gain of several microphones together over the best of them alone.
package struct MicrophoneGain: Equatable, Sendable {
  /// How many microphones count.
  package var microphoneCount: Int
  /// How many messages all microphones together read.
  package var messageCount: Int
  /// How many of these messages at least one microphone reads alone.
  package var aloneCount: Int
  /// The median gain in margin over the best microphone alone, over these messages, in dB. Nil if
  /// no margin is known.
  package var decibels: Double?
}

/// Hears with each of several microphones alone, for comparison with a station that hears with all.
package struct MicrophoneComparison: ~Copyable {
  private final class Microphone {
    var hearing: Hearing
    var frames: [Frame] = []

    init(_ hearing: consuming Hearing) { self.hearing = hearing }
  }

  private var microphones: [Microphone] = []
  private var together: [Frame] = []

  /// A comparison with a station of `hearing`. A single channel gives no comparison.
  init(with hearing: borrowing Hearing) {
    guard hearing.listened.count > 1 else { return }
    for channel in hearing.listened {
      // It takes the rate as the station does.
      guard
        let alone = try? Hearing(
          protocols: hearing.protocols, rateHertz: hearing.rateHertz,
          channelCount: hearing.channelCount, channels: [channel], keepsSamples: false,
          meteredBands: [])
      else { continue }
      microphones.append(Microphone(alone))
    }
  }

  /// Takes captured frames, and the events that the station made of them.
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
  ///   - events: the last events of the station.
  ///   - channelCount: how many channels count to the station.
  /// - Returns: nil if no message was read, or if only one channel counts.
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
  /// The frame of a message that was read; nil for other events.
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
