/// The version of the library and of every program, by semantic versioning (semver.org).
public let handShakeVersion = "0.1.0"
