/// Why a loudspeaker's end could not be measured: the facts, worded below.
public enum CeilingFailure: Error, Equatable, Sendable {
  /// The sweep's plateau stands no further above the noise.
  case tooNoisy(plateauAboveNoiseDecibels: Double, captureDevice: String)
  /// The recording reaches full scale.
  case clipped(captureDevice: String)

  /// Less than this above the noise, nothing was heard of the sweep.
  private static let heardDecibels = 12.0

  var wording: String {
    switch self {
    case .tooNoisy(let distance, let device) where distance < Self.heardDecibels:
      "nothing of the sweep was heard by '\(device)': turn the volume up, and check that "
        + "--capture is a microphone near the loudspeaker"
    case .tooNoisy(let distance, _):
      "the sweep is only \(decimals(distance, 0)) dB above the noise, too little to tell where the "
        + "loudspeaker ends: move the microphone nearer, turn the volume up, or wait for silence"
    case .clipped(let device):
      "the sweep is too loud for '\(device)': turn its gain or the volume down"
    }
  }
}
