import HandShakePicture
import HandShakeTerminal
import HandShakeTones

Program.run(.htone) { parsed throws(CommandFailure) in
  let options = try ToneOptions(parsed, UserConfiguration.read())
  switch options.task {
  case .listDevices: try DeviceList.print(.playback)
  case .listPitches: try PitchList.print(options)
  case .measureCeiling: try CeilingMeasuring(options, draw: ResponsePicture.draw).run()
  case .live: try LiveTone(options).run()
  case .play: try Sounding(options).run()
  }
}
