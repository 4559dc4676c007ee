// The library's imports from the platform's C library: elementary functions, memory, text to
// numbers, files and the clock. A page has no platform: its core uses the linked code.

#if hasFeature(Embedded)
  @_exported import CHandShakeBrowser
#elseif canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Bionic)
  @_exported import Bionic
#elseif canImport(WASILibc)
  @_exported import WASILibc
#elseif canImport(CRT)
  @_exported import CRT
#endif
