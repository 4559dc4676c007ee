/// The speed of sound in air at 20 °C, in metres a second.
@inlinable public var soundMetresPerSecond: Double { 343 }

/// What no vehicle on the ground reaches, in metres a second: 360 km/h. A signal that seems to come
/// from something faster was followed wrongly.
@inlinable public var largestMetresPerSecond: Double { 100 }
