import CHandShake
import HandShakeCatalog
import HandShakeDiagnosis
import HandShakeFeed
import HandShakeModem
import HandShakeSignal

/// `handshake_probe_sample_count`
@_cdecl("handshake_probe_sample_count")
public func probeSampleCount(_ rate: Double) -> Int {
  guard ProbeTransmission.leastRateHertz...Arguments.highestRateHertz ~= rate else { return 0 }
  return ProbeTransmission(statedLevelDecibels: 0, ceilingHertz: .infinity, rateHertz: rate)
    .sampleCount
}

/// `handshake_probe_write`
@_cdecl("handshake_probe_write")
public func probeWrite(
  _ rate: Double, _ level: Double, _ ceiling: Double, _ samples: UnsafeMutablePointer<Float>?
) -> handshake_status {
  let count = probeSampleCount(rate)
  guard count > 0 else { return HANDSHAKE_BAD_RATE }
  let levels = ProbeSignal.levelsDecibels
  guard let samples, Arguments.isAligned(samples, as: Float.self), level == level.rounded(),
    Double(levels.lowerBound)...Double(levels.upperBound) ~= level,
    ceiling == 0 || ceiling >= ProbeTransmission.leastCeilingHertz
  else { return HANDSHAKE_BAD_ARGUMENT }
  var probe = ProbeTransmission(
    statedLevelDecibels: level, ceilingHertz: ceiling == 0 ? .infinity : ceiling, rateHertz: rate)
  let output = UnsafeMutableBufferPointer(start: samples, count: count)
  _ = probe.read(into: output)
  let gain = Float(amplitudeRatio(decibels: level))
  for index in output.indices { output[index] *= gain }
  return HANDSHAKE_OK
}

/// The object behind a `handshake_path`.
private final class PathHandle: Handle {
  let channelCount: Int
  private var listener = ProbeListener()
  private var feed: MonoFeed
  private(set) var report: handshake_path_report?
  private var cells: UnsafeMutableBufferPointer<handshake_path_cell>?
  private var steps: UnsafeMutableBufferPointer<handshake_path_step>?
  private var isFinished = false

  /// A recording at 44.1 kHz contains most of the band. A recording at 32 kHz contains too little.
  static let leastRateHertz = 0.9 * ProbeListener.rateHertz

  init(rateHertz: Double, channelCount: Int) throws(StatusError) {
    self.channelCount = channelCount
    do throws(ResamplerError) {
      feed = try MonoFeed(
        fromHertz: rateHertz, toHertz: ProbeListener.rateHertz, channelCount: channelCount,
        fixedChannel: nil)
    } catch {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
  }

  deinit {
    cells?.deallocate()
    steps?.deallocate()
  }

  func push(_ samples: UnsafeBufferPointer<Float>) throws(StatusError) {
    guard !isFinished else { throw StatusError(HANDSHAKE_FINISHED) }
    guard report == nil else { return }
    var found: ProbeReport?
    feed.push(samples) { found = found ?? listener.push($0) }
    take(found)
  }

  func finish() {
    guard !isFinished else { return }
    isFinished = true
    guard report == nil else { return }
    var found: ProbeReport?
    feed.finish { found = found ?? listener.push($0) }
    take(found ?? listener.finish())
  }

  private func take(_ found: ProbeReport?) {
    guard let found else { return }
    let cells = UnsafeMutableBufferPointer<handshake_path_cell>.allocate(
      capacity: found.cells.count)
    _ = cells.initialize(from: found.cells.map { handshake_path_cell($0) })
    let steps = UnsafeMutableBufferPointer<handshake_path_step>.allocate(
      capacity: found.steps.count)
    _ = steps.initialize(from: found.steps.map { handshake_path_step($0) })
    (self.cells, self.steps) = (cells, steps)
    report = handshake_path_report(found, cells: cells, steps: steps)
  }
}

/// `handshake_path_open`
@_cdecl("handshake_path_open")
public func pathOpen(
  _ rate: Double, _ channels: Int, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard 1...64 ~= channels else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard PathHandle.leastRateHertz...Arguments.highestRateHertz ~= rate else {
      throw StatusError(HANDSHAKE_BAD_RATE)
    }
    let handle = try PathHandle(rateHertz: rate, channelCount: channels)
    result.pointee = handle.opened()
  }
}

