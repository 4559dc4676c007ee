import HandShakeChannelModel

/// A recording for `hrecv`, the same whenever and wherever it is made.
struct Recording: Sendable {
  /// What the file with its events is called.
  let name: String
  /// Samples a second.
  var rateHertz = 48_000
  /// Channels, interleaved.
  var channelCount = 1
  /// Options that `hrecv` needs to listen to it.
  var options = ""
  /// Makes the samples, full scale being 1.
  let samples: @Sendable (inout SeededRandom) throws -> [Float]

  /// A recording of `sound` at 48 kHz through a channel.
  init(
    _ name: String, options: String = "", _ channel: Channel,
    of sound: @escaping @Sendable () throws -> [Float]
  ) {
    self.init(name, options: options) { random in
      try channel.recorded(sound(), &random)
    }
  }

  /// A recording of samples that are made in any other way.
  init(
    _ name: String, rateHertz: Int = 48_000, channelCount: Int = 1, options: String = "",
    samples: @escaping @Sendable (inout SeededRandom) throws -> [Float]
  ) {
    self.name = name
    self.rateHertz = rateHertz
    self.channelCount = channelCount
    self.options = options
    self.samples = samples
  }

  /// The samples as signed 16-bit integers, little endian: rounding them hides what processors make
  /// different in the last digit of a float.
  func bytes() throws -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return try samples(&random).flatMap { sample in
      let value = Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
  }

  /// The FNV-1a hash of the name, so that recordings can come, go and change places.
  private var seed: UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Channel {
  /// A capture; one without a recorder of its own has signal and noise 12 dB below full scale or lower, so
  /// that hardly a sample is clipped.
  func recorded(
    _ sound: [Float], rateHertz: Double = 48_000, _ random: inout SeededRandom
  ) -> [Float] {
    var channel = self
    if recorder == Recorder() { channel.recorder.gainDecibels = min(0, signalToNoiseDecibels) - 12 }
    return channel.capture(sound, rateHertz: rateHertz, random: &random)
  }
}
