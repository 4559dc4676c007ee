import Glibc

/// Why a device can't be used, or can't be used any longer. Facts only: `Terminal` words them.
///
/// `device` is the PCM's name as it was given, `text` what ALSA or the system calls the error.
package enum AudioDeviceError: Error, Equatable, Sendable {
  /// No such PCM, card or sound server, or none in this direction.
  case missing(device: String, text: String)
  /// Another program has it.
  case busy(device: String)
  /// The user may not open it.
  case permission(device: String)
  /// It takes none of the sample formats we can convert; `offered` are ALSA's names of its own.
  case unsupportedFormat(device: String, offered: [String])
  /// It runs at no rate from `StreamGeometry.lowestUsableRateHertz` up.
  case unsupportedRate(device: String, lowestHertz: Int, highestHertz: Int)
  /// It was unplugged, or its sound server went away, in the middle of the stream.
  case vanished(device: String, text: String)
  /// For `seconds`, in which the process was not stopped, it neither took nor gave a sample, or
  /// didn't return from a call.
  case stalled(device: String, seconds: Double)
  /// The caller's own `isCancelled` became true.
  case cancelled
  /// Anything else: the ALSA function that failed, and how.
  case other(device: String, call: String, text: String)
}

/// An ALSA function that returned an error.
struct ALSAFailure: Error, Equatable {
  /// The function's name.
  var call: String
  /// Negative errno.
  var code: Int32
  /// What ALSA calls it.
  var text: String

  /// The meaning of a failure of a running stream that recovery didn't cure.
  func streamingError(device: String) -> AudioDeviceError {
    switch -code {
    // EBADFD: ALSA's state "disconnected", seen by calls other than the one that found out.
    case ENODEV, ENXIO, EIO, EBADFD, ECONNREFUSED, ENOTCONN:
      .vanished(device: device, text: text)
    default: .other(device: device, call: call, text: text)
    }
  }
}

/// Why a device couldn't be opened or no geometry be agreed on.
enum OpeningFailure: Error {
  case call(ALSAFailure)
  case format(offered: [String])
  case rate(lowestHertz: Int, highestHertz: Int)

  /// What it means to whoever asked for `device`.
  func error(device: String) -> AudioDeviceError {
    switch self {
    case .format(let offered): .unsupportedFormat(device: device, offered: offered)
    case .rate(let lowest, let highest):
      .unsupportedRate(device: device, lowestHertz: lowest, highestHertz: highest)
    case .call(let failure):
      switch -failure.code {
      // A sound server that isn't running refuses the connection.
      case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN:
        .missing(device: device, text: failure.text)
      // Opened without blocking, a device in use gives either.
      case EBUSY, EAGAIN: .busy(device: device)
      case EACCES, EPERM: .permission(device: device)
      // A sound server that ends just then.
      case EIO: .vanished(device: device, text: failure.text)
      default: .other(device: device, call: failure.call, text: failure.text)
      }
    }
  }
}
