import HandShakeChannelModel

/// Frames of the burst protocols, one sender at a time.
let burstRecordings: [Recording] = [
  Recording("burst-rung-0", Channel(signalToNoiseDecibels: -11)) {
    try sent("lamp 42 at north", by: "burst", rung: 0)
  },
  Recording(
    "burst-rung-3", Channel(signalToNoiseDecibels: 20, device: DeviceResponse(), room: .office)
  ) { try sent("lamp 42 at north", by: "burst", placement: 1, rung: 3) },
  Recording(
    "burst-rung-5",
    Channel(signalToNoiseDecibels: 30, device: DeviceResponse(), room: .kitchen)
  ) { try sent(prose(500), by: "burst", rung: 5) },
  Recording("burst-rung-9", Channel(signalToNoiseDecibels: 45, room: .desk)) {
    try sent(prose(500), by: "burst", rung: 9)
  },
  Recording("burst-too-weak", Channel(signalToNoiseDecibels: -1)) {
    try sent("lamp 42 at north", by: "burst", rung: 6)
  },
  Recording(
    "burst-approaching",
    Channel(signalToNoiseDecibels: 25, room: .office, motion: Motion(metresPerSecond: 1))
  ) { try sent(prose(200), by: "burst", rung: 1) },
  Recording(
    "burst-accelerating",
    Channel(
      signalToNoiseDecibels: 25, room: .office,
      motion: Motion(metresPerSecond: 1, metresPerSecondSquared: 0.2))
  ) { try sent(prose(200), by: "burst", rung: 1) },
  Recording("burst-file-repaired", Channel(signalToNoiseDecibels: 20, room: .car)) {
    try sent(file(1500), by: "burst", rung: 4, repairPercent: 50).losing(0.2...0.35)
  },
  Recording("burst-file-incomplete", Channel(signalToNoiseDecibels: 20)) {
    try sent(file(1500), by: "burst", rung: 4).losing(0.5...0.65)
  },
  Recording("burst-long-text", Channel(signalToNoiseDecibels: 20)) {
    try sent(prose(3000), by: "burst", rung: 6)
  },
  Recording("burst-cut-at-start", Channel(signalToNoiseDecibels: 20, leadSeconds: 0...0)) {
    try sent(prose(300), by: "burst", rung: 2).part(0.2...1)
  },
  Recording("burst-cut-at-end", Channel(signalToNoiseDecibels: 20, tailSeconds: 0)) {
    try sent(prose(300), by: "burst", rung: 2).part(0...0.7)
  },
  Recording("burst-short", Channel(signalToNoiseDecibels: 5)) {
    try sent("lamp 42 at north", by: "burst", rung: 3)
  },
  Recording("burst-max", Channel(signalToNoiseDecibels: 45)) {
    try sent(prose(400), by: "burst-max")
  },
  Recording(
    "burst-cable", listener: .one("burst-cable"),
    Channel(signalToNoiseDecibels: 40, motion: Motion(clockPartsPerMillion: 30))
  ) { try sent(prose(2000), by: "burst-cable") },
]
