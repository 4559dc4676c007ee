import HandShakeSignal

/// A message as the single frame of a ggwave protocol: marker, data and marker, without a gap.
final class GGWaveFrames: FrameSource {
  private let symbols: [[Int]]
  private let parameters: GGWaveParameters

  init(_ message: [UInt8], _ parameters: GGWaveParameters) throws(TransmitterError) {
    guard !message.isEmpty else { throw .emptyText }
    guard message.count <= parameters.longestPayload else {
      throw .textTooLong(count: message.count, limit: parameters.longestPayload)
    }
    let code = GGWaveCode(parameters)
    symbols = code.tones(code.stream(message))
    self.parameters = parameters
  }

  var frameCount: Int { 1 }

  func sampleCount(ofFrame index: Int, sampleRateHertz: Double) -> Int {
    GGWaveWave.sampleCount(GGWaveWave.sections(symbols, parameters), sampleRateHertz)
  }

  func wave(ofFrame index: Int, in placement: Placement, sampleRateHertz: Double) -> any Wave {
    GGWaveWave(
      tones: symbols, parameters: parameters, placement: placement,
      sampleRateHertz: sampleRateHertz)
  }
}

/// The samples of a ggwave frame.
///
/// The waveform is the library's waveform to the sample. The tones of each section start with the
/// library's phases, and rise and fall over 15 % of it.
final class GGWaveWave: Wave {
  /// A time in which the tones do not change.
  struct Section: Sendable {
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

  /// Makes the sound of `tones`, symbol by symbol.
  init(
    tones symbols: [[Int]], parameters: GGWaveParameters, placement: Placement,
    sampleRateHertz: Double
  ) {
    sections = Self.sections(symbols, parameters)
    self.placement = placement
    self.sampleRateHertz = sampleRateHertz
    turnsPerPair = 1 / (8 * Double(parameters.tonesAtOnce))
    sampleCount = Self.sampleCount(sections, sampleRateHertz)
  }

  static func sampleCount(_ sections: [Section], _ sampleRateHertz: Double) -> Int {
    sections.last.map { Int((($0.startSeconds + $0.seconds) * sampleRateHertz).rounded()) } ?? 0
  }

  /// The sections of a message of these tones, with its markers if it has markers.
  static func sections(_ symbols: [[Int]], _ parameters: GGWaveParameters) -> [Section] {
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
    return sections
  }

  /// Fills the start of `block`. Returns the number of samples that it wrote, fewer at the end.
  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
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

  /// Number of the sample after the section's last sample.
  private func end(ofSection index: Int) -> Int {
    index + 1 < sections.count
      ? Int((sections[index + 1].startSeconds * sampleRateHertz).rounded(.up)) : sampleCount
  }

  private func startSection() {
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

  private func render(into block: UnsafeMutableBufferPointer<Float>) {
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
