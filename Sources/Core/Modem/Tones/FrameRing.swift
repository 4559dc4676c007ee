import HandShakeSignal

/// One value per frequency bin for each of the latest frames. The values of a bin in eight
/// successive frames are one load.
struct FrameRing {
  /// Values by bin, then time. Each bin has a second copy of its values, so that no path wraps.
  private var values: [Float]
  private let binCount: Int
  private let capacity: Int
  /// Distance between the values of two neighbouring bins.
  let stride: Int

  /// A ring for at least the latest `frameCount` frames.
  init(binCount: Int, frameCount: Int) {
    self.binCount = binCount
    capacity = (frameCount + 7) / 8 * 8
    // A power of two would put all bins on the same few lines of the cache.
    let length = 2 * capacity
    stride = length % 64 == 0 ? length + 8 : length
    values = [Float](repeating: 0, count: binCount * stride)
  }

  /// Index of a frame among a bin's values.
  func place(ofFrame frame: Int) -> Int {
    let place = frame % capacity
    return place < 0 ? place + capacity : place
  }

  /// Takes eight frames in `rows`, from number `frame` on, which is a multiple of eight.
  mutating func append(_ rows: UnsafePointer<Float>, firstFrame frame: Int) {
    let place = place(ofFrame: frame)
    let count = binCount
    values.withUnsafeMutableBufferPointer { values in
      let values = values.baseAddress!
      for bin in 0..<count {
        let row = rows + bin
        let frames = SIMD8(
          row[0], row[count], row[2 * count], row[3 * count], row[4 * count], row[5 * count],
          row[6 * count], row[7 * count])
        values[eight: bin * stride + place] = frames
        values[eight: bin * stride + place + capacity] = frames
      }
    }
  }

  /// For each of eight successive frames from `frame` on, the largest product along any of the
  /// `paths`, with `toneCount` steps each.
  func largestProducts(
    _ paths: UnsafeBufferPointer<PathStep>, toneCount: Int, frame: Int
  ) -> SIMD8<Float> {
    let first = place(ofFrame: frame)
    var largest = SIMD8<Float>.zero
    values.withUnsafeBufferPointer { values in
      let values = values.baseAddress! + first
      var step = paths.baseAddress!
      let end = step + paths.count
      while step < end {
        var product = SIMD8<Float>(repeating: 1)
        for _ in 0..<toneCount {
          product *= values[eight: Int(step.pointee.offset)]
          step += 1
        }
        largest.replace(with: product, where: product .> largest)
      }
    }
    return largest
  }

  /// The product along one path from `frame` on.
  func product(_ path: ArraySlice<PathStep>, frame: Int) -> Float {
    let first = place(ofFrame: frame)
    return path.reduce(1) { $0 * values[first + Int($1.offset)] }
  }
}

/// One tone on a path through a `FrameRing`.
struct PathStep {
  /// Offset of its value from the place of the path's first frame.
  var offset: Int32
  /// Number of frames after the first tone.
  var frames: Int32
}
