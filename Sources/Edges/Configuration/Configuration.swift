import HandShakeCatalog
import HandShakeJSON
import HandShakeModem

/// The contents of the user's configuration file, for `hsend`, `hrecv` and `htone`; nil for missing
/// fields.
public struct Configuration: Equatable, Sendable {
  /// The ALSA device to play to.
  public var device: String?
  /// The ALSA device to listen to.
  public var captureDevice: String?
  /// The protocol to send by: a name, or the path of a JSON file.
  public var protocolName: String?
  /// The rung of a burst protocol, 0 the most robust.
  public var rung: Int?
  /// The highest frequency that loudspeakers play well, in hertz.
  public var ceilingHertz: Double?
  /// The ceilings of single playback devices, by ALSA name; these have precedence.
  public var deviceCeilingsHertz: [String: Double] = [:]
  /// The lowest tone of a repeated message in a lower placement, after no answer came, in hertz.
  public var floorHertz: Double?
  /// Peak level relative to full scale, in dB, at most 0.
  public var levelDecibels: Double?
  /// The most time on air of the answers of `hrecv --answer` in an hour, in seconds.
  public var answerSecondsPerHour: Double?
  /// The secret that seals and opens messages, if there is a single secret.
  public var secret: String?
  /// The secrets of several rooms, by name.
  public var secrets: [String: String] = [:]
  /// The rooms of `secrets` whose messages start no programs.
  public var messagesOnly: [String] = []
  /// The rooms of pairings, each in its own file.
  public var pairedRooms: [PairedRoom] = []

  /// Whether it contains secrets.
  var isSecret: Bool { secret != nil || !secrets.isEmpty }

  /// An empty configuration.
  public init() {}

  /// The ceiling of a playback device's loudspeaker, in hertz; nil if it is not declared.
  ///
  /// - Parameter device: its ALSA name, nil for a file.
  public func ceilingHertz(ofDevice device: String?) -> Double? {
    device.flatMap { deviceCeilingsHertz[$0] } ?? ceilingHertz
  }
}

/// The configuration as JSON, every field checked.
extension Configuration {
  private static let ceilingRangeHertz = 1.0...1_000_000
  private static let longestName = 200
  private static let longestSecret = 4096

  /// Parses `bytes`, which were read from `path`.
  init(bytes: [UInt8], path: String) throws(CatalogError) {
    let fields = try CheckedFields(bytes: bytes, path: path)
    do throws(FieldError) {
      try self.init(fields)
    } catch {
      throw .badField(path: path, field: error.field, reason: error.reason)
    }
  }

  private init(_ fields: CheckedFields) throws(FieldError) {
    let limit = Self.longestName
    if fields.has("device") { device = try fields.string("device", limit: limit) }
    if fields.has("captureDevice") {
      captureDevice = try fields.string("captureDevice", limit: limit)
    }
    if fields.has("protocol") { protocolName = try fields.string("protocol", limit: 4096) }
    if fields.has("rung") { rung = try fields.integer("rung", in: 0...1000) }
    if fields.has("ceiling") {
      ceilingHertz = try fields.number("ceiling", in: Self.ceilingRangeHertz)
    }
    if fields.has("floor") { floorHertz = try fields.number("floor", in: Self.ceilingRangeHertz) }
    if fields.has("level") { levelDecibels = try fields.number("level", in: -120...0) }
    if fields.has("deviceCeilings") {
      let ceilings = try fields.object("deviceCeilings")
      for device in ceilings.names {
        deviceCeilingsHertz[device] = try ceilings.number(device, in: Self.ceilingRangeHertz)
      }
    }
    if fields.has("answerSecondsPerHour") {
      answerSecondsPerHour = try fields.number("answerSecondsPerHour", in: 0...3600)
    }
    if fields.has("secret") { secret = try fields.string("secret", limit: Self.longestSecret) }
    if fields.has("secrets") {
      let rooms = try fields.object("secrets")
      for room in rooms.names { secrets[room] = try rooms.string(room, limit: Self.longestSecret) }
    }
    if fields.has("messagesOnly") {
      messagesOnly = try fields.strings("messagesOnly", limit: Self.longestSecret)
      for (index, room) in messagesOnly.enumerated() where secrets[room] == nil {
        throw fields.error("messagesOnly[\(index)]", "must be a room of secrets")
      }
    }
    try fields.requireNoOthers()
  }

  /// The bytes of the file.
  var json: [UInt8] {
    var fields: [String: JSONValue] = [:]
    fields["device"] = device.map { .string($0) }
    fields["captureDevice"] = captureDevice.map { .string($0) }
    fields["protocol"] = protocolName.map { .string($0) }
    fields["rung"] = rung.map { .integer($0) }
    fields["ceiling"] = ceilingHertz.map { .number($0) }
    fields["floor"] = floorHertz.map { .number($0) }
    fields["level"] = levelDecibels.map { .number($0) }
    if !deviceCeilingsHertz.isEmpty {
      fields["deviceCeilings"] = .object(deviceCeilingsHertz.mapValues { .number($0) })
    }
    fields["answerSecondsPerHour"] = answerSecondsPerHour.map { .number($0) }
    fields["secret"] = secret.map { .string($0) }
    if !secrets.isEmpty { fields["secrets"] = .object(secrets.mapValues { .string($0) }) }
    if !messagesOnly.isEmpty {
      fields["messagesOnly"] = .array(messagesOnly.map { .string($0) })
    }
    return Array(JSONValue.object(fields).page.utf8)
  }
}