/// `handshake_path_push`
@_cdecl("handshake_path_push")
public func pathPush(
  _ path: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ count: Int
) -> handshake_status {
  guard let path, Arguments.isBlock(samples, count: count) else { return HANDSHAKE_BAD_ARGUMENT }
  let handle = PathHandle.at(path)
  guard count <= Arguments.mostSamples / handle.channelCount else { return HANDSHAKE_BAD_ARGUMENT }
  return status { () throws(StatusError) in
    try handle.push(
      UnsafeBufferPointer(start: count > 0 ? samples : nil, count: count * handle.channelCount))
  }
}

/// `handshake_path_finish`
@_cdecl("handshake_path_finish")
public func pathFinish(_ path: OpaquePointer?) -> handshake_status {
  guard let path else { return HANDSHAKE_BAD_ARGUMENT }
  PathHandle.at(path).finish()
  return HANDSHAKE_OK
}

/// `handshake_path_poll`
@_cdecl("handshake_path_poll")
public func pathPoll(
  _ path: OpaquePointer?, _ report: UnsafeMutablePointer<handshake_path_report>?,
  _ isThere: UnsafeMutablePointer<Int32>?
) -> handshake_status {
  guard let path, let report, let isThere,
    Arguments.isAligned(report, as: handshake_path_report.self),
    Arguments.isAligned(isThere, as: Int32.self)
  else { return HANDSHAKE_BAD_ARGUMENT }
  if let found = PathHandle.at(path).report { report.initialize(to: found) }
  isThere.pointee = PathHandle.at(path).report == nil ? 0 : 1
  return HANDSHAKE_OK
}

/// `handshake_path_close`
@_cdecl("handshake_path_close")
public func pathClose(_ path: OpaquePointer?) { PathHandle.close(path) }

extension handshake_path_cell {
  fileprivate init(_ cell: ProbeReport.Cell) {
    self.init(
      hertz: cell.hertz, response_decibels: cell.responseDecibels,
      noise_decibels: cell.noiseDecibels, steadiness: cell.steadiness,
      hidden: cell.isHidden ? 1 : 0)
  }
}

extension handshake_path_step {
  fileprivate init(_ step: ProbeReport.Step) {
    self.init(
      level_decibels: step.levelDecibels, tone_decibels: step.toneDecibels,
      distortion_decibels: step.distortionDecibels ?? .nan)
  }
}

extension handshake_path_report {
  fileprivate init(
    _ report: ProbeReport, cells: UnsafeMutableBufferPointer<handshake_path_cell>,
    steps: UnsafeMutableBufferPointer<handshake_path_step>
  ) {
    let recommendation = report.recommendation(of: ProtocolCatalog.recommended)
    let index = ProtocolCatalog.builtIn.firstIndex { $0.name == recommendation?.protocolName }
    let obstacle =
      switch recommendation?.reason {
      case .motion: HANDSHAKE_MOTION
      case .echoes: HANDSHAKE_ECHOES
      case .noise: HANDSHAKE_TOO_FAINT
      case nil: recommendation == nil ? HANDSHAKE_TOO_FAINT : HANDSHAKE_NO_OBSTACLE
      }
    self.init(
      start_seconds: report.startSeconds, sent_level_decibels: report.sentLevelDecibels,
      cells: UnsafePointer(cells.baseAddress), cell_count: cells.count,
      steps: UnsafePointer(steps.baseAddress), step_count: steps.count,
      delay_spread_seconds: report.delaySpreadSeconds, echo_seconds: report.echoSeconds,
      dilation_ppm: report.dilationPartsPerMillion,
      speed_change: report.speedChangeMetresPerSecond,
      doppler_spread_hertz: report.dopplerSpreadHertz ?? .nan,
      compression_decibels: report.compressionDecibels, clipped_share: report.clippedShare,
      protocol: index.flatMap { protocolName($0) },
      rung: Int32(recommendation?.rung ?? -1), ceiling_hertz: recommendation?.ceilingHertz ?? 0,
      level_decibels: recommendation?.levelDecibels ?? report.cleanLevelDecibels,
      margin_decibels: recommendation?.marginDecibels ?? .nan, obstacle: obstacle)
  }
}
