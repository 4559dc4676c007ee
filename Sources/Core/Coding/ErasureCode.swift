/// Repair blocks for data in blocks: any k of the data and repair blocks restore all k data blocks.
///
/// A Reed-Solomon code over GF(2¹⁶), shortened and systematic. K is the smallest power of two that
/// is at least k. Each two-byte place of the blocks has a polynomial F of degree below K. Its
/// values are the data at the elements 0 ..< k and zero at k ..< K. Repair block j has F(K + j).
/// Lagrange's formula for F is a Cauchy matrix, because the elements below K are a subspace: F(K +
/// j) is, up to a constant, the sum of data block i over (K + j) − i. The matrix takes k steps for
/// a repair block, the transform log k. Reed and Solomon, "Polynomial codes over certain finite
/// fields", J. SIAM 8 (1960); Lin, Chung and Han as in `AdditiveTransform`.
///
/// The two bytes at 2n and 2n + 1 of a block are an element, the higher half first.
public struct ErasureCode: Sendable {
  /// Number of data blocks, k.
  public let blockCount: Int
  /// Bytes of a block.
  public let blockBytes: Int
  /// Largest number of repair blocks: K.
  public let largestRepairCount: Int

  private let transform: AdditiveTransform
  private var width: Int { blockBytes / 2 }

  /// Largest number of data blocks of a code.
  public static let largestBlockCount = 32768

  /// The code for `blockCount` blocks, 1...32768, of `blockBytes` bytes, an even number up to
  /// 65536.
  ///
  /// - Throws: `geometry`.
  public init(blockCount: Int, blockBytes: Int) throws(ErasureCodeError) {
    guard (1...Self.largestBlockCount).contains(blockCount), (2...65536).contains(blockBytes),
      blockBytes % 2 == 0
    else { throw .geometry(blockCount: blockCount, blockBytes: blockBytes) }
    self.blockCount = blockCount
    self.blockBytes = blockBytes
    largestRepairCount = Bits.powerOfTwo(atLeast: blockCount)
    transform = AdditiveTransform(GF65536())
  }

