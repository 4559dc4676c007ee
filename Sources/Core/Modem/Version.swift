/// The version of the library and of every program, by semantic versioning (semver.org).
public let handShakeVersion = "1.0.0"
