import HandShakeChannelModel

/// Frames of hop and classic, one sender at a time.
let toneRecordings: [Recording] = [
  Recording("hop-office", Channel(signalToNoiseDecibels: 10, room: .office)) {
    try sent("lamp 42 at north", by: "hop")
  },
  Recording(
    "hop-middle-placement",
    Channel(
      signalToNoiseDecibels: 5, device: DeviceResponse(), motion: Motion(clockPartsPerMillion: 60))
  ) { try sent("zwölf 🦊 füchse", by: "hop", placement: 1) },
  Recording("hop-weak", Channel(signalToNoiseDecibels: -18)) {
    try sent("platform 4, 18:40", by: "hop")
  },
  Recording("hop-too-weak", Channel(signalToNoiseDecibels: -23)) {
    try sent("platform 4, 18:40", by: "hop")
  },
  Recording(
    "hop-approaching", Channel(signalToNoiseDecibels: 15, motion: Motion(metresPerSecond: 2))
  ) { try sent("here I come", by: "hop") },
  Recording("hop-walking", Channel(signalToNoiseDecibels: 15, walk: Walk(metresPerSecond: 1))) {
    try sent("there I go", by: "hop")
  },
  Recording("hop-echoes", Channel(signalToNoiseDecibels: 25, room: .corner)) {
    try sent("round the corner", by: "hop")
  },
  Recording("hop-copies", Channel(signalToNoiseDecibels: -20)) {
    try sent("platform 9, 17:20", by: "hop", copies: 3)
  },
  Recording("hop-two-parts", Channel(signalToNoiseDecibels: 0)) {
    try sent(prose(260), by: "hop")
  },
  Recording("hop-part-lost", Channel(signalToNoiseDecibels: 10)) {
    try sent(prose(260), by: "hop").losing(0.6...0.9)
  },
  Recording(
    "hop-cut-at-start",
    Channel(signalToNoiseDecibels: 10, leadSeconds: 0...0)
  ) { try sent("lamp 42 at north", by: "hop").part(0.3...1) },
  Recording(
    "hop-cut-at-end",
    Channel(signalToNoiseDecibels: 10, tailSeconds: 0)
  ) { try sent("lamp 42 at north", by: "hop").part(0...0.6) },
  Recording(
    "hop-nothing-else", Channel(leadSeconds: 0...0, tailSeconds: 0)
  ) { try sent("lamp 42 at north", by: "hop") },
  Recording("hop-silence-between") { random in
    let channel = Channel(signalToNoiseDecibels: 10, leadSeconds: 0.1...0.1, tailSeconds: 0.1)
    let first = channel.recorded(try sent("first", by: "hop"), &random)
    let second = channel.recorded(try sent("second", by: "hop", identity: 2), &random)
    return silence(0.5) + first + silence(1.5) + second + silence(0.5)
  },
  Recording(
    "hop-quick", Channel(signalToNoiseDecibels: -5, device: DeviceResponse(), room: .kitchen)
  ) { try sent("lamp 42 at north", by: "hop-quick") },
  Recording("hop-deep", Channel(signalToNoiseDecibels: -23)) {
    try sent("far away", by: "hop-deep")
  },
  Recording("classic-office", Channel(signalToNoiseDecibels: 10, room: .office)) {
    try sent("lamp 42 at north", by: "classic")
  },
  Recording(
    "classic-weak",
    Channel(signalToNoiseDecibels: -20, motion: Motion(clockPartsPerMillion: -80))
  ) { try sent("lamp 42 at north", by: "classic", placement: 2) },
  Recording("classic-progress", Channel(signalToNoiseDecibels: 10)) {
    try sent(prose(90), by: "classic")
  },
  Recording("classic-middle-lost", Channel(signalToNoiseDecibels: 10)) {
    try sent("lamp 42 at north", by: "classic").losing(0.25...0.85)
  },
  Recording("classic-cut-at-start", Channel(signalToNoiseDecibels: 10, leadSeconds: 0...0)) {
    try sent("lamp 42 at north", by: "classic").part(0.4...1)
  },
  Recording("classic-cut-at-end", Channel(signalToNoiseDecibels: 10, tailSeconds: 0)) {
    try sent("lamp 42 at north", by: "classic").part(0...0.7)
  },
  Recording(
    "classic-clipped",
    Channel(signalToNoiseDecibels: 15, recorder: Recorder(gainDecibels: 24, clipping: 1))
  ) { try sent("too loud", by: "classic") },
]
