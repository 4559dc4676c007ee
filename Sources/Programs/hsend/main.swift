import HandShakeCatalog
import HandShakeModem
import HandShakeTerminal

Program.run(.hsend) { parsed throws(CommandFailure) in
  let options = try SendOptions(parsed, UserConfiguration.read())
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
  }
}
