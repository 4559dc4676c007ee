/// Work of the reader's steps for each symbol, in thousands of instructions that Callgrind counts
/// on x86-64 (`tools/count-instructions --hostile`).
enum HopWork {
  /// A row of the spectra; a symbol has eight rows.
  static let row: Double = 48
  /// LLRs at one delay.
  static let llr: Double = 37
  /// LLRs from the trellis of echoes.
  static let echo: Double = 300
  /// LLRs of one path at one speed, and their decoding with the longer list.
  static let direct: Double = 730
  static let decoding: Double = 36
  /// LLRs at the delays of all jumps of time, and the decoding of all likely losses.
  static let jump = 13 * llr + 25 * decoding
  /// A look for a copy of any length, and the guesses at the header.
  static let (look, header): (Double, Double) = (1800, 41_000)

  /// The trace of a motion.
  static func motion(_ motion: HopMotion) -> Double { motion == .constant ? 55 : 540 }

  /// LLRs of a reading and their decoding.
  static func work(_ reading: HopReading) -> Double {
    decoding + Double(reading.delays.count) * (reading.kind == .echoing ? echo : llr)
  }
}
