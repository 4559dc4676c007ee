import HandShakeSignal

/// What a `Receiver` has to say about the samples pushed so far.
public enum ReceiverEvent: Sendable {
  /// The level of the last tenth of a second.
  case level(Level)
  /// A start was found; `message`, `file`, `sealed` or `failed` with an equal `frame.number` follows, unless the start
  /// turns out to be part of another frame.
  case detected(Frame)
  /// Checked text of a frame that is still arriving, from its beginning.
  case progress(Frame, text: [UInt8])
  /// A block of a message in many frames came: `received` of the `count` blocks that rebuild it.
  ///
  /// `detected` came for the message's first frame and has its number; this frame's times are those of
  /// the frame that arrives. Blocks of copies of a message that is out already say that all came.
  case blocks(Frame, received: Int, count: Int)
  /// A whole message whose checks hold.
  case message(Message)
  /// A whole file whose checks hold, but for its SHA-256, which is to be compared before it is kept.
  case file(ReceivedFile)
  /// Sealed content whose checks hold.
  case sealed(SealedMessage)
  /// What another receiver answered to a sender, which may be this one.
  case receipt(Frame, Receipt)
  /// What measures a distance came, from another station or oneself.
  case ranging(Frame, RangingMessage)
  /// A step of a pairing came, from another station or oneself, with zeros behind.
  case pairing(Frame, bytes: [UInt8])
  /// A message that is out came again, since its sender had no answer.
  case repeated(Frame)
  /// A frame that was detected and not delivered.
  case failed(Failure)
}

extension ReceiverEvent {
  /// The same event with another frame; a level, which has none, as it is.
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
  /// Root mean square, in the last 32 ms, in each of the bands that the receiver was asked to meter.
  public var meteredRootMeanSquares: [Float] = []
  /// The channels that count, from 0: neither silent nor a copy of another one.
  public var channels: [Int] = []

  /// Peak from which the input may have been clipped.
  public static let fullScale: Float = 0.999
}

/// A transmission that was detected: where, when, and how it arrives.
public struct Frame: Sendable {
  /// Counts the frames of one receiver, from 1.
  public var number: Int
  /// Name of the protocol.
  public var protocolName: String
  /// Band in which it was sent.
  public var placement: Placement
  /// Seconds from the first sample to the start of the first tone.
  public var startSeconds: Double
  /// Seconds from the first sample to the end of what was received of it.
  public var endSeconds: Double
  /// Seconds of sound of the frames that brought something new of a message in several frames; nil for a message in
  /// one frame. Repetitions and the pauses between frames do not count.
  var newSoundSeconds: Double?
  /// Power of the received tones over that of the noise in 0 to 24 kHz, in dB, at most `mostSignalToNoiseDecibels`.
  public var signalToNoiseDecibels: Double
  /// By how much more that is, and the margin, than by the noise that was heard before the frame: its own
  /// sound may have been taken for that. Added when the frame is told.
  var ownSoundDecibels = 0.0
  /// Relative speed-up of the signal: clock offset and motion together, in parts per million.
  public var dilationPartsPerMillion: Double
  /// By how many dB the frame might be weaker, or where negative should be stronger, for nine of ten
  /// like it to arrive in white noise; nil where nothing tells. Of several frames that of the weakest.
  ///
  /// Computed from the signal-to-noise ratio of what was sent, symbol by symbol, so fading counts; see
  /// `ToneEvidence` and `BurstRung.limitDecibels`.
  public var marginDecibels: Double?
  /// The fastest rung at which it would have been read; nil where its protocol has none, or nothing tells.
  public var fastestRung: Int?
  /// What its sender wants to be answered; nil where that is nothing, or is not known yet.
  public var answer: AnswerRequest?

  /// The message's own time on air: how long its frames sounded, each once.
  public var soundSeconds: Double { newSoundSeconds ?? endSeconds - startSeconds }

  /// Whether the message came in several frames.
  public var isInParts: Bool { newSoundSeconds != nil }

  /// What a full-scale sine has over the rounding to 16 bits: more is a ratio to exact silence, which tells nothing.
  public static let mostSignalToNoiseDecibels = 98.0

  /// Makes signal-to-noise ratio and margin those of the weaker of two frames of a message.
  mutating func takeWeaker(_ other: Frame) {
    signalToNoiseDecibels = min(signalToNoiseDecibels, other.signalToNoiseDecibels)
    ownSoundDecibels = min(ownSoundDecibels, other.ownSoundDecibels)
    if let margin = other.marginDecibels { marginDecibels = min(marginDecibels ?? margin, margin) }
  }

  /// The largest difference of two clocks that a dilation is put down to: twice what crystals of
  /// loudspeaker and microphone usually have.
  public static let largestClockPartsPerMillion = 200.0

  /// Difference of the clocks, nil where the dilation is more than clocks bring.
  ///
  /// One dilation is measured, and a frame cannot tell clocks from steady motion: below 200 ppm, which is
  /// 0.07 m/s, all of it is put down to the clocks, above that to motion.
  public var clockPartsPerMillion: Double? {
    abs(dilationPartsPerMillion) <= Self.largestClockPartsPerMillion
      ? dilationPartsPerMillion : nil
  }

  /// Speed at which sender and receiver come closer, at 343 m/s of sound and to the 0.07 m/s that clocks
  /// may feign; nil where clocks explain the dilation.
  public var closingSpeedMetresPerSecond: Double? {
    clockPartsPerMillion == nil
      ? dilationPartsPerMillion * 1e-6 * soundMetresPerSecond : nil
  }
}

/// A message whose checks hold.
public struct Message: Sendable {
  /// The transmission that carried it.
  public var frame: Frame
  /// The bytes that were sent: UTF-8 text where the sender sent text.
  public var bytes: [UInt8]
  /// What is known of its seal; nil where it came in clear.
  public var seal: Seal?
  /// Symbols that arrived wrong or unreadable and were repaired: of classic a tone, of hop likewise, of
  /// burst a point of the constellation.
  public var correctedSymbols: Int
}

/// A file that came.
public struct ReceivedFile: Sendable {
  /// The transmission that carried it: of many frames the last, with the number of the first.
  public var frame: Frame
  /// Name, digest and bytes.
  public var file: CarriedFile
  /// What is known of its seal; nil where it came in clear.
  public var seal: Seal?
  /// Symbols that arrived wrong and were repaired, as in `Message`.
  public var correctedSymbols: Int
}
