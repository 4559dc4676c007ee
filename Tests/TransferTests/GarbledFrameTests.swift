import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import Testing

@testable import HandShakeModem

/// Frames of `classic` whose marker is right and whose symbols are not.
@Suite struct GarbledFrameTests {
  private static let mode = Mode.all.first { $0.modem.name == "classic" }!
  private static let parameters = mode.modem.family as! AlphabetParameters

  private func samples(of symbols: [UInt8]) -> [Float] {
    let parameters = Self.parameters
    let frame = parameters.startMarker.map { UInt8($0) } + symbols
    let tones = ToneSequence(
      hertz: frame.map { parameters.hertz(of: $0, in: Self.mode.placement) },
      shape: parameters.toneShape, sampleRateHertz: 48000)
    var samples = [Float](repeating: 0, count: tones.sampleCount)
    samples.withUnsafeMutableBufferPointer { _ = tones.read(into: $0) }
    return samples
  }

  /// The helper above, given what the sender would send, gives a message.
  @Test func unharmedFramesArrive() throws {
    let symbols = AlphabetCode(Self.parameters).encode("hello".utf8.map { $0 - 0x1E })
    try transfer(
      samples(of: symbols), text: "hello", Self.mode, through: Channel(), expecting: .delivered)
  }

  @Test func randomSymbolsGiveNoMessage() throws {
    for seed in 1...extent(40, usually: 6) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let symbols = (0..<Int(random.uniform(16...100))).map { _ in
        UInt8.random(in: 0...96, using: &random)
      }
      try transfer(
        samples(of: symbols), text: "", Self.mode, through: Channel(signalToNoiseDecibels: 20),
        expecting: .refused, seed: seed)
    }
  }

  /// Random symbols with a true trailer where it belongs: only the parity can tell.
  @Test func randomSymbolsBeforeATrailerGiveNoMessage() throws {
    let code = AlphabetCode(Self.parameters)
    for seed in 1...extent(20, usually: 4) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let count = Int(random.uniform(1...70))
      let text = (0..<count).map { _ in UInt8.random(in: 1...96, using: &random) }
      let parity = (0..<code.parityCount).map { _ in UInt8.random(in: 0...96, using: &random) }
      try transfer(
        samples(of: text + AlphabetCode.trailer(length: count) + parity), text: "", Self.mode,
        through: Channel(signalToNoiseDecibels: 20), expecting: .refused, seed: seed)
    }
  }

  @Test(arguments: [UInt8(0), 1, 2, 48, 96].sample)
  func steadyTonesGiveNoMessage(symbol: UInt8) throws {
    for count in extent([20, 96, 200], usually: [20]) {
      let tone = [UInt8](repeating: symbol, count: count)
      try transfer(
        samples(of: tone), text: "", Self.mode, through: Channel(), expecting: .refused)
    }
  }

  /// Up to `repairSymbols / 2` wrong symbols anywhere are repaired; many more never give text.
  @Test func wrongSymbolsAreRepairedOrRefused() throws {
    let text = words(30, seed: 9)
    let right = AlphabetCode(Self.parameters).encode(text.utf8.map { $0 - 0x1E })
    for seed in 1...extent(10, usually: 2) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for wrong in [1, Self.parameters.repairSymbols / 2, 16] {
        var symbols = right
        // Trailers tell where a frame ends: the errors lie in text and parity.
        let places = right.indices.filter { !(30..<34).contains($0) }.shuffled(using: &random)
        for place in places.prefix(wrong) {
          symbols[place] = (symbols[place] + UInt8.random(in: 1...96, using: &random)) % 97
        }
        try transfer(
          samples(of: symbols), text: text, Self.mode, through: Channel(),
          expecting: wrong <= Self.parameters.repairSymbols / 2 ? .delivered : .refused,
          seed: seed)
      }
    }
  }

  /// The message can't be another one because a block is missing, doubled or in another's place.
  @Test func blocksOutOfPlaceGiveNoMessage() throws {
    let text = words(200, seed: 10)
    let right = AlphabetCode(Self.parameters).encode(text.utf8.map { $0 - 0x1E })
    let (first, second, last) = (right[0..<96], right[96..<192], right[192...])
    let wrongs = [
      first + last, last, first + first + second + last, second + first + first + last,
    ]
    for blocks in extent(wrongs, usually: Array(wrongs[..<2])) {
      try transfer(
        samples(of: Array(blocks)), text: text, Self.mode, through: Channel(),
        expecting: .refused)
    }
  }

  /// With two check symbols the bound of 64 trials is 0.7 %; with four, none of so few passes.
  @Test(arguments: [2, 4])
  func randomBlocksPassNoOftenerThanTheBound(checkSymbols: Int) {
    let blocks = extent(3000, usually: 500)
    let code = AlphabetCode(Self.parameters.with(checkSymbols: checkSymbols))
    var random = SeededRandom(seed: 11)
    var passed = 0
    for _ in 0..<blocks {
      let count = Int(random.uniform(20...96))
      let metrics = (0..<97 * count).map { _ in Float(-logarithm(random.uniform(1e-9...1))) }
      if code.decode(block: metrics) != nil { passed += 1 }
    }
    let bound = 64 / (checkSymbols == 2 ? 9409.0 : 88_529_281)
    // Four standard deviations of a count with that mean.
    let mean = bound * Double(blocks)
    #expect(Double(passed) <= mean + 4 * mean.squareRoot())
  }
}
