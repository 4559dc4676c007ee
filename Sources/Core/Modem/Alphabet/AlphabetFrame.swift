import Signal

/// One frame while it arrives: symbols in, blocks decoded as soon as they are whole.
struct AlphabetFrame {
  /// What became of the frame.
  enum Outcome {
    /// Another block holds; its text was added to `text`.
    case progress
    case message
    case failed(Failure.Stage)
  }

  /// Facts so far.
  private(set) var frame: Frame
  let placementIndex: Int
  /// The marker's score in the search.
  let score: Float
  /// Whether much more than one tone at a time sounded while the marker did, as where a receiver joins
  /// a burst: its failing is then no news.
  private(set) var isOneOfMany = false
  /// Checked text so far.
  private(set) var text: [UInt8] = []
  private(set) var correctedSymbols = 0

  private let code: AlphabetCode
  private let parameters: AlphabetParameters
  private let toneSignalGain: Double
  private var clock: SymbolClock
  private var metrics: ToneMetrics
  /// Log-likelihood ratios of the current block, 97 a symbol, and its likeliest symbols.
  private var block: [Float] = []
  /// Energies of the current block, likewise.
  private var blockEnergies: [Float] = []
  /// Of marker and decoded blocks.
  private var evidence = ToneEvidence(skirtRatio: AlphabetCode.skirtRatio)
  private var likeliest: [UInt8] = []
  /// Symbols of text before the current block.
  private var symbolsBefore = 0
  /// Noise energy of every tone, from before the frame.
  private let noise: [Float]
  private var energies = [Float](repeating: 0, count: AlphabetCode.symbolCount)
  private var silentSymbols = 0
  /// Whether a block was decoded.
  private var isRead = false
  /// Symbols of a block with 16 characters.
  private static let usualBlock = 32

  /// Log-likelihood ratio from which a symbol counts as heard.
  private static let heardRatio: Float = 2
  /// Least share of the energy above the noise that the tones of a marker have: in
  /// rooms, motion and recorded noise it had two thirds and more, within bursts 7 % and less.
  private static let leastMarkerShare: Float = 0.15
  /// This many symbols without one heard end the frame.
  private static let longestSilence = 12

  /// Starts on the frame whose marker `candidate` found and `clock` fits.
  init(
    candidate: MarkerCandidate, clock: SymbolClock, number: Int, protocolName: String,
    placement: Placement, parameters: AlphabetParameters, code: AlphabetCode,
    filter: inout MatchedFilter, history: borrowing BasebandHistory
  ) {
    self.code = code
    self.parameters = parameters
    self.clock = clock
    placementIndex = candidate.placementIndex
    score = candidate.score
    toneSignalGain = filter.toneGain
    let startSeconds = history.seconds(atSample: clock.start)
    let dilation = clock.dilation
    frame = Frame(
      number: number, protocolName: protocolName, placement: placement,
      startSeconds: startSeconds, endSeconds: startSeconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: dilation * 1e6)
    metrics = ToneMetrics(
      toneCount: AlphabetCode.symbolCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 2,
      skirts: ToneMetrics.skirts(
        toneSpacingHertz: parameters.toneSpacingHertz, symbolSeconds: parameters.symbolSeconds))
    noise = (0..<UInt8(AlphabetCode.symbolCount)).map {
      candidate.noise.energy(atHertz: parameters.hertz(of: $0, in: placement) * (1 + dilation))
    }
    var marker: [ToneMetrics.Symbol] = []
    for tone in parameters.startMarker {
      measureEnergies(&filter, history)
      energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
      marker.append(ToneMetrics.Symbol(energies: energies, noise: noise))
      self.clock.advance()
    }
    metrics.learn(marker: marker, tones: parameters.startMarker)
    var (own, all) = (Float(0), Float(0))
    for (symbol, tone) in zip(marker, parameters.startMarker) {
      own += symbol.energies[tone] - symbol.noise[tone]
      all += symbol.energies.reduce(0, +) - symbol.noise.reduce(0, +)
    }
    isOneOfMany = own < Self.leastMarkerShare * all
    updateFacts(history)
    weigh()
  }

  private mutating func measureEnergies(
    _ filter: inout MatchedFilter, _ history: borrowing BasebandHistory
  ) {
    energies.withUnsafeMutableBufferPointer {
      filter.energies(
        history, start: clock.start, dilation: clock.dilation,
        lowestHertz: frame.placement.lowestToneHertz, spacingHertz: parameters.toneSpacingHertz,
        into: $0)
    }
  }

  private mutating func updateFacts(_ history: borrowing BasebandHistory) {
    frame.endSeconds = history.seconds(atSample: clock.start)
    frame.dilationPartsPerMillion = clock.dilation * 1e6
  }

  /// Level of its tones so far relative to a full-scale sine, in dB.
  var toneDecibels: Double? { evidence.levelDecibels(toneGain: toneSignalGain) }

  /// Tells how strong the frame is by what is known of it.
  mutating func weigh() {
    frame.signalToNoiseDecibels = evidence.signalToNoiseDecibels(toneGain: toneSignalGain)
    var count = likeliest.count
    // How long it would have become is not known of one that is not read.
    if !isRead { count = max(count, Self.usualBlock) }
    if symbolsBefore > 0 { count = AlphabetCode.longestBlock }
    frame.marginDecibels = evidence.marginDecibels(
      neededRatio: code.neededRatio(symbolCount: count))
  }

