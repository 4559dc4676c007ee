@_exported import HandShakeCatalog
@_exported import HandShakeCoding
@_exported import HandShakeExchange
@_exported import HandShakeFeed
@_exported import HandShakeModem
@_exported import HandShakeSealing
@_exported import HandShakeSignal
