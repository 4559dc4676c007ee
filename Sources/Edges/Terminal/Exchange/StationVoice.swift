import HandShake
import HandShakeModem

/// Plays the sounds of a station while the caller goes on listening.
package struct StationVoice {
  let device: Setting<String>
  let ceilingHertz: Setting<Double?>
  let levelDecibels: Double
  let command: CommandName
  private var speech: BackgroundSpeech?

  /// A voice that plays nothing yet.
  package init(
    device: Setting<String>, ceilingHertz: Setting<Double?>, levelDecibels: Double,
    command: CommandName
  ) {
    self.device = device
    self.ceilingHertz = ceilingHertz
    self.levelDecibels = levelDecibels
    self.command = command
  }

  /// Whether a sound is being played.
  package var isSpeaking: Bool { speech != nil }

  /// Tells `station` if its sound has ended. Returns whether it has. Throws a playback failure.
  package mutating func end(_ station: inout Station) throws(CommandFailure) -> Bool {
    guard let speech else { return false }
    do throws(CommandFailure) {
      guard try speech.hasEnded else { return false }
    } catch {
      self.speech = nil
      station.sounded()
      throw error
    }
    self.speech = nil
    station.sounded()
    return true
  }

  /// Begins to play the sound that `station` wants to play now. Returns that sound.
  package mutating func begin(_ station: inout Station) -> StationSound? {
    guard speech == nil, let sound = station.nextSound() else { return nil }
    let ceilingHertz = ceilingHertz
    speech = BackgroundSpeech(to: device, levelDecibels: levelDecibels, for: command) {
      rateHertz throws(CommandFailure) in
      _ = try sound.modemProtocol.placement(declaredCeiling: ceilingHertz, rateHertz: rateHertz)
      do throws(OutgoingError) {
        return try sound.transmitter(rateHertz: rateHertz)
      } catch {
        throw .outgoing(error, declaredCeiling: ceilingHertz)
      }
    }
    return sound
  }
}

/// The blocks of playing and listening at the same time.
package enum DuplexBlock {
  /// Samples of each channel per block. Blocks are short so that answers are not late.
  package static let frameCount = 2048
}

extension CommandFailure {
  /// The failure for a message that cannot be sent below a ceiling.
  package static func outgoing(
    _ error: OutgoingError, declaredCeiling: Setting<Double?>
  ) -> CommandFailure {
    switch error {
    case .content(let error, let name): .text(error, protocolName: name)
    case .noPlacement(let name):
      declaredCeiling.blamed(
        for: .ceilingTooLow(
          ceilingHertz: declaredCeiling.value ?? ModemProtocol.usualCeilingHertz,
          protocolName: name, lowest: nil))
    }
  }

  /// Runs `work` with the `device` of the answers, and marks device failures as `answerDevice`.
  package static func ofAnswers<Result>(
    _ device: Setting<String>, _ work: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CommandFailure) {
      return try work()
    } catch {
      switch error {
      case .device(let error): throw device.blamed(for: .answerDevice(error))
      case .configured(let field, .device(let error)):
        throw .configured(field: field, .answerDevice(error))
      default: throw error
      }
    }
  }
}
