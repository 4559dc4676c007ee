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

/// A forward discrete Fourier transform of one size, in place, unnormalised.
///
/// `X[k] = sum over n of x[n] exp(-2 pi i k n / size)`. FFTW computes it where there is FFTW (any
/// size), `RadixTwoTransform` elsewhere (powers of two). Fill `buffer`, call `forward()`, read
/// `buffer`. Made once and reused; one thread at a time.
public final class FourierTransform {
  /// Number of points.
  public let size: Int
  /// Input and output; zero at first.
  public let buffer: UnsafeMutableBufferPointer<Complex>

  #if canImport(CFFTW)
    private let plan: Plan
  #else
    private let transform: RadixTwoTransform
  #endif

  /// A transform of `size` points, at least one.
  public init(size: Int) {
    precondition(size > 0, "a transform has at least one point")
    self.size = size
    #if canImport(CFFTW)
      let memory = fftwf_malloc(size * MemoryLayout<Complex>.stride)!
        .bindMemory(to: Complex.self, capacity: size)
      nonisolated(unsafe) let points = UnsafeMutableRawPointer(memory)
        .assumingMemoryBound(to: fftwf_complex.self)
      plan = planner.withLock { _ in
        Plan(
          pointer: fftwf_plan_dft_1d(Int32(size), points, points, FFTW_FORWARD, FFTW_ESTIMATE))
      }
    #else
      let memory = UnsafeMutablePointer<Complex>.allocate(capacity: size)
      transform = RadixTwoTransform(size: size)
    #endif
    buffer = UnsafeMutableBufferPointer(start: memory, count: size)
    buffer.initialize(repeating: Complex(0, 0))
  }

  deinit {
    #if canImport(CFFTW)
      planner.withLock { [plan] _ in fftwf_destroy_plan(plan.pointer) }
      fftwf_free(buffer.baseAddress)
    #else
      buffer.deallocate()
    #endif
  }

  /// Replaces the contents of `buffer` by their transform.
  public func forward() {
    #if canImport(CFFTW)
      fftwf_execute(plan.pointer)
    #else
      transform.forward(buffer.baseAddress!)
    #endif
  }
}
