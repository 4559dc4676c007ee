extension Room {
  /// A room of echoes without a clear direct path, such as a tiled bathroom that is heard from the
  /// corridor: a faint direct sound, and diffuse sound that is loudest some time after it.
  ///
  /// The diffuse sound is noise of normal distribution under an exponential decay (J.-D. Polack,
  /// "La transmission de l'énergie sonore dans les salles", 1988). No single reflection stands out
  /// of it, and every capture draws another room.
  ///
  /// - Parameters:
  ///   - directToReverberantDecibels: Energy of the direct sound over that of all sound after it,
  ///     in dB.
  ///   - decaySeconds: Seconds in which the diffuse sound falls by 60 dB.
  ///   - strongestArrivalSeconds: Seconds after the direct sound at which the diffuse sound is
  ///     loudest, 0.01 or more: until then its amplitude grows evenly, from then on it decays.
  public static func echoRich(
    directToReverberantDecibels: Double, decaySeconds: Double, strongestArrivalSeconds: Double
  ) -> Room {
    // A reflection of 0 leaves no image but the source itself.
    Room(
      name: "echo-rich", size: Position(3, 2.5, 2.5), loudspeaker: Position(0.8, 0.7, 1.1),
      microphone: Position(2.1, 1.7, 1.3), reflection: 0, directGain: 1,
      reverberationSeconds: decaySeconds, diffuseDecibels: -directToReverberantDecibels,
      diffuseGrowthSeconds: strongestArrivalSeconds)
  }
}
