// The air between programs. Standard input is the sound of their loudspeakers, and standard output
// is the sound at their microphones. tools/alsa-loop runs it between the devices of stations.

import Foundation
import HandShakeAudioFile
import HandShakeChannelModel

func say(_ text: String) {
  FileHandle.standardError.write(Data("handshake-air: \(text)\n".utf8))
}

func fail(_ text: String, status: Int32) -> Never {
  say(text)
  exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") {
  print(Options.usage, terminator: "")
  exit(0)
}
guard let options = Options(arguments) else { fail("wrong usage; see --help", status: 2) }

let air: SharedAir
do throws(AudioFileError) {
  air = try options.makeAir()
} catch {
  fail("a recording is not usable: \(error)", status: 4)
}

let channels = options.channelCount
var frames = [Float](repeating: 0, count: channels * air.blockLength)
var jumpCount = 0
// If one side stalls, the other side waits in its pipe. The backlog then passes faster than real
// time, so no sample is lost and time does not shift.
while frames.withUnsafeMutableBytes({ readAll($0) }) {
  let played = (0..<options.stationCount).map { channel in
    stride(from: channel, to: frames.count, by: channels).map { frames[$0] }
  }
  let heard = air.advance(played)
  for channel in 0..<options.stationCount {
    for index in 0..<air.blockLength { frames[index * channels + channel] = heard[channel][index] }
  }
  guard frames.withUnsafeBytes({ writeAll($0) }) else { exit(0) }
  if air.clockJumpCount > jumpCount {
    jumpCount = air.clockJumpCount
    say("clocks drifted by a latency and were set alike amid sound")
  }
}

/// Fills `bytes` from standard input. Returns false at its end.
func readAll(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
  var done = 0
  while done < bytes.count {
    let count = read(0, bytes.baseAddress! + done, bytes.count - done)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    done += count
  }
  return true
}

/// Writes `bytes` to standard output. Returns false on failure.
func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var done = 0
  while done < bytes.count {
    let count = write(1, bytes.baseAddress! + done, bytes.count - done)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    done += count
  }
  return true
}
