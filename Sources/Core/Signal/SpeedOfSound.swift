/// The speed of sound in air at 20 °C, in metres a second.
@inlinable public var soundMetresPerSecond: Double { 343 }

/// A speed that no ground vehicle reaches, in metres a second: 360 km/h. If a signal seems to come
/// from a faster source, its tracking is wrong.
@inlinable public var largestMetresPerSecond: Double { 100 }
