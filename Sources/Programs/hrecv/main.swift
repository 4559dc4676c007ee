import HandShakePicture
import HandShakeRooms
import HandShakeTerminal

Program.run(.hrecv) { parsed throws(CommandFailure) in
  let configuration = try UserConfiguration.read()
  let options = try ReceiveOptions(parsed, configuration)
  switch options.task {
  case .receive: try Listening.run(options, draw: HeardPicture.draw)
  case .listDevices: try DeviceList.print(.capture)
  case .listProtocols: try ProtocolList.print()
  case .explain: try Explaining(options).run()
  case .examine: try Examination(options).run()
  case .probe(let saves):
    try ProbeReception(options, saves: saves, draw: ResponsePicture.draw).run()
  case .pair(let answer):
    try PairingSession(PairingRequest(parsed, options, answer), configuration).run()
  case .listRooms: try RoomList.print(options.secret, configuration, for: .hrecv)
  case .forget(let room): try RoomList.forget(room, configuration, for: .hrecv)
  }
}
