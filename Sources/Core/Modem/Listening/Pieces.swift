/// The pieces of messages in many frames, by their numbers, and all that came in the place of one.
///
/// Anybody can send a piece, so one that contradicts another is no reason to forget what came: both are kept, and the
/// check of the whole decides which was sent.
struct Pieces {
  /// What came in one place.
  fileprivate struct Variant {
    let bytes: [UInt8]
    /// When the frame that brought it began, and how long it sounded.
    let startSeconds: Double
    let soundSeconds: Double
    /// Whether it is of a message that is out, and came for no other.
    var isInherited = false
  }

  /// One piece in each place.
  struct Choice {
    fileprivate var chosen: [Int: Variant]

    /// How many pieces there are.
    var count: Int { chosen.count }
    /// Seconds of sound of the frames that brought them, each once.
    var soundSeconds: Double {
      var sounds: [Double: Double] = [:]
      for piece in chosen.values {
        sounds[piece.startSeconds] = max(sounds[piece.startSeconds] ?? 0, piece.soundSeconds)
      }
      return sounds.values.reduce(0, +)
    }
    /// The piece of that number; nil where none came.
    subscript(number: Int) -> [UInt8]? { chosen[number]?.bytes }

    /// Adds a piece that was computed from the others.
    mutating func complete(_ bytes: [UInt8], number: Int) {
      guard chosen[number] == nil else { return }
      chosen[number] = Variant(bytes: bytes, startSeconds: 0, soundSeconds: 0)
    }
  }

  /// Oldest first.
  private var places: [Int: [Variant]] = [:]
  /// In how many places there is more than one.
  private var contestedCount = 0

  /// In one place: of more the first and the newest are kept.
  private static let mostVariants = 4
  /// Choices that are tried at once: two in each of four places.
  private static let mostChoices = 16

  /// No pieces.
  init() {}

  /// The pieces of a message that is out, as long as no other contradicts them.
  init(inheriting choice: Choice) {
    places = choice.chosen.mapValues { piece in
      var piece = piece
      piece.isInherited = true
      return [piece]
    }
  }

  /// In how many places pieces came.
  var count: Int { places.count }
  /// Whether pieces contradict each other.
  var isContested: Bool { contestedCount > 0 }
  /// In how many places one came that is not of a message that is out.
  var ownCount: Int { places.values.count { $0.contains { !$0.isInherited } } }
  /// Whether a piece of that number came.
  func has(_ number: Int) -> Bool { places[number] != nil }

  /// Takes the piece of that number, which `frame` brought; gives whether it is new.
  mutating func take(_ bytes: [UInt8], number: Int, _ frame: Frame) -> Bool {
    var variants = places[number] ?? []
    defer { places[number] = variants }
    if let known = variants.firstIndex(where: { $0.bytes == bytes }) {
      variants[known].isInherited = false
      // It is the newest again.
      variants.append(variants.remove(at: known))
      return false
    }
    if variants.count == Self.mostVariants { variants.remove(at: 1) }
    if variants.count == 1 { contestedCount += 1 }
    variants.append(
      Variant(
        bytes: bytes, startSeconds: frame.startSeconds,
        soundSeconds: frame.endSeconds - frame.startSeconds))
    return true
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
      return [Choice(chosen: newest), Choice(chosen: oldest)]
    }
    var choices = [Choice(chosen: newest)]
    for (place, variants) in contested {
      choices = choices.flatMap { choice in
        variants.reversed().map { variant in
          var other = choice
          other.chosen[place] = variant
          return other
        }
      }
    }
    return choices
  }

  /// Forgets what was sent, and what is of a message that was out before: the rest is of another.
  mutating func remove(_ sent: Choice) {
    places = places.reduce(into: [:]) { rest, place in
      let others = place.value.filter { !$0.isInherited && $0.bytes != sent[place.key] }
      if !others.isEmpty { rest[place.key] = others }
    }
    contestedCount = places.values.count { $0.count > 1 }
  }
}
