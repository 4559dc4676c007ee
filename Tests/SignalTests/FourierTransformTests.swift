import Glibc
import HandShakeSignal
import Testing

/// FFTW and the transform that stands in for it, held to the same vectors.
@Suite struct FourierTransformTests {
  enum Implementation: CaseIterable {
    case fourierTransform, mixedRadix

    func transform(_ points: [Complex]) -> [Complex] {
      switch self {
      case .fourierTransform:
        let transform = FourierTransform(size: points.count)
        _ = transform.buffer.update(from: points)
        transform.forward()
        return Array(transform.buffer)
      case .mixedRadix:
        var points = points
        points.withUnsafeMutableBufferPointer {
          MixedRadixTransform(size: $0.count).forward($0.baseAddress!)
        }
        return points
      }
    }
  }

  @Test(arguments: Implementation.allCases)
  func impulseBecomesATurningPhase(implementation: Implementation) {
    var points = [Complex](repeating: Complex(0, 0), count: 8)
    points[1] = Complex(1, 0)
    let half = Float(0.5).squareRoot()
    let expected: [(Float, Float)] = [
      (1, 0), (half, -half), (0, -1), (-half, -half), (-1, 0), (-half, half), (0, 1), (half, half),
    ]
    for (got, want) in zip(implementation.transform(points), expected) {
      #expect(abs(got.real - want.0) < 1e-6 && abs(got.imaginary - want.1) < 1e-6)
    }
  }

  @Test(arguments: Implementation.allCases)
  func aTurningPhaseFillsOneBin(implementation: Implementation) {
    let size = 1_024
    for bin in [0, 1, 300, 512, 1_023] {
      let points = (0..<size).map {
        let angle = 2 * Double.pi * Double($0 * bin % size) / Double(size)
        return Complex(Float(cos(angle)), Float(sin(angle)))
      }
      for (index, got) in implementation.transform(points).enumerated() {
        let want: Float = index == bin ? Float(size) : 0
        #expect(abs(got.real - want) < 1e-3 && abs(got.imaginary) < 1e-3)
      }
    }
  }

  @Test(arguments: Implementation.allCases)
  func noiseMatchesTheDefinition(implementation: Implementation) {
    let seed: UInt64 = 4
    var random = SeededRandom(seed: seed)
    for size in [1, 2, 3, 4, 6, 8, 16, 64, 96, 512, 768] {
      let points = (0..<size).map { _ in
        Complex(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
      }
      let error = relativeError(implementation.transform(points), definition(points))
      #expect(error < 5e-7, "size \(size), seed \(seed)")
    }
  }

  @Test(arguments: [8, 12, 512, 768])
  func theInverseGoesBack(size: Int) {
    var random = SeededRandom(seed: 6)
    let points = (0..<size).map { _ in
      Complex(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
    }
    let transform = FourierTransform(size: size)
    _ = transform.buffer.update(from: points)
    transform.forward()
    transform.inverse()
    let reference = points.map {
      (Double($0.real) * Double(size), Double($0.imaginary) * Double(size))
    }
    #expect(relativeError(Array(transform.buffer), reference) < 1e-6, "seed 6")
  }

  @Test func bothAgreeOnALargeTransform() {
    let seed: UInt64 = 5
    var random = SeededRandom(seed: seed)
    let points = (0..<1 << 16).map { _ in
      Complex(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
    }
    let outputs = Implementation.allCases.map { $0.transform(points) }
    let reference = outputs[0].map { (Double($0.real), Double($0.imaginary)) }
    #expect(relativeError(outputs[1], reference) < 1e-6, "seed \(seed)")
  }

  /// The sum that defines the transform, in double precision.
  private func definition(_ points: [Complex]) -> [(Double, Double)] {
    let size = points.count
    return (0..<size).map { bin in
      var sum = (0.0, 0.0)
      for (index, point) in points.enumerated() {
        let angle = -2 * Double.pi * Double(index * bin % size) / Double(size)
        sum.0 += Double(point.real) * cos(angle) - Double(point.imaginary) * sin(angle)
        sum.1 += Double(point.real) * sin(angle) + Double(point.imaginary) * cos(angle)
      }
      return sum
    }
  }

  private func relativeError(_ got: [Complex], _ want: [(Double, Double)]) -> Double {
    var error = 0.0
    var power = 0.0
    for (got, want) in zip(got, want) {
      error += pow(Double(got.real) - want.0, 2) + pow(Double(got.imaginary) - want.1, 2)
      power += want.0 * want.0 + want.1 * want.1
    }
    return (error / power).squareRoot()
  }
}
