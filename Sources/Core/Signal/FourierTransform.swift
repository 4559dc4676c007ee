#if canImport(CFFTW)
  import CFFTW
  import Synchronization

  /// FFTW's planner keeps global state: one plan is made or destroyed at a time.
  private let planner = Mutex(())

  /// A plan on its way out of the planner's lock.
  private struct Plan: @unchecked Sendable {
    let pointer: fftwf_plan
  }
#endif

/// A discrete Fourier transform of one size, in place, unnormalised.
///
/// `X[k] = sum over n of x[n] exp(-2 pi i k n / size)`, and back with the opposite sign. FFTW computes
/// it where there is FFTW (any size), `MixedRadixTransform` elsewhere (2^k and 3 · 2^k). Fill `buffer`,
/// call `forward()` or `inverse()`, read `buffer`. Made once and reused; one thread at a time.
public final class FourierTransform {
  /// Number of points.
  public let size: Int
  /// Input and output; zero at first.
  public let buffer: UnsafeMutableBufferPointer<Complex>

  #if canImport(CFFTW)
    private let forwardPlan: Plan
    private lazy var inversePlan = Self.plan(buffer, FFTW_BACKWARD)
    private var hasInverse = false
  #else
    private let transform: MixedRadixTransform
  #endif

  /// A transform of `size` points, at least one.
  public init(size: Int) {
    precondition(size > 0, "a transform has at least one point")
    self.size = size
    #if canImport(CFFTW)
      let memory = fftwf_malloc(size * MemoryLayout<Complex>.stride)!
        .bindMemory(to: Complex.self, capacity: size)
      buffer = UnsafeMutableBufferPointer(start: memory, count: size)
      forwardPlan = Self.plan(buffer, FFTW_FORWARD)
    #else
      buffer = .allocate(capacity: size)
      transform = MixedRadixTransform(size: size)
    #endif
    buffer.initialize(repeating: Complex(0, 0))
  }

  #if canImport(CFFTW)
    private static func plan(
      _ buffer: UnsafeMutableBufferPointer<Complex>, _ direction: Int32
    ) -> Plan {
      nonisolated(unsafe) let points = UnsafeMutableRawPointer(buffer.baseAddress!)
        .assumingMemoryBound(to: fftwf_complex.self)
      let size = Int32(buffer.count)
      return planner.withLock { _ in
        Plan(pointer: fftwf_plan_dft_1d(size, points, points, direction, FFTW_ESTIMATE))
      }
    }
  #endif

  deinit {
    #if canImport(CFFTW)
      let plans = hasInverse ? [forwardPlan, inversePlan] : [forwardPlan]
      planner.withLock { [plans] _ in for plan in plans { fftwf_destroy_plan(plan.pointer) } }
      fftwf_free(buffer.baseAddress)
    #else
      buffer.deallocate()
    #endif
  }

  /// Replaces the contents of `buffer` by their transform.
  public func forward() {
    #if canImport(CFFTW)
      fftwf_execute(forwardPlan.pointer)
    #else
      transform.forward(buffer.baseAddress!)
    #endif
  }

  /// `x[n] = sum over k of X[k] exp(2 pi i k n / size)`, in place.
  public func inverse() {
    #if canImport(CFFTW)
      // Planning overwrites the points where it measures; estimates leave them alone.
      hasInverse = true
      fftwf_execute(inversePlan.pointer)
    #else
      exchangeParts()
      forward()
      exchangeParts()
    #endif
  }

  #if !canImport(CFFTW)
    /// Exchanging real and imaginary parts before and after turns a transform round.
    private func exchangeParts() {
      for index in buffer.indices {
        buffer[index] = Complex(buffer[index].imaginary, buffer[index].real)
      }
    }
  #endif
}
