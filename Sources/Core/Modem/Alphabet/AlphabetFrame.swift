import HandShakeSignal

/// One frame while it arrives. Each block is decoded as soon as it is complete.
struct AlphabetFrame {
  /// The result of a symbol for the frame.
  enum Outcome {
    /// Another block was decoded; its characters were added to `text`.
    case progress
    case message
    case failed(Failure.Stage)
  }

  /// Facts that are known so far.
  private(set) var frame: Frame
  /// The marker as the search found it.
  let candidate: MarkerCandidate
  /// Whether many tones sounded at once during the marker, as in a burst that a receiver joins
  /// late. The failure of the frame is then not reported.
  private(set) var isOneOfMany = false
  /// Checked text so far.
  private(set) var text = AlphabetText()

  private let parameters: AlphabetParameters
  private var clock: SymbolClock
  private var metrics: ToneMetrics
  /// The block that is arriving.
  private var block: AlphabetBlock
  /// Evidence of the marker and the decoded blocks.
  private var evidence = ToneEvidence(skirtRatio: AlphabetCode.skirtRatio)
  /// Energy of a tone that arrives with baseband magnitude 1.
  private let toneGain: Double
  /// Noise energy of every tone, measured before the frame.
  private let noise: [Float]
  private let skirts: [Float]
  private var silentSymbols = 0
  /// Whether a block was decoded.
  private var isRead = false

  /// Work to decode a block, in thousands of instructions that Callgrind counts on x86-64.
  private static let blockWork: Double = 5000
  /// Work to measure a symbol, in the same unit.
  static let symbolWork: Double = 100
  /// Symbols of a block with 16 characters.
  private static let usualBlock = 32
  /// LLR from which a symbol counts as heard.
  private static let heardLLR: Float = 2
  /// Least share of the marker's tones in the energy above the noise. In rooms, motion and recorded
  /// noise it was two thirds or more, within bursts 7 % or less.
  private static let leastMarkerShare: Float = 0.15
  /// Number of successive symbols that are not heard and so end the frame.
  private static let longestSilence = 12

  /// Starts a frame whose marker `candidate` found and `clock` fits.
  init(
    candidate: MarkerCandidate, clock: SymbolClock, number: Int, protocolName: String,
    placement: Placement, parameters: AlphabetParameters, code: AlphabetCode,
    filter: inout MatchedFilter, history: borrowing BasebandHistory
  ) {
    self.candidate = candidate
    self.parameters = parameters
    self.clock = clock
    block = AlphabetBlock(code)
    toneGain = filter.toneGain
    let startSeconds = history.seconds(atSample: clock.start)
    let dilation = clock.dilation
    frame = Frame(
      number: number, protocolName: protocolName, placement: placement,
      startSeconds: startSeconds, endSeconds: startSeconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: dilation * 1e6)
    metrics = ToneMetrics(
      toneCount: AlphabetCode.symbolCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 2)
    skirts = ToneSymbol.skirts(
      toneSpacingHertz: parameters.toneSpacingHertz, symbolSeconds: parameters.symbolSeconds)
    noise = (0..<UInt8(AlphabetCode.symbolCount)).map {
      candidate.noise.energy(atHertz: parameters.hertz(of: $0, in: placement) * (1 + dilation))
    }
    var marker: [ToneSymbol] = []
    var (own, all) = (Float(0), Float(0))
    for tone in parameters.startMarker {
      let symbol = measure(&filter, history)
      symbol.energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
      own += symbol.energies[tone] - noise[tone]
      all += symbol.energies.reduce(0, +) - noise.reduce(0, +)
      marker.append(symbol)
      self.clock.advance()
    }
    metrics.learn(marker: marker, tones: parameters.startMarker)
    isOneOfMany = own < Self.leastMarkerShare * all
    updateFacts(history)
    weigh()
  }

  /// Energies and noise of the symbol at the position of the clock.
  private func measure(
    _ filter: inout MatchedFilter, _ history: borrowing BasebandHistory
  ) -> ToneSymbol {
    var energies = [Float](repeating: 0, count: AlphabetCode.symbolCount)
    energies.withUnsafeMutableBufferPointer {
      filter.energies(
        history, candidate.noise, start: clock.start, dilation: clock.dilation,
        lowestHertz: frame.placement.lowestToneHertz, spacingHertz: parameters.toneSpacingHertz,
        into: $0)
    }
    return ToneSymbol(energies: energies, earlierNoise: noise, skirts: skirts)
  }

