/// Complex numbers, real and imaginary parts apart, with room to write seven too many.
struct SplitComplexBlock {
  var real: [Float] = []
  var imaginary: [Float] = []
  /// How many there are.
  var count = 0

  mutating func resize(to count: Int) {
    self.count = count
    if real.count < count + 8 {
      real = [Float](repeating: 0, count: count + 8)
      imaginary = [Float](repeating: 0, count: count + 8)
    }
  }

  /// Appends the numbers to `output`.
  func append(to output: inout [Complex]) {
    let start = output.count
    output.append(contentsOf: repeatElement(Complex(0, 0), count: count))
    real.withUnsafeBufferPointer { real in
      imaginary.withUnsafeBufferPointer { imaginary in
        output.withUnsafeMutableBufferPointer { output in
          for index in 0..<count {
            output[start + index] = Complex(real[index], imaginary[index])
          }
        }
      }
    }
  }
}
