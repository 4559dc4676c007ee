import Testing

@testable import HandShakeCatalog

@Suite struct SpellingTests {
  @Test(arguments: [
    ("ouput", "output"), ("outptu", "output"), ("Level", "level"), ("outputs", "output"),
    ("levle", "level"), ("hopp", "hop"),
  ])
  func isMeant(typed: String, meant: String) {
    #expect(Spelling.nearest(typed, among: ["hop", "level", "output", "rung"]) == meant)
  }

  @Test(arguments: ["", "x", "morse", "put", "hi"])
  func isNone(typed: String) {
    #expect(Spelling.nearest(typed, among: ["hop", "level", "output", "rung"]) == nil)
  }
}
