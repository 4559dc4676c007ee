import HandShakeModem

/// The suitability of a microphone, a device or a recording for receiving, from some seconds of it.
///
/// Powers are relative to a sine of full scale: 0 dB.
public struct InputDiagnosis: Sendable {
  /// The measurements of a channel.
  public struct ChannelFigures: Sendable {
    /// Largest magnitude of a sample.
    public var peak: Float
    /// Total power without the offset, in dB.
    public var levelDecibels: Double
    /// Mean of the samples, relative to full scale.
    public var offset: Double
    /// The usual power from 13.7 to 20.3 kHz between messages, in dB; nil if there is no sound
    /// between them.
    public var bandDecibels: Double?
    /// Whether it is silent but for the last digits of 16 bits.
    public var isDead: Bool
  }

  /// Samples a second.
  public var rateHertz: Double
  /// Duration of the survey in seconds.
  public var seconds: Double
  /// Every channel, in order.
  public var channels: [ChannelFigures]
  /// The channel that is strongest in the band; the findings and reaches refer to it.
  public var chosenChannel: Int
  /// The findings, the worst first.
  public var findings: [InputFinding]
  /// The range of each protocol in each of its placements; empty if the noise is unknown.
  public var reaches: [ProtocolReach]

  /// Whether messages can be received at all.
  public var isReceivingPossible: Bool { !findings.contains { $0.severity == .prevents } }

  /// The recommended protocol: the first protocol, in its highest placement with a margin for
  /// echoes, otherwise the protocol with the longest range; nil if nothing reaches.
  public var recommended: ProtocolReach? {
    let first = reaches.first {
      $0.protocolName == reaches[0].protocolName && $0.marginDecibels > Self.echoDecibels
    }
    return first
      ?? reaches.filter { $0.marginDecibels > 0 }.max { $0.marginDecibels < $1.marginDecibels }
  }

  /// The approximate loss by the echoes of a room.
  private static let echoDecibels = 6.0
}

/// Surveys an input of any number of channels: frames go in, a diagnosis comes out.
public struct InputSurvey {
  /// Samples a second.
  public let rateHertz: Double

  private let protocols: [ModemProtocol]
  private var channels: [ChannelSurvey]

  /// A survey for receiving `protocols`.
  ///
  /// - Parameters:
  ///   - rateHertz: samples a second, above 0.
  ///   - channelCount: interleaved channels, at least one.
  public init(protocols: [ModemProtocol], rateHertz: Double, channelCount: Int) {
    self.protocols = protocols
    self.rateHertz = rateHertz
    channels = (0..<channelCount).map { _ in ChannelSurvey(rateHertz: rateHertz) }
  }

  /// Takes whole frames, one sample of each channel after the other, with full scale at 1.
  public mutating func push(_ frames: UnsafeBufferPointer<Float>) {
    guard let start = frames.baseAddress else { return }
    for index in channels.indices {
      channels[index].push(
        start + index, count: frames.count / channels.count, stride: channels.count)
    }
  }

  /// The diagnosis of all frames. Received messages at `times`, in seconds, count as neither noise
  /// nor damage.
  public func diagnosis(heard times: [ClosedRange<Double>] = []) -> InputDiagnosis {
    var rest = self
    if !times.isEmpty {
      for index in channels.indices { rest.channels[index].leaveOut(times) }
    }
    return rest.diagnosis(isHeard: !times.isEmpty)
  }

  private func diagnosis(isHeard: Bool) -> InputDiagnosis {
    let chosen = channels.indices.max { loudness(channels[$0]) < loudness(channels[$1]) } ?? 0
    let edge = CutoffCheck.edgeHertz(channels[chosen].spectrum)
    let all = protocols.flatMap { modem in
      modem.placements.map { placement in
        ProtocolReach(
          of: modem, in: placement, rateHertz: rateHertz, edgeHertz: edge,
          noisePower: channels[chosen].usualPower(
            placement.lowestToneHertz...placement.highestToneHertz))
      }
    }
    let found = findings(of: channels[chosen], edgeHertz: edge, all, isHeard: isHeard)
    return InputDiagnosis(
      rateHertz: rateHertz, seconds: Double(channels[chosen].statistics.count) / rateHertz,
      channels: channels.map(figures), chosenChannel: chosen,
      findings: [.prevents, .harms, .remark].flatMap { (severity: InputFinding.Severity) in
        found.filter { $0.severity == severity }
      },
      reaches: isNoiseKnown(channels[chosen]) ? all : [])
  }

