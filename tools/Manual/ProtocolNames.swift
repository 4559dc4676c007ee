import HandShakeCatalog

/// What completions offer for a protocol.
let builtInProtocolNames = ProtocolCatalog.builtIn.map(\.name)
