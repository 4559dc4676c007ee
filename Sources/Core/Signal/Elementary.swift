// Elementary functions come from the C library. In a page they come from the standard library's
// intrinsics, which a WebAssembly module imports from its host as `sin`, `cos`, `exp`, `log` and
// their single-precision forms.
//
// A square root needs no entry here: `squareRoot()` is an instruction on every target.

#if !hasFeature(Embedded)
  import HandShakePlatform
#else
  @inlinable func sin(_ x: Double) -> Double { _sin(x) }
  @inlinable func sinf(_ x: Float) -> Float { _sin(x) }
  @inlinable func cos(_ x: Double) -> Double { _cos(x) }
  @inlinable func cosf(_ x: Float) -> Float { _cos(x) }
  @inlinable func exp(_ x: Double) -> Double { _exp(x) }
  @inlinable func expf(_ x: Float) -> Float { _exp(x) }
  @inlinable func log(_ x: Double) -> Double { _log(x) }
#endif

package let logarithmOfTwo = 0.693147180559945309

/// Sine of an angle in radians.
@inlinable @inline(__always)
public func sine(_ radians: Double) -> Double { sin(radians) }

/// Sine of an angle in radians.
@inlinable @inline(__always)
public func sine(_ radians: Float) -> Float { sinf(radians) }

/// Cosine of an angle in radians.
@inlinable @inline(__always)
public func cosine(_ radians: Double) -> Double { cos(radians) }

/// Cosine of an angle in radians.
@inlinable @inline(__always)
public func cosine(_ radians: Float) -> Float { cosf(radians) }

/// e to the power of `x`.
@inlinable @inline(__always)
public func exponential(_ x: Double) -> Double { exp(x) }

/// e to the power of `x`.
@inlinable @inline(__always)
public func exponential(_ x: Float) -> Float { expf(x) }

/// Natural logarithm: minus infinity at 0, NaN below.
@inlinable @inline(__always)
public func logarithm(_ x: Double) -> Double { log(x) }
