import HandShakeCoding
import HandShakeFiles
import HandShakeModem

/// The content to send: a text, or a file from its path.
enum SentContent {
  case text([UInt8])
  /// A text that must not appear on the screen.
  case secretText([UInt8])
  case file(CarriedFile)

  /// The content in clear.
  var clear: TransmittedContent {
    switch self {
    case .text(let text), .secretText(let text): .text(text)
    case .file(let file): .file(file)
    }
  }

  /// Reads the content, before anything is opened for sending.
  static func read(
    _ source: SendOptions.TextSource, protocolName: String, carriesFiles: Bool
  ) throws(CommandFailure) -> SentContent {
    if case .wifi(let name) = source { return .secretText(try WiFiInput.read(name: name)) }
    guard case .file(let path) = source else { return .text(try TextInput.read(source)) }
    guard carriesFiles else { throw .text(.noFiles, protocolName: protocolName) }
    let bytes: [UInt8]
    do throws(FilesError) {
      bytes = try OutgoingFile(path: path, limit: CarriedFile.largestByteCount).read()
    } catch {
      throw .file(error)
    }
    let name = Array(
      path.utf8.suffix(
        from: path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
          path.utf8.index(after: $0)
        } ?? path.utf8.startIndex))
    guard let file = CarriedFile(name: name, digest: SHA256.digest(of: bytes), bytes: bytes) else {
      throw .text(.noFiles, protocolName: protocolName)
    }
    if file.name != name {
      Program.say(
        "'\(VisibleText.quoting(name))' is sent under the name '\(VisibleText.quoting(file.name))'",
        as: .hsend)
    }
    return .file(file)
  }
}
