#if canImport(CHandShakeFFTW)
  import CHandShakeFFTW
  import Synchronization

  /// FFTW's planner keeps global state: only one thread may make or destroy a plan at a time.
  private let planner = Mutex(())

  /// Carries a plan out of the planner's lock.
  private struct Plan: @unchecked Sendable { let pointer: fftwf_plan }
#endif

/// A discrete Fourier transform of a fixed size, unnormalised.
///
/// `X[k] = sum over n of x[n] exp(-2 pi i k n / size)`, and back with the opposite sign. FFTW
/// computes it if available (any size), otherwise `MixedRadixTransform` (2^k and 3 · 2^k). Fill
/// `input`, call `forward()` or `inverse()`, read `buffer`. Reuse the transform, on a single thread
/// at a time.
public final class FourierTransform {
  /// Number of points.
  public let size: Int
  /// The data to transform: `buffer` itself unless the transform keeps its input; initially zero.
  public let input: UnsafeMutableBufferPointer<Complex>
  /// The result; initially zero.
  public let buffer: UnsafeMutableBufferPointer<Complex>

  /// Whether `input` has memory of its own.
  public var keepsInput: Bool { input.baseAddress != buffer.baseAddress }

  #if canImport(CHandShakeFFTW)
    private let forwardPlan: Plan
    private lazy var inversePlan = Self.plan(input, buffer, FFTW_BACKWARD)
    private var hasInverse = false
  #else
    private let transform: MixedRadixTransform
  #endif

  /// Whether this build has a transform of `size` points.
  public static func takes(size: Int) -> Bool {
    #if canImport(CHandShakeFFTW)
      size > 0
    #else
      MixedRadixTransform.takes(size: size)
    #endif
  }

  /// A transform of `size` points, a size that it takes.
  ///
  /// - Parameter keepsInput: whether `input` has memory of its own, which a transform does not
  ///   change. FFTW then takes a third less time, and padding is written once.
  public init(size: Int, keepsInput: Bool = false) {
    precondition(size > 0, "a transform has at least one point")
    self.size = size
    buffer = Self.points(size)
    input = keepsInput ? Self.points(size) : buffer
    #if canImport(CHandShakeFFTW)
      forwardPlan = Self.plan(input, buffer, FFTW_FORWARD)
    #else
      transform = MixedRadixTransform(size: size)
    #endif
    input.update(repeating: Complex(0, 0))
    buffer.update(repeating: Complex(0, 0))
  }

  private static func points(_ size: Int) -> UnsafeMutableBufferPointer<Complex> {
    #if canImport(CHandShakeFFTW)
      // Aligned for FFTW's vector instructions.
      let memory = fftwf_malloc(size * MemoryLayout<Complex>.stride)!
        .bindMemory(to: Complex.self, capacity: size)
      return UnsafeMutableBufferPointer(start: memory, count: size)
    #else
      return .allocate(capacity: size)
    #endif
  }

  #if canImport(CHandShakeFFTW)
    private static func plan(
      _ input: UnsafeMutableBufferPointer<Complex>,
      _ output: UnsafeMutableBufferPointer<Complex>, _ direction: Int32
    ) -> Plan {
      func points(_ buffer: UnsafeMutableBufferPointer<Complex>)
        -> UnsafeMutablePointer<fftwf_complex>
      {
        UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: fftwf_complex.self)
      }
      nonisolated(unsafe) let (from, to) = (points(input), points(output))
      let size = Int32(input.count)
      return planner.withLock { _ in
        Plan(
          pointer: fftwf_plan_dft_1d(
            size, from, to, direction, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT))
      }
    }
  #endif

  deinit {
    #if canImport(CHandShakeFFTW)
      let plans = hasInverse ? [forwardPlan, inversePlan] : [forwardPlan]
      planner.withLock { [plans] _ in for plan in plans { fftwf_destroy_plan(plan.pointer) } }
      if keepsInput { fftwf_free(input.baseAddress) }
      fftwf_free(buffer.baseAddress)
    #else
      if keepsInput { input.deallocate() }
      buffer.deallocate()
    #endif
  }

  /// Writes the transform of `input` to `buffer`.
  public func forward() {
    #if canImport(CHandShakeFFTW)
      fftwf_execute(forwardPlan.pointer)
    #else
      copyInput()
      transform.forward(buffer.baseAddress!)
    #endif
  }

  /// Writes `x[n] = sum over k of X[k] exp(2 pi i k n / size)` to `buffer`, X being `input`.
  public func inverse() {
    #if canImport(CHandShakeFFTW)
      // A measuring plan overwrites the points; an estimating plan does not.
      hasInverse = true
      fftwf_execute(inversePlan.pointer)
    #else
      copyInput()
      exchangeParts()
      transform.forward(buffer.baseAddress!)
      exchangeParts()
    #endif
  }

  #if !canImport(CHandShakeFFTW)
    private func copyInput() {
      guard keepsInput else { return }
      buffer.baseAddress!.update(from: input.baseAddress!, count: size)
    }

    /// An exchange of real and imaginary parts before and after inverts a transform.
    private func exchangeParts() {
      for index in buffer.indices {
        buffer[index] = Complex(buffer[index].imaginary, buffer[index].real)
      }
    }
  #endif
}
