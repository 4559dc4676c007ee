import Coding
import Glibc
import Signal

/// Listens for hop protocols of one timing, all variants and placements.
struct HopReceiver {
  private let names: [String]
  private let framings: [HopFraming]
  private let parameters: HopParameters
  private let placements: [Placement]
  private let shape: ToneShape
  private var search: MarkerSearch
  private var contrast: MarkerContrast
  private var spectra: [SymbolSpectra]
  private var trellises: [MotionTrellis]
  private var decoder: MultilevelPolarDecoder
  private var frames: [HopFrame] = []

  /// Seconds of baseband that must stay available.
  let historySeconds: Double

  /// Speed range of the trellis: a frame that the search found may go on to accelerate.
  private static let largestSpeed = 6.5
  /// Contrast below which what the search found is not followed. Of 289 frames that could be decoded,
  /// at -21 to -10 dB and in rooms, none had less than 5.27; four of five false starts had.
  private static let leastContrast: Float = 5.1
  /// Header guesses that are followed.
  private static let mostGuesses = 4
  /// Log-likelihood by which a guess may fall behind the best.
  private static let guessReach: Float = 8
  /// Search score from which a frame that fails is reported: noise reaches it once in months.
  static let sureScore: Float = 6.8
  private static let mostFrames = 12
  /// Energy over noise of a typical tone above which the trellis takes the rest for noise.
  private static let largestRatio: Float = 22

  /// - Parameter variants: protocols that differ in name, rate and variant only.
  init(variants: [(name: String, parameters: HopParameters)], placements: [Placement]) {
    names = variants.map { $0.name }
    framings = variants.map { HopFraming($0.parameters) }
    parameters = variants[0].parameters
    self.placements = placements
    let parameters = parameters
    shape = ToneShape(
      seconds: parameters.symbolSeconds, fadeSeconds: 0, timingFunction: .abrupt)
    search = MarkerSearch(
      shape: shape,
      markerHertz: placements.map { placement in
        parameters.preamble.map { parameters.hertz(of: $0, in: placement) }
      },
      threshold: 5.8)
    contrast = MarkerContrast(
      tones: parameters.preamble, toneCount: HopParameters.toneCount,
      toneSpacingHertz: parameters.toneSpacingHertz, shape: shape)
    spectra = placements.map {
      SymbolSpectra(
        symbolSeconds: parameters.symbolSeconds, band: $0, largestSpeed: Self.largestSpeed)
    }
    let spectra = spectra
    trellises = placements.indices.map {
      MotionTrellis(
        parameters: parameters, placement: placements[$0], spectra: spectra[$0],
        largestSpeed: Self.largestSpeed)
    }
    do throws(MultilevelPolarError) {
      decoder = try MultilevelPolarDecoder(listSize: 8)
    } catch {
      preconditionFailure("the list size is provided for")
    }
    let longest = framings[0].symbolCount(sizeClass: HopSize.symbolCounts.count - 1)
    historySeconds = Double(longest + 6) * parameters.symbolSeconds * 1.02
  }

  /// Works on what has come to `history` and appends what it found.
  mutating func process(
    _ history: borrowing BasebandHistory, frameCount: inout Int,
    events: inout [ReceiverEvent]
  ) {
    for candidate in search.scan(history) {
      let placement = placements[candidate.placementIndex]
      let score = contrast.score(
        candidate, lowestToneHertz: placement.lowestToneHertz, history: history)
      if score >= Self.leastContrast { start(candidate, history, &frameCount, &events) }
    }
    var index = 0
    while index < frames.count {
      if frames[index].guesses == nil {
        guard symbolEnd(frames[index], framings[0].shortestCount - 2) < history.endIndex else {
          index += 1
          continue
        }
        readHeader(at: index, history)
        if frames[index].guesses!.isEmpty {
          fail(at: index, .header, &events)
          continue
        }
      }
      guard let guess = frames[index].guesses!.first else {
        fail(at: index, .check, &events)
        continue
      }
      guard symbolEnd(frames[index], guess.symbolCount) < history.endIndex else {
        index += 1
        continue
      }
      frames[index].guesses!.removeFirst()
      if decode(at: index, guess, history, &events) { index = 0 }
    }
  }

