import Terminal

Program.run(.hrecv) { parsed throws(CommandFailure) in
  let options = try ReceiveOptions(parsed, UserConfiguration.read())
  if options.listsDevices {
    try DeviceList.print(.capture)
  } else {
    try Listening(options).run()
  }
}
