import Signal

@testable import Modem

/// `burst` as most tests use it: 16.5 to 20 kHz, 3,000 symbols a second.
let burstParameters = BurstParameters(
  basebandRateHertz: 4000, pilotSpacing: 16, gapSeconds: 0.1, steps: [], assumedSNRDecibels: 25)

/// Its placements.
let burstPlacements = [
  Placement(lowestToneHertz: 16500, highestToneHertz: 20000),
  Placement(lowestToneHertz: 15000, highestToneHertz: 18500),
]

/// Samples at 48 kHz of one frame, its peaks not reduced, at full scale 1 for the sounder.
func burstSamples(
  _ bytes: [UInt8], rung: Int, sounder: BurstSounder, placement: Placement = burstPlacements[0],
  part: BurstPart? = nil
) throws -> [Float] {
  let layout = BurstFrameLayout(
    sounder: sounder,
    header: BurstHeader(rung: rung, byteCount: bytes.count, isPart: part != nil),
    pilotSpacing: burstParameters.pilotSpacing)
  let frame = try BurstFrameSymbols(bytes, layout: layout, part: part)
  let margin = 48
  let size = BurstTransforms.length(atLeast: layout.sampleCount + 2 * margin)
  let transforms = BurstTransforms()
  let tables = BurstWindowTables(size: size, pulse: BurstPulse(rollOff: 1.0 / 6), transforms)
  let first = (margin + sounder.sampleCount) / 4 * 3
  tables.symbols.points.update(repeating: Complex(0, 0), count: tables.symbolCount)
  for (index, symbol) in frame.symbols.enumerated() {
    tables.symbols.points[first + index] = symbol
  }
  tables.shape()
  for (index, sample) in sounder.samples(bandwidthRatio: 0.875).enumerated() {
    let place = margin + index
    tables.samples.points[place] = tables.samples.points[place] + sample
  }
  tables.samples.forward()
  let fine = transforms.of(12 * size)
  fine.points.update(repeating: Complex(0, 0), count: 12 * size)
  for index in 0..<size {
    fine.points[index < size / 2 ? index : index + 11 * size] =
      tables.samples.points[index].scaled(1 / Float(size))
  }
  fine.inverse()
  let carrier = BurstParameters.carrierHertz(of: placement)
  return (0..<12 * (layout.sampleCount + 2 * margin)).map { index in
    let turn = Complex.turn(2 * .pi * carrier * Double(index - 12 * margin) / 48000)
    return (fine.points[index] * turn).real
  }
}

/// What a burst receiver makes of a recording at 48 kHz.
func burstEvents(_ recording: [Float]) -> [ReceiverEvent] {
  var receiver = BurstReceiver(
    variants: [("burst", burstParameters)], placements: burstPlacements,
    sourceRateHertz: 8000, sourceCentreHertz: 17000)
  var converter = DownConverter(rateHertz: 48000)
  var history = BasebandHistory(
    span: Int(receiver.historySeconds * 8000),
    originSeconds: -0.5 - converter.delaySeconds)
  history.append([Complex](repeating: Complex(0, 0), count: 4000))
  var events: [ReceiverEvent] = []
  var count = 0
  for start in stride(from: 0, to: recording.count, by: 480) {
    var baseband: [Complex] = []
    recording[start..<min(start + 480, recording.count)].withUnsafeBufferPointer {
      converter.convert($0, appendingTo: &baseband)
    }
    history.append(baseband)
    receiver.process(history, frameCount: &count, events: &events)
  }
  receiver.finish(history, events: &events)
  return events
}
