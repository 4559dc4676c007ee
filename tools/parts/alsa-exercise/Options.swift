import Foundation

/// The options of the command line; see `usage`.
struct Options {
  var playDevice: String?
  var captureDevice: String?
  var listsDevices = false
  var seconds = 0.5
  var pauseSeconds = 0.0
  var daemonSignal: Int32?
  var daemonSeconds = 0.2
  var interruptSeconds: Double?

  static let usage = """
    usage: alsa-exercise [OPTION...]
    Plays a burst of noise, captures it at the same time, and prints the facts as JSON.
      --play PCM --capture PCM   the devices; without one, that direction is left out
      --seconds S                length of the burst (0.5); of the recording without --play
      --pause S                  stop writing for so long in the middle
      --daemon STOP|KILL         send that signal to $LOOP_PID, --daemon-after S (0.2)
      --interrupt-after S        send SIGINT to itself
      --list                     print the lists of devices and do nothing else
    Times count from when the devices are about to be opened.

    """

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--list" {
        listsDevices = true
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch (option, Double(value)) {
      case ("--play", _): playDevice = value
      case ("--capture", _): captureDevice = value
      case ("--seconds", let number?): seconds = number
      case ("--pause", let number?): pauseSeconds = number
      case ("--daemon", _): daemonSignal = value == "STOP" ? SIGSTOP : SIGKILL
      case ("--daemon-after", let number?): daemonSeconds = number
      case ("--interrupt-after", let number?): interruptSeconds = number
      default: return nil
      }
    }
    guard listsDevices || playDevice != nil || captureDevice != nil else { return nil }
  }
}
