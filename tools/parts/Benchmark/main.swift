// Measures the cost of listening, decoding and sending, and the performance of protocols in noise
// and rooms. Run by `tools/bench`.

import HandShakeAudioFile
@preconcurrency import Glibc

/// Runs `work`. If it throws, prints `failure` and ends.
func orExit(_ failure: String, _ work: () throws -> Void) {
  do {
    try work()
  } catch {
    print("\(failure): \(error)")
    exit(4)
  }
}

do throws(Options.Problem) {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  setvbuf(stdout, nil, _IOLBF, 0)
  if options.printsCosts {
    let tables = CostTables(seconds: options.noiseSeconds)
    // The memory comes first, before other measurements use memory.
    tables.printMemory()
    tables.printListening()
    tables.printDecoding()
    SendStart.printTable()
    ProgramStart.printTable()
  }
  do throws(AudioFileError) {
    if options.falseTextHours > 0 {
      try FalseTexts(
        hours: options.falseTextHours, recordingPaths: options.recordingPaths, seed: options.seed
      ).printTable()
    }
    if options.listeningHours > 0 {
      var recordings: [[Float]] = []
      for path in options.recordingPaths {
        recordings.append(try LongListening.recording(path))
      }
      LongListening(
        hours: options.listeningHours,
        messageCount: max(1, Int((options.listeningHours * 500 / 24).rounded())),
        seed: options.seed, recordings: recordings
      ).printTable()
    }
  } catch {
    print("a recording is not usable: \(error)")
    exit(4)
  }
  if let folder = options.soundsFolder {
    do {
      try FalseTexts.writeSounds(to: folder)
    } catch {
      print("the sounds could not be written to \(folder): \(error)")
      exit(4)
    }
  }
  if let folder = options.hostileFolder {
    do {
      try HostileTable(folder: folder, seed: options.seed).print()
    } catch {
      print("the sounds could not be written to \(folder): \(error)")
      exit(4)
    }
  }
  if options.printsDays {
    DayTable(count: options.givenCount ?? 100, seed: options.seed).print()
  }
  if options.printsMicrophones {
    orExit("stations with several microphones cannot be made") {
      try MicrophoneTable(options: options).printTable()
    }
  }
  if options.printsReach {
    orExit("an impulse response is not usable") { try ReachTable(options: options).print() }
  }
  if options.printsDistances {
    orExit("a recording is not usable") { try DistanceTable(options).print() }
  }
  if options.printsSilence { SilenceTable.print() }
  if options.printsLoudness { LoudnessTable.print() }
  if let folder = options.curvesFolder {
    do {
      if options.redrawsCurves {
        try SuccessCurves.redraw(folder: folder)
      } else {
        try SuccessCurves(
          folder: folder, count: options.count, characters: options.sizes[0], seed: options.seed
        ).printTables()
      }
    } catch {
      print("the curves could not be written to \(folder): \(error)")
      exit(4)
    }
  }
  if options.printsEchoRichRooms { EchoRichTable(options: options).printTable() }
  if options.printsScoreboard {
    orExit("a recording is not usable") { try ScoreboardTable(options: options).printTable() }
  }
  if options.printsCalibration {
    do {
      var table = try CalibrationTable(options: options)
      table.print()
    } catch {
      print("a recording is not usable: \(error)")
      exit(4)
    }
  }
  if options.printsOutages {
    do throws(AudioFileError) {
      try OutageTable(options: options).printTable()
    } catch {
      print("an impulse response is not usable: \(error)")
      exit(4)
    }
  }
  for modem in options.protocols
  where !options.printsEchoRichRooms && !options.printsOutages && !options.printsScoreboard
    && !options.printsMicrophones
  {
    let tables = ChannelTables(modem: modem, options: options)
    if options.printsRungs, modem.ladder != nil {
      RungTable(modem: modem, options: options).print()
      continue
    }
    guard options.noiseDecibels.isEmpty else {
      tables.printNoise(options.noiseDecibels)
      continue
    }
    tables.printNoiseThresholds()
    tables.printRooms()
    tables.printMotion()
  }
} catch {
  print(error.text)
  exit(error.isWrong ? 2 : 0)
}
