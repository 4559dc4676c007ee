// The microphone: from the tap on Listen to blocks of samples at the worker, and all that may stop
// it on the way. States: idle, starting, listening, paused, sending, failed.

const secondsOfAnswersPerHour = 600;
// Microphones that are asked for.
const mostChannels = 2;
// Looks in a row, one a second: so many a page that was frozen has not, when it goes on.
const mostSoundless = 4;
// From one look to the next: what browsers hand over at a time may be a fifth of a second.
const leastStallSeconds = 0.3;

const listening = {
  state: 'idle',
  /** The sentence beside the dot, as a key of `words` with its values. */
  word: 'idle',
  values: {},
  context: null,
  stream: null,
  source: null,
  node: null,
  wakeLock: null,
  /** Counts starts and stops: what was begun before the last of them is void. */
  turn: 0,
  /** Settles when what is starting has started, or has not. */
  opening: null,
  isOpen: false,
  /** Of the samples that the receiver is given, in hertz, and of the device that plays. */
  rate: 0,
  deviceRate: 0,
  /** Of how many microphones those samples are. */
  channels: 0,
  isHeld: false,
  /** Whether sound came since the last look, and how many looks in a row were silent. */
  hasSound: false,
  soundlessCount: 0,
  /** How far the context's clock is behind, and whether it stood still before the last look. */
  behindSeconds: Infinity,
  isStalled: false,
  reopenedCount: 0,
  hiddenAt: null,

  get isOn() {
    return this.state === 'listening' || this.state === 'starting';
  },

  change(state, word, values = {}) {
    Object.assign(this, { state, word, values });
    showState();
  },

  /** Begins to listen; is called by a tap, since only then a browser opens microphone and sound. */
  start() {
    return this.state === 'starting' ? this.opening : this.startAnew();
  },

  /** Begins to listen, and ends whatever was open. */
  startAnew() {
    this.release();
    this.opening = this.begin();
    return this.opening;
  },

  async begin() {
    const turn = ++this.turn;
    this.reopenedCount = 0;
    this.change('starting', 'starting');
    try {
      await this.open(turn);
      if (turn !== this.turn) return;
      document.getElementById('welcome').hidden = true;
      document.getElementById('picture').hidden = false;
      this.change('listening', 'listening');
      picture.ask();
      picture.describe();
      this.keepAwake();
      showMicrophones();
    } catch (error) {
      if (turn !== this.turn) return;
      this.release();
      const { word, values } = refusalOf(error);
      this.change('failed', word, values);
    }
  },

  /**
   * Opens the microphone, and a receiver unless one is open that fits. Work that began before the
   * last start or stop ends here: all else belongs to work that began after it.
   */
  async open(turn) {
    if (!navigator.mediaDevices?.getUserMedia) throw new Refusal('insecure');
    const isLate = () => turn !== this.turn;
    if (navigator.audioSession) navigator.audioSession.type = 'play-and-record';
    this.makeContext();
    if (settings.answers) player.unlock();
    const stream = await this.microphone();
    if (isLate()) {
      stopTracks(stream);
      return;
    }
    this.stream = stream;
    await this.wire();
    if (isLate()) return;
    await engine.ready;
    if (isLate()) return;
    // Another device may have come since the receiver was opened.
    const { context, node } = this;
    const fits = context.sampleRate === this.rate && node.input.channelCount === this.channels;
    if (!this.isOpen || !fits) await this.openReceiver();
    if (isLate()) return;
    await this.attach();
    if (isLate()) return;
    this.watch(stream.getAudioTracks()[0]);
    await this.steady();
  },

  makeContext() {
    // If its loudspeaker is late, Chromium loses captured sound. With 'playback' it gives the
    // loudspeaker a buffer of 21 ms, which is too short on a busy device.
    const options = { latencyHint: 0.05 };
    // At the device's own rate: at another rate, Firefox corrects for the drift of two clocks,
    // though both are one clock.
    let context = new AudioContext(options);
    this.deviceRate = context.sampleRate;
    if (!isHeard(context.sampleRate)) {
      context.close();
      context = new AudioContext({ ...options, sampleRate: 48000 });
    }
    this.context = context;
    // The worklet loads while the person is asked for the microphone.
    loadWorklet(context);
    context.onstatechange = () => {
      if (context === this.context && context.state === 'interrupted') this.pause('interrupted');
    };
    if (context.state === 'suspended') context.resume().catch(() => {});
  },

  microphone() {
    const audio = {
      echoCancellation: false, noiseSuppression: false, autoGainControl: false,
      channelCount: { ideal: mostChannels },
    };
    if (settings.microphone) audio.deviceId = { ideal: settings.microphone };
    return navigator.mediaDevices.getUserMedia({ audio });
  },

  /** Leads the stream into the node that copies it. */
  async wire() {
    const { context } = this;
    const source = context.createMediaStreamSource(this.stream);
    // A browser that does not tell how many microphones it gives is taken to give one.
    const { channelCount = 1 } = this.stream.getAudioTracks()[0].getSettings();
    const node = await copyingNode(context, Math.min(channelCount, mostChannels));
    if (context !== this.context) {
      node.end();
      return;
    }
    Object.assign(this, { source, node });
    source.connect(node.input);
    node.input.connect(context.destination);
  },

  /** Opens a receiver in the worker, in place of the one before. */
  async openReceiver() {
    messages.interrupt();
    sender.giveUp('deaf');
    pairing.breakOff();
    picture.reset();
    this.rate = this.context.sampleRate;
    this.channels = this.node.input.channelCount;
    await engine.ask('open', { rate: this.rate, channels: this.channels, memory: seen.bytes });
    this.isOpen = true;
    await this.answer();
  },

  /** Has the receiver answer senders, or not, as the settings say. */
  async answer() {
    if (!this.isOpen) return;
    await engine.ask('answer', {
      secondsPerHour: settings.answers ? secondsOfAnswersPerHour : 0,
      ceilingHertz: settings.ceilingHertz,
      playRate: player.rate,
    });
  },

  /** Takes the picture's columns: the microphone gives zeros first, and sound some time later. */
  hear(columns) {
    if (columns.some(({ decibels }) => decibels.some((level) => level > -190))) this.tellHeard?.();
  },

  /**
   * Waits until sound comes without gaps. Chromium holds captured sound in a queue of 100 ms for
   * the context. If the queue runs empty, zeros stand amid a message; if it is full, samples are
   * lost. It starts out empty, and fills while nothing takes from it: by half.
   */
  async steady() {
    const { source, node } = this;
    await this.firstSound;
    source.disconnect();
    await sleep(0.05);
    source.connect(node.input);
  },

  /** Takes an empty queue in place of the one that filled while the context stood still. */
  async renewQueue() {
    this.source.disconnect();
    this.source = this.context.createMediaStreamSource(this.stream);
    this.source.connect(this.node.input);
    await sleep(0.05);
    await this.steady();
  },

  /** Gives the worker the other end of the node's port. */
  async attach() {
    // A microphone that is muted gives zeros for ever.
    this.firstSound = new Promise((resolve) => {
      this.tellHeard = resolve;
      setTimeout(resolve, 2000);
    });
    const { port1, port2 } = new MessageChannel();
    this.node.send(port1);
    await engine.ask('attach', { port: port2 }, [port2]);
    this.forgetStalls();
  },

  watch(track) {
    doctor.clear();
    doctor.zerosSince = null;
    doctor.hasRead = false;
    doctor.clippedSeconds = -Infinity;
    doctor.track(track, this.deviceRate);
    track.onended = () => this.pause('unplugged');
    track.onmute = () => {
      doctor.set('muted');
      if (this.state === 'listening') this.change('paused', 'mutedBySystem');
    };
    track.onunmute = () => {
      doctor.set('muted', null);
      if (this.word === 'mutedBySystem') this.change('listening', 'listening');
    };
    if (track.muted) doctor.set('muted');
  },

  /** Ends listening because something else did; a tap on Resume begins again. */
  pause(word, values = {}) {
    if (!this.isOn && this.state !== 'paused') return;
    this.turn += 1;
    this.release();
    this.change('paused', word, values);
  },

  /** Ends listening as the person wants. */
  stop() {
    this.turn += 1;
    this.release();
    doctor.clear();
    this.change('idle', 'stopped');
  },

  /**
   * Closes microphone and context. The receiver stays for the next microphone: it knows the
   * messages that came, and its answers.
   */
  release() {
    this.releaseMicrophone();
    sender.giveUp('deaf');
    pairing.breakOff();
    this.wakeLock?.release().catch(() => {});
    this.wakeLock = null;
  },

  releaseMicrophone() {
    if (this.stream) stopTracks(this.stream);
    this.stream = null;
    this.source = null;
    this.node?.end();
    this.node = null;
    if (this.context) {
      this.context.onstatechange = null;
      this.context.close().catch(() => {});
    }
    this.context = null;
  },

  /** Lets go of the sound while the page sends: one at a time. */
  async hold() {
    if (this.state !== 'listening') return;
    this.isHeld = true;
    this.hiddenAt = null;
    // An iPhone plays at the volume of a call as long as the microphone is open.
    if (navigator.audioSession) this.releaseMicrophone();
    else await this.context.suspend();
  },

  async resumeHeld() {
    if (!this.isHeld) return;
    this.isHeld = false;
    if (this.state !== 'listening') return;
    const turn = this.turn;
    try {
      if (this.context) {
        await this.context.resume();
        this.forgetStalls();
        await this.renewQueue();
      } else {
        await this.open(turn);
      }
      if (turn === this.turn) this.change('listening', 'listening');
    } catch {
      if (turn === this.turn) this.pause('interrupted');
    }
  },

  /** The worker fell and another one runs: it gets a receiver and a port. */
  async afterRestart() {
    this.isOpen = false;
    messages.interrupt();
    if (!this.node) return;
    const turn = this.turn;
    try {
      await this.openReceiver();
      await this.attach();
      messages.note('trapped');
    } catch (error) {
      if (turn !== this.turn) return;
      this.release();
      const { word, values } = refusalOf(error);
      this.change('failed', word, values);
    }
  },

  forgetStalls() {
    Object.assign(this, { soundlessCount: 0, behindSeconds: Infinity, isStalled: false });
  },

  /**
   * Once a second: opens the microphone again if no more sound comes, though no event told an end.
   * A context may say that it runs while its clock stands still. In Firefox it goes on without its
   * sound system. If it stood still for a moment, as while a device slept, the queue is full when
   * it goes on.
   */
  checkSound() {
    if (this.state !== 'listening' || !this.context || this.isHeld) return;
    this.soundlessCount = this.hasSound ? 0 : this.soundlessCount + 1;
    this.hasSound = false;
    const behindSeconds = Date.now() / 1000 - this.context.currentTime;
    const wasStalled = this.isStalled;
    this.isStalled = behindSeconds > this.behindSeconds + leastStallSeconds;
    this.behindSeconds = behindSeconds;
    if (this.soundlessCount < mostSoundless) {
      // Stop may be tapped meanwhile.
      if (wasStalled && !this.isStalled) this.renewQueue().catch(() => {});
    } else if (this.context.state === 'running' && this.reopenedCount < 1) {
      this.reopenedCount += 1;
      this.opening = this.openAgain();
    } else {
      this.pause(document.hidden ? 'hidden' : 'stalled');
    }
  },

  async openAgain() {
    const turn = ++this.turn;
    this.releaseMicrophone();
    this.change('starting', 'starting');
    try {
      await this.open(turn);
      if (turn === this.turn) this.change('listening', 'listening');
    } catch {
      if (turn === this.turn) this.pause('stalled');
    }
  },

  async keepAwake() {
    if (!navigator.wakeLock || document.hidden || this.state !== 'listening') return;
    try {
      this.wakeLock = await navigator.wakeLock.request('screen');
    } catch {
      // A battery that is low: the screen may go dark, and the hint says so when it is light again.
    }
  },

  /** The page went behind others, or came back. */
  visibility() {
    if (document.hidden) {
      this.hiddenAt = this.state === 'listening' && !this.isHeld
        ? { date: new Date(), clockSeconds: this.context?.currentTime ?? 0 } : null;
      return;
    }
    picture.ask();
    const gone = this.hiddenAt;
    this.hiddenAt = null;
    if (this.state !== 'listening') return;
    this.keepAwake();
    if (!gone || !this.context || this.isHeld) return;
    const awaySeconds = (Date.now() - gone.date.getTime()) / 1000;
    const heardSeconds = this.context.currentTime - gone.clockSeconds;
    if (awaySeconds - heardSeconds < 3) return;
    const values = { from: clock(gone.date), to: clock(new Date()) };
    messages.note('deafWhileHidden', values);
    if (this.context.state !== 'running') this.pause('hidden');
  },
};
