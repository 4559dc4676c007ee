import Foundation
import HandShakeAudioFile
import HandShakeExecution
import HandShakeJSON
import Testing

@testable import HandShakeExchange
@testable import HandShakeModem
@testable import HandShakeTerminal

/// The article Events of the documentation lists what `hrecv --json` and `hsend --json` print, and
/// nothing else.
@Suite struct EventArticleTests {
  /// Events that have the fields of `detected` too.
  private static let ofFrames = ["progress", "blocks", "message", "file", "failed"]

  /// Of every event in the article the fields, each with its type and the rest of its row.
  private static func article() throws -> [String: [String: (type: String, meaning: String)]] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Libraries/HandShake/HandShake.docc/Events.md")
    var events: [String: [String: (type: String, meaning: String)]] = [:]
    var event = ""
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("### ") {
        event = String(line.dropFirst(4))
        events[event] = [:]
      } else if line.hasPrefix("| `") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        for name in quoted(cells[0]) {
          events[event]?[name] = (cells[1], cells.count > 2 ? cells[2] : "")
        }
      }
    }
    let frame = try #require(events["detected"])
    for name in ofFrames { events[name]?.merge(frame) { own, _ in own } }
    return events
  }

  /// What stands between backticks.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func frame(marginDecibels: Double?, dilationPartsPerMillion: Double) -> Frame {
    Frame(
      number: 1, protocolName: "p",
      placement: Placement(lowestToneHertz: 14_000, highestToneHertz: 15_000), startSeconds: 1,
      endSeconds: 2, signalToNoiseDecibels: 3,
      dilationPartsPerMillion: dilationPartsPerMillion, marginDecibels: marginDecibels)
  }

  private static let still = frame(marginDecibels: 4, dilationPartsPerMillion: 0)
  private static let moving = frame(marginDecibels: nil, dilationPartsPerMillion: 3000)

  private static let stages: [Failure.Stage] = [
    .cutOff, .sync, .header, .code, .check, .doubt, .parts(missing: [1], count: 2),
    .blocks(missing: [1], count: 2, repair: 0), .unknownContent(7), .digest,
    .seal(.noSecret),
  ]
  private static var distance: Distance? {
    let (request, reply) = (arrival(1), arrival(2))
    return RangingReport(request: request, reply: reply).flatMap {
      Distance(request: request, reply: reply, report: $0)
    }
  }

  private static func arrival(_ seconds: Double) -> Arrival {
    Arrival(
      seconds: seconds, dilationPartsPerMillion: 0, uncertaintyMetres: 0, hasDirectPath: true)
  }

  /// Every event, with every field that may be null once null and once not.
  private static func printed() throws -> [JSONValue] {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("events-\(UUID().uuidString).raw")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(count: 960).write(to: path)
    let input = try SoundInput(
      .recording(
        path: path.path,
        raw: RawFormat(encoding: .s16, sampleRateHertz: 48_000, channelCount: 1)))
    let file = try #require(
      CarriedFile(
        name: Array("f".utf8), digest: [UInt8](repeating: 1, count: 32), bytes: [1, 2]))
    var events: [ReceiverEvent] = []
    for (frame, bytes) in [(still, Array("text".utf8)), (moving, [0xff])] {
      events += [
        .detected(frame), .progress(frame, text: bytes),
        .blocks(frame, received: 1, count: 2),
      ]
      for seal in [nil, Seal(room: "home", unixSeconds: 0, ageSeconds: 1)] {
        events += [
          .message(Message(frame: frame, bytes: bytes, seal: seal, correctedSymbols: 0)),
          .file(ReceivedFile(frame: frame, file: file, seal: seal, correctedSymbols: 0)),
        ]
      }
      events += stages.map { .failed(Failure(frame: frame, stage: $0, heard: bytes)) }
    }
    let program = try ExecutedProgram("/bin/true")
    let message = ExecutedMessage(.text([]), protocolName: "hop")
    let ends: [ExecutionOutcome.End] = [.exited(status: 0), .killed(signal: 9), .dropped]
    let level = Level(seconds: 1, peak: 0.5, bandRootMeanSquare: 0.1)
    #expect(EventObject.of(.level(level)) == nil)
    return try events.compactMap { EventObject.of($0) }
      + events.compactMap { EventObject.of($0, keptPath: "path") }
      + [
        EventObject.started(input, protocols: []), EventObject.level(level),
      ]
      + exchanged()
      + ends.map {
        EventObject.executed(
          ExecutionOutcome(message: message, end: $0, seconds: 1), program: program)
      } + [
        EventObject.distance(
          #require(distance), attempts: 1, seconds: 1),
        EventObject.ranged(
          RangingStation.Answer(message: .request(identity: 1), request: still)),
        EventObject.ended(
          reason: .once, exitStatus: .done, sentence: nil, heard: (1, 1, 0)),
        EventObject.ended(.noHome), EventObject.ended(nil),
      ]
      + sent()
  }

  /// What `hsend` prints of every kind of sending.
  private static func sent() throws -> [JSONValue] {
    let options = try SendOptions(try OptionsParser.parse([Array("hi".utf8)], of: .hsend))
    return [
      EventObject.sending(options),
      EventObject.sending(
        options, protocolName: "p", rateHertz: 48_000, placement: still.placement, seconds: 1),
      EventObject.sent(attempt: 1, protocolName: nil, rung: nil),
    ]
  }

  /// What both ends of an exchange print.
  private static func exchanged() -> [JSONValue] {
    let delivered = Receipt(.delivered, rung: nil, signalToNoiseDecibels: 9) { _ in [1, 2, 3, 4] }
    let missing = Receipt(missing: 3, of: 7, rung: 4, signalToNoiseDecibels: 9)
    let missingOfNoRung = Receipt(missing: 3, of: 7, rung: nil, signalToNoiseDecibels: 9)
    return [missing, missingOfNoRung].flatMap { receipt in
      [
        EventObject.answered(receipt, count: 1, frame: still),
        EventObject.missing(receipt, needed: 3, count: 9),
        EventObject.confirmed(receipt, attempts: 1, seconds: 2),
        EventObject.sent(attempt: 1, protocolName: "p", rung: receipt.rung),
      ]
    } + [
      EventObject.answered(delivered, count: 1, frame: still),
      EventObject.unconfirmed(attempts: 3, seconds: 2, sentence: "why"),
    ]
  }

  /// The article's word for the type of a value.
  private static func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .truth: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  @Test func everyFieldIsListed() throws {
    let article = try Self.article()
    let printed = EventObject.Name.allCases.filter { $0 != .repeated }
    #expect(Set(article.keys) == Set(printed.map(\.rawValue)))
    var types: [String: [String: Set<String>]] = [:]
    for event in try Self.printed() {
      guard case .object(let fields) = event, case .string(let name) = fields["event"] else {
        Issue.record("an event without a name")
        continue
      }
      let listed = try #require(article[name])
      let own = fields.filter { !["event", "schema"].contains($0.key) }
      #expect(Set(own.keys) == Set(listed.keys), "\(name)")
      for (field, value) in own {
        types[name, default: [:]][field, default: []].insert(Self.type(of: value))
      }
    }
    #expect(Set(types.keys) == Set(article.keys))
    for (name, fields) in types {
      for (field, found) in fields {
        let listed = try #require(article[name]?[field]).type
        var promised = Set(listed.split(separator: " ").prefix(1).map(String.init))
        if listed.hasSuffix(" or null") { promised.insert("null") }
        // A ratio that is not finite is null, and no frame here has one.
        if field == "signalToNoiseDecibels" { promised.remove("null") }
        #expect(found == promised, "\(name).\(field)")
      }
    }
  }
}
