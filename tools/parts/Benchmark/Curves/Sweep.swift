import HandShakeChannelModel
@preconcurrency import Glibc

/// One property of a channel, from harmless values to values at which every system fails.
struct Sweep: Sendable {
  /// The situation, in words.
  let words: String
  /// The property that varies, with its unit.
  let title: String
  /// All other conditions, in one line.
  let conditions: String
  let values: [Double]
  /// Whether the axis of values is logarithmic.
  var isLogarithmic = false
  let channel: @Sendable (Double) -> Channel

  /// The four sweeps of the page Measurements.
  static let all = [noise, distance, speed, reverberation]

  private static let noise = Sweep(
    words: "among white noise", title: "signal to noise in dB",
    conditions: "white noise of 0 to 24 kHz",
    values: Array(stride(from: -30, through: 12, by: 3)),
    channel: { Channel(signalToNoiseDecibels: $0) })

  /// The direct sound falls with distance and absorption. The diffuse sound does not.
  private static let distance = Sweep(
    words: "in a hall, 0.8 s of echo", title: "distance in m",
    conditions: "hall of 40 m, 0.8 s of reverberation, 10 dB at 1 m, device falling 10 dB",
    values: [0.5, 1, 2, 4, 8, 16, 32], isLogarithmic: true,
    channel: { metres in
      let directDecibels = 10 - 20 * log10(metres) - 0.4 * (metres - 1)
      // At 3 m, the diffuse sound is as loud as the direct sound.
      let diffuseDecibels = 20 * log10(metres / 3) + 0.4 * (metres - 3)
      return Channel(
        signalToNoiseDecibels: directDecibels + 10 * log10(1 + pow(10, diffuseDecibels / 10)),
        device: DeviceResponse(),
        room: Room(
          name: "hall", size: Position(40, 18, 7), loudspeaker: Position(3, 8.4, 1.5),
          microphone: Position(3 + metres, 9.1, 1.3), reflection: 0.7, directGain: 1,
          reverberationSeconds: 0.8, diffuseDecibels: diffuseDecibels))
    })

  private static let speed = Sweep(
    words: "while one walks towards the other, or away", title: "speed of approach in m/s",
    conditions: "20 dB, device falling 10 dB",
    values: Array(stride(from: -3, through: 3, by: 0.5)),
    channel: {
      Channel(
        signalToNoiseDecibels: 20, device: DeviceResponse(), motion: Motion(metresPerSecond: $0))
    })

  private static let reverberation = Sweep(
    words: "in rooms of more and more echo", title: "echo in s until it is 60 dB down",
    conditions: "15 dB, diffuse sound as loud as the direct, device falling 10 dB",
    values: [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2], isLogarithmic: true,
    channel: { seconds in
      Channel(
        signalToNoiseDecibels: 15, device: DeviceResponse(),
        room: Room(
          name: "room", size: Position(6.2, 4.7, 2.7), loudspeaker: Position(1.1, 1.4, 0.9),
          microphone: Position(4.6, 3.2, 1.1), reflection: 0.6, directGain: 1,
          reverberationSeconds: seconds, diffuseDecibels: 0))
    })
}