  /// The power in the band, or elsewhere if the band is silent.
  private func loudness(_ channel: ChannelSurvey) -> Double {
    channel.usualPower(ModemProtocol.listeningBandHertz) + 1e-6 * channel.statistics.power
  }

  private func isNoiseKnown(_ channel: ChannelSurvey) -> Bool {
    !channel.isShort && !channel.isSilent
  }

  /// Whether it holds nothing but the last digits of 16 bits.
  private func isDead(_ channel: ChannelSurvey) -> Bool {
    channel.statistics.swing < Self.leastSwing
  }

  private func figures(_ channel: ChannelSurvey) -> InputDiagnosis.ChannelFigures {
    InputDiagnosis.ChannelFigures(
      peak: channel.statistics.peak, levelDecibels: decibels(power: channel.statistics.power),
      offset: channel.statistics.mean,
      bandDecibels: isNoiseKnown(channel)
        ? decibels(power: channel.usualPower(ModemProtocol.listeningBandHertz)) : nil,
      isDead: isDead(channel))
  }

  private func findings(
    of channel: ChannelSurvey, edgeHertz: Double?, _ reaches: [ProtocolReach], isHeard: Bool
  ) -> [InputFinding] {
    let statistics = channel.statistics
    let seconds = Double(statistics.count) / rateHertz
    guard seconds >= Self.leastSeconds || isHeard else { return [.tooShort(seconds: seconds)] }
    var found: [InputFinding] = []
    let tops = reaches.map { $0.placement.highestToneHertz }
    let (lowestTop, highestTop) = (tops.min() ?? 0, tops.max() ?? 0)
    if rateHertz / 2 <= lowestTop { found.append(.rateTooLow(hertz: rateHertz)) }
    // A dead channel has no other findings.
    if isDead(channel) {
      guard statistics.highest == statistics.lowest else {
        return found + [.nearlySilent(peak: Float(statistics.swing))]
      }
      return found + [statistics.highest == 0 ? .muted : .constant(statistics.highest)]
    }
    let dead = channels.indices.filter { isDead(channels[$0]) }
    if !dead.isEmpty { found.append(.deadChannels(dead)) }
    let isNoiseUnknown = isHeard && !isNoiseKnown(channel)
    if isNoiseUnknown { found.append(.noNoise(isSilent: channel.isSilent)) }
    if let edgeHertz, edgeHertz < highestTop {
      found.append(.cutOff(hertz: edgeHertz, isAllCut: lowestTop > edgeHertz))
    } else if let hertz = channel.otherSound.foundHertz {
      // Only without an edge: a codec leaves holes, beside which every other sound stands out.
      found.append(.otherSound(hertz: hertz))
    }
    let closings = GateCheck.closings(channel.levels, below: edgeHertz)
    let frozen = Double(statistics.frozenCount) / Double(statistics.count)
    // Sound from a program is silent before and after its messages.
    if closings > 0 || (frozen > 0.05 && statistics.frozenRuns > 1 && !isNoiseUnknown) {
      found.append(.gated(closings: max(closings, statistics.frozenRuns)))
    }
    let clipped = statistics.clippedShare
    if clipped > 0 { found.append(.clipped(share: clipped)) }
    if let dip = GainControlCheck.dipDecibels(channel.levels, below: edgeHertz) {
      found.append(.gainControl(decibels: dip))
    }
    if !isNoiseUnknown, found.allSatisfy({ $0.severity != .prevents }),
      reaches.allSatisfy({ $0.marginDecibels < 0 })
    {
      found.append(.noise)
    }
    if abs(statistics.mean) > Self.largestOffset { found.append(.offset(statistics.mean)) }
    if rateHertz.truncatingRemainder(dividingBy: 44_100) == 0 {
      found.append(.musicRate(hertz: rateHertz))
    }
    if channel.mirror?.coherence ?? 0 > 0.5 { found.append(.resampled) }
    return found
  }

  /// Shorter inputs are not judged.
  private static let leastSeconds = 0.5
  /// Two steps of 16 bits: a microphone that is on always gives more.
  private static let leastSwing = 2.5 / 32_768
  /// Cheap converters have up to 0.005.
  private static let largestOffset = 0.02
}
