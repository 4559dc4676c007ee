/// One burst frame while it arrives.
struct BurstArrival {
  var reader: BurstFrameReader
  var frame: Frame
  var isAnnounced = false
  /// Blocks of a part that were handed on, those that were lost among them.
  var givenBlocks = 0
  /// Whether its header was not to be read: until the search has gone past it, it may turn out to be
  /// the shadow of a clearer sounder.
  var isRefused = false
}
