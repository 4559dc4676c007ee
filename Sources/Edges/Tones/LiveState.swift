import HandShakeSignal
import HandShakeTerminal

import func Glibc.exp2

/// The state of a tone that keys control.
struct LiveState: Equatable {
  /// Its frequency.
  private(set) var hertz: Double
  /// Its level relative to full scale.
  private(set) var levelDecibels: Double
  /// Whether the tone is on.
  private(set) var isSounding = false
  /// Whether the user has ended it.
  private(set) var hasEnded = false

  private let highestHertz: Double
  /// Whether an option or a key set the level.
  private var isLevelChosen: Bool

  /// The lowest frequency.
  static let lowestHertz = 10.0
  /// The lowest level.
  static let lowestDecibels = -80.0

  /// A silent tone of `hertz` on a device of `rateHertz`.
  init(hertz: Double, voice: ToneVoice, rateHertz: Double) {
    highestHertz = (0.49 * rateHertz).rounded(.down)
    self.hertz = min(max(hertz, Self.lowestHertz), highestHertz)
    isLevelChosen = voice.amplitude != nil
    levelDecibels = decibels(amplitude: voice.amplitude(highestHertz: hertz))
  }

  /// Performs the action of a key.
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

  /// Stops the tone permanently.
  mutating func end() {
    isSounding = false
    hasEnded = true
  }

  private mutating func move(to hertz: Double) {
    self.hertz = min(max(hertz, Self.lowestHertz), highestHertz)
    // Keep the lower level on the way down: the user did not ask for more.
    if !isLevelChosen, self.hertz >= ToneVoice.cautionHertz {
      levelDecibels = min(levelDecibels, ToneVoice.cautiousDecibels)
    }
  }

  private mutating func louder(by decibels: Double) {
    isLevelChosen = true
    levelDecibels = min(max(levelDecibels + decibels, Self.lowestDecibels), 0)
  }
}
