@preconcurrency import Glibc
import HandShakeFiles

/// The text that tells a device how to join a Wi-Fi network, as in the QR codes for phones:
/// `WIFI:T:WPA;S:name;P:password;;`.
enum WiFiInput {
  /// Bytes of a name (IEEE 802.11) and of a password (WPA2). An open network has no password.
  private static let nameSizes = 1...32
  private static let passwordSizes = 8...63

  /// Asks for the password on the terminal without echo. If standard input is not a terminal, its
  /// first line is the password.
  static func read(name: String) throws(CommandFailure) -> [UInt8] {
    guard nameSizes.contains(name.utf8.count) else {
      throw .badWiFi(what: "the name of a Wi-Fi network", sizes: nameSizes)
    }
    var password: [UInt8]
    if isatty(STDIN_FILENO) == 1 {
      password = try TextInput.ofStandardInput { () throws(SystemFault) in
        try HiddenLine.ask("password of '\(VisibleText.escaping(name))' (empty for none): ")
      }
    } else {
      let input = try TextInput.readToEnd(STDIN_FILENO)
      password = Array(input.prefix { $0 != UInt8(ascii: "\n") })
    }
    if password.last == UInt8(ascii: "\r") { password.removeLast() }
    guard password.isEmpty || passwordSizes.contains(password.count) else {
      throw .badWiFi(what: "the password of a Wi-Fi network", sizes: passwordSizes)
    }
    return text(name: Array(name.utf8), password: password)
  }

  /// The text for a network, which is open if `password` is empty.
  static func text(name: [UInt8], password: [UInt8]) -> [UInt8] {
    let secured = Array(";P:".utf8) + escaped(password)
    return Array("WIFI:T:\(password.isEmpty ? "nopass" : "WPA");S:".utf8) + escaped(name)
      + (password.isEmpty ? [] : secured) + Array(";;".utf8)
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { Array("\\;,:\"".utf8).contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  }
}
