import Coding

/// What a burst receiver passes on of the frames that it reads.
extension BurstListener {
  /// Brings what is told of a frame up to date.
  func update(_ index: Int, _ history: borrowing BasebandHistory) {
    let reader = frames[index].reader
    frames[index].frame.startSeconds = history.seconds(atSample: reader.startPosition)
    frames[index].frame.endSeconds = history.seconds(
      atSample: reader.endPosition ?? reader.startPosition)
    guard let channel = reader.channel, let header = reader.header else { return }
    frames[index].frame.dilationPartsPerMillion = channel.dilation * 1e6
    frames[index].frame.signalToNoiseDecibels = channel.signalToNoiseDecibels
    frames[index].frame.marginDecibels = channel.marginDecibels(rung: header.rung)
  }

  /// Hands on what blocks of a part were read since the last time.
  func giveBlocks(_ index: Int, _ session: inout Session) {
    let reader = frames[index].reader
    guard let part = reader.part, let header = reader.header else { return }
    let frame = frames[index].frame
    let band = reader.candidate.bandIndex
    var first = frames[index].givenBlocks
    if first == 0 { messages.open(part, header, frame, bandIndex: band, &session) }
    var end = reader.blocks.count
    if case .block(let number) = reader.stage { end = number }
    while first < end {
      if let block = reader.blocks[first] {
        messages.take(
          block.payload, correctedSymbols: block.correctedSymbols, block: first, of: part, header,
          frame, bandIndex: band, &session)
      }
      first += 1
    }
    frames[index].givenBlocks = end
  }

  /// Passes on the message of a frame that is not one of several.
  func deliver(_ done: BurstArrival, _ session: inout Session) {
    guard let layout = done.reader.layout else { return }
    let blocks = done.reader.blocks.compactMap { $0 }
    let bytes = Array(blocks.map { $0.payload }.joined())
    let text = Array(bytes.prefix(layout.header.byteCount))
    if layout.blockCount > 1 {
      let sent = bytes[text.count..<text.count + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard CRC.bzip2.checksum(bytes: text) == sent else {
        session.tell(.failed(Failure(frame: done.frame, stage: .check, heard: [])))
        return
      }
    }
    session.tell(
      .message(
        Message(
          frame: done.frame, bytes: text,
          correctedSymbols: blocks.reduce(0) { $0 + $1.correctedSymbols })))
  }

  /// Gives up frame `index`, and says why where it was a frame beyond doubt.
  func fail(
    _ index: Int, _ stage: Failure.Stage, _ session: inout Session
  ) {
    var lost = frames.remove(at: index)
    // What its message lacks is told of the message.
    if lost.reader.part != nil { return }
    if !lost.isAnnounced {
      guard let channel = lost.reader.channel, channel.isSounderClear,
        isBandNarrow || channel.earlyShare > Self.cableShare,
        lost.reader.candidate.score > Self.sureScore,
        abs(lost.frame.dilationPartsPerMillion) < 5000
      else { return }
      lost.frame.signalToNoiseDecibels = channel.signalToNoiseDecibels
      session.tell(.detected(lost.frame))
    } else if lost.reader.header?.isPart == true {
      session.tell(.detected(lost.frame))
    }
    session.tell(.failed(Failure(frame: lost.frame, stage: stage, heard: [])))
  }
}
