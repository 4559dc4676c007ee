import HandShakeAudioDevice
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeFiles
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

/// Every failure's sentence and exit status.
@Suite struct WordingTests {
  private static let placement = Placement(lowestToneHertz: 14_036, highestToneHertz: 16_964)
  private static let fault = SystemFault(code: 5)

  private static let usage: [CommandFailure] = [
    .unknownOption("--x", known: []),
    .ambiguousOption("--r", candidates: ["--rate", "--repeat"]),
    .missingValue(option: "--rate", placeholder: "HZ"),
    .unexpectedValue(option: "--once"),
    .badValue(option: "--rate", value: "x\u{1b}", expected: "a number"),
    .conflictingOptions("--a", "--b"),
    .optionNeeds("--rate", needed: "--output"),
    .unexpectedOperand([0x0a]),
    .configured(field: "protocol", .catalog(.unknownName("x", known: ["classic"]))),
    .catalog(.unknownName("clasic", known: ["classic"])),
    .unknownOption("--ouput", known: ["input", "output"]),
    .unknownOption("-5", known: []),
    .text(.emptyText, protocolName: "p"),
    .text(.unsupportedCharacter("\u{7}", position: 3), protocolName: "p"),
    .text(.notText(position: 3), protocolName: "p"),
    .text(.textTooLong(count: 3, limit: 2), protocolName: "p"),
    .text(.rateTooLow(highestToneHertz: 20_000), protocolName: "p"),
    .text(.noRungs, protocolName: "p"),
    .text(.unknownRung(5, offered: [3, 4]), protocolName: "p"),
    .text(.noFiles, protocolName: "p"),
    .text(.fileTooLong(count: 3, limit: 2), protocolName: "p"),
    .text(.noRepair, protocolName: "p"),
    .text(.noSealedContent, protocolName: "p"),
    .text(.noAnswers, protocolName: "p"),
    .text(.noReceipts, protocolName: "p"),
    .endlessInput(limit: 10),
    .catalog(.unknownName("x", known: ["classic"])),
    .ceilingTooLow(ceilingHertz: 9_000, protocolName: "p", lowest: placement),
    .ceilingTooLow(ceilingHertz: 9_000, protocolName: "p", lowest: nil),
    .ceilingAboveHalfRate(ceilingHertz: 30_000, rateHertz: 48_000),
    .rateTooLow(rateHertz: 8_000, protocolName: "p", lowest: placement),
    .noCharacterMap(protocolName: "p"),
    .everyTooShort(everySeconds: 1, transmissionSeconds: 2.5),
    .recordingToTerminal, .soundAmongEvents,
    .noChannel(2, name: "'a'", channelCount: 2),
    .noChannel(1, name: "'a'", channelCount: 1),
  ]

  private static let file: [CommandFailure] = [
    .configuration(.malformed(path: "p", reason: "not a JSON object")),
    .configuration(.unwritable(path: "p", reason: "permission denied")),
    .noHome,
    .catalog(.unreadable(path: "a\nb", reason: "why")),
    .catalog(.malformed(path: "a", reason: "why")),
    .catalog(.badField(path: "a", field: "name", reason: "must be short")),
    .recording(.missing(path: "a")),
    .recording(.isDirectory(path: "a")),
    .recording(.notPermitted(path: "a")),
    .recording(.unopenable(path: "a", fault)),
    .recording(.empty(path: "-")),
    .recording(.unknownFormat(path: "a")),
    .recording(.unknownFormat(path: "a.m4a")),
    .recording(.headerCutOff(path: "a")),
    .recording(.absurdHeader(path: "a", .channelCount(0))),
    .recording(.absurdHeader(path: "a", .sampleRateHertz(0))),
    .recording(.absurdHeader(path: "a", .bitsPerSample(0))),
    .recording(.absurdHeader(path: "a", .noFormat)),
    .recording(.malformed(path: "a", detail: "Bad")),
    .recording(.noFrames(path: "a", promisedFrames: 3)),
    .recording(.readFailed(path: "a", fault)),
    .recording(.noSpace(path: "a")),
    .recording(.writeFailed(path: "a", fault)),
    .recording(.unencodable(path: "a", detail: "Bad")),
    .recording(.needsRegularFile(path: "a")),
    .recording(.tooLong(path: "a", frames: 3)),
    .recording(.frameCountBroken(path: "a", promisedFrames: 3, writtenFrames: 2)),
    .inputRateTooLow(name: "'a'", rateHertz: 8_000, neededHertz: 48_000, isDevice: false),
    .unusableRate(rateHertz: 1),
    .standardInput(errno: 9),
    .standardOutput(errno: 28),
    .file(.missing(path: "a")),
    .file(.isDirectory(path: "a")),
    .file(.notRegular(path: "a")),
    .file(.notDirectory(path: "a")),
    .file(.notPermitted(path: "a")),
    .file(.tooLarge(path: "a", byteCount: 3, limit: 2)),
    .file(.changed(path: "a\u{7}")),
    .file(.readFailed(path: "a", errno: 5)),
    .file(.noSpace(path: "a")),
    .file(.noNameLeft(path: "a")),
    .file(.writeFailed(path: "a", errno: 5)),
    .file(.wrongDigest(name: "a\nb")),
    .file(.notReplayMemory(path: "a")),
  ]