  /// The repair blocks 0 ..< `count` of `data`, in order.
  ///
  /// - Parameter data: `blockCount` times `blockBytes` bytes.
  /// - Throws: `length`, `repairBlock`.
  public func repairBlocks(of data: [UInt8], count: Int) throws(ErasureCodeError) -> [UInt8] {
    guard data.count == blockCount * blockBytes else {
      throw .length(data.count, expected: blockCount * blockBytes)
    }
    guard (0...largestRepairCount).contains(count) else {
      throw .repairBlock(count - 1, allowed: 0..<largestRepairCount)
    }
    let size = largestRepairCount
    var rows = [UInt16](repeating: 0, count: size * width)
    var repair = [UInt8](repeating: 0, count: count * blockBytes)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      for block in 0..<blockCount { read(data, at: block, into: rows + block * width) }
      transform.interpolate(rows, size: size, width: width)
      transform.evaluate(rows, size: size, width: width, offset: size)
      for block in 0..<count { write(rows + block * width, to: &repair, at: block) }
    }
    return repair
  }

  /// Restores the missing data blocks.
  ///
  /// - Parameters:
  ///   - data: room for all data blocks, with the received blocks in their places.
  ///   - isPresent: for each data block, whether it was received.
  ///   - repair: received repair blocks, by number; surplus blocks are allowed.
  /// - Throws: `length`, `repairBlock`, `tooFewBlocks`; `data` is then unchanged.
  public func restore(
    _ data: inout [UInt8], isPresent: [Bool], repair: [(number: Int, bytes: [UInt8])]
  ) throws(ErasureCodeError) {
    try check(data, isPresent, repair)
    let missing = (0..<blockCount).filter { !isPresent[$0] }
    guard !missing.isEmpty else { return }
    let size = 2 * largestRepairCount
    var isErased = [Bool](repeating: false, count: size)
    for block in missing { isErased[block] = true }
    for place in largestRepairCount..<size { isErased[place] = true }
    // Surplus blocks would only raise the degree of the locator.
    for block in repair.prefix(missing.count) {
      isErased[largestRepairCount + block.number] = false
    }
    let locator = locator(isErased)
    let field = transform.field
    // The locator's roots are the erased elements, so its product with F is known everywhere. At a
    // root, the derivative of the product is F times the derivative of the locator.
    var rows = [UInt16](repeating: 0, count: size * width)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      let multiplier = GF65536Multiplier()
      for block in 0..<blockCount where isPresent[block] {
        read(data, at: block, into: rows + block * width)
        scale(rows + block * width, by: field.power(locator[block]), multiplier)
      }
      for block in repair.prefix(missing.count) {
        let place = largestRepairCount + block.number
        read(block.bytes, at: 0, into: rows + place * width)
        scale(rows + place * width, by: field.power(locator[place]), multiplier)
      }
      transform.interpolate(rows, size: size, width: width)
      transform.differentiate(rows, size: size, width: width)
      transform.evaluate(rows, size: size, width: width)
      for block in missing {
        scale(rows + block * width, by: field.power(GF65536.turn - locator[block]), multiplier)
        write(rows + block * width, to: &data, at: block)
      }
    }
  }

  private func check(
    _ data: [UInt8], _ isPresent: [Bool], _ repair: [(number: Int, bytes: [UInt8])]
  ) throws(ErasureCodeError) {
    guard data.count == blockCount * blockBytes else {
      throw .length(data.count, expected: blockCount * blockBytes)
    }
    guard isPresent.count == blockCount else {
      throw .length(isPresent.count, expected: blockCount)
    }
    var isSeen = [Bool](repeating: false, count: largestRepairCount)
    var received = isPresent.count { $0 }
    for block in repair {
      guard (0..<largestRepairCount).contains(block.number), !isSeen[block.number] else {
        throw .repairBlock(block.number, allowed: 0..<largestRepairCount)
      }
      guard block.bytes.count == blockBytes else {
        throw .length(block.bytes.count, expected: blockBytes)
      }
      isSeen[block.number] = true
      received += 1
    }
    guard received >= blockCount else {
      throw .tooFewBlocks(received: received, needed: blockCount)
    }
  }

  /// For every element, the logarithm of the product of its differences from all other erased
  /// elements: the locator's value, or its derivative's value at a root.
  ///
  /// The differences are exclusive ors, so the sums of their logarithms are a convolution.
  /// Walsh-Hadamard transforms turn it into products, modulo 65535, for which 2¹⁶ is 1.
  private func locator(_ isErased: [Bool]) -> [Int] {
    let size = isErased.count
    var logarithms = (0..<size).map { $0 == 0 ? 0 : transform.field.logarithm(UInt16($0)) }
    var sums = isErased.map { $0 ? 1 : 0 }
    Self.walshHadamard(&logarithms)
    Self.walshHadamard(&sums)
    for index in 0..<size { sums[index] = Self.product(sums[index], logarithms[index]) }
    Self.walshHadamard(&sums)
    let reciprocal = 1 << (16 - size.trailingZeroBitCount)
    return sums.map { Self.product($0, reciprocal) }
  }

  /// The product modulo 65535 of two numbers up to 2¹⁶, at least one of them less. A 32-bit `Int`
  /// is too small for it.
  private static func product(_ left: Int, _ right: Int) -> Int {
    Int(UInt32(left) * UInt32(right) % UInt32(GF65536.turn))
  }

  /// The transform in place, modulo 65535.
  private static func walshHadamard(_ values: inout [Int]) {
    let turn = GF65536.turn
    values.withUnsafeMutableBufferPointer { values in
      var half = 1
      while half < values.count {
        var start = 0
        while start < values.count {
          for index in start..<start + half {
            let sum = values[index] + values[index + half]
            let difference = values[index] - values[index + half]
            values[index] = sum < turn ? sum : sum - turn
            values[index + half] = difference < 0 ? difference + turn : difference
          }
          start += 2 * half
        }
        half *= 2
      }
    }
  }

  private func scale(
    _ row: UnsafeMutablePointer<UInt16>, by factor: UInt16,
    _ multiplier: borrowing GF65536Multiplier
  ) {
    multiplier.setFactor(factor)
    multiplier.multiply(row, count: width)
  }

  private func read(_ bytes: [UInt8], at block: Int, into row: UnsafeMutablePointer<UInt16>) {
    let start = block * blockBytes
    for index in 0..<blockBytes / 2 {
      row[index] = UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
    }
  }

  private func write(_ row: UnsafePointer<UInt16>, to bytes: inout [UInt8], at block: Int) {
    let start = block * blockBytes
    for index in 0..<width {
      bytes[start + 2 * index] = UInt8(truncatingIfNeeded: row[index] >> 8)
      bytes[start + 2 * index + 1] = UInt8(truncatingIfNeeded: row[index])
    }
  }
}

/// An error of an erasure code.
public enum ErasureCodeError: Error, Equatable {
  /// No code exists for this number of blocks, or for this block size.
  case geometry(blockCount: Int, blockBytes: Int)
  /// The size of the data is not that of all blocks, or the size of a repair block is wrong.
  case length(Int, expected: Int)
  /// The number of a repair block, or of repair blocks, is out of range or repeated.
  case repairBlock(Int, allowed: Range<Int>)
  /// `received` blocks were received and `needed` are needed.
  case tooFewBlocks(received: Int, needed: Int)
}
