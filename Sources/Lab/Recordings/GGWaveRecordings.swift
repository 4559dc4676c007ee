import HandShakeChannelModel

/// Messages of ggwave's protocols, one sender at a time.
let ggwaveRecordings: [Recording] = [
  Recording("ggwave-fastest", Channel(signalToNoiseDecibels: 0, room: .office)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest")
  },
  Recording("ggwave-fast-short", Channel(signalToNoiseDecibels: 15)) {
    try sent("hi", by: "ggwave-ultrasound-fast")
  },
  Recording(
    "ggwave-normal-approaching",
    Channel(signalToNoiseDecibels: 10, motion: Motion(metresPerSecond: 1.5))
  ) { try sent("lamp 42 at north", by: "ggwave-ultrasound-normal") },
  Recording("ggwave-too-weak", Channel(signalToNoiseDecibels: -13)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest")
  },
  Recording(
    "ggwave-audible", listener: .all, Channel(signalToNoiseDecibels: 10, room: .kitchen)
  ) { try sent("lamp 42 at north", by: "ggwave-audible-fastest") },
  Recording("ggwave-dual", listener: .all, Channel(signalToNoiseDecibels: 10)) {
    try sent("lamp 42 at north", by: "ggwave-dual-fast")
  },
  Recording(
    "ggwave-fixed-dual", listener: .one("ggwave-dual-fastest", length: 8),
    Channel(signalToNoiseDecibels: 10)
  ) { try sent("12345678", by: "ggwave-dual-fastest", length: 8) },
  Recording(
    "ggwave-fixed-ultrasound", listener: .one("ggwave-ultrasound-fastest", length: 16),
    Channel(signalToNoiseDecibels: 0)
  ) { try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest", length: 16) },
  Recording("ggwave-two-in-a-row", Channel(signalToNoiseDecibels: 10)) {
    try sent("first", by: "ggwave-ultrasound-fastest")
      + sent("second", by: "ggwave-ultrasound-fastest")
  },
  Recording("ggwave-middle-lost", Channel(signalToNoiseDecibels: 15)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest").losing(0.4...0.7)
  },
  Recording("ggwave-cut-at-start", Channel(signalToNoiseDecibels: 15, leadSeconds: 0...0)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest").part(0.4...1)
  },
  Recording("ggwave-cut-at-end", Channel(signalToNoiseDecibels: 15, tailSeconds: 0)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest").part(0...0.6)
  },
]
