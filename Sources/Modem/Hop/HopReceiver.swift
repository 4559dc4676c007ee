import Coding
import Signal

/// Listens for hop protocols of one timing, all variants and placements.
struct HopReceiver {
  let names: [String]
  let framings: [HopFraming]
  let parameters: HopParameters
  let placements: [Placement]
  private let shape: ToneShape
  private var search: MarkerSearch
  private var contrast: MarkerContrast
  private var spectra: [SymbolSpectra]
  private var trellises: [MotionTrellis]
  private var decoder: MultilevelPolarDecoder
  private var frames: [HopFrame] = []
  /// Numbers of the latest frames that were reported as detected.
  private var announced: [Int] = []
  private var messages: HopMessages
  var pairing: HopPairing
  var waiting: [HopPair] = []
  var combinations: [HopCombination] = []
  var heardCopies: [(placementIndex: Int, start: Double, spacing: Double)] = []
  var filter: MatchedFilter

  /// Seconds of baseband that must stay available.
  let historySeconds: Double

  /// Speed range of the trellis: a frame that the search found may go on to accelerate.
  private static let largestSpeed = 6.5
  /// Contrast below which what the search found is not followed: of 289 frames that could be decoded,
  /// at -21 to -10 dB and in rooms, none had less than 5.27 even before the fit.
  private static let leastContrast: Float = 4.9
  /// Header guesses that are followed.
  private static let mostGuesses = 4
  /// Log-likelihood by which a guess may fall behind the best.
  private static let guessReach: Float = 8
  /// Log-likelihood of a frame's beginning over noise from which its header is read: nine of ten
  /// candidates that noise brings stay below, one of a hundred true ones at the limit.
  private static let leastHeaderEvidence: Float = 1
  /// Search score from which a frame that fails is reported: noise reaches it once in months.
  static let sureScore: Float = 6.8
  private static let mostFrames = 12
  /// Search score from which a candidate is read alone.
  private let leastScore: Float
  /// Noise below this part of a tone's energy is taken for this: in digital silence the likelihoods
  /// would overflow, and 30 dB below it the tones' own skirts begin.
  private static let leastNoise: Float = 1e-3
  /// Delays in eighths of a symbol: the search may have found the loudest arrival, not the first.
  static let delays = Array(-10...5)
  private static let delayDistance = 2
  private static let mostDelays = 4

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
      threshold: HopPairing.leastScore(isLong: Self.isLong(parameters)),
      speedStep: Self.isLong(parameters) ? 0.4 : 0.25,
      accelerations: Self.isLong(parameters)
        ? stride(from: -2.5, through: 2.5, by: 0.5).map { $0 } : [0],
      padding: 2.5)
    contrast = MarkerContrast(
      tones: parameters.preamble, toneCount: HopParameters.toneCount,
      toneSpacingHertz: parameters.toneSpacingHertz, shape: shape)
    spectra = placements.map {
      SymbolSpectra(
        symbolSeconds: parameters.symbolSeconds, band: $0, largestSpeed: Self.largestSpeed)
    }
    leastScore = Self.isLong(parameters) ? 5.8 : 4.8
    let spectra = spectra
    trellises = placements.indices.map {
      MotionTrellis(
        parameters: parameters, placement: placements[$0], spectra: spectra[$0],
        largestSpeed: Self.largestSpeed)
    }
    do throws(MultilevelPolarError) {
      decoder = try MultilevelPolarDecoder(listSize: 32)
    } catch {
      preconditionFailure("the list size is provided for")
    }
    let longest = framings.map { $0.symbolCount(sizeClass: $0.largestSizeClass) }.max()!
    messages = HopMessages(memorySeconds: 8 * Double(longest) * parameters.symbolSeconds)
    let framing = framings.max { $0.largestSizeClass < $1.largestSizeClass }!
    let spacings = (0...framing.largestSizeClass).map {
      framing.spacingSeconds(sizeClass: $0) / parameters.symbolSeconds
    }
    pairing = HopPairing(
      isLong: Self.isLong(parameters),
      symbolSamples: parameters.symbolSeconds * DownConverter.outputRateHertz,
      symbolSeconds: parameters.symbolSeconds, spacings: spacings,
      placementCount: placements.count)
    filter = MatchedFilter(shape: shape)
    // Three copies are read together.
    historySeconds = (3 * spacings.last! + 6) * parameters.symbolSeconds * 1.02
  }

  /// Whether a preamble lasts so long that the speed may change within it.
  private static func isLong(_ parameters: HopParameters) -> Bool {
    Double(parameters.preamble.count) * parameters.symbolSeconds > 0.4
  }

  /// Works on what has come to `history` and appends what it found.
  mutating func process(
    _ history: borrowing BasebandHistory, frameCount: inout Int,
    events: inout [ReceiverEvent]
  ) {
    for candidate in search.scan(history) {
      sight(candidate)
      if candidate.score >= leastScore { start(candidate, history, &frameCount, &events) }
    }
    messages.expire(at: history.seconds(atSample: Double(history.endIndex)), &events)
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
        if frames[index].candidate.score >= Self.sureScore {
          announce(frames[index].frame, &events)
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
    combine(history, &frameCount, &events)
  }

  /// When the first frame that is still arriving started, in seconds.
  var earliestStart: Double? {
    frames.filter { $0.candidate.score >= Self.sureScore }.map { $0.frame.startSeconds }.min()
  }

  /// Gives up the frames that are still incomplete when the input ends.
  mutating func finish(_ events: inout [ReceiverEvent]) {
    combinations = []
    waiting = []
    while !frames.isEmpty { fail(at: 0, .cutOff, &events) }
    messages.finish(&events)
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
    var candidate = candidate
    var filter = MatchedFilter(shape: shape)
    let clock = SymbolClock.fit(
      candidate,
      markerHertz: parameters.preamble.map {
        parameters.hertz(of: $0, in: placements[candidate.placementIndex])
      },
      symbolSeconds: parameters.symbolSeconds, filter: &filter, history: history)
    candidate.start = clock.start
    candidate.dilation = clock.dilation
    let placement = placements[candidate.placementIndex]
    let clearness = contrast.score(
      candidate, lowestToneHertz: placement.lowestToneHertz, history: history)
    guard clearness >= Self.leastContrast else { return }
    frameCount += 1
    let startSeconds = history.seconds(atSample: candidate.start)
    let frame = Frame(
      number: frameCount, protocolName: names[0],
      placement: placements[candidate.placementIndex], startSeconds: startSeconds,
      endSeconds: startSeconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: candidate.dilation * 1e6)
    frames.append(HopFrame(candidate: candidate, frame: frame))
  }

  /// Median energy of the preamble's tones where `candidate` puts them.
  private mutating func preambleEnergy(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Float {
    let placement = placements[candidate.placementIndex]
    let symbolSamples =
      parameters.symbolSeconds * DownConverter.outputRateHertz / (1 + candidate.dilation)
    let energies = parameters.preamble.enumerated().map { index, tone in
      let halves = filter.halves(
        history, start: candidate.start + Double(index) * symbolSamples,
        dilation: candidate.dilation, hertz: parameters.hertz(of: tone, in: placement))
      return (halves.first + halves.second).power
    }
    return energies.sorted()[energies.count / 2]
  }

  /// Spectra, path weights and metrics of the first `count` symbols.
  mutating func trace(
    _ candidate: MarkerCandidate, count: Int, known: [Int], _ history: borrowing BasebandHistory
  ) -> Float {
    let place = candidate.placementIndex
    spectra[place].begin(
      start: candidate.start, dilation: candidate.dilation,
      symbolSeconds: parameters.symbolSeconds, noise: candidate.noise,
      leastNoise: Self.leastNoise * preambleEnergy(candidate, history))
    spectra[place].extend(
      to: count * SymbolSpectra.rowsPerSymbol + 2 * SymbolSpectra.rowsAhead + 1,
      history: history)
    trellises[place].begin()
    return trellises[place].trace(
      spectra[place], symbolCount: count, known: known,
      initialDilation: candidate.dilation)
  }

  /// Metrics that know the preamble as it sounds in the windows at `delay`, and how much in its own
  /// eight symbols they tell: bits, 48 at most.
  func learn(
    _ place: Int, delay: Int, known: [Int]
  ) -> (metrics: ToneMetrics, information: Float) {
    var metrics = ToneMetrics(
      toneCount: HopParameters.toneCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 3)
    let marker = known.indices.map {
      trellises[place].energies(spectra[place], symbol: $0, delay: delay)
    }
    metrics.learn(marker: marker, tones: known)
    var again = metrics
    again.forgetEarlier()
    var information: Float = 0
    for (symbol, tone) in zip(marker, known) {
      var ratios: [Float] = []
      again.append(symbol.energies, noise: symbol.noise, to: &ratios)
      var sum: Float = 0
      for ratio in ratios { sum += fastExponential(ratio) }
      information += ratios[tone] - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return (metrics, information * 1.442695)
  }

  /// Log-likelihood ratios of the symbols after the preamble, 64 each, by tone, from the windows at
  /// `delay`.
  func ratios(
    _ place: Int, delay: Int, count: Int, known: [Int], steady: Bool
  ) -> (ratios: [Float], metrics: ToneMetrics) {
    var metrics = learn(place, delay: delay, known: known).metrics
    var ratios: [Float] = []
    for symbol in known.count..<count {
      let found = trellises[place].energies(spectra[place], symbol: symbol, delay: delay)
      if steady {
        metrics.appendSteady(found.energies, noise: found.noise, to: &ratios)
      } else {
        let best = metrics.append(found.energies, noise: found.noise, to: &ratios)
        if best.ratio > 2 {
          metrics.observe(
            tone: best.tone, energy: max(0, found.energies[best.tone] - best.noise))
        }
      }
    }
    return (ratios, metrics)
  }

  /// Delays worth a try, the best first: where the preamble tells most of itself and the symbols after
  /// it are clearest.
  private func rankDelays(_ place: Int, count: Int) -> [Int] {
    let scores = Self.delays.map { delay -> Float in
      let known = learn(place, delay: delay, known: parameters.preamble).information
      let ratios = ratios(
        place, delay: delay, count: count, known: parameters.preamble, steady: false
      ).ratios
      var clarity: Float = 0
      for symbol in 0..<count - parameters.preamble.count {
        var sum: Float = 0
        var weighted: Float = 0
        for tone in 0..<HopParameters.toneCount {
          let ratio = ratios[symbol * HopParameters.toneCount + tone]
          let weight = fastExponential(ratio)
          sum += weight
          weighted += weight * ratio
        }
        clarity += weighted / sum - fastLogarithm(sum / Float(HopParameters.toneCount))
      }
      return known + 0.3 * 1.442695 * clarity
    }
    var ranked: [Int] = []
    for index in scores.indices.sorted(by: { scores[$0] > scores[$1] }) {
      let delay = Self.delays[index]
      if ranked.allSatisfy({ abs($0 - delay) >= Self.delayDistance }) { ranked.append(delay) }
      if ranked.count == Self.mostDelays { break }
    }
    return ranked
  }

  private mutating func readHeader(at index: Int, _ history: borrowing BasebandHistory) {
    let count = framings[0].shortestCount - 3
    frames[index].evidence = trace(
      frames[index].candidate, count: count, known: parameters.preamble, history)
    guard frames[index].evidence > Self.leastHeaderEvidence else {
      frames[index].guesses = []
      return
    }
    let place = frames[index].placementIndex
    frames[index].delays = rankDelays(place, count: count)
    var scores = [Float](repeating: -.infinity, count: 256)
    for delay in frames[index].delays.prefix(2) {
      for steady in [false, true] {
        let ratios = ratios(
          place, delay: delay, count: framings[0].leadCount, known: parameters.preamble,
          steady: steady
        )
        .ratios
        for (value, word) in HopHeader.words.enumerated() {
          var score: Float = 0
          for (position, symbol) in word.enumerated() {
            score += ratios[position * 64 + framings[0].tone(symbol, at: position)]
          }
          scores[value] = max(scores[value], score)
        }
      }
    }
    var guesses: [HopFrame.Guess] = []
    let ranked = (0..<256).sorted { scores[$0] > scores[$1] }.prefix(Self.mostGuesses)
    for value in ranked where scores[value] > scores[ranked[0]] - Self.guessReach {
      guard let framing = framings.firstIndex(where: { $0.parameters.variant == value >> 7 }),
        value & 127 <= framings[framing].largestSizeClass
      else { continue }
      guesses.append(
        HopFrame.Guess(
          framingIndex: framing, sizeClass: value & 127,
          symbolCount: framings[framing].symbolCount(sizeClass: value & 127)))
    }
    frames[index].guesses = guesses.sorted { $0.symbolCount < $1.symbolCount }
  }

  /// Tries to decode the frame at `index` as `guess` says.
  private mutating func decode(
    at index: Int, _ guess: HopFrame.Guess, _ history: borrowing BasebandHistory,
    _ events: inout [ReceiverEvent]
  ) -> Bool {
    let framing = framings[guess.framingIndex]
    let place = frames[index].placementIndex
    _ = trace(
      frames[index].candidate, count: guess.symbolCount, known: parameters.preamble, history)
    let code = framing.code(sizeClass: guess.sizeClass)
    for reading in Reading.allCases {
      for delay in frames[index].delays {
        var (byTone, metrics) = ratios(
          place, delay: delay, count: guess.symbolCount, known: parameters.preamble,
          steady: reading == .steady)
        if reading == .turned { Self.allowTurn(&byTone) }
        guard let text = decode(byTone, framing, code, guess.sizeClass) else { continue }
        let dilation = trellises[place].dilation(symbol: guess.symbolCount - 1)
        deliver(at: index, guess, text, metrics, dilation, history, &events)
        return true
      }
    }
    return false
  }

  /// Ways to read the energies of a payload, tried in this order.
  private enum Reading: CaseIterable {
    /// Tones fade and echo.
    case fading
    /// All tones arrive alike.
    case steady
    /// Somebody turned round: from there on the trellis may be a few whole tones off.
    case turned
  }

  /// Lets each symbol also be one of the four tones above and below.
  ///
  /// Where the speed changes at once, all speeds that differ by a whole tone explain the unknown tones
  /// equally well, and the trellis stays near the old one. Which they are then is known but for a few
  /// tones, and the code decides.
  private static func allowTurn(_ byTone: inout [Float]) {
    let count = HopParameters.toneCount
    let reach = 4
    let share: Float = 0.35
    for base in stride(from: 0, to: byTone.count, by: count) {
      let weights = (0..<count).map { fastExponential(byTone[base + $0]) }
      for tone in 0..<count {
        var others: Float = 0
        for other in max(0, tone - reach)...min(count - 1, tone + reach) where other != tone {
          others += weights[other]
        }
        byTone[base + tone] = fastLogarithm(
          (1 - share) * weights[tone] + share / Float(2 * reach) * others + 1e-4)
      }
    }
  }

  /// The text of a payload from its ratios by tone, header included; nil where the check refuses it.
  mutating func decode(
    _ byTone: [Float], _ framing: HopFraming, _ code: MultilevelPolarCode, _ sizeClass: Int
  ) -> HopText? {
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
        text = framing.text(information, sizeClass: sizeClass)
        return text != nil
      }
    } catch {
      preconditionFailure("the metrics are as many as the code wants")
    }
    return text
  }

  private mutating func deliver(
    at index: Int, _ guess: HopFrame.Guess, _ text: HopText, _ metrics: ToneMetrics,
    _ dilation: Double, _ history: borrowing BasebandHistory, _ events: inout [ReceiverEvent]
  ) {
    var done = frames.remove(at: index)
    let name = names[guess.framingIndex]
    let seconds = Double(guess.symbolCount) * parameters.symbolSeconds
    let signal = 2 * Double(metrics.level) / (parameters.symbolSeconds * 8000)
    let tones = (0..<HopParameters.toneCount).map {
      parameters.hertz(of: $0, in: placements[done.placementIndex])
    }
    let floors = tones.map { Double(done.candidate.noise.energy(atHertz: $0)) }
    let noise = 6 * floors.reduce(0, +) / Double(tones.count)
    done.update {
      $0.protocolName = name
      $0.endSeconds = $0.startSeconds + seconds
      $0.dilationPartsPerMillion = dilation * 1e6
      $0.signalToNoiseDecibels =
        4.342944819 * logarithm(max(signal, 1e-20) / max(noise, 1e-20))
    }
    deliver(
      text, done.frame, placementIndex: done.placementIndex, framingIndex: guess.framingIndex,
      sizeClass: guess.sizeClass, start: done.candidate.start, &events)
  }

  /// Says once that `frame` was detected.
  mutating func announce(_ frame: Frame, _ events: inout [ReceiverEvent]) {
    guard !announced.contains(frame.number) else { return }
    announced.append(frame.number)
    if announced.count > 2 * Self.mostFrames { announced.removeFirst() }
    events.append(.detected(frame))
  }

  /// Passes on the text of a frame, and gives up what else seemed to start within it.
  mutating func deliver(
    _ text: HopText, _ frame: Frame, placementIndex: Int, framingIndex: Int, sizeClass: Int,
    start: Double, _ events: inout [ReceiverEvent]
  ) {
    let outcome = messages.take(
      text, frame, placementIndex: placementIndex, variant: framingIndex, events: &events)
    switch outcome {
    case .message(let frame, let bytes):
      announce(frame, &events)
      events.append(.message(Message(frame: frame, bytes: bytes, correctedSymbols: 0)))
    case .refused(let frame):
      announce(frame, &events)
      events.append(.failed(Failure(frame: frame, stage: .check, heard: [])))
    case .none: break
    }
    frames.removeAll {
      $0.placementIndex == placementIndex
        && $0.frame.startSeconds < frame.endSeconds - 2 * parameters.symbolSeconds
    }
    explain(
      placementIndex: placementIndex, framingIndex: framingIndex, sizeClass: sizeClass,
      start: start, isRepeated: text.part != nil)
  }

  private mutating func fail(
    at index: Int, _ stage: Failure.Stage, _ events: inout [ReceiverEvent]
  ) {
    var lost = frames.remove(at: index)
    let seconds = Double(framings[0].shortestCount) * parameters.symbolSeconds
    lost.update { $0.endSeconds = max($0.endSeconds, $0.startSeconds + seconds) }
    let isShadow = frames.contains {
      $0.placementIndex == lost.placementIndex && $0.candidate.score > lost.candidate.score
    }
    let isSure = lost.candidate.score >= Self.sureScore && !isShadow
    if !isCopy(lost.candidate, isSure: isSure) && isSure {
      announce(lost.frame, &events)
      events.append(.failed(Failure(frame: lost.frame, stage: stage, heard: [])))
    }
  }
}
