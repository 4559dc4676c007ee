import HandShakeCatalog
import HandShakeDiagnosis

extension FuzzTarget {
  /// An input of the doctor: a rate that a file may have, channels and a block length, then samples
  /// of 16 bits or of floats.
  static let doctor = samples(
    "doctor", longest: 8192,
    seeds: { (0..<6).map { [$0, 1, 0, 100, 40 * $0] + (0..<240).map { UInt8($0) } } }
  ) { input in
    var bytes = FuzzBytes(input)
    let kind = bytes.byte()
    let number = bytes.number(3)
    let rate = kind & 8 != 0 ? number % 768_000 + 1 : rates[Int(kind & 7)]
    let channelCount = Int(bytes.byte()) % 4 + 1
    let length = (Int(bytes.byte()) + 1) * channelCount
    let isFloat = kind & 16 != 0
    // Some of it is repeated, so that there is enough sound for a diagnosis.
    let repeats = kind & 32 != 0 ? 20 : 1
    var samples: [Float] = []
    while !bytes.isAtEnd {
      samples.append(
        isFloat
          ? Float(bitPattern: UInt32(bytes.number(4)))
          : Float(Int16(truncatingIfNeeded: bytes.number(2))) / 32768)
    }
    samples = Array(repeatElement(samples, count: repeats).joined())
    var survey = InputSurvey(
      protocols: heard, rateHertz: Double(rate), channelCount: channelCount)
    samples.withUnsafeBufferPointer { samples in
      var start = 0
      while start < samples.count {
        let end = min(start + length, samples.count)
        survey.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
        start = end
      }
    }
    for times in [[], [0.001...0.01]] {
      let diagnosis = survey.diagnosis(heard: times)
      precondition(diagnosis.channels.count == channelCount)
      precondition(diagnosis.channels.indices.contains(diagnosis.chosenChannel))
      if rate <= 8000 { precondition(!diagnosis.isReceivingPossible) }
      _ = diagnosis.recommended
    }
  }

  private static let heard = ProtocolCatalog.heardUnasked
  private static let rates = [1, 500, 8000, 22_050, 44_100, 48_000, 96_000, 192_000]
}
