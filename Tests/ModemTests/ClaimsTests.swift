import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct ClaimsTests {
  /// The tones of a frame may be a clear start in another placement, whose tones lie on the same
  /// grid; in its own placement a clear start is another sender's, unless the recording ends before
  /// its frame.
  @Test(arguments: [15_500.0, 17_000])
  func aClearStartInAnotherPlacementIsPartOfAMessage(lowestToneHertz: Double) {
    let read = frame(1, from: 1, to: 4)
    var failed = frame(2, from: 2, to: 3)
    failed.protocolName = read.protocolName
    failed.placement = Placement(
      lowestToneHertz: lowestToneHertz, highestToneHertz: lowestToneHertz + 3000)
    var failure = Failure(frame: failed, stage: .check, heard: [])
    failure.isCertain = true
    let isOther = lowestToneHertz == read.placement.lowestToneHertz
    #expect(told([failure], read: [read]).count == (isOther ? 1 : 0))
    failure.stage = .cutOff
    #expect(told([failure], read: [read]).isEmpty)
  }

  /// A clear start in a message's own placement that is far weaker is made of the skirts of its
  /// tones.
  @Test(arguments: [(-30.0, 0), (-10, 1)])
  func aFarWeakerStartWithinAMessageIsPartOfIt(decibels: Double, told count: Int) {
    let read = frame(1, from: 1, to: 4)
    var failed = frame(2, from: 2, to: 5)
    failed.protocolName = read.protocolName
    failed.signalToNoiseDecibels = read.signalToNoiseDecibels + decibels
    var failure = Failure(frame: failed, stage: .code, heard: [])
    failure.isCertain = true
    #expect(told([failure], read: [read]).count == count)
    failed.startSeconds = 0.5
    failure.frame = failed
    #expect(told([failure], read: [read]).count == 1)
  }

  /// What fails for being too weak while a strong frame fails is that frame's own sound, and alone
  /// is told.
  @Test func whatIsTooWeakInsideAStrongFrameIsPartOfIt() {
    let strong = Failure(frame: frame(1, from: 1, to: 4), stage: .code, heard: [])
    let weak = Failure(frame: frame(2, from: 2, to: 3, margin: -5), stage: .cutOff, heard: [])
    #expect(told([strong, weak]).map(\.frame.number) == [1])
    #expect(told([weak]).count == 1)
  }

  /// However many failures a sound brings while another frame arrives, a bounded number waits, and
  /// all are told.
  @Test func failuresThatWaitAreBounded() {
    var claims = Claims()
    claims.arriving = [frame(0, from: 0, to: 50)]
    var toldCount = 0
    for number in 1...5000 {
      let start = Double(number) / 1000
      claims.add(
        Failure(
          frame: frame(number, from: start, to: start + 1), stage: .code, heard: [],
          isCertain: true))
      #expect(claims.waiting.count <= Claims.mostFailures)
      if number % 10 == 0 {
        toldCount += claims.ripe(now: start + 1, isOver: false, ClippingRecord()).count
      }
      #expect(claims.failed.count <= Claims.mostFailures)
    }
    #expect(toldCount == 5000 - Claims.mostFailures)
    #expect(
      claims.ripe(now: 10, isOver: true, ClippingRecord()).count == Claims.mostFailures)
  }

  private func frame(_ number: Int, from start: Double, to end: Double, margin: Double? = 10)
    -> Frame
  {
    Frame(
      number: number, protocolName: "p\(number)",
      placement: Placement(lowestToneHertz: 17000, highestToneHertz: 20000), startSeconds: start,
      endSeconds: end, signalToNoiseDecibels: 0, dilationPartsPerMillion: 0,
      marginDecibels: margin)
  }

  /// What a receiver tells after 100 s of failures, beside frames that were read and levels.
  private func told(
    _ failures: [Failure], read: [Frame] = [], levels: [Level] = [],
    clipping: ClippingRecord = ClippingRecord()
  ) -> [Failure] {
    var session = Session()
    for level in levels { session.tell(.level(level)) }
    for failure in failures { session.tell(.failed(failure)) }
    for frame in read {
      session.tell(.message(Message(frame: frame, bytes: [], correctedSymbols: 0)))
    }
    return session.takeEvents(now: 100, clipping).failures
  }

  /// A frame that seems to start before the first sample was not there, unless its start is
  /// certain: the recording began within it.
  @Test func nothingStartsBeforeTheFirstSample() {
    var early = Failure(frame: frame(1, from: -0.3, to: 3), stage: .check, heard: [])
    #expect(told([early]).isEmpty)
    early.isCertain = true
    #expect(told([early]).map(\.frame.startSeconds) == [0])
    var session = Session()
    session.tell(.detected(frame(1, from: -0.3, to: 3)))
    session.tell(
      .message(Message(frame: frame(1, from: -0.3, to: 3), bytes: [], correctedSymbols: 0)))
    for event in session.takeEvents(now: 4, ClippingRecord()) {
      switch event {
      case .detected(let frame): #expect(frame.startSeconds == 0)
      case .message(let message): #expect(message.frame.startSeconds == 0)
      default: Issue.record("\(event)")
      }
    }
  }

  /// What fails in one band while a message is read in another is that message's distortion where
  /// it is far weaker, and a frame of its own where it is not.
  @Test(arguments: [(-40.0, 1), (-70, 0)])
  func distortionOfAMessageIsNoFrame(decibels: Double, count: Int) {
    var low = frame(1, from: 1, to: 9)
    low.placement = Placement(lowestToneHertz: 1000, highestToneHertz: 2500)
    let levels = (0..<100).map {
      Level(
        seconds: 0.1 * Double($0 + 1), peak: 0.5,
        bandRootMeanSquare: Float(0.5 * amplitudeRatio(decibels: decibels) / 2.squareRoot()))
    }
    let failure = Failure(frame: frame(2, from: 3, to: 5), stage: .check, heard: [])
    #expect(told([failure], read: [low], levels: levels).count == count)
    // Without the message it may be a far sender beside a hum.
    #expect(told([failure], levels: levels).count == 1)
  }

  /// The same while a message sounds whose start was missed, which shows at its end.
  @Test(arguments: [(-40.0, 1), (-70, 0)])
  func distortionOfAMessageWithoutAStartIsNoFrame(decibels: Double, count: Int) {
    var session = Session()
    for tenth in 1...100 {
      session.tell(
        .level(
          Level(
            seconds: 0.1 * Double(tenth), peak: 0.5,
            bandRootMeanSquare: Float(0.5 * amplitudeRatio(decibels: decibels) / 2.squareRoot()))))
    }
    session.tell(.failed(Failure(frame: frame(2, from: 3, to: 5), stage: .code, heard: [])))
    #expect(session.takeEvents(now: 8, ClippingRecord()).failures.count == count)
    var headless = frame(0, from: 0, to: 9)
    headless.placement = Placement(lowestToneHertz: 1000, highestToneHertz: 2500)
    session.claims.add(headless: headless)
    #expect(session.takeEvents(now: 100, ClippingRecord()).failures.isEmpty)
  }

  /// What a message leaves behind for a moment, far below it, is no frame; later it may be one.
  @Test(arguments: [(1.0, 0), (2.0, 1)])
  func theAftermathOfAMessageIsNoFrame(seconds: Double, count: Int) {
    let read = frame(1, from: 1, to: 4)
    let levels = (0..<100).map { tenth in
      let isOver = tenth >= 40
      return Level(
        seconds: 0.1 * Double(tenth + 1), peak: isOver ? 1e-4 : 0.5,
        bandRootMeanSquare: isOver ? 3e-5 : 0.3)
    }
    let failure = Failure(
      frame: frame(2, from: 4 + seconds, to: 5 + seconds), stage: .cutOff, heard: [])
    #expect(told([failure], read: [read], levels: levels).count == count)
  }

  /// A ratio to exact silence, which knows no bounds, is told as what it stands for; one that can
  /// be is told as it is.
  @Test func signalToNoiseIsAtMostWhatSixteenBitsHave() {
    var session = Session()
    let ratios: [(measured: Double, told: Double)] = [(122.2, 98), (.infinity, 98), (-18.5, -18.5)]
    for ratio in ratios {
      var silent = frame(1, from: 1, to: 3)
      silent.signalToNoiseDecibels = ratio.measured
      session.tell(.detected(silent))
      session.tell(.message(Message(frame: silent, bytes: [], correctedSymbols: 0)))
    }
    let told = session.takeEvents(now: 4, ClippingRecord()).compactMap { event -> Double? in
      switch event {
      case .detected(let frame): frame.signalToNoiseDecibels
      case .message(let message): message.frame.signalToNoiseDecibels
      default: nil
      }
    }
    #expect(told == ratios.flatMap { [$0.told, $0.told] })
  }

  /// A failure waits for the end of a frame of its band that still arrives, and not for others.
  @Test func failuresWaitForFramesThatArrive() {
    var session = Session()
    let failure = Failure(frame: frame(2, from: 3, to: 5), stage: .check, heard: [])
    var arriving = frame(1, from: 1, to: 1)
    session.claims.arriving = [arriving]
    session.tell(.failed(failure))
    #expect(session.takeEvents(now: 40, ClippingRecord()).failures.isEmpty)
    arriving.placement = Placement(lowestToneHertz: 1000, highestToneHertz: 2500)
    session.claims.arriving = [arriving]
    #expect(session.takeEvents(now: 41, ClippingRecord()).failures.count == 1)
    session.claims.arriving = []
    session.tell(.failed(failure))
    #expect(session.takeEvents(now: 5.5, ClippingRecord()).failures.isEmpty)
    #expect(session.takeEvents(now: 6.5, ClippingRecord()).failures.count == 1)
  }

  @Test func ofTwoThatOverlapBothNameTheOther() {
    let failures = told([
      Failure(frame: frame(1, from: 1, to: 3), stage: .check, heard: []),
      Failure(frame: frame(2, from: 2, to: 4), stage: .code, heard: []),
    ])
    #expect(
      failures.map(\.cause) == [
        .otherSender(protocolName: "p2"), .otherSender(protocolName: "p1"),
      ])
  }

  @Test func whatStartsAtTheSameTimeIsTheSameSound() {
    let failures = told([
      Failure(frame: frame(1, from: 1, to: 3), stage: .check, heard: []),
      Failure(frame: frame(2, from: 1.1, to: 4), stage: .code, heard: []),
    ])
    #expect(failures.map(\.cause) == [.disturbed, .disturbed])
  }

  @Test func aStartWithinAFrameThatFailsIsPartOfIt() {
    let failures = told([
      Failure(frame: frame(1, from: 2, to: 2), stage: .header, heard: []),
      Failure(frame: frame(2, from: 1, to: 4), stage: .cutOff, heard: []),
    ])
    #expect(failures.map(\.frame.number) == [2])
  }

  @Test func clippingIsBlamedForTheTimeOfTheFrameOnly() {
    var clipping = ClippingRecord()
    let full = [Float](repeating: 1, count: 480)
    full.withUnsafeBufferPointer {
      for hundredth in 0..<100 {
        let start = 1 + 0.01 * Double(hundredth)
        clipping.note($0, peak: 1, from: start, to: start + 0.01)
      }
    }
    let failures = told(
      [
        Failure(frame: frame(1, from: 1.5, to: 3.5), stage: .check, heard: []),
        Failure(frame: frame(2, from: 10, to: 11), stage: .check, heard: []),
      ], clipping: clipping)
    #expect(abs(failures[0].clippedShare - 0.25) < 0.01)
    guard case .clipped = failures[0].cause else {
      Issue.record("\(failures[0].cause)")
      return
    }
    #expect(failures[1].clippedShare == 0)
  }

  @Test func causes() {
    func cause(_ stage: Failure.Stage, margin: Double? = 10, dilation: Double = 0) -> Failure.Cause
    {
      var frame = frame(1, from: 1, to: 2, margin: margin)
      frame.dilationPartsPerMillion = dilation
      return Failure(frame: frame, stage: stage, heard: []).cause
    }
    #expect(cause(.check, margin: -2.5) == .tooWeak(decibels: 3))
    #expect(cause(.check, margin: 1) == .tooWeak(decibels: 1))
    #expect(cause(.check, margin: nil) == .disturbed)
    #expect(cause(.cutOff) == .cutOff)
    #expect(cause(.cutOff, margin: -2.5) == .tooWeak(decibels: 3))
    #expect(cause(.parts(missing: [1], count: 2), margin: -9) == .incomplete)
    #expect(cause(.unknownContent(3)) == .unknownContent)
    guard case .clockBeyondLimit = cause(.header, dilation: -9500) else {
      Issue.record("a clock beyond the limit is not blamed")
      return
    }
  }

  /// Full scale without loss: a sine, and floats that have no such limit.
  @Test func whatIsLoudIsNotClipped() {
    var clipping = ClippingRecord()
    let sine = (0..<480).map { index -> Float in
      [0, 1, 0, -1][index % 4] * (index % 8 < 1 ? 1 : 0.7)
    }
    sine.withUnsafeBufferPointer { clipping.note($0, peak: 1, from: 0, to: 0.01) }
    let floats = (0..<480).map { Float($0 % 7) - 3 }
    floats.withUnsafeBufferPointer { clipping.note($0, peak: 3, from: 0.01, to: 0.02) }
    #expect(clipping.share(from: 0, to: 0.02) == 0)
  }
}

extension [ReceiverEvent] {
  fileprivate var failures: [Failure] {
    compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }
}
