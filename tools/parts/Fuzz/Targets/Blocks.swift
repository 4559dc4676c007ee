@testable import HandShakeCoding
@testable import HandShakeModem

extension FuzzTarget {
  /// Frames of long messages and files in any order, with any descriptors, blocks and times.
  static let blocks = bytes(
    "blocks", longest: 2000, seeds: { [[0], [1], [2], [3]].map { $0 + [5] } }
  ) {
    input in
    var bytes = FuzzBytes(input)
    var messages = Reassembly<BurstStream>()
    var session = Session()
    var seconds = 0.0
    var number = 0
    let sent = streams[Int(bytes.byte()) % streams.count]
    while !bytes.isAtEnd, number < 200 {
      let action = bytes.byte()
      seconds += Double(action >> 4) * Double(action >> 4)
      number += 1
      let frame = Frame(
        number: number, protocolName: "burst", placement: placement, startSeconds: seconds,
        endSeconds: seconds + 1, signalToNoiseDecibels: 0, dilationPartsPerMillion: 0)
      switch action & 7 {
      case 0:
        // Any values of a descriptor.
        let header = BurstHeader(
          rung: Int(bytes.byte()) % 12, byteCount: bytes.number(2) % 4096 + 1, isPart: true)
        let part = BurstPart(
          content: ContentNumber(rawValue: bytes.byte()), identity: UInt16(bytes.byte()),
          streamBytes: max(5, bytes.number(3)), pieceBytes: bytes.number(2) % 4096 + 1,
          number: bytes.number(2))
        let band = Int(bytes.byte())
        if let stream = BurstStream(header, part, bandIndex: band % 3) {
          // The start of a frame may be missing.
          if band < 128 { messages.open(stream, frame, &session) }
          let size = stream.layout.blockBytes
          let block = [UInt8](repeating: bytes.byte(), count: size)
          let index = Int(bytes.byte()) % (header.byteCount / size)
          messages.take(
            block, block: index, ofFrame: part.number, of: stream, frame, &session)
        }
      case 1: messages.expire(at: seconds, &session)
      default:
        // A frame of the stream. One byte of one block may differ.
        let index = Int(bytes.byte()) % sent.count
        var part = sent[index].part
        let header = sent[index].header
        let harm = bytes.byte()
        if harm & 128 != 0 { part.content.rawValue = harm & 3 }
        if harm & 64 != 0 { part.identity ^= UInt16(harm & 3) }
        guard let stream = BurstStream(header, part, bandIndex: 0) else { break }
        messages.open(stream, frame, &session)
        for (number, block) in sent[index].blocks.enumerated() where harm >> (number % 4) & 1 == 0 {
          var block = block
          if harm & 32 != 0 { block[Int(bytes.byte()) % block.count] ^= bytes.byte() }
          messages.take(
            block, block: number, ofFrame: part.number, of: stream, frame, &session)
        }
      }
      precondition(messages.streamCount <= 8)
      for event in session.takeEvents(now: 0, isOver: true, ClippingRecord()) { check(event) }
    }
    messages.expire(at: .infinity, &session)
    for event in session.takeEvents(now: 0, isOver: true, ClippingRecord()) { check(event) }
  }

  private static func check(_ event: ReceiverEvent) {
    switch event {
    case .blocks(_, let received, let count): precondition(received > 0 && count > 0)
    case .file(let received): precondition(FileName.safe(received.file.name) == received.file.name)
    case .failed(let failure):
      if case .blocks(let missing, let count, _) = failure.stage {
        precondition(missing.allSatisfy { (1...count).contains($0) })
      }
    default: break
    }
  }

  private typealias SentFrame = (header: BurstHeader, part: BurstPart, blocks: [[UInt8]])

  private static let placement = catalogued("burst").placements[0]

  /// A text of one block, a text of several blocks, a file, and a file with repair blocks.
  private static let streams: [[SentFrame]] = {
    let text = Array(String(repeating: "a long text ", count: 60).utf8)
    let file = CarriedFile(
      name: Array("note.txt".utf8), digest: [UInt8](repeating: 7, count: 32), bytes: text)!
    return [
      frames(.text([97, 98]), 0), frames(.text(text), 0), frames(.file(file), 0),
      frames(.file(file), 100),
    ]
  }()

  private static func frames(_ content: TransmittedContent, _ repairPercent: Int) -> [SentFrame] {
    let options = TransmissionOptions(
      identity: 7, isRepeated: true, pace: .rung(0), repairPercent: repairPercent)
    let burst: BurstParameters = parameters(of: "burst")
    guard let made = try? burst.frames(content, options) else { return [] }
    return (0..<made.frameCount).compactMap { number in
      guard let frame = try? made.symbols(number), var part = made.part else { return nil }
      part.number = number
      let blocks = frame.blockBits.map {
        Bits.pack(Array($0.prefix(8 * frame.layout.blockBytes)))
      }
      return (frame.layout.header, part, blocks)
    }
  }
}
