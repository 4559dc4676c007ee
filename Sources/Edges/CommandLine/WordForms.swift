/// A number with a fixed number of digits after the point.
package func decimals(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int64((value.magnitude * scale).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  let whole = String(scaled / Int64(scale))
  guard digits > 0 else { return sign + whole }
  let fraction = String(scaled % Int64(scale))
  return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// A frequency: `18500 Hz`, `17999.5 Hz`.
package func hertz(_ value: Double) -> String {
  decimals(value, value == value.rounded() ? 0 : 1) + " Hz"
}

/// A duration: `0.7 s`, `4 s`, `3 min 20 s`, `2 h 5 min`.
package func duration(_ seconds: Double) -> String {
  let tenths = (10 * seconds).rounded() / 10
  if tenths < 10, tenths != tenths.rounded() { return decimals(tenths, 1) + " s" }
  let whole = Int(seconds.rounded())
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60) min" + (whole % 60 > 0 ? " \(whole % 60) s" : "") }
  return "\(whole / 3600) h \(whole / 60 % 60) min"
}

/// Numbers to choose from: `0 to 9`, or `0, 2, 3` if some are missing.
package func numberList(_ numbers: [Int]) -> String {
  let sorted = Set(numbers).sorted()
  guard sorted.count > 2, let first = sorted.first, let last = sorted.last,
    last - first == sorted.count - 1
  else { return sorted.map(String.init).joined(separator: ", ") }
  return "\(first) to \(last)"
}

/// A word for a shell, in quotes if necessary.
package func typed(_ word: String) -> String {
  let plain = word.utf8.allSatisfy { byte in
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || "0123456789-_./+:,@%".utf8.contains(byte)
  }
  return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
}

/// A path for a shell that no program reads as an option.
package func typedPath(_ path: String) -> String { typed(path.hasPrefix("-") ? "./" + path : path) }

/// A path in a sentence.
package func quoted(_ path: String) -> String { path == "-" ? "the stream" : "'\(path)'" }

/// Words to choose from: `a, b or c`.
package func oneOf(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
