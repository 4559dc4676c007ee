// Plays and captures at once through `AudioDevice`, for AudioDeviceTests and for manual checks.

import Foundation
import HandShakeAudioDevice

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data(Options.usage.utf8))
  exit(2)
}

/// Sends `number` to `process` after `seconds`. A negative time sends it before all else.
func schedule(signal number: Int32, to process: pid_t, afterSeconds seconds: Double) {
  if seconds < 0 {
    kill(process, number)
    return
  }
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: seconds)
    kill(process, number)
  }
}

var facts = Facts()
if options.listsDevices {
  facts.playList = listDevices(.playback).map { "\($0.name): \($0.description)" }
  facts.captureList = listDevices(.capture).map { "\($0.name): \($0.description)" }
} else {
  Interrupt.listen()
  if let seconds = options.interruptSeconds {
    schedule(signal: SIGINT, to: getpid(), afterSeconds: seconds)
  }
  let daemon = ProcessInfo.processInfo.environment["LOOP_PID"].flatMap { pid_t($0) }
  if let number = options.daemonSignal, let daemon {
    schedule(signal: number, to: daemon, afterSeconds: options.daemonSeconds)
  }
  facts = Exercise(options).run()
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
FileHandle.standardOutput.write(try encoder.encode(facts) + Data("\n".utf8))
