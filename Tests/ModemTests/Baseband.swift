import HandShakeCatalog
import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

/// `classic`, whose numbers most tests use: 97 tones 30.5 Hz apart, 524.6 baseband samples each.
let classic = ProtocolCatalog.builtIn.first { $0.name == "classic" }!

/// Its family's parameters.
let classicParameters = classic.family as! AlphabetParameters

/// Samples at 48 kHz of tones under the envelope of `classic`.
func samples(ofTones hertz: [Double]) -> [Float] {
  let tones = ToneSequence(
    hertz: hertz, shape: classicParameters.toneShape, sampleRateHertz: 48000)
  var samples = [Float](repeating: 0, count: tones.sampleCount)
  samples.withUnsafeMutableBufferPointer { _ = tones.read(into: $0) }
  return samples
}

/// Frequencies of the start marker of `classic` in one of its placements.
func markerHertz(_ placementIndex: Int) -> [Double] {
  classicParameters.startMarker.map {
    classicParameters.hertz(of: UInt8($0), in: classic.placements[placementIndex])
  }
}

/// Baseband samples in one tone of `classic`.
let symbolSamples = classicParameters.symbolSeconds * DownConverter.outputRateHertz

/// Pushes a recording at 48 kHz through a down-converter into a history, and calls `body` after
/// every block.
///
/// - Returns: the history at the end, and the down-converter's delay in baseband samples.
@discardableResult
func convert(
  _ recording: [Float], span: Int, _ body: (borrowing BasebandHistory) -> Void = { _ in }
) -> (history: BasebandHistory, delay: Double) {
  var converter = DownConverter(rateHertz: 48000)
  var history = BasebandHistory(span: span, originSeconds: 0)
  for start in stride(from: 0, to: recording.count, by: 4800) {
    var baseband: [Complex] = []
    recording[start..<min(start + 4800, recording.count)].withUnsafeBufferPointer {
      converter.convert($0, appendingTo: &baseband)
    }
    history.append([baseband])
    body(history)
  }
  return (history, converter.delaySeconds * DownConverter.outputRateHertz)
}

/// Noise of energy 1 in one microphone.
let unitNoise = NoiseSnapshot(
  [NoiseSnapshot.Channel(index: 0, logarithms: [0])],
  bins: BasebandBins(17_000...20_000, margin: 1, binHertz: 20))