  private mutating func updateFacts(_ history: borrowing BasebandHistory) {
    frame.endSeconds = history.seconds(atSample: clock.start)
    frame.dilationPartsPerMillion = clock.dilation * 1e6
  }

  /// Level of the frame's tones so far relative to a full-scale sine, in dB.
  var toneDecibels: Double? { evidence.levelDecibels(toneGain: toneGain) }

  /// Updates the strength of the frame from the evidence so far.
  mutating func weigh() {
    frame.signalToNoiseDecibels = evidence.signalToNoiseDecibels(toneGain: toneGain)
    var count = block.likeliest.count
    // The final length of a frame that was not read is unknown.
    if !isRead { count = max(count, Self.usualBlock) }
    if text.symbolCount > 0 { count = AlphabetCode.longestBlock }
    frame.marginDecibels = evidence.marginDecibels(
      neededRatio: block.code.neededRatio(symbolCount: count))
  }

  /// Adds the `tones` of the decoded block to the evidence.
  private mutating func addEvidence(_ tones: [UInt8]) {
    block.add(to: &evidence, tones: tones, noise: noise)
    isRead = true
    weigh()
  }

  /// Natural logarithm of the odds for a frame by its marker.
  var logOdds: Float { AlphabetOdds.start.logOdds(candidate.score) }

  /// Whether the next symbol has arrived completely.
  func isReady(_ history: borrowing BasebandHistory) -> Bool {
    clock.end + parameters.symbolSeconds * DownConverter.outputRateHertz / 8 + 1
      < Double(history.endIndex)
  }

  /// Takes the next symbol.
  mutating func takeSymbol(
    filter: inout MatchedFilter, _ budget: inout WorkBudget,
    history: borrowing BasebandHistory
  ) -> Outcome? {
    let symbol = measure(&filter, history)
    let best = block.append(symbol, &metrics)
    if best.llr > Self.heardLLR {
      silentSymbols = 0
      metrics.observe(tone: best.tone, energy: max(0, symbol.energies[best.tone] - best.noise))
      clock.follow(
        hertz: parameters.hertz(of: UInt8(best.tone), in: frame.placement), candidate.noise,
        filter: &filter, history: history)
    } else {
      silentSymbols += 1
    }
    clock.advance()
    updateFacts(history)

    if let outcome = tryLastBlock(&budget) { return outcome }
    if block.likeliest.count == AlphabetCode.longestBlock { return tryFullBlock() }
    return silentSymbols >= Self.longestSilence ? .failed(.cutOff) : nil
  }

  /// Decodes the symbols so far as the last block, if a trailer is at its place.
  private mutating func tryLastBlock(_ budget: inout WorkBudget) -> Outcome? {
    guard let trailer = block.trailer(symbolsBefore: text.symbolCount),
      budget.allows(Self.blockWork, logOdds: logOdds)
    else { return nil }
    budget.spend(Self.blockWork)
    if let (message, tones, corrected) = block.decode(),
      message.suffix(AlphabetCode.trailerCount).elementsEqual(trailer.symbols)
    {
      addEvidence(tones)
      return text.take(last: message, correctedSymbols: corrected) ? .message : .failed(.check)
    }
    // If all four symbols of a trailer are clearly heard, the frame ends here without doubt.
    return trailer.leastLLR > Self.heardLLR ? .failed(.code) : nil
  }

  private mutating func tryFullBlock() -> Outcome {
    guard let (message, tones, corrected) = block.decode() else { return .failed(.code) }
    addEvidence(tones)
    guard text.take(message, correctedSymbols: corrected) else { return .failed(.check) }
    block.removeAll()
    return .progress
  }

  /// The likeliest reading of all symbols, unchecked after the end of `text`.
  var heard: [UInt8] {
    text.bytes
      + block.likeliest.prefix(block.code.longestMessage).compactMap(AlphabetCode.byte(of:))
  }
}
