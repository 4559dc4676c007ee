import HandShakeCoding
import HandShakeSignal

/// The workspace that reads frames of one waveform in one band: filters, transforms, decoders and
/// memory. It is made once, and one frame after the other uses it.
final class BurstBench {
  let parameters: BurstParameters
  /// The band's width over the baseband rate, and its centre.
  let bandwidthRatio: Double
  let carrierHertz: Double
  let resampler: BurstResampler
  let transforms: TransformPool
  private var windows: [BurstWindow] = []
  let symbols = BurstSymbols()
  private var tables: [BurstWindowTables] = []
  /// The samples of the sounders, and the sounders as sent: filtered to the band with reduced
  /// peaks, with `BurstShaper.marginCount` samples on both sides.
  let sounderSamples: [[Complex]]
  let sounderWaves: [[Complex]]
  private var decoders: [PolarDecoder]
  private var codes: [PolarCode] = []

  private static let mostCodes = 12
  /// Taps before delay zero.
  static let lead = 12

  init(
    parameters: BurstParameters, placement: Placement, sourceRateHertz: Double,
    sourceCentreHertz: Double, transforms: TransformPool
  ) {
    self.parameters = parameters
    self.transforms = transforms
    carrierHertz = BurstParameters.carrierHertz(of: placement)
    let ratio = parameters.bandwidthRatio(of: placement)
    bandwidthRatio = ratio
    resampler = BurstResampler(
      rateHertz: parameters.basebandRateHertz, centreHertz: carrierHertz,
      sourceRateHertz: sourceRateHertz, sourceCentreHertz: sourceCentreHertz)
    sounderSamples = BurstSounder.allCases.map { $0.samples(bandwidthRatio: ratio) }
    let shapingPulse = BurstPulse(bandwidthRatio: ratio)
    sounderWaves = sounderSamples.map { Self.wave($0, shapingPulse) }
    decoders = [1, 8, 32].map { listSize in
      do throws(PolarCodeError) {
        return try PolarDecoder(listSize: listSize)
      } catch {
        preconditionFailure("the list sizes are provided for")
      }
    }
  }

  /// The frequencies that convert turns of symbols to motion.
  var scale: BurstWarp.Scale {
    BurstWarp.Scale(
      sourceRateHertz: resampler.sourceRateHertz, rateHertz: resampler.rateHertz,
      symbolRateHertz: parameters.symbolRateHertz, carrierHertz: carrierHertz)
  }

  /// The time-scale trajectory of a frame before its sounder is read.
  func seemingWarp(_ candidate: BurstCandidate) -> BurstWarp {
    BurstWarp(
      anchor: 0, position: candidate.position, step: resampler.step / (1 + candidate.dilation))
  }

  /// The window of microphone `channel`.
  func window(_ channel: Int) -> BurstWindow {
    while windows.count <= channel { windows.append(BurstWindow(resampler, transforms)) }
    return windows[channel]
  }

  /// The tables of windows of at least `count` samples.
  func tables(atLeast count: Int) -> BurstWindowTables {
    let size = TransformPool.length(atLeast: max(count, 256))
    for tables in tables where tables.size == size { return tables }
    let rollOff = BurstParameters.rollOff(bandwidthRatio: bandwidthRatio)
    let new = BurstWindowTables(size: size, rollOff: rollOff, transforms)
    tables.append(new)
    return new
  }

  private static func wave(_ sounder: [Complex], _ pulse: BurstPulse) -> [Complex] {
    var shaper = BurstShaper(sounder: sounder, symbols: [], pulse: pulse)
    var envelope: [Complex] = []
    while envelope.count < shaper.sampleCount { shaper.appendNext(to: &envelope) }
    return (0..<shaper.sampleCount / BurstPulse.oversampling).map {
      envelope[$0 * BurstPulse.oversampling]
    }
  }

  /// The code with these numbers of bits; nil if the code does not exist.
  func code(informationBitCount: Int, codedBitCount: Int) -> PolarCode? {
    for code in codes
    where code.informationBitCount == informationBitCount && code.symbolCount == codedBitCount {
      return code
    }
    guard
      let new = try? PolarCode(
        informationBitCount: informationBitCount, codedBitCount: codedBitCount)
    else { return nil }
    if codes.count == Self.mostCodes { codes.removeFirst() }
    codes.append(new)
    return new
  }

  /// The effort of the decoder.
  enum Effort: Int { case quick, some, most }

  /// The information bits in `llrs`, or nil if `accept` refuses every path.
  func decode(
    _ llrs: UnsafeBufferPointer<Float>, _ code: PolarCode, _ effort: Effort,
    accept: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    try? decoders[effort.rawValue].decode(llrs.span, code: code, accept: accept)
  }
}
