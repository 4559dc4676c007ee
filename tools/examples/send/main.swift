// example-send TEXT: writes the sound of a text to standard output, as 32-bit floats at 48 kHz. If
// HANDSHAKE_SECRET has a secret, it seals the text.
import Foundation
import HandShake

let hop = try ProtocolCatalog.find("hop")
guard let placement = hop.placement(belowHertz: 20_000) else { exit(1) }
var content = TransmittedContent.text(Array(CommandLine.arguments[1].utf8))
if let words = ProcessInfo.processInfo.environment["HANDSHAKE_SECRET"] {
  content = try content.sealed(with: Secret(passphrase: Array(words.utf8)))
}
var transmitter = try Transmitter(
  content, protocol: hop, placement: placement, sampleRateHertz: 48_000,
  identity: .random(in: 0 ... .max))
var samples = [Float](repeating: 0, count: transmitter.sampleCount)
_ = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
FileHandle.standardOutput.write(samples.withUnsafeBytes { Data($0) })
