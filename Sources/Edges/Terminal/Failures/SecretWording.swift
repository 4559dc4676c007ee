import HandShakeSealing

/// Why a secret is not valid.
extension SecretError {
  /// The sentence for the user; `source` is the source of the secret.
  func wording(source: String) -> String {
    let next = "make one by hsend --new-secret"
    return switch self {
    case .empty: "the secret of \(source) is empty: \(next)"
    case .tooShort(let count, let least):
      "the secret of \(source) has \(count) character\(count == 1 ? "" : "s"), and at least "
        + "\(least) are required: \(next)"
    case .tooLong(_, let limit):
      "the secret of \(source) is longer than \(limit) bytes: \(next)"
    case .containsNull: "the secret of \(source) holds a NUL character: \(next)"
    case .notUTF8: "the secret of \(source) is not UTF-8 text: \(next)"
    case .mistyped:
      "the secret of \(source) looks like one of hsend --new-secret and has a typing error: "
        + "compare it with the original"
    case .noMemory:
      "there are no 64 MiB of memory free for the secret of \(source): end other programs, and "
        + "try again"
    }
  }
}
