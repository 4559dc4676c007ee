import CHandShakeALSA
import CHandShakeALSAShim
import Glibc

// This file contains every ALSA call of the product: codes become `ALSAFailure`, pointers stay
// here.

/// An open ALSA PCM, interleaved and non-blocking. One thread at a time uses it. It is closed
/// explicitly, because closing may take forever (see `CallThread`).
final class PCMHandle: @unchecked Sendable {
  private let pcm: OpaquePointer
  private let direction: AudioDirection

  /// The state of a stream, as far as it is needed.
  enum State { case unprepared, prepared, running, underOrOverrun, suspended, disconnected, other }

  /// Opens the PCM called `name`. A failure is thrown, and nothing appears on standard error.
  init(name: String, direction: AudioDirection) throws(OpeningFailure) {
    ALSALibrary.silence
    var pcm: OpaquePointer?
    let stream = direction == .playback ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE
    try agree("snd_pcm_open", snd_pcm_open(&pcm, name, stream, Int32(SND_PCM_NONBLOCK)))
    guard let pcm else { throw .call(ALSAFailure(call: "snd_pcm_open", code: -ENODEV)) }
    self.pcm = pcm
    self.direction = direction
  }

  /// Stops at once and closes. Do not use the handle afterwards.
  func close() { snd_pcm_close(pcm) }

  /// Chooses a geometry by the preferences of `StreamGeometry` and leaves the PCM prepared. The
  /// rate is the device's own: ALSA's resampling is off.
  func configure() throws(OpeningFailure) -> StreamGeometry {
    var parameters: OpaquePointer?
    try agree("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc(&parameters))
    guard let parameters else { throw .call(ALSAFailure(call: "malloc", code: -ENOMEM)) }
    defer { snd_pcm_hw_params_free(parameters) }
    try agree("snd_pcm_hw_params_any", snd_pcm_hw_params_any(pcm, parameters))
    try agree(
      "snd_pcm_hw_params_set_rate_resample",
      snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0))
    try agree(
      "snd_pcm_hw_params_set_access",
      snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    // The rate comes first: we can convert every other parameter exactly.
    let rate = try chooseRate(parameters)
    let channels = try chooseChannelCount(parameters)
    let format = try chooseFormat(parameters)
    let (buffer, period) = try chooseBuffer(parameters)
    try setThresholds(bufferFrames: buffer, periodFrames: period)
    // A sound server's plug-in connects when it is prepared, before ALSA sets the thresholds.
    // PulseAudio would then play the first period at once, and be silent if the second is late.
    if direction == .playback { try agree("snd_pcm_prepare", snd_pcm_prepare(pcm)) }
    return StreamGeometry(
      sampleRateHertz: rate, channelCount: channels, format: format, bufferFrames: buffer,
      periodFrames: period)
  }

  /// The capabilities of the PCM, without ALSA's resampling. Call it before `configure`.
  func capabilities() throws(OpeningFailure) -> DeviceCapabilities {
    var parameters: OpaquePointer?
    try agree("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc(&parameters))
    guard let parameters else { throw .call(ALSAFailure(call: "malloc", code: -ENOMEM)) }
    defer { snd_pcm_hw_params_free(parameters) }
    try agree("snd_pcm_hw_params_any", snd_pcm_hw_params_any(pcm, parameters))
    snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
    var (least, most) = (UInt32(0), UInt32(0))
    snd_pcm_hw_params_get_channels_min(parameters, &least)
    snd_pcm_hw_params_get_channels_max(parameters, &most)
    return DeviceCapabilities(
      kind: snd_pcm_type_name(snd_pcm_type(pcm)).map { String(cString: $0) } ?? "",
      card: cardNumber(),
      ratesHertz: DeviceCapabilities.knownRatesHertz.filter {
        snd_pcm_hw_params_test_rate(pcm, parameters, UInt32($0), 0) == 0
      },
      formats: offeredFormats(parameters), channelCounts: Int(least)...Int(max(least, most)))
  }

  private func cardNumber() -> Int? {
    var information: OpaquePointer?
    snd_pcm_info_malloc(&information)
    guard let information else { return nil }
    defer { snd_pcm_info_free(information) }
    guard snd_pcm_info(pcm, information) == 0 else { return nil }
    let card = snd_pcm_info_get_card(information)
    return card >= 0 ? Int(card) : nil
  }

  private func chooseRate(_ parameters: OpaquePointer) throws(OpeningFailure) -> Int {
    let lowestUsable = StreamGeometry.lowestUsableRateHertz
    for hertz in StreamGeometry.preferredRatesHertz
    where snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(hertz), 0) == 0 {
      return hertz
    }
    var lowest: UInt32 = 0
    var highest: UInt32 = 0
    // Bounds may be exclusive: above the lowest (1), below the highest (-1).
    var lowestSide: Int32 = 0
    var highestSide: Int32 = 0
    snd_pcm_hw_params_get_rate_min(parameters, &lowest, &lowestSide)
    snd_pcm_hw_params_get_rate_max(parameters, &highest, &highestSide)
    var least = UInt32(lowestUsable)
    guard highest >= least, snd_pcm_hw_params_set_rate_min(pcm, parameters, &least, nil) == 0
    else {
      throw .rate(
        lowestHertz: Int(lowest) + Int(max(lowestSide, 0)),
        highestHertz: Int(highest) + Int(min(highestSide, 0)))
    }
    var hertz = UInt32(StreamGeometry.preferredRatesHertz[0])
    try agree(
      "snd_pcm_hw_params_set_rate_near",
      snd_pcm_hw_params_set_rate_near(pcm, parameters, &hertz, nil))
    return Int(hertz)
  }

  private func chooseChannelCount(_ parameters: OpaquePointer) throws(OpeningFailure) -> Int {
    var most: UInt32 = 0
    snd_pcm_hw_params_get_channels_max(parameters, &most)
    for count in StreamGeometry.preferredChannelCounts(direction, most: max(1, Int(most)))
    where snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(count)) == 0 {
      return count
    }
    var least: UInt32 = 0
    try agree(
      "snd_pcm_hw_params_set_channels_first",
      snd_pcm_hw_params_set_channels_first(pcm, parameters, &least))
    return Int(least)
  }

