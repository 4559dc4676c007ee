@preconcurrency import Glibc

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

/// A path as a sentence names it.
func quoted(_ path: String) -> String {
  path == "-" ? "the stream" : "'\(path)'"
}

/// What strerror(3) says of an `errno`, lower case.
func systemText(_ code: Int32) -> String {
  String(cString: strerror(code)).lowercased()
}
