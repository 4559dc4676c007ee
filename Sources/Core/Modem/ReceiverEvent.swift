import HandShakeSignal

/// An event that a `Receiver` reports about the samples so far.
public enum ReceiverEvent: Sendable {
  /// The level of the last tenth of a second.
  case level(Level)
  /// A start was found. `message`, `file`, `sealed` or `failed` with an equal `frame.number`
  /// follows, unless the start turns out to be part of another frame.
  case detected(Frame)
  /// Checked text of a frame that is still arriving, from its beginning.
  case progress(Frame, text: [UInt8])
  /// A block of a message in several frames came: `received` of `count` blocks that rebuild it.
  ///
  /// `detected` came for the message's first frame, with the same number. The times are the
  /// arriving frame's. Copies of a delivered message report that all blocks came.
  case blocks(Frame, received: Int, count: Int)
  /// A complete message with valid checks.
  case message(Message)
  /// A complete file with valid checks. Compare its SHA-256 before you keep it.
  case file(ReceivedFile)
  /// Sealed content with valid checks.
  case sealed(SealedMessage)
  /// The answer of another receiver to a sender, which may be this station.
  case receipt(Frame, Receipt)
  /// A message that measures a distance came, from another station or from this station.
  case ranging(Frame, RangingMessage)
  /// A step of a pairing came, from another station or from this station. It may end with zeros.
  case pairing(Frame, bytes: [UInt8])
  /// A delivered message came again, because its sender got no answer.
  case repeated(Frame)
  /// A detected frame that was not delivered.
  case failed(Failure)
}

extension ReceiverEvent {
  /// The same event with a changed frame. A level has no frame and does not change.
  package func changing(_ change: (inout Frame) -> Void) -> ReceiverEvent {
    func changed(_ frame: Frame) -> Frame {
      var frame = frame
      change(&frame)
      return frame
    }
    switch self {
    case .level: return self
    case .detected(let frame): return .detected(changed(frame))
    case .progress(let frame, let text): return .progress(changed(frame), text: text)
    case .blocks(let frame, let received, let count):
      return .blocks(changed(frame), received: received, count: count)
    case .message(var message):
      change(&message.frame)
      return .message(message)
    case .file(var file):
      change(&file.frame)
      return .file(file)
    case .sealed(var sealed):
      change(&sealed.frame)
      return .sealed(sealed)
    case .receipt(let frame, let receipt): return .receipt(changed(frame), receipt)
    case .ranging(let frame, let message): return .ranging(changed(frame), message)
    case .pairing(let frame, let bytes): return .pairing(changed(frame), bytes: bytes)
    case .repeated(let frame): return .repeated(changed(frame))
    case .failed(var failure):
      change(&failure.frame)
      return .failed(failure)
    }
  }
}

/// Level of the input, relative to full scale 1.0.
public struct Level: Sendable {
  /// Seconds from the first sample to the end of the measured tenth of a second.
  public var seconds: Double
  /// Largest magnitude of a sample.
  public var peak: Float
  /// Root mean square within the near-ultrasonic band (13.3 to 20.7 kHz).
  public var bandRootMeanSquare: Float
  /// Root mean square of the last 32 ms in each metered band.
  public var meteredRootMeanSquares: [Float] = []
  /// The channels that count, from 0: neither silent nor a copy of another channel.
  public var channels: [Int] = []

  /// Least peak at which the input may be clipped.
  public static let fullScale: Float = 0.999
}

