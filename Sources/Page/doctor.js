// Hints beneath the meter: what stands in the way of messages, and what to do against it. A hint
// stays while it is true.

const fullScale = 0.999;
/** So long a hint about something that passes stays. */
const hintSeconds = 20;

const doctor = {
  list: document.getElementById('hints'),
  /** By its key, the values of each hint that is shown. */
  shown: new Map(),
  failedTimer: null,

  /** Shows the hint of the word `hint-KEY`, or takes it away where `values` is null. */
  set(key, values = {}) {
    const was = this.shown.get(key);
    if (values === null) {
      if (!was) return;
      this.shown.delete(key);
      was.element.remove();
      return;
    }
    const text = say('hint-' + key, values);
    if (was) {
      was.values = values;
      if (was.element.textContent !== text) was.element.textContent = text;
      return;
    }
    const made = element('li', { textContent: text, data: { hint: key } });
    this.shown.set(key, { values, element: made });
    this.list.append(made);
    announce(text);
  },

  clear(...kept) {
    for (const key of [...this.shown.keys()]) if (!kept.includes(key)) this.set(key, null);
  },

  showAll() {
    for (const [key, { values, element: made }] of this.shown) {
      made.textContent = say('hint-' + key, values);
    }
  },

  /** What the microphone's track says of itself. */
  track(track, deviceRate) {
    const given = track.getSettings();
    // Firefox tells no rate, and takes what it captures to that of the device that plays.
    const rate = given.sampleRate ?? deviceRate;
    const isVoice = given.echoCancellation === true || given.noiseSuppression === true
      || given.autoGainControl === true;
    this.set('voice', isVoice ? {} : null);
    const isSlow = rate > 0 && rate < 44100;
    const isBluetooth = /bluetooth|airpods|hands-?free|headset \(/i.test(track.label);
    this.set('slowInput', isSlow ? { rate: number(rate / 1000, 1) } : null);
    this.set('bluetooth', !isSlow && isBluetooth ? {} : null);
  },

  /** What the survey of the first seconds found. */
  findings(findings) {
    const told = {
      'muted': 'silent', 'constant': 'silent', 'nearly-silent': 'silent',
      'cut-off': 'cutOff', 'rate-too-low': 'cutOff', 'gated': 'gated', 'clipped': 'clipped',
      'gain-control': 'gainControl', 'noise': 'noise',
    };
    for (const { kind, severity, value } of findings) {
      const key = told[kind];
      if (!key || severity === 'remark') continue;
      // The survey takes messages for noise, and one that was read came through whatever there is.
      if (kind === 'noise' && this.hasRead) continue;
      this.set(key, { kilohertz: number(value / 1000, 1) });
    }
  },

  /** Nothing but zeros for two seconds is no microphone. */
  level(event) {
    if (event.peak > 0) {
      this.zerosSince = null;
      this.set('silent', null);
    } else {
      this.zerosSince ??= event.endSeconds;
      if (event.endSeconds - this.zerosSince >= 2) this.set('silent');
    }
    if (event.peak >= fullScale) {
      this.clippedSeconds = event.endSeconds;
      this.set('clipped');
    } else if (event.endSeconds - this.clippedSeconds > hintSeconds) {
      this.set('clipped', null);
    }
  },
  zerosSince: null,
  clippedSeconds: -Infinity,

  /** A frame that began and could not be read. */
  failed(event) {
    // A start with nothing after it may have been a door.
    if (event.failure === 'sync') return;
    const missing = -(event.marginDecibels ?? 0);
    if (event.failure === 'cut-off') this.set('failed-cutOff', { protocol: event.protocol });
    else if (missing >= 0.5) {
      this.set('failed-weak', { protocol: event.protocol, decibels: number(Math.ceil(missing)) });
    } else this.set('failed-spoilt', { protocol: event.protocol });
    clearTimeout(this.failedTimer);
    this.failedTimer = setTimeout(() => this.forgetFailed(), hintSeconds * 1000);
  },

  /** A frame was read: what was said of an earlier one is over, and so is too much noise. */
  read() {
    this.hasRead = true;
    this.set('noise', null);
    this.forgetFailed();
  },

  forgetFailed() {
    for (const key of ['failed-cutOff', 'failed-weak', 'failed-spoilt']) this.set(key, null);
  },

  /** Whether something was read since the microphone was opened. */
  hasRead: false,
};