  /// Takes the `tones` of a decoded block for what was sent.
  private mutating func addEvidence(_ tones: [UInt8]) {
    let count = AlphabetCode.symbolCount
    blockEnergies.withUnsafeBufferPointer { energies in
      for (index, tone) in tones.enumerated() {
        evidence.add(
          UnsafeBufferPointer(rebasing: energies[index * count..<(index + 1) * count]),
          noise: noise, sent: Int(tone))
      }
    }
    isRead = true
    weigh()
  }

  /// Whether the next symbol has arrived whole.
  func isReady(_ history: borrowing BasebandHistory) -> Bool {
    clock.end + parameters.symbolSeconds * DownConverter.outputRateHertz / 8 + 1
      < Double(history.endIndex)
  }

  /// Takes the next symbol.
  mutating func takeSymbol(
    filter: inout MatchedFilter, history: borrowing BasebandHistory
  ) -> Outcome? {
    measureEnergies(&filter, history)
    let best = metrics.append(
      ToneMetrics.Symbol(energies: energies, noise: noise), to: &block)
    likeliest.append(UInt8(best.tone))
    blockEnergies += energies
    if best.llr > Self.heardRatio {
      silentSymbols = 0
      metrics.observe(tone: best.tone, energy: max(0, energies[best.tone] - best.noise))
      clock.follow(
        hertz: parameters.hertz(of: UInt8(best.tone), in: frame.placement), filter: &filter,
        history: history)
    } else {
      silentSymbols += 1
    }
    clock.advance()
    updateFacts(history)

    if let outcome = tryLastBlock() { return outcome }
    if likeliest.count == AlphabetCode.longestBlock { return tryFullBlock() }
    return silentSymbols >= Self.longestSilence ? .failed(.cutOff) : nil
  }

  /// Decodes what has come as the last block if a trailer stands where it would.
  private mutating func tryLastBlock() -> Outcome? {
    let messageCount = likeliest.count - code.parityCount
    let textCount = messageCount - AlphabetCode.trailerCount
    guard textCount >= 0 else { return nil }
    // Only a trailer alone in its block may follow a block with room left in it.
    let fill = textCount == 0 && symbolsBefore > 0 ? AlphabetCode.trailerCount - 1 : 0
    var best: (score: Float, least: Float, trailer: [UInt8]) = (0, 0, [])
    for missing in 0...fill {
      let trailer = AlphabetCode.trailer(length: symbolsBefore + textCount - missing)
      var score: Float = 0
      var least = Float.infinity
      for (index, symbol) in trailer.enumerated() {
        let ratio = block[(textCount + index) * AlphabetCode.symbolCount + Int(symbol)]
        score += ratio
        least = min(least, ratio)
      }
      if score > best.score { best = (score, least, trailer) }
    }
    guard best.score > 0 else { return nil }
    if let (message, tones, corrected) = code.decode(block: block),
      message.suffix(AlphabetCode.trailerCount).elementsEqual(best.trailer)
    {
      addEvidence(tones)
      return finish(message: message, corrected: corrected)
    }
    // All four symbols of a trailer, clearly heard, leave no doubt that the frame ends here.
    return best.least > Self.heardRatio ? .failed(.code) : nil
  }

  private mutating func finish(message: [UInt8], corrected: Int) -> Outcome {
    let length = message.suffix(3).reduce(0) { $0 * 97 + Int($1) }
    let bytes = message.dropLast(AlphabetCode.trailerCount).map(AlphabetCode.byte(of:))
    for case .some(let byte) in bytes { text.append(byte) }
    guard bytes.allSatisfy({ $0 != nil }), text.count == length, length > 0 else {
      return .failed(.check)
    }
    correctedSymbols += corrected
    return .message
  }

  private mutating func tryFullBlock() -> Outcome {
    guard let (message, tones, corrected) = code.decode(block: block) else {
      return .failed(.code)
    }
    addEvidence(tones)
    // Control symbols may only fill the end of the block, where a trailer did not fit.
    let filled = message.reversed().prefix { $0 == AlphabetCode.controlSymbol }.count
    let bytes = message.dropLast(filled).map(AlphabetCode.byte(of:))
    guard filled < AlphabetCode.trailerCount, bytes.allSatisfy({ $0 != nil }),
      symbolsBefore + message.count <= AlphabetCode.longestText + AlphabetCode.longestBlock
    else { return .failed(.check) }
    for case .some(let byte) in bytes { text.append(byte) }
    correctedSymbols += corrected
    symbolsBefore += message.count
    block.removeAll(keepingCapacity: true)
    blockEnergies.removeAll(keepingCapacity: true)
    likeliest.removeAll(keepingCapacity: true)
    return .progress
  }

  /// The likeliest reading of everything that came, unchecked where `text` ends.
  var heard: [UInt8] {
    text + likeliest.prefix(code.longestMessage).compactMap(AlphabetCode.byte(of:))
  }
}