/// A detected transmission: its place, its time and the quality of its signal.
public struct Frame: Sendable {
  /// Counts the frames of one receiver, from 1.
  public var number: Int
  /// Name of the protocol.
  public var protocolName: String
  /// Band in which it was sent.
  public var placement: Placement
  /// Seconds from the first sample to the start of the first tone.
  public var startSeconds: Double
  /// Seconds from the first sample to the end of its received part.
  public var endSeconds: Double
  /// Seconds of sound of the frames that brought new parts of a message in several frames.
  /// Repetitions and pauses do not count. Nil for a message in one frame.
  var newSoundSeconds: Double?
  /// Tone power over noise power in 0 to 24 kHz, in dB, at most `mostSignalToNoiseDecibels`.
  public var signalToNoiseDecibels: Double
  /// Correction of this ratio and of the margin, because the noise measured before the frame may
  /// include the frame's own sound. Added when the frame is reported.
  var ownSoundDecibels = 0.0
  /// Relative speed-up of the signal by clock offset and motion together, in parts per million.
  public var dilationPartsPerMillion: Double
  /// Positive: dB to spare above the limit, at which nine of ten frames like it arrive in white
  /// noise. Negative: dB missing. Nil if unknown; the least of several frames.
  ///
  /// The margin follows from the signal-to-noise ratio of each symbol, so fading counts; see
  /// `ToneEvidence` and `BurstRung.limitDecibels`.
  public var marginDecibels: Double?
  /// The fastest rung at which it could be read; nil if unknown or if its protocol has no rungs.
  public var fastestRung: Int?
  /// The sender's request for an answer; nil if there is no request, or it is not known yet.
  public var answer: AnswerRequest?

  /// The message's time on air: the duration of its frames, each counted once.
  public var soundSeconds: Double { newSoundSeconds ?? endSeconds - startSeconds }

  /// Whether the message came in several frames.
  public var isInParts: Bool { newSoundSeconds != nil }

  /// Ratio of a full-scale sine to 16-bit rounding. A larger ratio is relative to exact silence.
  public static let mostSignalToNoiseDecibels = 98.0

  /// Sets signal-to-noise ratio and margin to the weaker of two frames of a message.
  mutating func takeWeaker(_ other: Frame) {
    signalToNoiseDecibels = min(signalToNoiseDecibels, other.signalToNoiseDecibels)
    ownSoundDecibels = min(ownSoundDecibels, other.ownSoundDecibels)
    if let margin = other.marginDecibels { marginDecibels = min(marginDecibels ?? margin, margin) }
  }

  /// Largest dilation that counts as a clock difference: twice the usual difference of the crystals
  /// of loudspeaker and microphone.
  public static let largestClockPartsPerMillion = 200.0

  /// Difference of the clocks; nil if the dilation is larger than clock differences are.
  ///
  /// A frame cannot distinguish clocks from steady motion. A dilation of at most 200 ppm, or 0.07
  /// m/s, counts as clock difference. A larger dilation counts as motion.
  public var clockPartsPerMillion: Double? {
    abs(dilationPartsPerMillion) <= Self.largestClockPartsPerMillion
      ? dilationPartsPerMillion : nil
  }

  /// Closing speed of sender and receiver, at 343 m/s of sound. Nil if clocks explain the dilation.
  /// Clocks may cause an error of 0.07 m/s.
  public var closingSpeedMetresPerSecond: Double? {
    clockPartsPerMillion == nil
      ? dilationPartsPerMillion * 1e-6 * soundMetresPerSecond : nil
  }
}

/// A message with valid checks.
public struct Message: Sendable {
  /// The transmission that carried it.
  public var frame: Frame
  /// The bytes that were sent: UTF-8 text if the sender sent text.
  public var bytes: [UInt8]
  /// The seal; nil if the message was not sealed.
  public var seal: Seal?
  /// Number of wrong or unreadable symbols that were repaired. A symbol is a tone in classic and
  /// hop, and a constellation point in burst.
  public var correctedSymbols: Int
}

/// A received file.
public struct ReceivedFile: Sendable {
  /// The transmission that carried it. Of many frames: the last, with the number of the first.
  public var frame: Frame
  /// Name, digest and bytes.
  public var file: CarriedFile
  /// The seal; nil if the file was not sealed.
  public var seal: Seal?
  /// Number of wrong symbols that were repaired, as in `Message`.
  public var correctedSymbols: Int
}
