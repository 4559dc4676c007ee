import HandShakeAudioFile
import HandShakeConfiguration
import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// The options of `htone`.
package struct ToneOptions: Sendable, Equatable {
  /// The task of `htone`.
  package enum Task: Sendable, Equatable {
    case play, live, measureCeiling, listPitches, listDevices
  }

  /// The task.
  package var task = Task.play
  /// The notes, in order.
  package var notes: [Note] = []
  /// Wave, phase and level.
  var voice: ToneVoice
  /// The start frequency of a live tone.
  package var startHertz = Pitch.standardA4Hertz
  /// Whether the notes repeat.
  package var isLooped = false
  /// The course of every fade.
  package var timing = TimingFunction.raisedCosine
  /// The length of every fade.
  package var fadeSeconds = Fade.defaultSeconds
  /// The frequency of A4.
  package var a4Hertz = Pitch.standardA4Hertz
  /// Whether to print pitches as JSON.
  package var printsJSON = false
  /// The playback device; an output file has precedence.
  package var device: Setting<String>
  /// The capture device.
  package var captureDevice: Setting<String>
  /// The file for the picture of the response; nil without a picture.
  package var picture: PictureFile?
  /// The file to write instead of playing, `-` for standard output.
  package var outputPath: String?
  /// The sampling rate of the file.
  package var fileRateHertz = 48_000.0
  /// The sample format of the file.
  package var fileFormat = RecordingFormat.s16

  /// The most notes; more count as a mistake.
  static let largestNoteCount = 10_000

  /// The options from a command line of `OptionsParser`, completed by the configuration. Throws
  /// usage failures.
  package init(
    _ parsed: ParsedOptions, _ configuration: Configuration = Configuration()
  ) throws(CommandFailure) {
    let tasks: [(CommandOption.Name, Task)] = [
      (.listDevices, .listDevices), (.pitches, .listPitches), (.live, .live),
      (.ceiling, .measureCeiling),
    ]
    task = try parsed.choice(of: tasks) ?? .play
    voice = try ToneVoice(parsed)
    try parsed.require(.pitches, by: .json)
    printsJSON = parsed.has(.json)
    try parsed.refuseBoth(.device, .output)
    device = try parsed.device(.device, configuration.device, "device")
    for name in [CommandOption.Name.capture, .picture] { try parsed.require(.ceiling, by: name) }
    picture = try parsed.picture()
    captureDevice = try parsed.device(.capture, configuration.captureDevice, "captureDevice")
    if let a4 = try parsed.quantity(
      .a4, read: Quantity.hertz, allowed: 100...2_000,
      expected: "a frequency in hertz from 100 to 2000, such as 442")
    {
      a4Hertz = a4
    }
    try takeFile(parsed)
    try takeFades(parsed)
    switch task {
    case .play:
      try takeNotes(parsed)
    case .live:
      try refuseNotes(and: .live, parsed)
      try takeStart(parsed)
    case .measureCeiling, .listPitches, .listDevices:
      try refuseNotes(and: .ceiling, parsed)
      if let first = parsed.operands.first { throw .unexpectedOperand(first) }
    }
  }

  /// Refuses options for notes in tasks without notes.
  private func refuseNotes(
    and task: CommandOption.Name, _ parsed: ParsedOptions
  ) throws(CommandFailure) {
    try parsed.refuse(task, beside: .output, .sweep, .loop, .once, .for)
  }

  private mutating func takeStart(_ parsed: ParsedOptions) throws(CommandFailure) {
    if parsed.operands.count > 1 { throw .unexpectedOperand(parsed.operands[1]) }
    guard let operand = parsed.operands.first else { return }
    startHertz = try NoteWords(voice: voice, a4Hertz: a4Hertz, seconds: 1).frequency(operand)
  }

  private mutating func takeFile(_ parsed: ParsedOptions) throws(CommandFailure) {
    outputPath = try parsed.recordingPath()
    try parsed.require(.output, by: .rate)
    try parsed.require(.output, by: .format)
    fileRateHertz = try parsed.fileRateHertz() ?? fileRateHertz
    if let name = try parsed.word(.format) {
      guard let format = RecordingFormat(rawValue: name) else {
        throw .badValue(
          option: CommandOption.Name.format.flag, value: name,
          expected: RecordingFormat.allCases.map(\.rawValue).joined(separator: " or "))
      }
      fileFormat = format
    }
  }

  private mutating func takeFades(_ parsed: ParsedOptions) throws(CommandFailure) {
    if let name = try parsed.word(.fade) {
      guard let timing = TimingFunction(named: name) else {
        throw .badValue(
          option: CommandOption.Name.fade.flag, value: name,
          expected: "one of " + TimingFunction.allNames.joined(separator: ", "))
      }
      self.timing = timing
    }
    if let seconds = try parsed.quantity(
      .fadeLength, read: Quantity.seconds, allowed: 0...10, expected: "seconds from 0 to 10")
    {
      fadeSeconds = seconds
    }
  }

  private mutating func takeNotes(_ parsed: ParsedOptions) throws(CommandFailure) {
    try parsed.refuseBoth(.once, .loop)
    isLooped = parsed.has(.loop)
    // An endless loop may go to a pipe, but would fill the disk as a file.
    if isLooped, let path = outputPath, path != "-" {
      throw .conflictingOptions(
        CommandOption.Name.loop.flag, CommandOption.Name.output.flag + " to a file")
    }
    try parsed.require(.sweep, by: .step)
    try parsed.require(.step, by: .rest)
    let seconds = try parsed.quantity(
      .for, read: Quantity.seconds, allowed: NoteWords.secondsRange,
      expected: NoteWords.secondsWording)
    if parsed.has(.sweep) {
      if let first = parsed.operands.first { throw .unexpectedOperand(first) }
      notes = try SweepWords.notes(parsed, voice, seconds: seconds)
    } else {
      guard !parsed.operands.isEmpty else { throw .tone(.nothingToPlay) }
      // A single looped tone sounds without breaks, unless it has a length.
      let isEndless = isLooped && parsed.operands.count == 1 && seconds == nil
      let words = NoteWords(
        voice: voice, a4Hertz: a4Hertz, seconds: seconds ?? (isEndless ? .infinity : 1))
      for operand in parsed.operands { notes.append(try words.note(operand)) }
    }
    guard notes.count <= Self.largestNoteCount else {
      throw .tone(.tooManyNotes(count: notes.count, limit: Self.largestNoteCount))
    }
  }
}
