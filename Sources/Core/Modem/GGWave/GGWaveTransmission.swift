import Signal

/// A message as ggwave's samples: marker, data and marker, without a gap.
///
/// The waveform is the library's to the sample: each section's tones start with the phases that the
/// library gives them, and rise and fall over 15 % of it.
struct GGWaveTransmission: Sendable {
  /// A time in which the tones don't change.
  private struct Section: Sendable {
    var tones: [Int]
    var startSeconds: Double
    var seconds: Double
  }

  let sampleCount: Int
  private let sections: [Section]
  private let placement: Placement
  private let sampleRateHertz: Double
  /// Turns of phase between neighbouring pairs of tones.
  private let turnsPerPair: Double
  private var position = 0
  private var sectionIndex = -1
  private var oscillators: [Oscillator] = []
  private var tone: [Float] = []

  init(
    _ message: [UInt8], parameters: GGWaveParameters, placement: Placement,
    sampleRateHertz: Double
  ) throws(TransmitterError) {
    guard !message.isEmpty else { throw .emptyText }
    if parameters.fixedLength == nil, parameters.needsFixedLength { throw .needsFixedLength }
    guard message.count <= parameters.longestPayload else {
      throw .textTooLong(count: message.count, limit: parameters.longestPayload)
    }
    let code = GGWaveCode(parameters)
    self.init(
      tones: code.tones(code.stream(message)), parameters: parameters, placement: placement,
      sampleRateHertz: sampleRateHertz)
  }

  /// The transmission of these `tones`, symbol by symbol.
  init(
    tones symbols: [[Int]], parameters: GGWaveParameters, placement: Placement,
    sampleRateHertz: Double
  ) {
    var sections: [Section] = []
    var seconds = 0.0
    func add(_ tones: [Int], seconds duration: Double) {
      sections.append(Section(tones: tones, startSeconds: seconds, seconds: duration))
      seconds += duration
    }
    let hasMarkers = parameters.fixedLength == nil
    if hasMarkers { add(GGWaveCode.startMarker, seconds: GGWaveParameters.markerSeconds) }
    for tones in symbols { add(tones, seconds: parameters.symbolSeconds) }
    if hasMarkers { add(GGWaveCode.endMarker, seconds: GGWaveParameters.markerSeconds) }
    self.sections = sections
    self.placement = placement
    self.sampleRateHertz = sampleRateHertz
    turnsPerPair = 1 / (8 * Double(max(2, parameters.tonesAtOnce)))
    sampleCount = Int((seconds * sampleRateHertz).rounded())
  }

  /// Fills the start of `block`; gives how many samples it wrote, fewer at the end.
  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    var filled = 0
    while filled < block.count, position < sampleCount {
      while sectionIndex < 0 || (position >= end(ofSection: sectionIndex)) { startSection() }
      let count = min(block.count - filled, end(ofSection: sectionIndex) - position)
      render(into: UnsafeMutableBufferPointer(rebasing: block[filled..<filled + count]))
      filled += count
      position += count
    }
    return filled
  }

  /// Number of the sample after the section's last.
  private func end(ofSection index: Int) -> Int {
    index + 1 < sections.count
      ? Int((sections[index + 1].startSeconds * sampleRateHertz).rounded(.up)) : sampleCount
  }

  private mutating func startSection() {
    sectionIndex += 1
    let section = sections[sectionIndex]
    let elapsed = Double(position) / sampleRateHertz - section.startSeconds
    oscillators = section.tones.map { tone in
      let hertz = placement.lowestToneHertz + GGWaveParameters.toneSpacingHertz * Double(tone)
      let turns = hertz * elapsed + turnsPerPair * Double(tone / 2)
      return Oscillator(
        frequencyHertz: hertz, amplitude: 1 / Float(section.tones.count),
        phaseRadians: 2 * .pi * turns, rateHertz: sampleRateHertz)
    }
  }

  private mutating func render(into block: UnsafeMutableBufferPointer<Float>) {
    let section = sections[sectionIndex]
    if tone.count < block.count { tone = [Float](repeating: 0, count: block.count) }
    block.update(repeating: 0)
    tone.withUnsafeMutableBufferPointer { tone in
      let part = UnsafeMutableBufferPointer(rebasing: tone[..<block.count])
      for index in oscillators.indices {
        oscillators[index].renderSine(into: part)
        for sample in 0..<block.count { block[sample] += part[sample] }
      }
    }
    let ramp = GGWaveParameters.rampShare * section.seconds
    for sample in 0..<block.count {
      let time = Double(position + sample) / sampleRateHertz - section.startSeconds
      let gain = min(time, section.seconds - time) / ramp
      if gain < 1 { block[sample] *= Float(max(0, gain)) }
    }
  }
}