  private func chooseFormat(_ parameters: OpaquePointer) throws(OpeningFailure) -> SampleFormat {
    for format in SampleFormat.preferred {
      let code = snd_pcm_format_value(format.name)
      guard snd_pcm_hw_params_test_format(pcm, parameters, code) == 0 else { continue }
      try agree("snd_pcm_hw_params_set_format", snd_pcm_hw_params_set_format(pcm, parameters, code))
      return format
    }
    throw .format(offered: offeredFormats(parameters))
  }

  private func offeredFormats(_ parameters: OpaquePointer) -> [String] {
    (0...SND_PCM_FORMAT_LAST.rawValue).compactMap { code in
      let format = snd_pcm_format_t(rawValue: code)
      guard snd_pcm_hw_params_test_format(pcm, parameters, format) == 0 else { return nil }
      return snd_pcm_format_name(format).map { String(cString: $0) }
    }
  }

  private func chooseBuffer(_ parameters: OpaquePointer) throws(OpeningFailure) -> (Int, Int) {
    // The buffer comes before the period: on a device with few periods its length matters more. A
    // refusal of either call is harmless: the actual values are read below.
    var microseconds = StreamGeometry.bufferMicroseconds(direction)
    snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &microseconds, nil)
    microseconds = StreamGeometry.periodMicroseconds
    snd_pcm_hw_params_set_period_time_near(pcm, parameters, &microseconds, nil)
    try agree("snd_pcm_hw_params", snd_pcm_hw_params(pcm, parameters))
    var buffer: snd_pcm_uframes_t = 0
    var period: snd_pcm_uframes_t = 0
    try agree("snd_pcm_get_params", snd_pcm_get_params(pcm, &buffer, &period))
    return (Int(buffer), Int(period))
  }

  private func setThresholds(bufferFrames: Int, periodFrames: Int) throws(OpeningFailure) {
    var parameters: OpaquePointer?
    try agree("snd_pcm_sw_params_malloc", snd_pcm_sw_params_malloc(&parameters))
    guard let parameters else { throw .call(ALSAFailure(call: "malloc", code: -ENOMEM)) }
    defer { snd_pcm_sw_params_free(parameters) }
    try agree("snd_pcm_sw_params_current", snd_pcm_sw_params_current(pcm, parameters))
    // Playback starts with half the buffer filled: at once if the generator is faster than real
    // time, and with a reserve against a late block. `drain` starts shorter sounds. Capture is
    // started explicitly, because the wait comes before the read.
    let start = direction == .playback ? max(bufferFrames / 2, 1) : 1
    try agree(
      "snd_pcm_sw_params_set_start_threshold",
      snd_pcm_sw_params_set_start_threshold(pcm, parameters, snd_pcm_uframes_t(start)))
    try agree(
      "snd_pcm_sw_params_set_avail_min",
      snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(max(periodFrames, 1))))
    try agree("snd_pcm_sw_params", snd_pcm_sw_params(pcm, parameters))
  }
}

