extension Texts {
  // MARK: Secrets and configuration

  package static func secretTooShort(_ count: String) -> String {
    "has \(count) characters, and at least 12 are required: make one by hsend --new-secret"
  }
  package static let secretEmpty = "is empty: make one by hsend --new-secret"
  package static let secretWithNUL = "holds a NUL character: make one by hsend --new-secret"
  package static let secretNoText = "is not UTF-8 text: make one by hsend --new-secret"
  package static func secretTooLong(_ limit: String) -> String {
    "is longer than \(limit) bytes: make one by hsend --new-secret"
  }
  package static let secretOfFile = "the secret of --secret-file '"
  package static func secretMistyped(_ source: String) -> String {
    "the secret of \(source) looks like one of hsend --new-secret and has a typing error: "
      + "compare it with the original"
  }
  package static let secretLooksMade = "looks like one of hsend --new-secret and has"
  package static let configurationReadable =
    "' holds a secret and can be read by others: type chmod 600 /"
  package static let configurationReadableByOthers =
    "' holds a secret and can be read by others: type"
  package static let configurationSecret = "secret in the configuration '"
  package static func configurationSecretsOf(_ name: String) -> String {
    "secrets.\(name) in the configuration '"
  }
  package static let configurationLevel = "level in the configuration '"
  package static let configurationHere = "the configuration '"
  package static func fieldMust(_ be: String) -> String {
    "' must \(be): correct it there"
  }
  package static func fieldMustBe(_ be: String) -> String {
    "' must \(be): correct it"
  }
  package static let notJSON = "' is not valid JSON: correct it there, or remove it"
  package static let notJSONHere = "' is not valid JSON: correct it there, or"
  package static func notJSONFromLine(_ line: String) -> String {
    "' is not valid JSON from line \(line) on: correct"
  }
  package static func fieldInConfiguration(_ field: String) -> String {
    "\(field) in '/"
  }
  package static let isDirectoryInItsPlace =
    "cannot be read (it is a directory): check it with ls -l"
  package static let severalSecrets = "there are several secrets: say which by --room "
  package static func noSecretFor(_ room: String) -> String {
    "there is no secret for \(room): give --room "
  }
  package static func tooManySecrets(_ count: String, _ limit: String) -> String {
    "there are \(count) secrets, and at most \(limit) are tried: remove some"
  }
  package static let secretAlready =
    "/.config/handshake/config.json' holds a secret already: remove it there first, or leave "
    + "--save out"
  package static let noSecretSet = ", because it is sealed, and no secret is set ("
  package static let giveSendersSecret =
    ": give the sender's secret by --secret-file, or HANDSHAKE_SECRET"
  package static let anotherSecret = ", because it is sealed with another secret ("
  package static let compareFingerprints =
    ": compare the fingerprints that hsend --show-config prints on both sides"
  package static func sealedAgo(_ age: String) -> String {
    "because it was sealed \(age) ago: a recording, or a wrong clock ("
  }
  package static func sealedAhead(_ age: String) -> String {
    "because it was sealed \(age) from now: a recording, or a wrong clock ("
  }
  package static let setTheClocks = ": set the clocks, or allow it by --max-age"
  package static func sameSecret(_ code: String) -> String { "or \(code), which is the same" }
  package static func secret(of source: String, _ fault: String) -> String {
    "the secret of \(source) \(fault)"
  }
  package static func secretUnreadable(_ path: String, _ reason: String) -> String {
    "the secret in \(path) cannot be read (\(reason)): check the path with ls -l"
  }
  package static func secretReadableByOthers(_ path: String, typed: String) -> String {
    "the secret in \(path) can be read by everybody: type chmod 600 \(typed)"
  }

  package static func messagesOnly(_ room: String) -> String {
    "the secret of \(room) is for messages only, and starts nothing"
  }
  package static let mustBeARoom = "messagesOnly[0] in the configuration"
}
