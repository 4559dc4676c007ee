import CHandShake
import HandShakeCatalog
import HandShakeDiagnosis

/// The object behind a `handshake_survey`.
private final class SurveyHandle: Handle {
  var survey: InputSurvey
  let channelCount: Int

  init(rateHertz: Double, channelCount: Int) {
    self.channelCount = channelCount
    survey = InputSurvey(
      protocols: ProtocolCatalog.heardUnasked, rateHertz: rateHertz, channelCount: channelCount)
  }
}

/// `handshake_survey_open`
@_cdecl("handshake_survey_open")
public func surveyOpen(
  _ rate: Double, _ channels: Int, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard 1...64 ~= channels else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard 8000...Arguments.highestRateHertz ~= rate else { throw StatusError(HANDSHAKE_BAD_RATE) }
    let handle = SurveyHandle(rateHertz: rate, channelCount: channels)
    result.pointee = handle.opened()
  }
}

/// `handshake_survey_push`
@_cdecl("handshake_survey_push")
public func surveyPush(
  _ survey: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ count: Int
) -> handshake_status {
  guard let survey, Arguments.isBlock(samples, count: count) else { return HANDSHAKE_BAD_ARGUMENT }
  let handle = SurveyHandle.at(survey)
  guard count <= Arguments.mostSamples / handle.channelCount else { return HANDSHAKE_BAD_ARGUMENT }
  handle.survey.push(
    UnsafeBufferPointer(start: count > 0 ? samples : nil, count: count * handle.channelCount))
  return HANDSHAKE_OK
}

/// `handshake_survey_findings`
@_cdecl("handshake_survey_findings")
public func surveyFindings(
  _ survey: OpaquePointer?, _ findings: UnsafeMutablePointer<handshake_finding>?, _ capacity: Int,
  _ written: UnsafeMutablePointer<Int>?
) -> handshake_status {
  guard let survey, let written, Arguments.isAligned(written, as: Int.self), capacity >= 0,
    capacity == 0 || Arguments.isAligned(findings, as: handshake_finding.self)
  else { return HANDSHAKE_BAD_ARGUMENT }
  let found = SurveyHandle.at(survey).survey.diagnosis().findings.prefix(capacity)
  for (index, finding) in found.enumerated() {
    findings?.advanced(by: index).initialize(to: handshake_finding(finding))
  }
  written.pointee = found.count
  return HANDSHAKE_OK
}

/// `handshake_survey_close`
@_cdecl("handshake_survey_close")
public func surveyClose(_ survey: OpaquePointer?) { SurveyHandle.close(survey) }

extension handshake_finding {
  fileprivate init(_ finding: InputFinding) {
    let (kind, value): (handshake_finding_kind, Double) =
      switch finding {
      case .muted: (HANDSHAKE_MUTED, 0)
      case .constant(let value): (HANDSHAKE_CONSTANT, Double(value))
      case .nearlySilent(let peak): (HANDSHAKE_NEARLY_SILENT, Double(peak))
      case .deadChannels(let channels): (HANDSHAKE_DEAD_CHANNELS, Double(channels.count))
      case .rateTooLow(let hertz): (HANDSHAKE_RATE_TOO_LOW, hertz)
      case .cutOff(let hertz, _): (HANDSHAKE_TREBLE_CUT, hertz)
      case .gated(let closings): (HANDSHAKE_GATED, Double(closings))
      case .clipped(let share): (HANDSHAKE_CLIPPED, share)
      case .gainControl(let decibels): (HANDSHAKE_GAIN_CONTROL, decibels)
      case .noise: (HANDSHAKE_NOISE, 0)
      case .offset(let offset): (HANDSHAKE_OFFSET, offset)
      case .musicRate(let hertz): (HANDSHAKE_MUSIC_RATE, hertz)
      case .resampled: (HANDSHAKE_RESAMPLED, 0)
      case .noNoise: (HANDSHAKE_NO_NOISE, 0)
      case .otherSound(let hertz): (HANDSHAKE_OTHER_SOUND, hertz.lowerBound)
      case .tooShort(let seconds): (HANDSHAKE_TOO_SHORT, seconds)
      }
    let severity =
      switch finding.severity {
      case .remark: HANDSHAKE_REMARK
      case .harms: HANDSHAKE_HARMS
      case .prevents: HANDSHAKE_PREVENTS
      }
    self.init(kind: kind, severity: severity, value: value)
  }
}
