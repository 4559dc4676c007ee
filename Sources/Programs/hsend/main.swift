import HandShakeRooms
import HandShakeTerminal

Program.run(.hsend) { parsed throws(CommandFailure) in
  let configuration = try UserConfiguration.read()
  let options = try SendOptions(parsed, configuration)
  switch options.task {
  case .listDevices: try DeviceList.print(.playback)
  case .listProtocols: try ProtocolList.print()
  case .showMap: try CharacterMap.print(options)
  case .showConfiguration: try ShownConfiguration.print(options)
  case .newSecret(let saves): try NewSecret.make(saves: saves)
  case .send: try options.send { () throws(CommandFailure) in try Sending(options).run() }
  case .distance(let request):
    try options.send { () throws(CommandFailure) in try ErrandSending(options, request).run() }
  case .probe: try options.send { () throws(CommandFailure) in try ProbeSending(options).run() }
  case .pair(let captureDevice):
    let request = try PairingRequest(parsed, options, captureDevice: captureDevice)
    try PairingSession(request, configuration).run()
  case .listRooms: try RoomList.print(options.secret, configuration, for: .hsend)
  case .forget(let room): try RoomList.forget(room, configuration, for: .hsend)
  }
}
