import Testing

@testable import Modem

@Suite struct FailureDeskTests {
  /// The tones of a frame may be a clear start in another placement, whose tones lie on the same grid; in
  /// its own placement a clear start is another sender's.
  @Test(arguments: [15_500.0, 17_000])
  func aClearStartInAnotherPlacementIsPartOfAMessage(lowestToneHertz: Double) {
    let read = frame(1, from: 1, to: 4)
    var failed = frame(2, from: 2, to: 3)
    failed.protocolName = read.protocolName
    failed.placement = Placement(
      lowestToneHertz: lowestToneHertz, highestToneHertz: lowestToneHertz + 3000)
    var failure = Failure(frame: failed, stage: .cutOff, heard: [])
    failure.isCertain = true
    var desk = FailureDesk()
    let events = desk.sort(
      [
        .failed(failure),
        .message(Message(frame: read, bytes: [], correctedSymbols: 0)),
      ], now: 10, earliestStart: nil, ClippingRecord())
    #expect(events.count == (lowestToneHertz == read.placement.lowestToneHertz ? 2 : 1))
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

  private func told(_ failures: [Failure], clipping: ClippingRecord = ClippingRecord()) -> [Failure]
  {
    var desk = FailureDesk()
    return desk.sort(failures.map { .failed($0) }, now: 100, earliestStart: nil, clipping)
      .compactMap { event in if case .failed(let failure) = event { failure } else { nil } }
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
