import CHandShake
import HandShake
import HandShakeCatalog
import HandShakeModem
import HandShakeSealing

/// `handshake_receiver_open`
@_cdecl("handshake_receiver_open")
public func receiverOpen(
  _ rate: Double, _ channels: Int, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard 1...64 ~= channels else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    guard 8000...Arguments.highestRateHertz ~= rate else { throw StatusError(HANDSHAKE_BAD_RATE) }
    let handle = try ReceiverHandle(
      protocols: try protocols(names, count), rateHertz: rate, channelCount: channels)
    result.pointee = handle.opened()
  }
}

private func protocols(
  _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) throws(StatusError) -> [ModemProtocol] {
  guard let names else {
    guard count == 0 else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    return ProtocolCatalog.heardUnasked
  }
  guard (1...Arguments.mostProtocols).contains(count),
    Arguments.isAligned(names, as: OpaquePointer.self)
  else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
  var found: [ModemProtocol] = []
  var words: [String] = []
  for index in 0..<count {
    guard let name = names[index] else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    let named = try Arguments.find(name)
    let word = String(cString: name)
    if !words.contains(word) { found.append(named) }
    words.append(word)
  }
  return found
}

/// `handshake_receiver_unseal`
@_cdecl("handshake_receiver_unseal")
public func receiverUnseal(
  _ receiver: OpaquePointer?, _ secrets: UnsafePointer<OpaquePointer?>?,
  _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ greatestAge: Double,
  _ alsoUnsealed: Int32
) -> handshake_status {
  status { () throws(StatusError) in
    let isUsual = greatestAge == HANDSHAKE_USUAL_AGE
    // The time of a recording is unknown.
    let isRecording = greatestAge == HANDSHAKE_RECORDING
    guard let receiver, isUsual || isRecording || greatestAge >= 0 else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    ReceiverHandle.at(receiver).open(
      with: try keyring(secrets, names, count), isLive: !isRecording,
      alsoUnsealed: alsoUnsealed != 0,
      greatestAge: isUsual
        ? nil : greatestAge.isFinite && !isRecording ? .seconds(greatestAge) : .any)
  }
}

private func keyring(
  _ secrets: UnsafePointer<OpaquePointer?>?, _ names: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int
) throws(StatusError) -> Keyring? {
  guard count != 0 else { return nil }
  guard let secrets, (1...Keyring.mostRooms).contains(count),
    Arguments.isAligned(secrets, as: OpaquePointer.self),
    names == nil || Arguments.isAligned(names, as: OpaquePointer.self)
  else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
  var rooms: [Keyring.Room] = []
  for index in 0..<count {
    guard let secret = secrets[index] else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    rooms.append(
      Keyring.Room(
        name: names?[index].map { String(cString: $0) }, secret: SecretHandle.at(secret).secret))
  }
  do throws(KeyringError) {
    return try Keyring(rooms)
  } catch {
    throw StatusError(HANDSHAKE_BAD_ARGUMENT)
  }
}

/// `handshake_receiver_push`
@_cdecl("handshake_receiver_push")
public func receiverPush(
  _ receiver: OpaquePointer?, _ samples: UnsafePointer<Float>?, _ count: Int
) -> handshake_status {
  status { () throws(StatusError) in
    guard let receiver, Arguments.isBlock(samples, count: count) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    let handle = ReceiverHandle.at(receiver)
    guard count <= Arguments.mostSamples / handle.channelCount else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    try handle.push(
      UnsafeBufferPointer(
        start: count > 0 ? samples : nil, count: count * handle.channelCount))
  }
}

/// `handshake_receiver_finish`
@_cdecl("handshake_receiver_finish")
public func receiverFinish(_ receiver: OpaquePointer?) -> handshake_status {
  guard let receiver else { return HANDSHAKE_BAD_ARGUMENT }
  ReceiverHandle.at(receiver).finish()
  return HANDSHAKE_OK
}

/// `handshake_receiver_poll`
@_cdecl("handshake_receiver_poll")
public func receiverPoll(
  _ receiver: OpaquePointer?, _ event: UnsafeMutablePointer<handshake_event>?
) -> handshake_status {
  guard let receiver, let event, Arguments.isAligned(event, as: handshake_event.self) else {
    return HANDSHAKE_BAD_ARGUMENT
  }
  event.initialize(to: ReceiverHandle.at(receiver).poll())
  return HANDSHAKE_OK
}

/// `handshake_receiver_seal`
@_cdecl("handshake_receiver_seal")
public func receiverSeal(
  _ receiver: OpaquePointer?, _ seal: UnsafeMutablePointer<handshake_seal>?
) -> handshake_status {
  guard let receiver, let seal, Arguments.isAligned(seal, as: handshake_seal.self) else {
    return HANDSHAKE_BAD_ARGUMENT
  }
  seal.initialize(to: ReceiverHandle.at(receiver).seal)
  return HANDSHAKE_OK
}

