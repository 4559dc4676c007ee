import HandShakeCatalog
import HandShakeDiagnosis
import HandShakeTestKit
import Testing

/// What examines an input takes every rate that a file may have.
@Suite struct EdgeRateTests {
  @Test(arguments: [1.0, 7, 49, 100, 500, 543, 544, 1000, 7999, 8000, 44_100, 768_000])
  func theDoctorTakesEveryRate(rateHertz: Double) {
    for channelCount in [1, 3] {
      for frameCount in [0, 1, 5000] {
        var survey = InputSurvey(
          protocols: ProtocolCatalog.builtIn, rateHertz: rateHertz, channelCount: channelCount)
        noise(frameCount * channelCount).withUnsafeBufferPointer { survey.push($0) }
        let diagnosis = survey.diagnosis()
        #expect(diagnosis.channels.count == channelCount)
        if rateHertz <= 1000 { #expect(!diagnosis.isReceivingPossible) }
        _ = survey.diagnosis(heard: [0...0.001])
      }
    }
  }

  @Test(arguments: [1.0, 500, 8000, 48_000, 768_000])
  func spectraTakeEveryRate(rateHertz: Double) {
    var columns = SpectrumColumns(
      rateHertz: rateHertz, bandHertz: 0...rateHertz / 2, rowCount: 300)
    noise(5000).withUnsafeBufferPointer { columns.push($0) }
    while let column = columns.next() { #expect(column.decibels.count == 300) }
  }
}
