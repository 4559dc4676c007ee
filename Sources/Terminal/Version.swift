/// The version that every program prints, by semantic versioning (semver.org).
public let handShakeVersion = "0.1.0"
