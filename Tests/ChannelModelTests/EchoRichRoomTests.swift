import Foundation
import Testing

@testable import HandShakeChannelModel

/// Rooms of echoes have the ratio, the decay and the late arrival that were asked for.
@Suite struct EchoRichRoomTests {
  /// What was asked for.
  struct Request: CustomTestStringConvertible {
    let ratioDecibels: Double
    let decaySeconds: Double
    let arrivalSeconds: Double

    var room: Room {
      .echoRich(
        directToReverberantDecibels: ratioDecibels, decaySeconds: decaySeconds,
        strongestArrivalSeconds: arrivalSeconds)
    }

    var testDescription: String {
      "\(ratioDecibels) dB, \(decaySeconds) s, \(Int(1000 * arrivalSeconds)) ms late"
    }
  }

  static let requests = [
    Request(ratioDecibels: -16, decaySeconds: 0.2, arrivalSeconds: 0.045),
    Request(ratioDecibels: -10, decaySeconds: 0.4, arrivalSeconds: 0.02),
    Request(ratioDecibels: 3, decaySeconds: 0.8, arrivalSeconds: 0.01),
  ]

  /// The sample at which the direct sound arrives, 5 ms into the response at 48 kHz.
  private let direct = 240

  private func responses(of request: Request, count: UInt64) -> [[Float]] {
    (0..<count).map { seed in
      var random = SeededRandom(seed: seed)
      return request.room.impulseResponse(rateHertz: 48000, random: &random)
    }
  }

  @Test(arguments: requests)
  func directSoundHasTheRatioAskedForInTheBand(request: Request) {
    var sum = 0.0
    for response in responses(of: request, count: 8) {
      #expect(response[..<direct].allSatisfy { abs($0) < 1e-6 })
      let first = response[...direct].map(Double.init)
      let later = response[(direct + 1)...].map(Double.init)
      sum +=
        20
        * log10(
          Room.bandGain(first, rateHertz: 48000) / Room.bandGain(later, rateHertz: 48000))
      let gain = Room.bandGain(response.map(Double.init), rateHertz: 48000)
      #expect(abs(gain - 1) < 1e-3)
    }
    #expect(abs(sum / 8 - request.ratioDecibels) < 0.5)
  }

  @Test(arguments: requests)
  func diffuseSoundFallsBySixtyDecibelsInItsTime(request: Request) {
    let first = direct + Int(request.arrivalSeconds * 48000)
    let quarter = Int(request.decaySeconds / 4 * 48000)
    let span = Int(request.decaySeconds / 10 * 48000)
    let falls = responses(of: request, count: 16).map { response in
      10
        * log10(
          meanPower(response[first..<first + span])
            / meanPower(response[first + quarter..<first + quarter + span]))
    }
    #expect(abs(falls.reduce(0, +) / Double(falls.count) - 15) < 0.6)
  }

  /// Of 5 ms each, on average over many rooms, the loudest are those about the moment asked for.
  @Test(arguments: requests)
  func diffuseSoundIsLoudestWhenAskedTo(request: Request) {
    let span = 240
    let made = responses(of: request, count: 40)
    let powers = stride(from: direct + 1, to: made[0].count - span, by: span).map { start in
      made.reduce(0.0) { $0 + meanPower($1[start..<start + span]) }
    }
    let loudest = powers.indices.max { powers[$0] < powers[$1] }!
    let seconds = (Double(loudest) + 0.5) * Double(span) / 48000
    #expect(abs(seconds - request.arrivalSeconds) <= 0.005)
  }
}