/// A configured stream.
extension PCMHandle {
  var state: State {
    switch snd_pcm_state(pcm) {
    case SND_PCM_STATE_OPEN, SND_PCM_STATE_SETUP: .unprepared
    case SND_PCM_STATE_PREPARED: .prepared
    case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING: .running
    case SND_PCM_STATE_XRUN: .underOrOverrun
    case SND_PCM_STATE_SUSPENDED: .suspended
    case SND_PCM_STATE_DISCONNECTED: .disconnected
    default: .other
    }
  }

  func start() throws(ALSAFailure) { try check("snd_pcm_start", snd_pcm_start(pcm)) }
  func stop() throws(ALSAFailure) { try check("snd_pcm_drop", snd_pcm_drop(pcm)) }
  func prepare() throws(ALSAFailure) { try check("snd_pcm_prepare", snd_pcm_prepare(pcm)) }

  /// Continues after a suspend; false if the device is not ready yet.
  func resume() throws(ALSAFailure) -> Bool {
    let code = snd_pcm_resume(pcm)
    if code == -EAGAIN { return false }
    try check("snd_pcm_resume", code)
    return true
  }

  /// Waits until a period can be moved; false after `milliseconds`.
  func wait(milliseconds: Int32) throws(ALSAFailure) -> Bool {
    try check("snd_pcm_wait", snd_pcm_wait(pcm, milliseconds)) > 0
  }

  /// Moves up to `frames` frames between `bytes` and the device. Gives their number, 0 if the
  /// device is not ready.
  func move(_ bytes: UnsafeMutableRawPointer, frames: Int) throws(ALSAFailure) -> Int {
    let count = snd_pcm_uframes_t(frames)
    let moved =
      direction == .playback
      ? snd_pcm_writei(pcm, bytes, count) : snd_pcm_readi(pcm, bytes, count)
    if moved == -snd_pcm_sframes_t(EAGAIN) { return 0 }
    if moved >= 0 { return moved }
    throw ALSAFailure(
      call: direction == .playback ? "snd_pcm_writei" : "snd_pcm_readi", code: Int32(moved))
  }

  /// Frames that can be moved now.
  ///
  /// It uses the status of the innermost device. `plug` puts ALSA's emulation of mapped memory
  /// around a sound server. That emulation does not count the passing frames and reports an empty
  /// buffer.
  func availableFrames() throws(ALSAFailure) -> Int {
    var status: OpaquePointer?
    try check("snd_pcm_status_malloc", snd_pcm_status_malloc(&status))
    guard let status else { throw ALSAFailure(call: "malloc", code: -ENOMEM) }
    defer { snd_pcm_status_free(status) }
    try check("snd_pcm_status", snd_pcm_status(pcm, status))
    return Int(snd_pcm_status_get_avail(status))
  }

  /// Frames that were written but not heard yet.
  func delayFrames() throws(ALSAFailure) -> Int {
    var frames: snd_pcm_sframes_t = 0
    try check("snd_pcm_delay", snd_pcm_delay(pcm, &frames))
    return frames
  }
}

/// ALSA's data on devices, without opening them.
enum ALSALibrary {
  /// Evaluated before any call that might print.
  static let silence: Void = alsa_shim_silence()

