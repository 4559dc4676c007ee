/// The vertex of the parabola through three values at equal steps: a peak between samples.
public struct ParabolaVertex: Sendable {
  /// Steps from the middle value to the vertex, positive towards the later value; not finite on a
  /// straight line.
  public let offset: Double
  /// The second derivative: below 0 the vertex is a maximum, above 0 a minimum.
  public let curvature: Double

  /// The vertex for the value `middle` and the values a step `before` and a step `after`.
  public init(before: Double, _ middle: Double, after: Double) {
    curvature = before - 2 * middle + after
    offset = 0.5 * (before - after) / curvature
  }

  /// Steps from the middle value to the maximum; 0 if there is no maximum.
  public var maximumOffset: Double { curvature < 0 ? offset : 0 }
}
