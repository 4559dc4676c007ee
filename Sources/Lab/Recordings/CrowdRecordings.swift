import HandShakeChannelModel

/// Several senders at once, sounds without a sender, and recordings of other shapes.
let crowdRecordings: [Recording] = [
  Recording("two-hops-at-once", Channel(signalToNoiseDecibels: 25)) {
    try sent("lamp 42 at north", by: "hop")
      .with(sent("quite another message", by: "hop", identity: 2), at: 0.5)
  },
  Recording("two-bursts-at-once", Channel(signalToNoiseDecibels: 25)) {
    try sent(prose(300), by: "burst", rung: 1)
      .with(sent("quite another message", by: "burst", rung: 1), at: 0.4)
  },
  Recording("two-ggwaves-at-once", Channel(signalToNoiseDecibels: 25)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fastest")
      .with(sent("another", by: "ggwave-ultrasound-fastest"), at: 0.5, decibels: -12)
  },
  Recording("hop-under-classic", Channel(signalToNoiseDecibels: 20)) {
    try sent("lamp 42 at north", by: "classic").with(sent("hop, hop", by: "hop"), at: 0.7)
  },
  Recording("hop-beside-burst", Channel(signalToNoiseDecibels: 20)) {
    try sent("up here", by: "hop")
      .with(sent(prose(100), by: "burst", placement: 2, rung: 1), at: 0.2, decibels: -6)
  },
  Recording("burst-over-ggwave", Channel(signalToNoiseDecibels: 20)) {
    try sent("lamp 42 at north", by: "ggwave-ultrasound-fast")
      .with(sent("short", by: "burst", rung: 0), at: 0.8)
  },
  Recording("three-one-after-another", Channel(signalToNoiseDecibels: 15, room: .desk)) {
    try sent("one", by: "hop-quick") + sent("two", by: "burst", rung: 2)
      + sent("three", by: "ggwave-ultrasound-fastest") + sent("four", by: "classic")
  },
  Recording(
    "hop-in-music",
    Channel(
      signalToNoiseDecibels: 20,
      interference: [.music(decibels: 0), .clicks(perSecond: 4, peakDecibels: 0)])
  ) { try sent("lamp 42 at north", by: "hop") },
  Recording("noise", Channel(signalToNoiseDecibels: 3, leadSeconds: 6...6)) { [] },
  Recording(
    "music-and-typing", listener: .all,
    Channel(
      signalToNoiseDecibels: 50,
      interference: [.music(decibels: -6), .typing(peakDecibels: 0)], leadSeconds: 7...7)
  ) { [] },
  Recording(
    "melody",
    Channel(
      signalToNoiseDecibels: 40,
      interference: [
        .melody(lowestHertz: 14_000, highestHertz: 20_000, notesPerSecond: 15, decibels: -3)
      ], leadSeconds: 7...7)
  ) { [] },
  Recording(
    "clicks",
    Channel(
      signalToNoiseDecibels: 50, interference: [.clicks(perSecond: 20, peakDecibels: 0)],
      leadSeconds: 5...5)
  ) { [] },
  Recording("rate-44100", rateHertz: 44_100) { random in
    Channel(signalToNoiseDecibels: 10).recorded(
      try sent("lamp 42 at north", by: "hop", rateHertz: 44_100), rateHertz: 44_100, &random)
  },
  Recording("rate-96000", rateHertz: 96_000) { random in
    Channel(signalToNoiseDecibels: 20).recorded(
      try sent("lamp 42 at north", by: "burst", rung: 4, rateHertz: 96_000), rateHertz: 96_000,
      &random)
  },
  Recording("stereo", channelCount: 2) { random in
    let right = Channel(signalToNoiseDecibels: 10, leadSeconds: 0.5...0.5)
      .recorded(try sent("on the right", by: "hop"), &random)
    let left = Channel(leadSeconds: 0...0, tailSeconds: 0)
      .recorded(
        Interference.speech(decibels: -6)
          .samples(count: right.count, rateHertz: 48_000, random: &random), &random)
    return zip(left, right).flatMap { [$0, $1] }
  },
]
