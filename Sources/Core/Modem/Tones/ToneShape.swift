import HandShakeSignal

/// The envelope of one tone: how its amplitude rises, stays and falls.
///
/// The sender multiplies by it, and the receiver's matched filters use it as weights. North (1943):
/// the filter matched to the known shape has the highest signal-to-noise ratio.
struct ToneShape: Sendable {
  let seconds: Double
  let fadeSeconds: Double
  let timingFunction: TimingFunction
  private let fade: [Float]
  private static let fadeSteps = 512
  /// Frequency, high in the band, that converts a share of a tone's bandwidth to a change of speed.
  static let referenceHertz = 18_500.0

  init(seconds: Double, fadeSeconds: Double, timingFunction: TimingFunction) {
    self.seconds = seconds
    self.fadeSeconds = fadeSeconds
    self.timingFunction = timingFunction
    fade = (0...Self.fadeSteps).map {
      Float(timingFunction.gain(at: Double($0) / Double(Self.fadeSteps)))
    }
  }

  /// Mean power of a tone relative to a tone without fades.
  var meanPowerGain: Double {
    let steps = 1000
    return (0..<steps).reduce(0) {
      let gain = exactGain(at: (Double($1) + 0.5) / Double(steps) * seconds)
      return $0 + gain * gain / Double(steps)
    }
  }

  /// Gain at `time` seconds from the tone's start, 0 outside the tone.
  func exactGain(at time: Double) -> Double {
    let fromEdge = min(time, seconds - time)
    return fromEdge >= fadeSeconds ? 1 : timingFunction.gain(at: fromEdge / fadeSeconds)
  }

  /// `exactGain` to 1 in 300, from a table.
  @inline(__always)
  func gain(at time: Double) -> Float {
    let fromEdge = min(time, seconds - time)
    if fromEdge <= 0 { return 0 }
    if fromEdge >= fadeSeconds { return 1 }
    return fade[Int(fromEdge / fadeSeconds * Double(Self.fadeSteps) + 0.5)]
  }
}
