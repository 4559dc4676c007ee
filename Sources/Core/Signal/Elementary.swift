#if canImport(Glibc)
  import Glibc
#endif

// The one place that knows where elementary functions come from: the C library where there is one,
// elsewhere the standard library's intrinsics, which a WebAssembly module imports from its host as
// `sin`, `cos`, `exp`, `log` and their single-precision forms.
//
// A square root needs no entry here: `squareRoot()` is an instruction on every target.

/// Sine of an angle in radians.
@inlinable @inline(__always)
public func sine(_ radians: Double) -> Double {
  #if canImport(Glibc)
    Glibc.sin(radians)
  #else
    _sin(radians)
  #endif
}

/// Sine of an angle in radians.
@inlinable @inline(__always)
public func sine(_ radians: Float) -> Float {
  #if canImport(Glibc)
    Glibc.sinf(radians)
  #else
    _sin(radians)
  #endif
}

/// Cosine of an angle in radians.
@inlinable @inline(__always)
public func cosine(_ radians: Double) -> Double {
  #if canImport(Glibc)
    Glibc.cos(radians)
  #else
    _cos(radians)
  #endif
}

/// Cosine of an angle in radians.
@inlinable @inline(__always)
public func cosine(_ radians: Float) -> Float {
  #if canImport(Glibc)
    Glibc.cosf(radians)
  #else
    _cos(radians)
  #endif
}

/// e to the power of `x`.
@inlinable @inline(__always)
public func exponential(_ x: Double) -> Double {
  #if canImport(Glibc)
    Glibc.exp(x)
  #else
    _exp(x)
  #endif
}

/// e to the power of `x`.
@inlinable @inline(__always)
public func exponential(_ x: Float) -> Float {
  #if canImport(Glibc)
    Glibc.expf(x)
  #else
    _exp(x)
  #endif
}

/// Natural logarithm: minus infinity at 0, NaN below.
@inlinable @inline(__always)
public func logarithm(_ x: Double) -> Double {
  #if canImport(Glibc)
    Glibc.log(x)
  #else
    _log(x)
  #endif
}

/// Natural logarithm: minus infinity at 0, NaN below.
@inlinable @inline(__always)
public func logarithm(_ x: Float) -> Float {
  #if canImport(Glibc)
    Glibc.logf(x)
  #else
    _log(x)
  #endif
}
