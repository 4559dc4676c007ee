extension TimingFunction {
  /// Every timing function, in the order in which help lists them.
  public static let all: [TimingFunction] =
    [.abrupt, .linear, .raisedCosine, .smoothstep, .smootherstep]
    + Curve.all.flatMap { [.easeIn($0), .easeOut($0), .easeInOut($0)] }

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
    case .easeIn(let curve): "ease-in-" + curve.name
    case .easeOut(let curve): "ease-out-" + curve.name
    case .easeInOut(let curve): "ease-in-out-" + curve.name
    }
  }
}

extension TimingFunction.Curve {
  fileprivate static let all: [Self] = [.sine, .quadratic, .cubic, .quartic, .exponential]

  fileprivate var name: String {
    switch self {
    case .sine: "sine"
    case .quadratic: "quadratic"
    case .cubic: "cubic"
    case .quartic: "quartic"
    case .exponential: "exponential"
    }
  }
}
