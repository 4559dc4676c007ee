import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// `htone --live`: a tone that keys control. The device runs all the time.
package struct LiveTone {
  private let options: ToneOptions

  /// The interval between two checks of the keys, in seconds.
  private static let blockSeconds = 0.01

  /// The task of the options; throws without a terminal.
  package init(_ options: ToneOptions) throws(CommandFailure) {
    self.options = options
    guard RawTerminal.isPossible else { throw .tone(.noTerminal) }
  }

  /// Runs until `q` or a signal, then restores the terminal. Throws `interrupted` after a signal.
  package func run() throws(CommandFailure) {
    var loudspeaker = try Loudspeaker(options.device, for: .htone) { Interruption.isOverdue }
    defer { loudspeaker.drop() }
    let rateHertz = loudspeaker.rateHertz
    var state = LiveState(hertz: options.startHertz, voice: options.voice, rateHertz: rateHertz)
    var generator = ToneGenerator(
      options.voice.tone(hertz: state.hertz), timing: options.timing,
      fadeSeconds: options.fadeSeconds, rateHertz: rateHertz)
    var screen = LiveScreen(a4Hertz: options.a4Hertz)
    var decoder = LiveKeyDecoder()
    let count = Int(Self.blockSeconds * rateHertz)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
    defer { block.deallocate() }

    guard RawTerminal.enter() else { throw .tone(.noTerminal) }
    defer { RawTerminal.leave() }
    while !state.hasEnded || generator.state != .idle {
      if let bytes = RawTerminal.readKeys(), !Interruption.isRequested {
        for key in decoder.keys(bytes) where !state.hasEnded { state.press(key) }
      } else {
        state.end()
      }
      Self.steer(&generator, to: state)
      screen.draw(state)
      generator.render(into: block)
      try loudspeaker.play(UnsafeBufferPointer(block))
    }
    RawTerminal.leave()
    try loudspeaker.finish()
    if Interruption.isRequested { throw .interrupted }
  }

  private static func steer(_ generator: inout ToneGenerator, to state: LiveState) {
    let amplitude = amplitude(decibels: state.levelDecibels)
    if generator.frequencyHertz != state.hertz { generator.frequencyHertz = state.hertz }
    if generator.amplitude != amplitude { generator.amplitude = amplitude }
    if state.isSounding { generator.play() } else { generator.stop() }
  }
}
