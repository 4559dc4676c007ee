import Foundation

/// Whether all messages are sent that tests have, as `tools/test everything` asks for by the
/// variable `HANDSHAKE_TEST_EVERYTHING`; otherwise fewer of the same kinds.
public let testsEverything =
  ProcessInfo.processInfo.environment["HANDSHAKE_TEST_EVERYTHING"] != nil

/// `all` where everything is tested, `few` otherwise: how many messages, or how many seconds.
public func extent<Value>(_ all: Value, usually few: Value) -> Value {
  testsEverything ? all : few
}

extension Array {
  /// All elements where everything is tested; otherwise the first, the last and one in the middle.
  public var sample: [Element] {
    testsEverything || count <= 3 ? self : [self[0], self[count / 2], self[count - 1]]
  }
}
