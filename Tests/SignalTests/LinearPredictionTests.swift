import HandShakeSignal
import Testing

@Suite struct LinearPredictionTests {
  /// The process x[n] = p x[n - 1] + noise of power 2 has the autocorrelation 2 / (1 - |p|^2) p^d.
  @Test func anAutoregressiveProcessIsRecovered() {
    let pole = DoubleComplex.phasor(0.7).scaled(by: 0.9)
    var autocorrelation = [DoubleComplex(2 / (1 - 0.81), 0)]
    for delay in 1...8 { autocorrelation.append(autocorrelation[delay - 1] * pole) }
    let prediction = LinearPrediction(autocorrelation: autocorrelation)
    #expect(abs(prediction.errorPower - 2) < 1e-12)
    #expect(prediction.filter.count == 9)
    #expect(prediction.filter[0] == DoubleComplex(1, 0))
    #expect((prediction.filter[1] + pole).power < 1e-24)
    #expect(prediction.filter.dropFirst(2).allSatisfy { $0.power < 1e-24 })
  }

  @Test func silenceAndPureTonesLeaveErrors() {
    let silence = LinearPrediction(
      autocorrelation: [DoubleComplex](repeating: DoubleComplex(0, 0), count: 5))
    #expect(silence.errorPower > 0)
    #expect(silence.filter.dropFirst().allSatisfy { $0 == DoubleComplex(0, 0) })
    let tone = LinearPrediction(
      autocorrelation: (0..<5).map { DoubleComplex.phasor(Double($0)) })
    #expect(tone.errorPower > 0 && tone.errorPower < 1e-5)
    #expect(tone.filter.allSatisfy { $0.power < 10 })
  }

  /// Levinson's recursion against Gaussian elimination.
  @Test(arguments: [1, 2, 3, 20, 100])
  func toeplitzEquationsAreSolvedAsByElimination(count: Int) {
    let seed = UInt64(count)
    var random = SeededRandom(seed: seed)
    func number() -> DoubleComplex {
      DoubleComplex(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
    }
    // A diagonal above the sum of the other entries of a row makes the matrix positive definite.
    let column = [DoubleComplex(3 * Double(count), 0)] + (1..<count + 1).map { _ in number() }
    let rightSide = (0..<count).map { _ in number() }
    let matrix = (0..<count).map { row in
      (0..<count).map { index in
        let entry = column[abs(row - index)]
        return row >= index ? entry : DoubleComplex(entry.real, -entry.imaginary)
      }
    }
    let solution = LinearPrediction.solveToeplitz(column: column, rightSide)
    #expect(solution.count == count)
    for (found, wanted) in zip(solution, eliminate(matrix, rightSide)) {
      #expect((found - wanted).power < 1e-24, "seed \(seed)")
    }
  }

  /// The solution of `matrix` x = `rightSide`, without pivoting.
  private func eliminate(
    _ matrix: [[DoubleComplex]], _ rightSide: [DoubleComplex]
  ) -> [DoubleComplex] {
    var (matrix, x) = (matrix, rightSide)
    for pivot in x.indices {
      for row in x.indices where row != pivot {
        let divisor = matrix[pivot][pivot]
        let factor = matrix[row][pivot].timesConjugate(of: divisor) / divisor.power
        for index in pivot..<x.count {
          matrix[row][index] = matrix[row][index] - factor * matrix[pivot][index]
        }
        x[row] = x[row] - factor * x[pivot]
      }
    }
    return x.indices.map { row in
      x[row].timesConjugate(of: matrix[row][row]) / matrix[row][row].power
    }
  }
}
