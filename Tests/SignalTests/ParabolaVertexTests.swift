import HandShakeSignal
import Testing

@Suite struct ParabolaVertexTests {
  @Test(arguments: [-0.5, -0.1, 0, 0.3, 0.5, 4], [-2.0, 0.7])
  func theVertexOfAParabolaIsFound(place: Double, factor: Double) {
    func value(_ x: Double) -> Double { 5 + factor * (x - place) * (x - place) }
    let vertex = ParabolaVertex(before: value(-1), value(0), after: value(1))
    #expect(abs(vertex.offset - place) < 1e-12)
    #expect(abs(vertex.curvature - 2 * factor) < 1e-12)
    #expect(vertex.maximumOffset == (factor < 0 ? vertex.offset : 0))
  }

  @Test func aStraightLineHasNoMaximum() {
    #expect(ParabolaVertex(before: 1, 2, after: 3).maximumOffset == 0)
    #expect(ParabolaVertex(before: 2, 2, after: 2).maximumOffset == 0)
  }
}