  /// Gives up the frames that are still incomplete when the input ends.
  mutating func finish(_ events: inout [ReceiverEvent]) {
    while !frames.isEmpty { fail(at: 0, .cutOff, &events) }
  }

  /// Baseband sample after the last that symbols up to `count` and their latest delay need.
  private func symbolEnd(_ frame: HopFrame, _ count: Int) -> Int {
    let symbols = Double(count) + 2.05
    return Int(
      frame.candidate.start + symbols * parameters.symbolSeconds
        * DownConverter.outputRateHertz / (1 + frame.candidate.dilation)) + 2
  }

  private mutating func start(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory, _ frameCount: inout Int,
    _ events: inout [ReceiverEvent]
  ) {
    if frames.count == Self.mostFrames {
      let weakest = frames.indices.min {
        frames[$0].candidate.score < frames[$1].candidate.score
      }!
      guard frames[weakest].candidate.score < candidate.score else { return }
      fail(at: weakest, .cutOff, &events)
    }
    frameCount += 1
    let startSeconds = history.seconds(atSample: candidate.start)
    let frame = Frame(
      number: frameCount, protocolName: names[0],
      placement: placements[candidate.placementIndex], startSeconds: startSeconds,
      endSeconds: startSeconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: candidate.dilation * 1e6)
    frames.append(
      HopFrame(
        candidate: candidate, frame: frame, toneEnergy: preambleEnergy(candidate, history)))
  }

