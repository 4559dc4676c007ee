// Makes the recordings with events in Tests/Golden. Run by tools/golden-events.

@preconcurrency import Glibc
import HandShakeRecordings

guard let folder = CommandLine.arguments.dropFirst().first else {
  fputs("usage: handshake-golden FOLDER [NAME...]\n", stderr)
  exit(2)
}
let names = CommandLine.arguments.dropFirst(2)
for name in names where !Recording.all.contains(where: { $0.name == name }) {
  fputs("handshake-golden: there is no recording '\(name)'\n", stderr)
  exit(2)
}
for recording in Recording.all where names.isEmpty || names.contains(recording.name) {
  let bytes = try recording.samples().flatMap { sample in
    [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
  }
  let file = fopen("\(folder)/\(recording.name).raw", "wb")
  guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
    perror("handshake-golden: \(recording.name)")
    exit(4)
  }
  print(
    recording.name, "--raw s16,\(recording.rateHertz),\(recording.channelCount)",
    recording.listener.options)
}
