/// An object that C holds by an opaque pointer, from `opened` until `close`.
protocol Handle: AnyObject {}

extension Handle {
  /// The pointer for C.
  func opened() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object of a pointer that `opened` gave.
  static func at(_ pointer: OpaquePointer) -> Self {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Releases the object; ignores nil.
  static func close(_ pointer: OpaquePointer?) {
    if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
  }
}