  private static let interrupted: [CommandFailure] = [
    .recording(.interrupted(path: "a")),
    .device(.cancelled),
    .interrupted,
  ]

  private static let notConfirmed: [CommandFailure] =
    [NotConfirmed.refused(.wrongTime), .refused(.notKept)].map { .notConfirmed($0) }
    + [(true, -62.4), (false, -62.4), (false, nil)].map { (isSealed: Bool, noise: Double?) in
      .notConfirmed(
        .unanswered(
          attempts: 3, isSealed: isSealed,
          lower: Placement(lowestToneHertz: 15_523.4, highestToneHertz: 18_476.6),
          noiseDecibels: noise, captureName: "default"))
    }

  private static let readerGone: [CommandFailure] = [
    .recording(.closedPipe(path: "-")),
    .standardOutput(errno: 32),
  ]

  private static let device: [CommandFailure] = [
    .inputRateTooLow(name: "x", rateHertz: 8_000, neededHertz: 48_000, isDevice: true),
    .device(.missing(device: "hw:1", text: "No such device")),
    .device(.missing(device: "default", text: "No such file or directory")),
    .device(.missing(device: "default", text: "Connection refused")),
    .device(.missing(device: "default", text: "No such device or address")),
    .device(.busy(device: "hw:1")),
    .device(.permission(device: "hw:1")),
    .device(.unsupportedFormat(device: "hw:1", offered: ["A_LAW"])),
    .device(.unsupportedRate(device: "hw:1", lowestHertz: 8_000, highestHertz: 16_000)),
    .device(.vanished(device: "hw:1", text: "No such device")),
    .device(.stalled(device: "hw:1", seconds: 3)),
    .device(.other(device: "hw:1", call: "snd_pcm_open", text: "Bad")),
    .noDevices,
  ]

  private static let nothingReceived: [CommandFailure] = [
    .nothingReceived(.recordingEnded(name: "'a'", seconds: 1, nil)),
    .nothingReceived(.recordingEnded(name: "'a'", seconds: 1, .startMissed)),
    .nothingReceived(.recordingEnded(name: "'a'", seconds: 1, .refused(.cutOff))),
    .nothingReceived(.timedOut(seconds: 1, .audible)),
    .nothingReceived(.timedOut(seconds: 1, .clipped)),
    .nothingReceived(.timedOut(seconds: 1, .silent)),
    .nothingReceived(.timedOut(seconds: 1, .emptyBand)),
    .nothingReceived(.noFileKept(name: nil)),
    .nothingReceived(.noFileKept(name: "'a'")),
    .nothingReceived(.timedOut(seconds: 1, nil)),
  ]

  @Test(arguments: [
    (usage, HandShakeTerminal.ExitStatus.usage), (file, .file), (device, .device),
    (nothingReceived, .nothingReceived), (interrupted, .interrupted), (readerGone, .readerGone),
    (notConfirmed, .notConfirmed),
  ])
  func oneSentence(failures: [CommandFailure], status: HandShakeTerminal.ExitStatus) {
    for failure in failures {
      #expect(failure.exitStatus == status, "\(failure)")
      for command in CommandName.allCases {
        check(failure.sentence(for: command), hasNextStep: status != .interrupted)
      }
    }
  }

  @Test(arguments: [
    (12.34, -1.2, "signal to noise 12.3 dB", "1.2 dB below its limit"),
    (30, 40, "signal to noise 30.0 dB", "40.0 dB above its limit"),
    (120, 140, "signal to noise above 60 dB", "far above its limit"),
  ])
  func figuresOfFrames(ratio: Double, margin: Double, ratioWording: String, marginWording: String) {
    let frame = Frame(
      number: 1, protocolName: "hop", placement: Self.placement, startSeconds: 0, endSeconds: 1,
      signalToNoiseDecibels: ratio, dilationPartsPerMillion: 0, marginDecibels: margin)
    #expect(frame.ratioWording == ratioWording)
    #expect(frame.marginWording == marginWording)
  }

  private func check(_ sentence: String, hasNextStep: Bool) {
    #expect(!sentence.isEmpty)
    #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 }, "\(sentence)")
    #expect(sentence.first?.isUppercase == false || sentence.hasPrefix("U+"), "\(sentence)")
    #expect(!sentence.hasSuffix("."), "\(sentence)")
    #expect(!hasNextStep || sentence.contains(": "), "no next step: \(sentence)")
  }
}
