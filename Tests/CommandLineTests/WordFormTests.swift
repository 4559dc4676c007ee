import Testing

@testable import HandShakeCommandLine

@Suite struct WordFormTests {
  @Test(arguments: [
    (0.04, "0 s"), (0.7, "0.7 s"), (3.98, "4 s"), (9.96, "10 s"), (59.4, "59 s"), (59.6, "1 min"),
    (200, "3 min 20 s"), (7_500, "2 h 5 min"),
  ])
  func durations(seconds: Double, words: String) {
    #expect(duration(seconds) == words)
  }

  @Test func numbersToChooseFrom() {
    #expect(numberList([2, 0, 1, 1, 3]) == "0 to 3")
    #expect(numberList([0, 2, 3]) == "0, 2, 3")
    #expect(numberList([3]) == "3")
  }

  @Test(arguments: [
    ("hello.wav", "hello.wav"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#),
    ("$HOME", "'$HOME'"), ("é", "'é'"),
  ])
  func wordsOfAShell(word: String, typedWord: String) {
    #expect(typed(word) == typedWord)
  }
}
