import Testing

/// What `hrecv --json` prints on recordings of every family, against what it printed before.
@Suite struct GoldenEventTests {
  @Test func everyEventIsAsBefore() throws {
    // Ten seconds by itself, more beside all other tests.
    let outcome = try Shell.run(
      "'\(Shell.goldenEvents)' --programs '\(Shell.programs)'", seconds: 300)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("every event as before"))
  }
}