/// `handshake_receiver_answer`
@_cdecl("handshake_receiver_answer")
public func receiverAnswer(
  _ receiver: OpaquePointer?, _ ceiling: Double, _ secondsPerHour: Double
) -> handshake_status {
  status { () throws(StatusError) in
    guard let receiver, ceiling >= 0, ceiling.isFinite, 0...3600 ~= secondsPerHour else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    var policy = AnswerPolicy()
    policy.secondsPerHour = secondsPerHour
    policy.ceilingHertz = ceiling == 0 ? nil : ceiling
    try ReceiverHandle.at(receiver).answer(secondsPerHour > 0 ? policy : nil)
  }
}

/// `handshake_receiver_confirm`
@_cdecl("handshake_receiver_confirm")
public func receiverConfirm(
  _ receiver: OpaquePointer?, _ sending: UnsafePointer<handshake_sending>?, _ waitSeconds: Double
) -> handshake_status {
  status { () throws(StatusError) in
    guard let receiver, 0.5...600 ~= waitSeconds else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    try ReceiverHandle.at(receiver).confirm(try Outgoing(sending), waitSeconds: waitSeconds)
  }
}

/// `handshake_receiver_give_up`
@_cdecl("handshake_receiver_give_up")
public func receiverGiveUp(_ receiver: OpaquePointer?) -> handshake_status {
  guard let receiver else { return HANDSHAKE_BAD_ARGUMENT }
  ReceiverHandle.at(receiver).giveUp()
  return HANDSHAKE_OK
}

/// `handshake_receiver_interrupted`
@_cdecl("handshake_receiver_interrupted")
public func receiverInterrupted(_ receiver: OpaquePointer?, _ seconds: Double) -> handshake_status {
  guard let receiver, 0...1e9 ~= seconds else { return HANDSHAKE_BAD_ARGUMENT }
  ReceiverHandle.at(receiver).interrupted(seconds: seconds)
  return HANDSHAKE_OK
}

/// `handshake_receiver_listen`
@_cdecl("handshake_receiver_listen")
public func receiverListen(
  _ receiver: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> handshake_status {
  status { () throws(StatusError) in
    guard let receiver else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    try ReceiverHandle.at(receiver).listen(to: try protocols(names, count))
  }
}

/// `handshake_receiver_memory`
@_cdecl("handshake_receiver_memory")
public func receiverMemory(
  _ receiver: OpaquePointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ written: UnsafeMutablePointer<Int>?
) -> handshake_status {
  guard let receiver, let written, Arguments.isAligned(written, as: Int.self), capacity >= 0,
    bytes != nil || capacity == 0
  else { return HANDSHAKE_BAD_ARGUMENT }
  let memory = ReceiverHandle.at(receiver).memory
  written.pointee = memory.count
  if capacity >= memory.count { bytes?.update(from: memory, count: memory.count) }
  return HANDSHAKE_OK
}

/// `handshake_receiver_remember`
@_cdecl("handshake_receiver_remember")
public func receiverRemember(
  _ receiver: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> handshake_status {
  guard let receiver, let bytes, 0...HANDSHAKE_MOST_MEMORY_BYTES ~= Int32(clamping: count),
    ReceiverHandle.at(receiver).remember(Array(UnsafeBufferPointer(start: bytes, count: count)))
  else { return HANDSHAKE_BAD_ARGUMENT }
  return HANDSHAKE_OK
}

/// `handshake_receiver_speech`
@_cdecl("handshake_receiver_speech")
public func receiverSpeech(
  _ receiver: OpaquePointer?, _ rate: Double, _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> handshake_status {
  status { () throws(StatusError) in
    guard let result, Arguments.isAligned(result, as: OpaquePointer.self) else {
      throw StatusError(HANDSHAKE_BAD_ARGUMENT)
    }
    result.pointee = nil
    guard let receiver else { throw StatusError(HANDSHAKE_BAD_ARGUMENT) }
    result.pointee = try ReceiverHandle.at(receiver).speech(rateHertz: rate)
  }
}

/// `handshake_receiver_spoken`
@_cdecl("handshake_receiver_spoken")
public func receiverSpoken(_ receiver: OpaquePointer?) -> handshake_status {
  guard let receiver else { return HANDSHAKE_BAD_ARGUMENT }
  ReceiverHandle.at(receiver).endSpeech()
  return HANDSHAKE_OK
}

/// `handshake_receiver_close`
@_cdecl("handshake_receiver_close")
public func receiverClose(_ receiver: OpaquePointer?) { ReceiverHandle.close(receiver) }
