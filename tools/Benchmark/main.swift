// Measures what listening, decoding and sending cost, and what protocols are worth in noise and
// rooms. Run by `tools/bench`.

@preconcurrency import Glibc

do throws(Options.Problem) {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  setvbuf(stdout, nil, _IOLBF, 0)
  if options.printsCosts {
    let tables = CostTables(seconds: options.noiseSeconds)
    // First, while nothing else has been held in memory.
    tables.printMemory()
    tables.printListening()
    tables.printDecoding()
    SendStart.printTable()
  }
  for modem in options.protocols {
    let tables = ChannelTables(modem: modem, options: options)
    tables.printNoiseThresholds()
    tables.printRooms()
    tables.printMotion()
  }
} catch {
  print(error.text)
  exit(error.isWrong ? 2 : 0)
}
