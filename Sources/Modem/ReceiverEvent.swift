/// What a `Receiver` has to say about the samples pushed so far.
public enum ReceiverEvent: Sendable {
  /// The level of the last tenth of a second.
  case level(Level)
  /// A start was found; `message`, `file` or `failed` with an equal `frame.number` follows, unless the start
  /// turns out to be part of another frame.
  case detected(Frame)
  /// Checked text of a frame that is still arriving, from its beginning.
  case progress(Frame, text: [UInt8])
  /// A block of a message in many frames came: so many of those that rebuild it.
  ///
  /// `detected` came for the message's first frame and has its number; this frame's times are those of
  /// the frame that arrives. Blocks of copies of a message that is out already say that all came.
  case blocks(Frame, received: Int, count: Int)
  /// A whole message whose checks hold.
  case message(Message)
  /// A whole file whose checks hold, but for its SHA-256, which is to be compared before it is kept.
  case file(ReceivedFile)
  /// A frame that was detected and not delivered.
  case failed(Failure)
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

  package init(seconds: Double, peak: Float, bandRootMeanSquare: Float) {
    self.seconds = seconds
    self.peak = peak
    self.bandRootMeanSquare = bandRootMeanSquare
  }
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
  /// Power of the received tones over that of the noise in 0 to 24 kHz, in dB.
  public var signalToNoiseDecibels: Double
  /// Relative speed-up of the signal: clock offset and motion together, in parts per million.
  public var dilationPartsPerMillion: Double

  package init(
    number: Int, protocolName: String, placement: Placement, startSeconds: Double,
    endSeconds: Double, signalToNoiseDecibels: Double, dilationPartsPerMillion: Double
  ) {
    self.number = number
    self.protocolName = protocolName
    self.placement = placement
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
    self.signalToNoiseDecibels = signalToNoiseDecibels
    self.dilationPartsPerMillion = dilationPartsPerMillion
  }
}

/// A message whose checks hold.
public struct Message: Sendable {
  /// The transmission that carried it.
  public var frame: Frame
  /// The bytes that were sent: UTF-8 text where the sender sent text.
  public var bytes: [UInt8]
  /// Symbols that arrived wrong or unreadable and were repaired.
  public var correctedSymbols: Int

  package init(frame: Frame, bytes: [UInt8], correctedSymbols: Int) {
    self.frame = frame
    self.bytes = bytes
    self.correctedSymbols = correctedSymbols
  }
}

/// A file that came.
public struct ReceivedFile: Sendable {
  /// The transmission that carried it: of many frames the last, with the number of the first.
  public var frame: Frame
  /// Name, digest and bytes.
  public var file: CarriedFile

  package init(frame: Frame, file: CarriedFile) {
    self.frame = frame
    self.file = file
  }
}

/// Why a detected frame gave no message.
public struct Failure: Sendable {
  /// The step that refused it.
  public enum Stage: Sendable, Equatable {
    /// The recording or the transmission ended inside the frame.
    case cutOff
    /// The fields that tell the frame's length could not be read.
    case header
    /// More symbols were wrong than the code repairs.
    case code
    /// The code gave a word, and its check refused it.
    case check
    /// Parts of a long message did not come: their numbers, from 1, and how many there are.
    case parts(missing: [Int], count: Int)
    /// Too few blocks of a long message came: those missing of `count`, from 1, and how many blocks of
    /// repair there are in their stead.
    case blocks(missing: [Int], count: Int, repair: Int)
    /// All of it came, and it is neither a text nor a file.
    case unknownContent(UInt8)
  }

  /// The transmission, as far as it was received.
  public var frame: Frame
  /// The step that refused it.
  public var stage: Stage
  /// The likeliest reading of what arrived, unchecked; never to be shown as the message.
  public var heard: [UInt8]

  package init(frame: Frame, stage: Stage, heard: [UInt8]) {
    self.frame = frame
    self.stage = stage
    self.heard = heard
  }
}
