/// The curve of a fade: elapsed part of the fade in 0...1 to gain in 0...1, rising, with 0 at 0 and
/// 1 at 1.
///
/// A fade-out is the same curve backwards.
///
/// Common curves that overshoot (back, elastic, bounce) are left out, because a gain above 1 clips.
/// The circular curve is left out because of its vertical end: 2 kHz away from its tone, a burst
/// with 8 ms fades is only 54 dB down. Every curve here but `abrupt` exceeds 60 dB.
public enum TimingFunction: Sendable, Equatable {
  /// No fade: full gain from the first moment.
  case abrupt
  /// Constant slope.
  case linear
  /// Half a period of a cosine, (1 - cos πt) / 2.
  case raisedCosine
  /// 3t² - 2t³: slope 0 at both ends.
  case smoothstep
  /// 6t⁵ - 15t⁴ + 10t³: slope and curvature 0 at both ends (Perlin 2002).
  case smootherstep
  /// Starts with slope 0 and ends steeply.
  case easeIn(Curve)
  /// Starts steeply and ends with slope 0.
  case easeOut(Curve)
  /// Slope 0 at both ends and steepest in the middle.
  case easeInOut(Curve)

  /// The curves that ease in, out, or both.
  public enum Curve: String, Sendable, CaseIterable {
    /// 1 - cos(πt/2).
    case sine
    /// t².
    case quadratic
    /// t³.
    case cubic
    /// t⁴.
    case quartic
    /// (2⁸ᵗ - 1) / 255: the common 2¹⁰⁽ᵗ⁻¹⁾, moved to start at 0, with 8 for 10. The steeper end
    /// left only 59.9 dB of the attenuation above, near half the rate.
    case exponential
  }

  /// The gain at the part `elapsed` of the fade; arguments outside 0...1 become the nearer end.
  public func gain(at elapsed: Double) -> Double {
    guard elapsed > 0 else { return 0 }
    guard elapsed < 1 else { return 1 }
    let t = elapsed
    switch self {
    case .abrupt: return 1
    case .linear: return t
    case .raisedCosine: return (1 - cosine(.pi * t)) / 2
    case .smoothstep: return t * t * (3 - 2 * t)
    case .smootherstep: return t * t * t * (t * (6 * t - 15) + 10)
    case .easeIn(let curve): return curve.rise(t)
    case .easeOut(let curve): return 1 - curve.rise(1 - t)
    case .easeInOut(let curve):
      return t < 0.5 ? curve.rise(2 * t) / 2 : 1 - curve.rise(2 - 2 * t) / 2
    }
  }
}

extension TimingFunction.Curve {
  /// The curve that starts with slope 0, for `t` in 0...1.
  fileprivate func rise(_ t: Double) -> Double {
    switch self {
    case .sine: 1 - cosine(.pi / 2 * t)
    case .quadratic: t * t
    case .cubic: t * t * t
    case .quartic: t * t * t * t
    case .exponential: (HandShakeSignal.exponential(8 * logarithmOfTwo * t) - 1) / 255
    }
  }
}

extension TimingFunction {
  /// Every timing function, in the order of the help text.
  public static let all: [TimingFunction] =
    [.abrupt, .linear, .raisedCosine, .smoothstep, .smootherstep]
    + Curve.allCases.flatMap { [.easeIn($0), .easeOut($0), .easeInOut($0)] }

  /// The names that `init(named:)` accepts, in the order of `all`.
  public static var allNames: [String] { all.map { $0.name } }

  /// The timing function with this name, for example `raised-cosine`; nil for other names.
  public init?(named name: String) {
    // Bytes, not strings: string comparison would link the Unicode tables into WebAssembly.
    guard let function = Self.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = function
  }

  /// The name of this function for `init(named:)`.
  public var name: String {
    switch self {
    case .abrupt: "abrupt"
    case .linear: "linear"
    case .raisedCosine: "raised-cosine"
    case .smoothstep: "smoothstep"
    case .smootherstep: "smootherstep"
    case .easeIn(let curve): "ease-in-" + curve.rawValue
    case .easeOut(let curve): "ease-out-" + curve.rawValue
    case .easeInOut(let curve): "ease-in-out-" + curve.rawValue
    }
  }
}
