import HandShakeTestKit

/// Scripts of programs that share secrets.
enum SecretShell {
  /// A passphrase of one's own, and another.
  static let words = "seven quiet otters fold maps"
  static let others = "nine loud geese lose letters"

  /// `hsend` and `hrecv` of a script use this secret.
  static let export = "export HANDSHAKE_SECRET='\(words)'\n"

  /// The lines that write `json` as the configuration of a script.
  static func configuration(_ json: String, mode: String = "600") -> String {
    """
    mkdir -p .config/handshake
    printf '%s' '\(json)' >.config/handshake/config.json
    chmod \(mode) .config/handshake/config.json

    """
  }

  /// The outcome of `script`. Keys are derived as by everybody where everything is tested,
  /// otherwise at the least cost: that of `SecretProcessTests` is the real one.
  static func run(_ script: String, seconds: Int = 60) throws -> Outcome {
    if testsEverything { return try Shell.run(script, seconds: seconds) }
    let library = try FaultLibrary.lightDerivation.path()
    return try Shell.run("export LD_PRELOAD='\(library)'\n" + script, seconds: seconds)
  }
}
