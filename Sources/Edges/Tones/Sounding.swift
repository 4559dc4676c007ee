import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// `htone`: plays notes or writes them to a recording.
package struct Sounding {
  private let options: ToneOptions

  /// The sound of the options.
  package init(_ options: ToneOptions) throws(CommandFailure) {
    self.options = options
    if options.outputPath == "-", StandardStream.output.isTerminal { throw .recordingToTerminal }
  }

  /// Plays or writes the sound; throws `interrupted` after a signal.
  package func run() throws(CommandFailure) {
    if let path = options.outputPath {
      var player = try player(rateHertz: options.fileRateHertz)
      try RecordingOutput.write(
        path, rateHertz: options.fileRateHertz, format: options.fileFormat,
        frameCount: player.sampleCount
      ) { player.read(into: $0) }
    } else {
      try play(options.device)
    }
  }

  private func player(rateHertz: Double) throws(CommandFailure) -> NotePlayer {
    try options.notes.checkRate(rateHertz, isFile: options.outputPath != nil)
    return NotePlayer(
      options.notes, timing: options.timing, fadeSeconds: options.fadeSeconds,
      isLooped: options.isLooped, rateHertz: rateHertz)
  }

  private func play(_ name: Setting<String>) throws(CommandFailure) {
    var loudspeaker = try Loudspeaker(name, for: .htone) { Interruption.isOverdue }
    defer { loudspeaker.drop() }
    var player = try player(rateHertz: loudspeaker.rateHertz)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: RecordingOutput.blockLength)
    defer { block.deallocate() }
    while true {
      // An interrupt must not cause a click.
      if Interruption.isRequested { player.stop() }
      let count = player.read(into: block)
      if count == 0 { break }
      try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
      for note in loudspeaker.notes(lost: "the tone was broken") {
        Program.say(VisibleText.escaping(note), as: .htone)
      }
    }
    try loudspeaker.finish()
    if Interruption.isRequested { throw .interrupted }
  }
}

extension [Note] {
  /// Refuses frequencies above half the rate.
  func checkRate(_ rateHertz: Double, isFile: Bool) throws(CommandFailure) {
    for note in self {
      let highest: Double =
        switch note.sound {
        case .rest: 0
        case .tone(let tone): tone.frequencyHertz
        case .glide(let tone, let toHertz): Swift.max(tone.frequencyHertz, toHertz)
        }
      guard highest < rateHertz / 2 else {
        throw .tone(.aboveHalfRate(hertz: highest, rateHertz: rateHertz, isFile: isFile))
      }
    }
  }
}
