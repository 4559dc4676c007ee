import Foundation
import HandShakeModem
import Testing

@testable import HandShakeCatalog

/// Where protocols come from.
@Suite struct FileTests {
  @Test func builtInProtocolsAreFoundByName() throws {
    #expect(ProtocolCatalog.builtIn.first?.name == "hop")
    #expect(Set(ProtocolCatalog.builtIn.map(\.name)).count == ProtocolCatalog.builtIn.count)
    for listed in ProtocolCatalog.builtIn {
      #expect(try ProtocolCatalog.find(listed.name).placements == listed.placements)
      // Under the ceiling that holds where nothing declares one, but for the one that is audible.
      if listed.name == "burst-cable" { continue }
      #expect(listed.placement(belowHertz: 20000) == listed.placements[0])
    }
  }

  @Test(arguments: ["", "Classic", "classic ", "nothing", ".."])
  func unknownNamesListTheKnown(name: String) {
    let known = ProtocolCatalog.builtIn.map(\.name)
    #expect(throws: CatalogError.unknownName(name, known: known)) {
      try ProtocolCatalog.find(name)
    }
  }

  @Test(arguments: [
    "./nothing.json", "nothing.json", "/nowhere/at/all", "./", "no\0thing/x", "nowhere/\u{301}x",
  ])
  func missingFilesAndDirectoriesSaySo(path: String) {
    let reason = path == "./" ? "it is a directory" : "there is no such file"
    #expect(throws: CatalogError.unreadable(path: path, reason: reason)) {
      try ProtocolCatalog.find(path)
    }
  }

  @Test func directoriesAreNoFiles() {
    let path = FileManager.default.temporaryDirectory.path + "/"
    #expect(throws: CatalogError.unreadable(path: path, reason: "it is a directory")) {
      try ProtocolCatalog.find(path)
    }
  }

  @Test func hugeFilesAreNotRead() throws {
    let good = try JSONSerialization.data(withJSONObject: ProtocolFile.good)
    let fits = good + Data(repeating: 0x20, count: ProtocolCatalog.largestFile - good.count)
    let file = try ProtocolFile(fits)
    #expect(try ProtocolCatalog.find(file.path).name == "mine")
    try ProtocolFile(fits + Data([0x20])).expect {
      .unreadable(path: $0, reason: "it is larger than 1024 KiB")
    }
  }

  @Test(arguments: [
    "", "   ", "{", "{\"name\": }", "{\"symbolsPerSecond\": NaN}", "{\"a\": Infinity}",
    "{'name': 1}", "{\"name\": \"\u{1}\"}", "// {}", "\0\0\0\0",
  ])
  func whatIsNotJSONIsMalformed(text: String) throws {
    try ProtocolFile(text).expect { .malformed(path: $0, reason: "not valid JSON") }
  }

  @Test func bytesThatAreNoTextAreMalformed() throws {
    try ProtocolFile(Data([0xFF, 0xFE, 0x80, 0x7B])).expect {
      .malformed(path: $0, reason: "not valid JSON")
    }
    let deep = String(repeating: "[", count: 100_000)
    try ProtocolFile(deep).expect { .malformed(path: $0, reason: "not valid JSON") }
  }

  @Test(arguments: ["[]", "[{}]"])
  func otherJSONIsNoObject(text: String) throws {
    try ProtocolFile(text).expect { .malformed(path: $0, reason: "not a JSON object") }
  }

  @Test(arguments: ["5", "\"classic\"", "null", "true"])
  func fragmentsAreRefused(text: String) throws {
    let file = try ProtocolFile(text)
    #expect {
      try ProtocolCatalog.find(file.path)
    } throws: { error in
      guard case CatalogError.malformed(file.path, _) = error else { return false }
      return true
    }
  }

  @Test func numbersBeyondAllRangesAreRefused() throws {
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: ProtocolFile.good), as: UTF8.self)
    for number in ["1e999", "-1e999", "123456789012345678901234567890", "-0"] {
      let changed = text.replacingOccurrences(
        of: "\"symbolsPerSecond\":15.25", with: "\"symbolsPerSecond\":\(number)")
      #expect(changed != text)
      let file = try ProtocolFile(changed)
      #expect {
        try ProtocolCatalog.find(file.path)
      } throws: { error in
        switch error as? CatalogError {
        case .badField(file.path, "symbolsPerSecond", _), .malformed(file.path, _): true
        default: false
        }
      }
    }
  }

  @Test func numbersAreWrittenPlainly() throws {
    let fields = try CheckedFields(bytes: Array("{}".utf8), path: "")
    #expect(fields.plain(8) == "8")
    #expect(fields.plain(-0.5) == "-0.5")
    #expect(fields.plain(1e300) == "1e+300")
  }
}
