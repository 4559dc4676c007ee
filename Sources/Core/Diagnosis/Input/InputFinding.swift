/// Something about the input that stands in the way of messages, or may.
public enum InputFinding: Sendable, Equatable {
  /// Every sample of every channel is 0.
  case muted
  /// Every sample of every channel is this one value.
  case constant(Float)
  /// The largest sample is no more than the last digits of 16 bits: `peak`.
  case nearlySilent(peak: Float)
  /// Some channels are silent, all but for the last digits, while others are not; numbers from 0.
  case deadChannels([Int])
  /// The sampling rate holds no placement.
  case rateTooLow(hertz: Double)
  /// Nothing is left above `hertz`; `isAllCut` where no placement lies below.
  case cutOff(hertz: Double, isAllCut: Bool)
  /// The sound ends again and again in all bands at once: a gate or a noise suppression.
  case gated(closings: Int)
  /// This part of the samples is cut off at the top or the bottom.
  case clipped(share: Double)
  /// After loud sounds everything is fainter by so much for a while.
  case gainControl(decibels: Double)
  /// The band is so loud that no protocol would be heard at the reference level.
  case noise
  /// The samples lie about a value that is not 0, relative to full scale.
  case offset(Double)
  /// The device or file has 44,100 samples a second or a multiple of that.
  case musicRate(hertz: Double)
  /// The samples came from 44,100 a second by a resampler that leaves mirror images.
  case resampled
  /// Beside the messages that were heard there is digital silence, or nothing: the noise is not
  /// known.
  case noNoise(isSilent: Bool)
  /// Something sounds in the band at these frequencies that is no message that was heard.
  case otherSound(hertz: ClosedRange<Double>)
  /// There was too little to judge by.
  case tooShort(seconds: Double)

  /// What it means for messages, the worst last.
  public enum Severity: Sendable, Comparable {
    /// Good to know.
    case remark
    /// Messages are lost that would arrive otherwise.
    case harms
    /// Nothing can be received.
    case prevents
  }

  /// What it means for messages.
  public var severity: Severity {
    switch self {
    case .muted, .constant, .nearlySilent, .rateTooLow, .cutOff(_, isAllCut: true), .gated,
      .tooShort:
      .prevents
    case .noise, .cutOff, .clipped, .gainControl, .deadChannels, .resampled: .harms
    case .offset, .musicRate, .noNoise, .otherSound: .remark
    }
  }
}
