import HandShakeCatalog
import HandShakeChannelModel
import HandShakeDiagnosis
import HandShakeModem
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// What the doctor says of sound.
@Suite struct InputSurveyTests {
  private let protocols = ProtocolCatalog.builtIn.filter { modem in
    modem.placements.allSatisfy { $0.lowestToneHertz > 13_000 }
  }

  private func diagnose(_ samples: [Float], rateHertz: Double = 48_000, channels: Int = 1)
    -> InputDiagnosis
  {
    survey(samples, rateHertz: rateHertz, channels: channels).diagnosis()
  }

  private func survey(_ samples: [Float], rateHertz: Double = 48_000, channels: Int = 1)
    -> InputSurvey
  {
    var survey = InputSurvey(protocols: protocols, rateHertz: rateHertz, channelCount: channels)
    samples.withUnsafeBufferPointer { samples in
      // Blocks that nothing divides.
      var start = 0
      while start < samples.count {
        let end = min(start + 1009 * channels, samples.count)
        survey.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
        start = end
      }
    }
    return survey
  }

  /// Sounds of a room that is all right, by name.
  private static let sounds: [(name: String, sources: [Interference])] = [
    ("nothing", []), ("clicks", [.clicks(perSecond: 4, peakDecibels: -6)]),
    ("typing", [.typing(peakDecibels: -6)]), ("music", [.music(decibels: -20)]),
    ("speech", [.speech(decibels: -20)]),
    ("whistles", [.whistle(hertz: 15_750, decibels: -30), .whistle(hertz: 3000, decibels: -20)]),
    ("a burst", [.noiseBurst(startSeconds: 2, seconds: 0.5, decibels: -20)]),
    (
      "a melody in the band",
      [
        .melody(lowestHertz: 14_000, highestHertz: 17_000, notesPerSecond: 15, decibels: -20)
      ]
    ),
  ]

  @Test(arguments: sounds.map(\.name), extent([-30.0, -50, -70], usually: [-50]))
  func healthyInputsGetNoComplaint(name: String, floorDecibels: Double) throws {
    let sources = try #require(Self.sounds.first { $0.name == name }).sources
    var random = SeededRandom(seed: 1)
    // The floor comes from the microphone, coloured by its response or not.
    let floor = (0..<240_000).map { _ in
      Float(0.7 * amplitudeRatio(decibels: floorDecibels)) * Float(random.normal())
    }
    let channel = Channel(
      device: floorDecibels == -50 ? DeviceResponse() : nil, room: .office,
      interference: sources, leadSeconds: 0...0, tailSeconds: 0, recorder: Recorder(bits: 16))
    let samples = Array(channel.capture(floor, random: &random).prefix(240_000))
    #expect(complaints(diagnose(samples)) == [])
  }

  @Test(arguments: ["hop", "burst", "classic"])
  func transmissionsAreNoFault(name: String) throws {
    let modem = try #require(protocols.first { $0.name == name })
    for placement in modem.placements {
      var transmitter = try Transmitter(
        .text(Array("the doctor listens meanwhile".utf8)), protocol: modem, placement: placement,
        sampleRateHertz: 48_000)
      let sound = transmitter.samples()
      var random = SeededRandom(seed: 5)
      let channel = Channel(
        signalToNoiseDecibels: 50, room: .office, leadSeconds: 1...1, tailSeconds: 2,
        recorder: Recorder(gainDecibels: -20, bits: 16))
      #expect(complaints(diagnose(channel.capture(sound, random: &random))) == [])
    }
  }

  /// What was found, but for sounds in the band.
  private func complaints(_ diagnosis: InputDiagnosis) -> [InputFinding] {
    diagnosis.findings.filter { if case .otherSound = $0 { false } else { true } }
  }

