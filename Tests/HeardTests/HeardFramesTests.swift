import Testing

@testable import HandShakeHeard
@testable import HandShakeModem

@Suite struct HeardFramesTests {
  private func heard(
    _ start: Double, _ outcome: HeardFrame.Outcome = .received, _ text: String = "text",
    ratio: Double = 10
  ) -> HeardFrame {
    HeardFrame(
      Frame(
        number: 1, protocolName: "hop",
        placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
        startSeconds: start, endSeconds: start + 1, signalToNoiseDecibels: ratio,
        dilationPartsPerMillion: 0), outcome, bytes: text.utf8)
  }

  @Test func linesAndLabels() {
    let failed = HeardFrame.Outcome.failed(stage: "check")
    #expect(heard(1.25).line == "hop 1.25 s 10.0 dB: text")
    #expect(heard(1.25, ratio: 120).line == "hop 1.25 s above 60 dB: text")
    #expect(heard(1.25).label == "hop text")
    #expect(heard(2, failed, "hear\u{7}d").line == "hop 2.00 s 10.0 dB failed: check: hear\\x07d")
    // What was heard unchecked is no message: its label would look like one.
    #expect(heard(2, failed).label == "hop failed: check")
    #expect(heard(0, .received, "").label == "hop")
    #expect(heard(0, .received, String(repeating: "é", count: 5000)).text.count == 200)
  }

  @Test func fewAreKeptAsTheyAre() {
    var frames = HeardFrames(limit: 10)
    for index in 0..<10 { frames.append(heard(Double(index))) }
    #expect(frames.frames.count == 10 && frames.frames.allSatisfy { $0.count == 1 })
  }

  @Test(arguments: [2, 10, 100])
  func howeverManyThereIsALimit(limit: Int) {
    var frames = HeardFrames(limit: limit)
    for index in 0..<3000 {
      frames.append(
        heard(
          Double(index) * (index % 100 == 0 ? 1.5 : 1.2),
          index % 7 == 0 ? .failed(stage: "code") : .received, ratio: Double(index % 2) * 20))
      #expect(frames.frames.count <= limit)
    }
    #expect(frames.frames.reduce(0) { $0 + $1.count } == 3000)
    let received = frames.frames.filter(\.isReceived)
    #expect(received.reduce(0) { $0 + $1.count } == 2571)
    for frame in received where frame.count > 50 {
      #expect(abs(frame.signalToNoiseDecibels - 10) < 2)
      #expect(frame.label == "hop \(frame.count) received")
    }
  }

  /// A file of many blocks is one file.
  @Test func textsAndFilesAreCounted() throws {
    let frame = Frame(
      number: 1, protocolName: "burst",
      placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000), startSeconds: 0,
      endSeconds: 1, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)
    var frames = HeardFrames()
    for received in 1...40 { frames.note(.blocks(frame, received: received, count: 40)) }
    let file = try #require(
      CarriedFile(name: [97], digest: [UInt8](repeating: 0, count: 32), bytes: [1]))
    frames.note(.file(ReceivedFile(frame: frame, file: file, correctedSymbols: 0)))
    frames.note(.message(Message(frame: frame, bytes: [65], correctedSymbols: 0)))
    #expect(frames.counts == (1, 1, 0))
    // One box for all that one frame brought.
    #expect(frames.frames.map(\.text) == ["file a", "A"])
  }

  @Test func aLimitHoldsForManyKinds() {
    var frames = HeardFrames(limit: 10)
    for index in 0..<100 { frames.append(heard(0, .failed(stage: "\(index)"))) }
    #expect(frames.frames.count <= 10)
  }
}
