import Foundation
import HandShakeTestKit
import Testing

/// `hrecv --json` and `hsend --json`: what the article Events of the documentation promises.
@Suite(.waiting) struct EventTests {
  /// The type of a field: a letter each for string, number, boolean, array, object, ? for null too.
  private static let frame = [
    "frame": "n", "protocol": "s", "lowestHertz": "n", "highestHertz": "n", "startSeconds": "n",
    "endSeconds": "n", "signalToNoiseDecibels": "n?", "marginDecibels": "n?",
    "dilationPartsPerMillion": "n", "clockPartsPerMillion": "n?",
    "closingSpeedMetresPerSecond": "n?",
  ]
  private static let seal = ["sealed": "b", "room": "s?", "sealedTime": "s?", "ageSeconds": "n?"]
  private static let fields: [String: [String: String]] = [
    "started": [
      "version": "s", "time": "s", "input": "s", "isDevice": "b", "rateHertz": "n",
      "channelCount": "n", "protocols": "a",
    ],
    "level": [
      "seconds": "n", "peakDecibels": "n", "bandDecibels": "n", "reachesFullScale": "b",
      "channels": "a",
    ],
    "detected": frame,
    "progress": frame.merging(["text": "s?", "base64": "s?"]) { $1 },
    "blocks": frame.merging(["received": "n", "count": "n"]) { $1 },
    "message": frame.merging(["text": "s?", "base64": "s?", "correctedSymbols": "n"]) { $1 }
      .merging(seal) { $1 },
    "file": frame.merging([
      "name": "s", "byteCount": "n", "sha256": "s", "path": "s?", "correctedSymbols": "n",
    ]) { $1 }.merging(seal) { $1 },
    "failed": frame.merging([
      "stage": "s", "cause": "s", "causeText": "s", "clippedShare": "n", "missing": "a?",
      "count": "n?", "heard": "o",
    ]) { $1 },
    "ended": [
      "reason": "s", "exitStatus": "n", "sentence": "s?", "seconds": "n?", "messageCount": "n?",
      "failureCount": "n?",
    ],
    "sending": [
      "version": "s", "time": "s", "output": "s", "isDevice": "b", "rateHertz": "n?",
      "protocol": "s?", "lowestHertz": "n?", "highestHertz": "n?", "seconds": "n?", "count": "n?",
    ],
    "sent": ["attempt": "n", "protocol": "s?", "rung": "n?"],
  ]

  private func type(of value: Any?) -> Character? {
    switch value {
    case nil: nil
    case is NSNull: "?"
    case is String: "s"
    case let number as NSNumber:
      // A boolean is a number of its own kind.
      ["true", "false"].contains("\(number)") || type(of: number) == "c" ? "b" : "n"
    case is [Any]: "a"
    case is [String: Any]: "o"
    default: nil
    }
  }

  private func type(of number: NSNumber) -> String { String(cString: number.objCType) }