  /// What sounds in the band is named by its frequency, whatever the noise is like.
  @Test(
    arguments: [
      ("nothing", nil), ("clicks", nil), ("typing", nil), ("speech", nil), ("a burst", nil),
      ("whistles", 15_750...15_750.0), ("a melody in the band", 14_000...17_000.0),
    ] as [(name: String, hertz: ClosedRange<Double>?)])
  func whatSoundsInTheBand(name: String, hertz: ClosedRange<Double>?) throws {
    let sources = try #require(Self.sounds.first { $0.name == name }).sources
    for seed in 1...3 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let channel = Channel(
        device: DeviceResponse(), room: .office, interference: sources, leadSeconds: 0...0,
        tailSeconds: 0, recorder: Recorder(bits: 16))
      let sound = channel.capture(noise(240_000, decibels: -50, seed: seed), random: &random)
      var found: ClosedRange<Double>?
      for case .otherSound(let hertz) in diagnose(sound).findings { found = hertz }
      #expect((found == nil) == (hertz == nil), "seed \(seed): \(String(describing: found))")
      if let found, let hertz {
        #expect(abs(found.lowerBound - hertz.lowerBound) < 600, "seed \(seed): \(found)")
        #expect(abs(found.upperBound - hertz.upperBound) < 600, "seed \(seed): \(found)")
      }
    }
  }

  private func noise(_ count: Int, decibels: Double, seed: UInt64 = 1) -> [Float] {
    var random = SeededRandom(seed: seed)
    let deviation = 0.7 * amplitudeRatio(decibels: decibels)
    return (0..<count).map { _ in Float(deviation * random.normal()) }
  }

  @Test func gainControlIsSeenAfterALoudSound() {
    var samples = noise(240_000, decibels: -60)
    for index in 72_000..<96_000 { samples[index] *= 1000 }
    // 15 dB down, back within 1.5 s.
    for index in 72_000..<168_000 {
      let back = max(0, Double(index - 96_000) / 72_000)
      samples[index] *= Float(amplitudeRatio(decibels: -15 * max(0, 1 - back)))
    }
    guard case .gainControl(let dip)? = diagnose(samples).findings.first else {
      Issue.record("\(diagnose(samples).findings)")
      return
    }
    #expect(abs(dip - 14) < 3)
  }

  @Test func echoesAreNoGainControl() {
    var samples = noise(240_000, decibels: -70)
    for index in 72_000..<168_000 {
      let decay = amplitudeRatio(decibels: -60 * Double(index - 72_000) / 48_000)
      samples[index] += samples[index - 72_000] * Float(1000 * decay)
    }
    #expect(diagnose(samples).findings == [])
  }

  @Test func imagesOfAPlainResampler() {
    let source = noise(230_000, decibels: -40)
    let samples = (0..<240_000).map { index -> Float in
      let place = Double(index) * 44_100 / 48_000
      let whole = Int(place)
      let part = Float(place - Double(whole))
      return source[whole] * (1 - part) + source[whole + 1] * part
    }
    #expect(diagnose(samples).findings.contains(.resampled))
  }

  @Test func ratesAndRemarks() {
    #expect(
      diagnose(noise(100_000, decibels: -40), rateHertz: 44_100).findings
        == [.musicRate(hertz: 44_100)])
    #expect(
      diagnose(noise(40_000, decibels: -40), rateHertz: 8000).findings
        == [.rateTooLow(hertz: 8000)])
    #expect(
      diagnose(noise(10_000, decibels: -40)).findings == [.tooShort(seconds: 10_000 / 48_000)])
    #expect(diagnose([]).findings == [.tooShort(seconds: 0)])
    #expect(diagnose(noise(200_000, decibels: -40), rateHertz: 192_000).findings == [])
  }

  @Test func reachesFollowTheNoise() throws {
    let quiet = diagnose(noise(240_000, decibels: -70)).reaches
    let loud = diagnose(noise(240_000, decibels: -50)).reaches
    for (quiet, loud) in zip(quiet, loud) {
      #expect(abs(loud.noiseDecibels - quiet.noiseDecibels - 20) < 0.5)
      #expect(abs(quiet.marginDecibels - loud.marginDecibels - 20) < 0.5)
      #expect(quiet.metres > loud.metres)
    }
    // Of white noise at -70 dB in 0 to 24 kHz, hop is read 19.5 dB down.
    let hop = try #require(quiet.first { $0.protocolName == "hop" })
    #expect(abs(hop.faintestDecibels - -89.5) < 1)
    #expect(abs(hop.noiseDecibels - -79.1) < 0.5)
  }

  /// 5 s that hold `sound` from 2 to 3 s.
  private func around(_ rest: [Float], _ sound: [Float]) -> [Float] {
    rest[..<96_000] + zip(rest[96_000..<144_000], sound).map { $0 + $1 } + rest[144_000...]
  }

  @Test func whatWasHeardIsNoNoise() throws {
    let noise = noise(240_000, decibels: -70)
    let sounding = survey(around(noise, self.noise(48_000, decibels: -10, seed: 3)))
    let (quiet, heard) = (diagnose(noise), sounding.diagnosis(heard: [2...3]))
    #expect(heard.findings == [])
    for (quiet, heard) in zip(quiet.reaches, heard.reaches) {
      #expect(abs(quiet.noiseDecibels - heard.noiseDecibels) < 0.5)
    }
  }

  @Test func silenceAroundWhatWasHeardIsNoGate() {
    let silence = [Float](repeating: 0, count: 240_000)
    let sounding = survey(around(silence, noise(48_000, decibels: -10)))
    let heard = sounding.diagnosis(heard: [2...3])
    #expect(heard.findings == [.noNoise(isSilent: true)])
    #expect(heard.reaches.isEmpty && heard.recommended == nil && heard.isReceivingPossible)
    #expect(
      sounding.diagnosis(heard: [0...5]).findings == [.noNoise(isSilent: false)])
  }

  @Test func recommendsTheFirstThatReaches() throws {
    let quiet = try #require(diagnose(noise(240_000, decibels: -70)).recommended)
    #expect(quiet.protocolName == "hop" && quiet.placement.highestToneHertz > 19_000)
    // 6 dB deeper, where hop has nothing left for echoes.
    let loud = try #require(diagnose(noise(240_000, decibels: -24)).recommended)
    #expect(loud.protocolName == "hop-deep")
    #expect(diagnose(noise(240_000, decibels: -10)).recommended == nil)
  }

  @Test func theStrongestChannelCounts() {
    let left = noise(240_000, decibels: -70)
    let right = noise(240_000, decibels: -50, seed: 2)
    let diagnosis = diagnose(zip(left, right).flatMap { [$0, $1] }, channels: 2)
    #expect(diagnosis.chosenChannel == 1)
    #expect(diagnosis.findings == [])
  }
}
