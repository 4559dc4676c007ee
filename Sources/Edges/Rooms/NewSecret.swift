import HandShakeConfiguration
import HandShakeSealing
import HandShakeTerminal

/// `hsend --new-secret`: makes a secret to share with the other side.
package enum NewSecret {
  /// Prints the words, and the other notation on standard error. `saves` stores it in the
  /// configuration, which must not have a secret.
  package static func make(saves: Bool) throws(CommandFailure) {
    let secret = GeneratedSecret()
    if saves {
      guard let file = ConfigurationFile() else { throw .noHome }
      guard try UserConfiguration.read().secret == nil else { throw .secretThere(path: file.path) }
      let path = try UserConfiguration.update { $0.secret = secret.words }
      Program.say(
        "kept in \(quoted(path)), so that hsend seals and hrecv opens with it", as: .hsend)
    }
    try Program.print(secret.words + "\n")
    Program.say("or \(secret.code), which is the same", as: .hsend)
  }
}