  /// The PCMs that the configuration lists, except PCMs of the other direction.
  static func declaredDevices(_ direction: AudioDirection) -> [ListedDevice] {
    silence
    let otherDirection = direction == .playback ? "Input" : "Output"
    var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &list) == 0, let list else { return [] }
    defer { snd_device_name_free_hint(list) }
    var devices: [ListedDevice] = []
    var next = list
    while let entry = next.pointee {
      next += 1
      guard let name = text(entry, "NAME"), text(entry, "IOID") != otherDirection else { continue }
      devices.append(ListedDevice(name: name, description: text(entry, "DESC") ?? ""))
    }
    return devices
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let text = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The devices of all cards in `direction`, each by numbers and names of card and device. A card
  /// that cannot be queried has no devices.
  static func hardwareDevices(_ direction: AudioDirection) -> [(address: String, names: String)] {
    silence
    var devices: [(address: String, names: String)] = []
    var card: Int32 = -1
    while snd_card_next(&card) == 0, card >= 0 {
      var control: OpaquePointer?
      guard snd_ctl_open(&control, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) == 0, let control
      else { continue }
      defer { snd_ctl_close(control) }
      var device: Int32 = -1
      while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
        guard let name = deviceName(control, device, direction) else { continue }
        let names = [cardName(card) ?? "", name].filter { !$0.isEmpty }
        devices.append(("\(card),\(device)", names.joined(separator: ", ")))
      }
    }
    return devices
  }

  /// The playback controls of a card's mixer; empty if it cannot be queried.
  static func mixerControls(card: Int) -> [MixerControl] {
    var mixer: OpaquePointer?
    guard snd_mixer_open(&mixer, 0) == 0, let mixer else { return [] }
    defer { snd_mixer_close(mixer) }
    guard snd_mixer_attach(mixer, "hw:\(card)") == 0,
      snd_mixer_selem_register(mixer, nil, nil) == 0, snd_mixer_load(mixer) == 0
    else { return [] }
    var controls: [MixerControl] = []
    var next = snd_mixer_first_elem(mixer)
    while let element = next {
      next = snd_mixer_elem_next(element)
      guard snd_mixer_selem_is_active(element) != 0, snd_mixer_selem_get_index(element) == 0,
        let name = snd_mixer_selem_get_name(element)
      else { continue }
      let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
      let hasVolume = snd_mixer_selem_has_playback_volume(element) != 0
      guard hasSwitch || hasVolume else { continue }
      let channels = (0...SND_MIXER_SCHN_LAST.rawValue).map { snd_mixer_selem_channel_id_t($0) }
        .filter { snd_mixer_selem_has_playback_channel(element, $0) != 0 }
      var (least, most) = (0, 0)
      snd_mixer_selem_get_playback_volume_range(element, &least, &most)
      controls.append(
        MixerControl(
          name: String(cString: name),
          isOn: !hasSwitch
            || channels.contains {
              var value: Int32 = 1
              snd_mixer_selem_get_playback_switch(element, $0, &value)
              return value != 0
            },
          isAboveZero: !hasVolume
            || channels.contains {
              var value = most
              snd_mixer_selem_get_playback_volume(element, $0, &value)
              return value > least
            }))
    }
    return controls
  }

  private static func cardName(_ card: Int32) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard snd_card_get_name(card, &name) == 0, let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private static func deviceName(
    _ control: OpaquePointer, _ device: Int32, _ direction: AudioDirection
  ) -> String? {
    var information: OpaquePointer?
    snd_pcm_info_malloc(&information)
    guard let information else { return nil }
    defer { snd_pcm_info_free(information) }
    snd_pcm_info_set_device(information, UInt32(device))
    snd_pcm_info_set_subdevice(information, 0)
    snd_pcm_info_set_stream(
      information, direction == .playback ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE)
    guard snd_ctl_pcm_info(control, information) == 0 else { return nil }
    return snd_pcm_info_get_name(information).map { String(cString: $0) } ?? ""
  }
}

extension ALSAFailure {
  init(call: String, code: Int32) {
    self.init(call: call, code: code, text: String(cString: snd_strerror(code)))
  }
}

@discardableResult
private func check(_ call: String, _ code: Int32) throws(ALSAFailure) -> Int32 {
  if code < 0 { throw ALSAFailure(call: call, code: code) }
  return code
}

private func agree(_ call: String, _ code: Int32) throws(OpeningFailure) {
  if code < 0 { throw .call(ALSAFailure(call: call, code: code)) }
}
