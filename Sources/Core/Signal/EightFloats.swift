// Loops over floats use vectors of eight values, at any memory alignment.

extension UnsafePointer<Float> {
  /// The eight values from index `index` on.
  @inlinable @inline(__always)
  public subscript(eight index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
  }
}

extension UnsafeMutablePointer<Float> {
  /// The eight values from index `index` on.
  @inlinable @inline(__always)
  public subscript(eight index: Int) -> SIMD8<Float> {
    get { UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self) }
    nonmutating set {
      UnsafeMutableRawPointer(self + index).storeBytes(of: newValue, as: SIMD8<Float>.self)
    }
  }
}

extension [Float] {
  /// The eight values from index `index` on.
  @inlinable @inline(__always)
  public subscript(eight index: Int) -> SIMD8<Float> {
    withUnsafeBufferPointer { $0.baseAddress![eight: index] }
  }
}
