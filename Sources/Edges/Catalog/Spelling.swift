/// Suggestions for a misspelt name.
package enum Spelling {
  /// The name nearest to `word`. An edit adds, removes or replaces a letter, or swaps neighbours.
  /// Nil if it takes more than one edit for every three letters of `word`.
  package static func nearest(_ word: String, among names: some Sequence<String>) -> String? {
    let letters = letters(word)
    let candidates = names.map { (name: $0, distance: distance(letters, self.letters($0))) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance <= letters.count / 3
    else { return nil }
    return best.name
  }

  /// Bytes of UTF-8 with small ASCII letters: names have only these.
  private static func letters(_ word: String) -> [UInt8] {
    word.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }
  }

  /// The restricted Damerau-Levenshtein distance: each letter is edited at most once.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var next = [row + 1]
      for column in second.indices {
        var least = min(
          last[column + 1] + 1, next[column] + 1,
          last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[second.count]
  }
}
