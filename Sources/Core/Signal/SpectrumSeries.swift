/// Power spectra over time in bounded memory: a series of any duration has at most `columnLimit`
/// columns.
///
/// When all columns are in use, neighbours are merged in pairs, and every column then covers twice
/// the time. Up to `sliceTicks`, a column is the mean of its spectra, which keeps noise smooth. A
/// longer column is the loudest slice in it, bin by bin, so a second of signal still shows in a
/// column of minutes. The mean alone would hide the signal, and the loudest of single spectra would
/// raise white noise by 10 dB.
public struct SpectrumSeries: Sendable {
  /// Bins of every column.
  public let binCount: Int
  /// Frequency of bin 0.
  public let lowestHertz: Double
  /// Frequency step between bins.
  public let binHertz: Double
  /// The even number of columns at which pairs are merged.
  public let columnLimit: Int
  /// The initial duration of a column, the unit of time.
  public let tickSeconds: Double
  /// Ticks that a column covers, a power of two.
  public private(set) var columnTicks = 1
  /// Columns so far; the last column may be incomplete.
  public private(set) var columnCount = 0
  /// Seconds of sound in the series, known after `finish`.
  public private(set) var seconds = 0.0

  private let sliceTicks: Int
  /// Powers, column after column.
  private var cells: [Float]
  private var levels: [(mean: Float, peak: Float)]

  /// The slice that is averaged: its sums, the number of its spectra, and its index.
  private var slice: [Float]
  private var sliceCount = 0
  private var sliceIndex = 0
  private var slicesInColumn = 0

  /// An empty series with columns of `tickSeconds` at first.
  ///
  /// - Parameters:
  ///   - sliceTicks: the longest column that is a mean, a power of two.
  ///   - columnLimit: even, at least 2.
  public init(
    binCount: Int, lowestHertz: Double, binHertz: Double, tickSeconds: Double, sliceTicks: Int,
    columnLimit: Int
  ) {
    precondition(columnLimit > 0 && columnLimit % 2 == 0, "columns are merged in pairs")
    precondition(sliceTicks > 0 && sliceTicks & (sliceTicks - 1) == 0, "slices fill columns")
    self.binCount = binCount
    self.lowestHertz = lowestHertz
    self.binHertz = binHertz
    self.tickSeconds = tickSeconds
    self.sliceTicks = sliceTicks
    self.columnLimit = columnLimit
    cells = [Float](repeating: 0, count: columnLimit * binCount)
    levels = Array(repeating: (0, 0), count: columnLimit)
    slice = [Float](repeating: 0, count: binCount)
  }

  /// Duration of a column.
  public var columnSeconds: Double { Double(columnTicks) * tickSeconds }

  /// Power in each bin of a column, the lowest frequency first.
  public func column(_ index: Int) -> ArraySlice<Float> {
    cells[index * binCount..<(index + 1) * binCount]
  }

  /// Total power of all bins in a column: over its whole time, and of its loudest slice.
  public func level(_ index: Int) -> (mean: Float, peak: Float) { levels[index] }

  /// Adds the spectrum of `powers` at a time in ticks that is not before the last time.
  ///
  /// A column without a spectrum stays zero, so add at least one spectrum for each column.
  public mutating func append(_ powers: UnsafeBufferPointer<Float>, atTick tick: Int) {
    precondition(powers.count == binCount, "a power for every bin")
    while tick >= columnTicks * columnLimit { mergePairs() }
    let index = tick / min(columnTicks, sliceTicks)
    if index != sliceIndex { closeSlice() }
    sliceIndex = index
    sliceCount += 1
    for bin in 0..<binCount where powers[bin].isFinite { slice[bin] += powers[bin] }
  }

  /// Ends the series after `seconds` of sound, and shows its last column.
  public mutating func finish(seconds: Double) {
    closeSlice()
    self.seconds = seconds
  }

  /// Adds the mean of the slice to its column.
  private mutating func closeSlice() {
    guard sliceCount > 0 else { return }
    let column = sliceIndex * min(columnTicks, sliceTicks) / columnTicks
    if column >= columnCount {
      columnCount = column + 1
      slicesInColumn = 0
    }
    let scale = 1 / Float(sliceCount)
    var total: Float = 0
    for bin in 0..<binCount {
      let power = slice[bin] * scale
      total += power
      cells[column * binCount + bin] = max(cells[column * binCount + bin], power)
      slice[bin] = 0
    }
    slicesInColumn += 1
    let (mean, peak) = levels[column]
    levels[column] = (mean + (total - mean) / Float(slicesInColumn), max(peak, total))
    sliceCount = 0
  }

  private mutating func mergePairs() {
    closeSlice()
    columnTicks *= 2
    columnCount = (columnCount + 1) / 2
    (sliceIndex, slicesInColumn) = (0, 0)
    let isMean = columnTicks <= sliceTicks
    for column in 0..<(columnLimit / 2) {
      let (left, right) = (levels[2 * column], levels[2 * column + 1])
      let mean = (left.mean + right.mean) / 2
      levels[column] = (mean, isMean ? mean : max(left.peak, right.peak))
      for bin in 0..<binCount {
        let left = cells[2 * column * binCount + bin]
        let right = cells[(2 * column + 1) * binCount + bin]
        cells[column * binCount + bin] = isMean ? (left + right) / 2 : max(left, right)
      }
    }
    for column in (columnLimit / 2)..<columnLimit { levels[column] = (0, 0) }
    for cell in (columnLimit / 2 * binCount)..<cells.count { cells[cell] = 0 }
  }
}
