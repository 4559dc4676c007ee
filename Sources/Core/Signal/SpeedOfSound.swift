/// The speed of sound in air at 20 °C, in metres a second.
@inlinable public var soundMetresPerSecond: Double { 343 }
