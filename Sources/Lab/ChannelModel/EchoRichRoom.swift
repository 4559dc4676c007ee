extension Room {
  /// A room with strong echoes and a faint direct sound, such as a tiled bathroom heard from the
  /// corridor. The diffuse sound is loudest some time after the direct sound.
  ///
  /// The diffuse sound is normal noise with an exponential decay (J.-D. Polack, "La transmission de
  /// l'énergie sonore dans les salles", 1988). It has no distinct reflections. Every capture draws
  /// a new room.
  ///
  /// - Parameters:
  ///   - directToReverberantDecibels: Energy of the direct sound over all later sound, in dB.
  ///   - decaySeconds: Seconds in which the diffuse sound falls by 60 dB.
  ///   - strongestArrivalSeconds: Seconds from the direct sound to the loudest diffuse sound, 0.01
  ///     or more. Until then the amplitude grows evenly. Then it decays.
  public static func echoRich(
    directToReverberantDecibels: Double, decaySeconds: Double, strongestArrivalSeconds: Double
  ) -> Room {
    // With a reflection of 0, the source itself is the only image.
    Room(
      name: "echo-rich", size: Position(3, 2.5, 2.5), loudspeaker: Position(0.8, 0.7, 1.1),
      microphone: Position(2.1, 1.7, 1.3), reflection: 0, directGain: 1,
      reverberationSeconds: decaySeconds, diffuseDecibels: -directToReverberantDecibels,
      diffuseGrowthSeconds: strongestArrivalSeconds)
  }
}
