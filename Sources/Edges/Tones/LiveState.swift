import HandShakeSignal
import HandShakeTerminal

import func Glibc.exp2

/// What the keys have made of a tone.
struct LiveState: Equatable {
  /// Its frequency.
  private(set) var hertz: Double
  /// Its level relative to full scale.
  private(set) var levelDecibels: Double
  /// Whether it is to be heard.
  private(set) var isSounding = false
  /// Whether the user is done.
  private(set) var hasEnded = false

  private let highestHertz: Double
  /// Whether the level was asked for, by an option or a key.
  private var isLevelChosen: Bool

  /// Where the frequency ends below.
  static let lowestHertz = 10.0
  /// Where the level does.
  static let lowestDecibels = -80.0

  /// A silent tone of a frequency on a device of a rate.
  init(hertz: Double, voice: ToneVoice, rateHertz: Double) {
    highestHertz = (0.49 * rateHertz).rounded(.down)
    self.hertz = min(max(hertz, Self.lowestHertz), highestHertz)
    isLevelChosen = voice.amplitude != nil
    levelDecibels = decibels(amplitude: voice.amplitude(highestHertz: hertz))
  }

  /// Does what a key is for.
  mutating func press(_ key: LiveKey) {
    switch key {
    case .left: move(to: hertz - 1)
    case .right: move(to: hertz + 1)
    case .farLeft: move(to: hertz - 10)
    case .farRight: move(to: hertz + 10)
    case .up: move(to: hertz * exp2(1 / 12))
    case .down: move(to: hertz / exp2(1 / 12))
    case .pageUp: move(to: hertz * 2)
    case .pageDown: move(to: hertz / 2)
    case .character(UInt8(ascii: " ")): isSounding.toggle()
    case .character(UInt8(ascii: "+")), .character(UInt8(ascii: "=")): louder(by: 1)
    case .character(UInt8(ascii: "-")), .character(UInt8(ascii: "_")): louder(by: -1)
    case .character(UInt8(ascii: "q")), .character(UInt8(ascii: "Q")): end()
    case .character: break
    }
  }

  /// Stops the tone, for good.
  mutating func end() {
    isSounding = false
    hasEnded = true
  }

  private mutating func move(to hertz: Double) {
    self.hertz = min(max(hertz, Self.lowestHertz), highestHertz)
    // Down again it stays as it is: nobody asked for more.
    if !isLevelChosen, self.hertz >= ToneVoice.cautionHertz {
      levelDecibels = min(levelDecibels, ToneVoice.cautiousDecibels)
    }
  }

  private mutating func louder(by decibels: Double) {
    isLevelChosen = true
    levelDecibels = min(max(levelDecibels + decibels, Self.lowestDecibels), 0)
  }
}
