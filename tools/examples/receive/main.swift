// example-receive: prints the texts in the sound on standard input, 32-bit floats at 48 kHz. If
// HANDSHAKE_SECRET has a secret, it prints the texts that were sealed with it.
import Foundation
import HandShake

let sound = FileHandle.standardInput.readDataToEndOfFile()
var samples = [Float](repeating: 0, count: sound.count / 4)
_ = samples.withUnsafeMutableBytes { sound.copyBytes(to: $0) }
let words = ProcessInfo.processInfo.environment["HANDSHAKE_SECRET"]
let keyring = try words.map {
  try Keyring([.init(name: nil, secret: Secret(passphrase: Array($0.utf8)))])
}
var station = try Station(hears: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
station.open(with: keyring, isLive: false)
let now = Date().timeIntervalSince1970
let events = samples.withUnsafeBufferPointer { station.hear($0, at: now) } + station.finish(at: now)
for case .heard(.message(let message)) in events {
  print(String(decoding: message.bytes, as: UTF8.self))
}
