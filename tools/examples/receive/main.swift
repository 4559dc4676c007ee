// example-receive: prints the texts in the sound on standard input, 32-bit floats at 48 kHz. Where
// HANDSHAKE_SECRET has a secret, it prints those that were sealed with it.
import Foundation
import HandShake

let sound = FileHandle.standardInput.readDataToEndOfFile()
var samples = [Float](repeating: 0, count: sound.count / 4)
_ = samples.withUnsafeMutableBytes { sound.copyBytes(to: $0) }
var receiver = try Receiver(protocols: ProtocolCatalog.heardUnasked, sampleRateHertz: 48_000)
let events = samples.withUnsafeBufferPointer { receiver.push($0) } + receiver.finish()
let words = ProcessInfo.processInfo.environment["HANDSHAKE_SECRET"]
let keyring = try words.map {
  try Keyring([.init(name: nil, secret: Secret(passphrase: Array($0.utf8)))])
}
var unsealing = Unsealing(keyring, isLive: false)
for case .message(let message) in unsealing.opened(events) {
  print(String(decoding: message.bytes, as: UTF8.self))
}