  /// Median over the preamble's tones of their energy where `candidate` puts them.
  private mutating func preambleEnergy(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Float {
    let placement = placements[candidate.placementIndex]
    var filter = MatchedFilter(shape: shape)
    let energies = parameters.preamble.enumerated().map { index, tone in
      let halves = filter.halves(
        history,
        start: candidate.start + Double(index) * parameters.symbolSeconds
          * DownConverter.outputRateHertz / (1 + candidate.dilation),
        dilation: candidate.dilation, hertz: parameters.hertz(of: tone, in: placement))
      return (halves.first + halves.second).power
    }
    return energies.sorted()[energies.count / 2]
  }

  /// Spectra, path weights and metrics of the first `count` symbols.
  private mutating func trace(
    _ frame: HopFrame, count: Int, _ history: borrowing BasebandHistory
  ) -> Float {
    let place = frame.placementIndex
    spectra[place].begin(
      start: frame.candidate.start, dilation: frame.candidate.dilation,
      symbolSeconds: parameters.symbolSeconds, noise: frame.candidate.noise)
    spectra[place].extend(
      to: count * SymbolSpectra.rowsPerSymbol + 2 * SymbolSpectra.rowsAhead + 1,
      history: history)
    trellises[place].begin()
    return trellises[place].trace(
      spectra[place], symbolCount: count, known: parameters.preamble,
      initialDilation: frame.candidate.dilation)
  }

  /// Log-likelihood ratios of the symbols after the preamble, 64 each, by tone.
  private func metrics(
    of place: Int, count: Int, steady: Bool
  ) -> (ratios: [Float], metrics: ToneMetrics, dilation: Double) {
    var metrics = ToneMetrics(
      toneCount: HopParameters.toneCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 3)
    var marker: [(energies: [Float], noise: [Float])] = []
    var ratios: [Float] = []
    var dilation = 0.0
    for symbol in 0..<count {
      let found = trellises[place].energies(spectra[place], symbol: symbol)
      if symbol < parameters.preamble.count {
        marker.append((found.energies, found.noise))
        if symbol == parameters.preamble.count - 1 {
          metrics.learn(marker: marker, tones: parameters.preamble)
        }
      } else if steady {
        metrics.appendSteady(found.energies, noise: found.noise, to: &ratios)
      } else {
        let best = metrics.append(found.energies, noise: found.noise, to: &ratios)
        if best.ratio > 2 {
          metrics.observe(
            tone: best.tone, energy: max(0, found.energies[best.tone] - best.noise))
        }
      }
      dilation = found.dilation
    }
    return (ratios, metrics, dilation)
  }

  private mutating func readHeader(at index: Int, _ history: borrowing BasebandHistory) {
    let count = framings[0].shortestCount - 3
    frames[index].evidence = trace(frames[index], count: count, history)
    var scores = [Float](repeating: -.infinity, count: 256)
    for steady in [false, true] {
      let ratios = metrics(of: frames[index].placementIndex, count: count, steady: steady).ratios
      for (value, word) in HopHeader.words.enumerated() {
        var score: Float = 0
        for (place, symbol) in word.enumerated() {
          score += ratios[place * 64 + framings[0].tone(symbol, at: place)]
        }
        scores[value] = max(scores[value], score)
      }
    }
    var guesses: [HopFrame.Guess] = []
    let ranked = (0..<256).sorted { scores[$0] > scores[$1] }.prefix(Self.mostGuesses)
    for value in ranked where scores[value] > scores[ranked[0]] - Self.guessReach {
      guard let framing = framings.firstIndex(where: { $0.parameters.variant == value >> 7 })
      else { continue }
      guesses.append(
        HopFrame.Guess(
          framingIndex: framing, sizeClass: value & 127,
          symbolCount: framings[framing].symbolCount(sizeClass: value & 127)))
    }
    if getenv("HDBG") != nil { print("guesses", ranked.map { ($0, scores[$0]) }, "tone", frames[index].toneEnergy, "evidence", frames[index].evidence, frames[index].candidate.score) }
    frames[index].guesses = guesses.sorted { $0.symbolCount < $1.symbolCount }
  }

  /// Tries to decode the frame at `index` as `guess` says.
  private mutating func decode(
    at index: Int, _ guess: HopFrame.Guess, _ history: borrowing BasebandHistory,
    _ events: inout [ReceiverEvent]
  ) -> Bool {
    let framing = framings[guess.framingIndex]
    let place = frames[index].placementIndex
    _ = trace(frames[index], count: guess.symbolCount, history)
    let code = framing.code(sizeClass: guess.sizeClass)
    for steady in [false, true] {
      let (byTone, metrics, dilation) = metrics(
        of: place, count: guess.symbolCount, steady: steady)
      var bySymbol = [Float](repeating: 0, count: code.symbolCount * 64)
      for symbol in 0..<code.symbolCount {
        let place = symbol + HopParameters.headerCount
        for value in 0..<64 {
          bySymbol[symbol * 64 + value] = byTone[place * 64 + framing.tone(value, at: place)]
        }
      }
      var text: HopText?
      do throws(MultilevelPolarError) {
        _ = try decoder.decode(bySymbol.span, code: code) { information in
          text = framing.text(information, sizeClass: guess.sizeClass)
          return text != nil
        }
      } catch {
        preconditionFailure("the metrics are as many as the code wants")
      }
      if let text {
        deliver(at: index, guess, text, metrics, dilation, history, &events)
        return true
      }
    }
    return false
  }

  private mutating func deliver(
    at index: Int, _ guess: HopFrame.Guess, _ text: HopText, _ metrics: ToneMetrics,
    _ dilation: Double, _ history: borrowing BasebandHistory, _ events: inout [ReceiverEvent]
  ) {
    var done = frames.remove(at: index)
    let name = names[guess.framingIndex]
    let seconds = Double(guess.symbolCount) * parameters.symbolSeconds
    let signal = 2 * Double(metrics.level) / (parameters.symbolSeconds * 8000)
    let noise = 6 * Double(metrics.meanNoise)
    done.update {
      $0.protocolName = name
      $0.endSeconds = $0.startSeconds + seconds
      $0.dilationPartsPerMillion = dilation * 1e6
      $0.signalToNoiseDecibels =
        4.342944819 * logarithm(max(signal, 1e-20) / max(noise, 1e-20))
    }
    events.append(
      .message(Message(frame: done.frame, bytes: text.bytes, correctedSymbols: 0)))
    frames.removeAll {
      $0.placementIndex == done.placementIndex
        && $0.frame.startSeconds < done.frame.endSeconds - 2 * parameters.symbolSeconds
    }
  }

  private mutating func fail(
    at index: Int, _ stage: Failure.Stage, _ events: inout [ReceiverEvent]
  ) {
    let lost = frames.remove(at: index)
    let isShadow = frames.contains {
      $0.placementIndex == lost.placementIndex && $0.candidate.score > lost.candidate.score
    }
    if lost.candidate.score >= Self.sureScore && !isShadow {
      events.append(.failed(Failure(frame: lost.frame, stage: stage, heard: [])))
    }
  }
}
