import Foundation
import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import Testing

/// Of a recording that ends within the band, `hrecv --doctor` recommends one ceiling.
@Suite(.waiting) struct DoctorCeilingTests {
  @Test(arguments: [18_300.0, 19_200])
  func oneCeiling(edgeHertz: Double) throws {
    var random = SeededRandom(seed: 1)
    let taps = LowPassFilter.taps(
      passHertz: edgeHertz - 300, stopHertz: edgeHertz, attenuationDecibels: 80, rateHertz: 48_000)
    let noise = (0..<240_000).map { _ in Float.random(in: -0.01...0.01, using: &random) }
    let samples = convolve(noise, with: taps.map { Float($0) }).map { Int16($0 * 32_767) }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).raw")
    defer { try? FileManager.default.removeItem(at: file) }
    try samples.withUnsafeBytes { Data($0) }.write(to: file)
    let outcome = try Shell.run("hrecv --doctor --raw s16,48000,1 '\(file.path)'")
    #expect(outcome.output.contains("messages may get lost: there is nothing above "))
    #expect(outcome.output.components(separatedBy: "--ceiling").count == 2, "\(outcome.output)")
  }
}
