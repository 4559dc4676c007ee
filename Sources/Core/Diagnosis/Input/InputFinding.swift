/// A property of the input that prevents or may prevent messages.
public enum InputFinding: Sendable, Equatable {
  /// Every sample of every channel is 0.
  case muted
  /// Every sample of every channel is this value.
  case constant(Float)
  /// The largest sample, `peak`, is within the last digits of 16 bits.
  case nearlySilent(peak: Float)
  /// These channels are silent but for the last digits, while others are not; numbers from 0.
  case deadChannels([Int])
  /// The sampling rate is too low for every placement.
  case rateTooLow(hertz: Double)
  /// Nothing is left above `hertz`; `isAllCut` if no placement lies below.
  case cutOff(hertz: Double, isAllCut: Bool)
  /// The sound stops repeatedly in all bands at once: a gate or a noise suppression.
  case gated(closings: Int)
  /// This share of the samples is clipped.
  case clipped(share: Double)
  /// After loud sounds everything is fainter by this amount for a while.
  case gainControl(decibels: Double)
  /// The band is so loud that no protocol is readable at the reference level.
  case noise
  /// The mean of the samples is not 0, relative to full scale.
  case offset(Double)
  /// The sampling rate of the device or file is 44,100 Hz or a multiple.
  case musicRate(hertz: Double)
  /// The samples came from 44,100 a second by a resampler that leaves mirror images.
  case resampled
  /// The noise is unknown: there is only digital silence, or nothing, beside the received messages.
  case noNoise(isSilent: Bool)
  /// The band contains sound at these frequencies that is not a received message.
  case otherSound(hertz: ClosedRange<Double>)
  /// The input was too short for a judgement.
  case tooShort(seconds: Double)

  /// The effect on messages, the worst last.
  public enum Severity: Sendable, Comparable {
    /// Information only.
    case remark
    /// Some messages are lost.
    case harms
    /// Reception is impossible.
    case prevents
  }

  /// The effect on messages.
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
