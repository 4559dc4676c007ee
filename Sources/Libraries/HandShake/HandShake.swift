@_exported import Catalog
@_exported import Coding
@_exported import Exchange
@_exported import Feed
@_exported import Modem
@_exported import Sealing
@_exported import Signal
