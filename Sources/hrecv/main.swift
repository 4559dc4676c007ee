import Picture
import Terminal

Program.run(.hrecv) { parsed throws(CommandFailure) in
  let options = try ReceiveOptions(parsed, UserConfiguration.read())
  if options.listsDevices {
    try DeviceList.print(.capture)
  } else if options.explains {
    try Explaining(options).run()
  } else if options.examines {
    try Examination(options).run()
  } else {
    try Listening(options, draw: HeardPicture.draw).run()
  }
}
