import HandShakeSignal

/// One frame while it arrives: symbols in, blocks decoded as soon as they are whole.
struct AlphabetFrame {
  /// What became of the frame.
  enum Outcome {
    /// Another block holds; its characters were added to `text`.
    case progress
    case message
    case failed(Failure.Stage)
  }

  /// Facts so far.
  private(set) var frame: Frame
  /// The marker as the search found it.
  let candidate: MarkerCandidate
  /// Whether much more than one tone at a time sounded while the marker did, as where a receiver joins a burst: its
  /// failing is then no news.
  private(set) var isOneOfMany = false
  /// Checked text so far.
  private(set) var text = AlphabetText()

  private let parameters: AlphabetParameters
  private var clock: SymbolClock
  private var metrics: ToneMetrics
  /// The block that arrives.
  private var block: AlphabetBlock
  /// Of marker and decoded blocks.
  private var evidence = ToneEvidence(skirtRatio: AlphabetCode.skirtRatio)
  /// Energy of a tone that arrives with baseband magnitude 1.
  private let toneGain: Double
  /// Noise energy of every tone, from before the frame.
  private let noise: [Float]
  private let skirts: [Float]
  private var silentSymbols = 0
  /// Whether a block was decoded.
  private var isRead = false

  /// What decoding a block costs, in thousands of instructions as Callgrind counts them on x86-64.
  private static let blockWork: Double = 5000
  /// The same of measuring a symbol.
  static let symbolWork: Double = 100
  /// Symbols of a block with 16 characters.
  private static let usualBlock = 32
  /// LLR from which a symbol counts as heard.
  private static let heardLLR: Float = 2
  /// Least share of the energy above the noise that the tones of a marker have: in rooms, motion and recorded noise it
  /// had two thirds and more, within bursts 7 % and less.
  private static let leastMarkerShare: Float = 0.15
  /// This many symbols without one heard end the frame.
  private static let longestSilence = 12

  /// Starts on the frame whose marker `candidate` found and `clock` fits.
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

  /// Energies and noise of the symbol at which the clock stands.
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

  /// Level of its tones so far relative to a full-scale sine, in dB.
  var toneDecibels: Double? { evidence.levelDecibels(toneGain: toneGain) }

  /// Tells how strong the frame is by what is known of it.
  mutating func weigh() {
    frame.signalToNoiseDecibels = evidence.signalToNoiseDecibels(toneGain: toneGain)
    var count = block.likeliest.count
    // How long it would have become is not known of one that is not read.
    if !isRead { count = max(count, Self.usualBlock) }
    if text.symbolCount > 0 { count = AlphabetCode.longestBlock }
    frame.marginDecibels = evidence.marginDecibels(
      neededRatio: block.code.neededRatio(symbolCount: count))
  }

  /// Takes the `tones` of the block, which was decoded, for what was sent.
  private mutating func addEvidence(_ tones: [UInt8]) {
    block.add(to: &evidence, tones: tones, noise: noise)
    isRead = true
    weigh()
  }

  /// Natural logarithm of the odds for a frame by its marker.
  var logOdds: Float { AlphabetOdds.start.logOdds(candidate.score) }

  /// Whether the next symbol has arrived whole.
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

  /// Decodes what has come as the last block if a trailer stands where it would.
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
    // All four symbols of a trailer, clearly heard, leave no doubt that the frame ends here.
    return trailer.leastLLR > Self.heardLLR ? .failed(.code) : nil
  }

  private mutating func tryFullBlock() -> Outcome {
    guard let (message, tones, corrected) = block.decode() else { return .failed(.code) }
    addEvidence(tones)
    guard text.take(message, correctedSymbols: corrected) else { return .failed(.check) }
    block.removeAll()
    return .progress
  }

  /// The likeliest reading of everything that came, unchecked where `text` ends.
  var heard: [UInt8] {
    text.bytes
      + block.likeliest.prefix(block.code.longestMessage).compactMap(AlphabetCode.byte(of:))
  }
}
