// example-receive: prints the texts in the sound on standard input, 32-bit floats at 48 kHz.
import Foundation
import HandShake

let sound = FileHandle.standardInput.readDataToEndOfFile()
var samples = [Float](repeating: 0, count: sound.count / 4)
_ = samples.withUnsafeMutableBytes { sound.copyBytes(to: $0) }
var receiver = try Receiver(protocols: ProtocolCatalog.heardUnasked, sampleRateHertz: 48_000)
let events = samples.withUnsafeBufferPointer { receiver.push($0) } + receiver.finish()
for case .message(let message) in events {
  print(String(decoding: message.bytes, as: UTF8.self))
}