  /// Every line of `output` as an object whose fields are those that are promised, and no others.
  @discardableResult
  private func events(_ output: String) throws -> [[String: Any]] {
    var events: [[String: Any]] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(line.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["schema"] as? Int == 1)
      let name = try #require(object["event"] as? String)
      let promised = try #require(Self.fields[name])
      #expect(Set(object.keys) == Set(promised.keys).union(["schema", "event"]), "\(name)")
      for (field, expected) in promised {
        let found = try #require(type(of: object[field]), "\(name).\(field)")
        #expect(expected.contains(found), "\(name).\(field) is \(found)")
      }
      events.append(object)
    }
    #expect(output.isEmpty || output.hasSuffix("\n"))
    return events
  }

  private func names(_ events: [[String: Any]]) -> [String] {
    events.compactMap { $0["event"] as? String }.filter { $0 != "level" }
  }

  @Test func aMessage() throws {
    let outcome = try Shell.run(
      "hsend --output a.wav $'zwölf \\e[2J \u{202e} \\U1F600'; hrecv --input a.wav --json")
    let events = try events(outcome.output)
    #expect(names(events) == ["started", "detected", "message", "ended"])
    let message = try #require(events.first { $0["event"] as? String == "message" })
    #expect(message["text"] as? String == "zwölf \u{1b}[2J \u{202e} \u{1F600}")
    #expect(message["base64"] is NSNull)
    #expect(message["protocol"] as? String == "hop")
    let start = try #require(message["startSeconds"] as? Double)
    #expect(abs(start) < 0.02)
    #expect(events[0]["input"] as? String == "a.wav")
    #expect(events.last?["reason"] as? String == "endOfInput")
    #expect(events.last?["messageCount"] as? Int == 1)
    #expect(events.contains { $0["event"] as? String == "level" })
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func filesBlocksAndProgress() throws {
    let outcome = try Shell.run(
      """
      head -c 700 /dev/zero >f; mkdir d
      hsend --input f --rung 5 --output f.wav; hrecv --input f.wav --output d --json 2>/dev/null
      hsend --protocol classic --output c.wav "$(printf '%0200d' 7)"; hrecv --input c.wav --json
      """)
    let events = try events(outcome.output)
    #expect(
      Set(names(events))
        == Set(Self.fields.keys).subtracting(["level", "failed", "sending", "sent"]))
    let file = try #require(events.first { $0["event"] as? String == "file" })
    #expect(file["path"] as? String == "d/f")
    #expect(file["byteCount"] as? Int == 700)
    #expect((file["sha256"] as? String)?.count == 64)
  }

  @Test func aFailure() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.wav 'hello, world, how are you'
      head -c 150000 a.wav | hrecv --input - --json
      """)
    let events = try events(outcome.output)
    // Another start may seem to lie within the frame.
    #expect(names(events).filter { $0 != "detected" } == ["started", "failed", "ended"])
    #expect(names(events).prefix(2) == ["started", "detected"])
    let failure = try #require(events.first { $0["event"] as? String == "failed" })
    #expect(failure["stage"] as? String == "cutOff")
    #expect(failure["cause"] as? String == "cutOff")
    let heard = (failure["heard"] as? [String: Any])?["text"] as? String
    #expect(heard?.hasPrefix("hello, ") == true)
    #expect(events.last?["exitStatus"] as? Int == 1)
    #expect(events.last?["failureCount"] as? Int == 1)
    #expect(outcome.status == 1)
  }

  @Test func endsForEveryReason() throws {
    let cases = [
      (
        "hsend --output - --repeat 2 --protocol classic hi | hrecv --input - --json --once", "once",
        0
      ),
      (
        "mkfifo p; exec 3<>p; hrecv --raw s16,48000,1 --input - --json --timeout 0.3 <&3",
        "timeout", 1
      ),
      (
        "mkfifo p; exec 3<>p; timeout --preserve-status -s INT 0.5 "
          + "hrecv --raw s16,48000,1 --input - --json <&3", "interrupted", 130
      ),
      (
        "hsend --output a.flac hi; head -c 500 /dev/zero | dd of=a.flac bs=1000 seek=20 "
          + "conv=notrunc status=none; hrecv --json --input a.flac", "endOfInput", 1
      ),
    ]
    for (line, reason, status) in cases {
      let outcome = try Shell.run(line)
      let last = try #require(try events(outcome.output).last, "\(line)")
      #expect(last["event"] as? String == "ended", "\(line)")
      #expect(last["reason"] as? String == reason, "\(line)")
      #expect(last["exitStatus"] as? Int == status, "\(line)")
      #expect(outcome.status == Int32(status), "\(line)")
    }
  }

  /// Every kind of sending into a file, with how often it sounds and what carries it.
  @Test(
    arguments: [
      ("--output a.wav hi", 1, "hop"),
      ("--output a.wav --repeat 2 --protocol classic hi", 2, "classic"),
      ("--output a.wav --repeat 2 --every 1 hi", 2, "hop"),
      ("--output a.wav --input f", 1, "burst"),
      ("--output a.wav --probe", 1, nil), ("--secret-file s --output a.flac hi", 1, "hop"),
    ] as [(String, Int, String?)])
  func aSending(line: String, count: Int, carrier: String?) throws {
    let outcome = try Shell.run(
      "echo hi >f; echo 'a secret of many words' >s; chmod 600 s; hsend --json \(line)")
    let events = try events(outcome.output)
    #expect(
      names(events) == ["sending"] + [String](repeating: "sent", count: count) + ["ended"])
    let sending = try #require(events.first)
    #expect(sending["protocol"] as? String == carrier)
    #expect((sending["output"] as? String)?.hasPrefix("a.") == true)
    #expect(sending["rateHertz"] as? Int == 48_000 && sending["count"] as? Int == count)
    #expect(sending["isDevice"] as? Bool == false)
    #expect(events.compactMap { $0["attempt"] as? Int } == Array(1...count))
    #expect(events.last?["reason"] as? String == "done")
    #expect(events.last?["exitStatus"] as? Int == 0)
    #expect(outcome.errors == "" && outcome.status == 0)
  }

  /// Nothing is opened, so the device may be missing, and standard output is free.
  @Test(arguments: ["--device none", "--output -", "--output a.wav --repeat 3"])
  func aDryRun(line: String) throws {
    let outcome = try Shell.run("hsend --json --dry-run \(line) hi; ls")
    let events = try events(outcome.output)
    #expect(names(events) == ["sending", "ended"])
    let seconds = try #require(events.first?["seconds"] as? Double)
    #expect(seconds > 0.2 && seconds < 1)
    #expect(outcome.errors == "" && outcome.status == 0)
  }

  /// Standard error says it too.
  @Test(arguments: [
    ("--output none/a.wav hi", ["sending", "ended"], 4), ("--device none hi", ["ended"], 3),
    ("--confirm --device none hi", ["ended"], 3), ("--distance --device none", ["ended"], 3),
    ("--output a.wav ''", ["ended"], 2), ("--output a.wav --input none", ["ended"], 4),
  ])
  func aSendingThatFails(line: String, told: [String], status: Int32) throws {
    let outcome = try Shell.run("hsend --json \(line)")
    let events = try events(outcome.output)
    #expect(names(events) == told)
    let last = try #require(events.last)
    #expect(last["reason"] as? String == "error")
    #expect(last["exitStatus"] as? Int == Int(status) && outcome.status == status)
    #expect(outcome.errors == hsend(try #require(last["sentence"] as? String)) + "\n")
  }

  /// Digital silence, and samples that are no numbers: no line holds what is no JSON.
  @Test func silenceAndNoNumbers() throws {
    let outcome = try Shell.run(
      """
      { head -c 400000 /dev/zero; printf '\\0\\0\\300\\177%.0s' {1..9000}
        printf '\\0\\0\\200\\177%.0s' {1..9000}
        head -c 400000 /dev/zero; } | hrecv --input - --raw f32,48000,1 --json
      """)
    let events = try events(outcome.output)
    #expect(names(events) == ["started", "ended"])
    #expect(outcome.errors.contains(Texts.noNumbers("18000", "the stream")))
  }

  @Test func aReaderThatClosesEarly() throws {
    let early = try Shell.run(
      "hsend --output a.wav hi; hrecv --input a.wav --json | head -n 1; exit ${PIPESTATUS[0]}")
    #expect(early.errors == "")
    #expect(early.status == 141)
    #expect(names(try events(early.output)) == ["started"])
    // After the message, with a second one still to come.
    let late = try Shell.run(
      """
      hsend --protocol classic --output a.wav hi
      mkfifo gone
      { tail -c +45 a.wav; head -c 96000 /dev/zero; read -r <gone; tail -c +45 a.wav
        head -c 96000 /dev/zero; } 2>/dev/null |
        hrecv --input - --raw s16,48000,1 --json |
          { grep -m 1 '"event":"message"'; exec </dev/null; echo >gone; }
      exit ${PIPESTATUS[1]}
      """)
    #expect(late.errors == "")
    #expect(late.status == 0)
    #expect(names(try events(late.output)) == ["message"])
  }

  @Test func aFullDiskIsAnError() throws {
    let outcome = try Shell.run("hsend --output a.wav hi; hrecv --input a.wav --json >/dev/full")
    #expect(outcome.errors.contains(Texts.outputUnwritable("no space left on device")))
    #expect(outcome.status == 4)
  }
}
