import HandShakePicture
import HandShakeTerminal

Program.run(.hrecv) { parsed throws(CommandFailure) in
  let options = try ReceiveOptions(parsed, UserConfiguration.read())
  switch options.task {
  case .receive: try Listening.run(options, draw: HeardPicture.draw)
  case .listDevices: try DeviceList.print(.capture)
  case .listProtocols: try ProtocolList.print()
  case .explain: try Explaining(options).run()
  case .examine: try Examination(options).run()
  case .probe(let saves):
    try ProbeReception(options, saves: saves, draw: ResponsePicture.draw).run()
  }
}
