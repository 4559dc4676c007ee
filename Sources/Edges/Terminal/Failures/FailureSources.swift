import HandShakeAudioDevice
import HandShakeAudioFile

extension CommandFailure {
  /// Runs `body`, and turns a device error into a failure of the program.
  package static func ofDevice<Value>(
    _ body: () throws(AudioDeviceError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(AudioDeviceError) {
      return try body()
    } catch {
      throw error == .cancelled ? .interrupted : .device(error)
    }
  }

  /// Runs `body`, and turns a recording error into a failure of the program.
  package static func ofFile<Value>(
    _ body: () throws(AudioFileError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(AudioFileError) {
      return try body()
    } catch {
      if case .interrupted = error { throw .interrupted }
      throw .recording(error)
    }
  }
}
