import HandShakeCoding

/// The pieces of messages in many frames, by their numbers, and all that came in the place of one.
///
/// Anybody can send a piece, so one that contradicts another is no reason to forget what came: both are kept, and the
/// check of the whole decides which was sent.
struct Pieces {
  /// What came in one place.
  struct Piece {
    let bytes: [UInt8]
    /// When the frame that brought it began, and how long it sounded; 0 if it was computed.
    var startSeconds = 0.0
    var soundSeconds = 0.0
    /// Whether it is of a message that is out, and came for no other.
    var isInherited = false
  }

  /// One piece in each place.
  typealias Choice = [Int: Piece]

  /// Oldest first.
  private var places: [Int: [Piece]] = [:]

  /// In one place: of more the first and the newest are kept.
  private static let mostPieces = 4
  /// Choices that are tried at once: two in each of four places.
  private static let mostChoices = 16

  /// The pieces of a message that is out, which contradicting ones may follow; none at first.
  init(inheriting choice: Choice = [:]) {
    places = choice.mapValues { [$0] }
    for number in places.keys { places[number]![0].isInherited = true }
  }

  /// In how many places pieces came.
  var count: Int { places.count }
  /// Whether pieces contradict each other.
  var isContested: Bool { places.values.contains { $0.count > 1 } }
  /// In how many places one came that is not of a message that is out.
  var ownCount: Int { places.values.count { $0.contains { !$0.isInherited } } }
  /// Own pieces that did not come of `count`, numbered from 1.
  func missing(of count: Int) -> [Int] {
    (0..<count).filter { places[$0] == nil }.map { $0 + 1 }
  }

  /// Takes the piece of that number, which `frame` brought, as the newest of its place: all pieces of a message are,
  /// once it was sent without a break. Gives whether it is new, and whether another was the newest.
  ///
  /// - Parameter isOut: whether a message that is out has this piece.
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

  /// The choices that have the newest piece of that number: all where few places are contested, otherwise the newest
  /// and the oldest of every place.
  func choices(with number: Int) -> [Choice] {
    let newest = places.compactMapValues { $0.last }
    let contested = places.filter { $0.key != number && $0.value.count > 1 }
    let most = contested.values.reduce(1) { min($0 * $1.count, Self.mostChoices + 1) }
    guard most <= Self.mostChoices else {
      var oldest = places.compactMapValues { $0.first }
      oldest[number] = newest[number]
      return [newest, oldest]
    }
    // A dictionary has no order of its own, and the same sound has to lead to the same events.
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

  /// Forgets what was sent, and what is of a message that was out before: the rest is of another.
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
