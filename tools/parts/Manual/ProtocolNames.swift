import HandShakeCatalog

/// The protocol names for completion.
let builtInProtocolNames = ProtocolCatalog.builtIn.map(\.name)
