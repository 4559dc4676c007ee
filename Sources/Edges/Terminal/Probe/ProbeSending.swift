import HandShakeDiagnosis

/// `hsend --probe`: the sound of a link test.
package struct ProbeSending {
  private let options: SendOptions

  /// Checks a typed ceiling. A configured ceiling does not count, because the probe measures it.
  package init(_ options: SendOptions) throws(CommandFailure) {
    self.options = options
    try SoundOutput.checkTarget(options)
    let ceiling = options.ceilingHertz
    let least = ProbeTransmission.leastCeilingHertz
    if ceiling.origin == .option, let stated = ceiling.value, stated < least {
      throw .probeCeilingTooLow(ceilingHertz: stated, leastHertz: least)
    }
  }

  /// Sends the probe. Throws `interrupted` if a signal ends it early.
  package func run() throws(CommandFailure) {
    let ceiling = options.ceilingHertz
    let limit = ceiling.origin == .option ? ceiling.value ?? .infinity : .infinity
    try SoundOutput(options, protocolName: nil).send(SendingProgress(label: "probing")) {
      rateHertz throws(CommandFailure) in
      if rateHertz < ProbeTransmission.leastRateHertz {
        throw .probeRateTooLow(rateHertz: rateHertz)
      }
      let probe = ProbeTransmission(
        statedLevelDecibels: options.levelDecibels.value, ceilingHertz: limit,
        rateHertz: rateHertz)
      let series = try TransmissionSeries(probe, options: options, rateHertz: rateHertz)
      try options.emit(
        EventObject.sending(options, rateHertz: rateHertz, seconds: series.onceSeconds))
      return series
    }
  }
}
