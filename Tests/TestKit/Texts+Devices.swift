extension Texts {
  // MARK: Devices

  package static let stoppedAndBegunAgain = "it was stopped while it played, and begins again"
  package static let stoppedMeasuring =
    "it was stopped while it measured: run htone --ceiling again"
  package static func listening(_ device: String) -> String {
    "listening on \(device), Ctrl-C ends"
  }
  package static func sentIn(_ seconds: String) -> String {
    "sent in \(seconds)"
  }
  package static let sentInSome = "sent in "
  package static let deliveredAfter = "delivered after "
  package static func notConfirmed(_ attempts: String) -> String {
    "not confirmed after \(attempts) tries: nobody listens with --answer, or its loudspeaker "
      + "does not reach this microphone (noise here "
  }
  package static func lowerFloor(_ hertz: String) -> String {
    "; --floor \(hertz) reaches farther, and more people hear it"
  }
  package static func noAnswerHeard(_ reason: String) -> String {
    "no answer can be heard: \(reason)"
  }
  package static func noDeviceToSend(_ device: String, _ program: String) -> String {
    "there is no audio device \(device) (no such file or directory): choose one from "
      + "\(program) --list-devices, or use a file with --output FILE"
  }
  package static func noDeviceToReceive(_ device: String) -> String {
    "there is no audio device \(device) (no such file or directory): choose one from hrecv "
      + "--list-devices, or use a file with --input FILE"
  }
  package static func noDevice(_ device: String) -> String {
    "there is no audio device \(device) (no such file or directory): choose one from hrecv "
      + "--list-devices"
  }
  package static func noDeviceHere(_ device: String) -> String {
    "there is no audio device \(device)"
  }
  package static func deviceBusy(_ device: String, _ program: String) -> String {
    "the audio device \(device) is in use by another program: end that, or choose one that "
      + "can be shared from \(program) --list-devices"
  }
  package static func deviceGone(_ device: String, _ reason: String, _ program: String) -> String {
    "the audio device \(device) is gone (\(reason)): plug it in or start its sound server, "
      + "then run \(program) again"
  }
  package static func deviceStalled(_ device: String, _ seconds: String, _ program: String)
    -> String
  {
    "the audio device \(device) has not moved for \(seconds): restart its sound server, then "
      + "run \(program) again"
  }
  package static func deviceTooSlow(_ device: String, _ rate: String) -> String {
    "the audio device \(device) runs at \(rate), too low for near-ultrasound: choose another "
      + "from hsend --list-devices"
  }
  package static func deviceFormats(_ device: String, _ offered: String) -> String {
    "the audio device \(device) offers no sample format that can be used (it has "
      + "\(offered)): try --device plug:alaw"
  }
  package static func deviceUnreachable(_ device: String) -> String {
    "the audio device \(device) cannot be reached (no such device or address): install what"
  }
  package static func deviceForbidden(_ device: String) -> String {
    "the audio device \(device) may not be opened: join its group with sudo adduser $USER"
  }
  package static func serverSilent(_ device: String, _ reason: String) -> String {
    "the sound server behind \(device) does not answer (\(reason)): start it with"
  }
  package static let noSound =
    "there is no sound card and no sound server (no such file or directory): plug a card in"
  package static func soundLostByOverrun(_ device: String) -> String {
    "the device \(device) ran over or dry (xrun): some sound was lost"
  }
  package static func soundLostBySuspension(_ device: String) -> String {
    "the device \(device) was suspended: some sound was lost"
  }
  package static func sendingHurtByOverrun(_ device: String) -> String {
    "the device \(device) ran over or dry (xrun): what was sent may not be readable"
  }
  package static func sendingHurtBySuspension(_ device: String) -> String {
    "the device \(device) was suspended: what was sent may not be readable"
  }
  package static func mixerSilent(_ control: String, _ state: String, _ remedy: String) -> String {
    "\(control) of sound card 0 is \(state), so nothing will be heard: amixer -c 0 sset \(remedy)"
  }
}
