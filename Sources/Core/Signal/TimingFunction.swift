/// How a fade moves: elapsed part of the fade in 0...1 to gain in 0...1, rising, with 0 at 0 and
/// 1 at 1.
///
/// A fade-out is the same curve run backwards.
///
/// The customary curves that overshoot (back, elastic, bounce) are left out because a gain above 1
/// clips, and the circular one because its vertical end leaves a burst with 8 ms fades only 54 dB
/// of quiet 2 kHz away from its tone, where every curve here but `abrupt` leaves more than 60.
public enum TimingFunction: Sendable, Equatable {
  /// No fade at all: full gain from the first moment.
  case abrupt
  /// Constant slope.
  case linear
  /// Half a period of a cosine, (1 - cos πt) / 2.
  case raisedCosine
  /// 3t² - 2t³: level at both ends.
  case smoothstep
  /// 6t⁵ - 15t⁴ + 10t³: level and uncurved at both ends (Perlin 2002).
  case smootherstep
  /// Starts level and ends steeply.
  case easeIn(Curve)
  /// Starts steeply and ends level.
  case easeOut(Curve)
  /// Level at both ends and steepest in the middle.
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
    /// (2⁸ᵗ - 1) / 255: the customary 2¹⁰⁽ᵗ⁻¹⁾, moved so that it starts at 0 and with 8 for 10,
    /// because the steeper end left only 59.9 dB of that quiet near half the rate.
    case exponential
  }

  /// The gain when the part `elapsed` of the fade is over; arguments outside 0...1 are taken as
  /// the nearer end.
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
  /// The curve that starts level, for `t` in 0...1.
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
  /// Every timing function, in the order in which help lists them.
  public static let all: [TimingFunction] =
    [.abrupt, .linear, .raisedCosine, .smoothstep, .smootherstep]
    + Curve.allCases.flatMap { [.easeIn($0), .easeOut($0), .easeInOut($0)] }

  /// The names that `init(named:)` knows, in the order of `all`.
  public static var allNames: [String] { all.map { $0.name } }

  /// The timing function of that name, such as `raised-cosine`; nil where there is none.
  public init?(named name: String) {
    // Bytes, not strings: comparing strings would link the Unicode tables into WebAssembly.
    guard let function = Self.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = function
  }

  /// What `init(named:)` calls this function.
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
