import HandShakeCoding

/// The pieces of a message in several frames, by their numbers, with all pieces for each number.
///
/// Anybody can send a piece. If two pieces contradict each other, both are kept. The check of the
/// whole message decides which piece was sent.
struct Pieces {
  /// A piece that came in one place.
  struct Piece {
    let bytes: [UInt8]
    /// Start and duration of the frame that brought it; 0 if the piece was computed.
    var startSeconds = 0.0
    var soundSeconds = 0.0
    /// Whether it is from a delivered message, and came for no other message.
    var isInherited = false
  }

  /// One piece in each place.
  typealias Choice = [Int: Piece]

  /// Oldest first.
  private var places: [Int: [Piece]] = [:]

  /// Most pieces in one place. Of more pieces, the first and the newest are kept.
  private static let mostPieces = 4
  /// Most choices that are tried at once: two in each of four places.
  private static let mostChoices = 16

  /// The pieces of a delivered message, which new pieces may contradict; empty by default.
  init(inheriting choice: Choice = [:]) {
    places = choice.mapValues { [$0] }
    for number in places.keys { places[number]![0].isInherited = true }
  }

  /// Number of places with pieces.
  var count: Int { places.count }
  /// Whether pieces contradict each other.
  var isContested: Bool { places.values.contains { $0.count > 1 } }
  /// Number of places with a piece that is not from a delivered message.
  var ownCount: Int { places.values.count { $0.contains { !$0.isInherited } } }
  /// The missing pieces of the first `count`, numbered from 1.
  func missing(of count: Int) -> [Int] {
    (0..<count).filter { places[$0] == nil }.map { $0 + 1 }
  }

  /// Takes the piece `number` from `frame` as the newest of its place. After a sending without a
  /// break, all its pieces are newest. Gives whether it is new, and whether another was the newest.
  ///
  /// - Parameter isOut: whether a delivered message has this piece.
  mutating func take(
    _ bytes: [UInt8], number: Int, _ frame: Frame, isOut: Bool = false
  ) -> (isNew: Bool, isMoved: Bool) {
    var pieces = places[number] ?? []
    let known = pieces.firstIndex { $0.bytes == bytes }
    var piece =
      known.map { pieces.remove(at: $0) }
      ?? Piece(
        bytes: bytes, startSeconds: frame.startSeconds,
        soundSeconds: frame.endSeconds - frame.startSeconds, isInherited: isOut)
    piece.isInherited = piece.isInherited && isOut
    if pieces.count == Self.mostPieces { pieces.remove(at: 1) }
    places[number] = pieces + [piece]
    return (known == nil, known != pieces.count)
  }

  /// The choices with the newest piece `number`. If few places are contested, all choices,
  /// otherwise the newest and the oldest of every place.
  func choices(with number: Int) -> [Choice] {
    let newest = places.compactMapValues { $0.last }
    let contested = places.filter { $0.key != number && $0.value.count > 1 }
    let most = contested.values.reduce(1) { min($0 * $1.count, Self.mostChoices + 1) }
    guard most <= Self.mostChoices else {
      var oldest = places.compactMapValues { $0.first }
      oldest[number] = newest[number]
      return [newest, oldest]
    }
    // A dictionary has no fixed order, and the same sound must lead to the same events.
    return contested.keys.sorted().reduce([newest]) { choices, number in
      choices.flatMap { choice in
        contested[number]!.reversed().map { piece in
          var other = choice
          other[number] = piece
          return other
        }
      }
    }
  }

  /// Forgets the sent and the inherited pieces. The other pieces belong to another message.
  mutating func remove(_ sent: Choice) {
    places = places.reduce(into: [:]) { rest, place in
      let others = place.value.filter { !$0.isInherited && $0.bytes != sent[place.key]?.bytes }
      if !others.isEmpty { rest[place.key] = others }
    }
  }
}

extension Pieces.Choice {
  /// Seconds of sound of the frames that brought the pieces, each once; nil for one piece.
  var soundSeconds: Double? {
    var (sounds, starts): ([Double: Double], [Double]) = ([:], [])
    for number in keys.sorted() {
      let piece = self[number]!
      if sounds[piece.startSeconds] == nil { starts.append(piece.startSeconds) }
      sounds[piece.startSeconds] = Swift.max(sounds[piece.startSeconds] ?? 0, piece.soundSeconds)
    }
    return count > 1 ? starts.reduce(0) { $0 + sounds[$1]! } : nil
  }
  /// Bytes of all pieces.
  var byteCount: Int { values.reduce(0) { $0 + $1.bytes.count } }

  /// Checksums of the first `count` pieces.
  func checks(count: Int) -> [UInt32] {
    (0..<count).map { CRC.bzip2.checksum(bytes: self[$0]?.bytes ?? []) }
  }
}
