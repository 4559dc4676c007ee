import Glibc

/// Why a device cannot be used, or no longer. These are facts; `Terminal` writes the sentences.
///
/// `device` is the given name of the PCM, `text` is the error text of ALSA or the system.
package enum AudioDeviceError: Error, Equatable, Sendable {
  /// The PCM, card or sound server does not exist, or not in this direction.
  case missing(device: String, text: String)
  /// Another program uses it.
  case busy(device: String)
  /// The user may not open it.
  case permission(device: String)
  /// It supports no sample format that we can convert; `offered` are its formats by ALSA name.
  case unsupportedFormat(device: String, offered: [String])
  /// It supports no rate from `StreamGeometry.lowestUsableRateHertz` up.
  case unsupportedRate(device: String, lowestHertz: Int, highestHertz: Int)
  /// It was unplugged, or its sound server ended, during the stream.
  case vanished(device: String, text: String)
  /// For `seconds` it moved no sample or did not return from a call. Time in which the process was
  /// stopped does not count.
  case stalled(device: String, seconds: Double)
  /// The caller's `isCancelled` became true.
  case cancelled
  /// Another error: the failed ALSA function and its error.
  case other(device: String, call: String, text: String)
}

/// An ALSA function that returned an error.
struct ALSAFailure: Error, Equatable {
  /// The function's name.
  var call: String
  /// Negative errno.
  var code: Int32
  /// The error text of ALSA.
  var text: String

  /// The error for a failure of a running stream that recovery did not repair.
  func streamingError(device: String) -> AudioDeviceError {
    switch -code {
    // EBADFD: ALSA's state "disconnected", as other calls than the first report it.
    case ENODEV, ENXIO, EIO, EBADFD, ECONNREFUSED, ENOTCONN:
      .vanished(device: device, text: text)
    default: .other(device: device, call: call, text: text)
    }
  }
}

/// Why a device could not be opened, or supports no usable geometry.
enum OpeningFailure: Error {
  case call(ALSAFailure)
  case format(offered: [String])
  case rate(lowestHertz: Int, highestHertz: Int)

  /// The error for the user of `device`.
  func error(device: String) -> AudioDeviceError {
    switch self {
    case .format(let offered): .unsupportedFormat(device: device, offered: offered)
    case .rate(let lowest, let highest):
      .unsupportedRate(device: device, lowestHertz: lowest, highestHertz: highest)
    case .call(let failure):
      switch -failure.code {
      // The connection to a sound server that is not running is refused.
      case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN:
        .missing(device: device, text: failure.text)
      // A non-blocking open of a busy device gives either.
      case EBUSY, EAGAIN: .busy(device: device)
      case EACCES, EPERM: .permission(device: device)
      // A sound server that ends at this moment.
      case EIO: .vanished(device: device, text: failure.text)
      default: .other(device: device, call: failure.call, text: failure.text)
      }
    }
  }
}
