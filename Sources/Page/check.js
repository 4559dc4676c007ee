// Check this device: sends a short text in each band and listens to itself, to find out up to which
// frequency loudspeaker and microphone work.

const checkedCeilingsHertz = [20000, 18500, 17000];
const checkWaitSeconds = 3;

const check = {
  /** The text that is on its way, and whom to tell that it came. */
  expected: null,
  /** All that were sent: what comes late is no message either. */
  texts: new Set(),
  isRunning: false,
  isStopped: false,

  /** Tells whether a message is one of the check's own, which is not shown. */
  takes(event) {
    const text = new TextDecoder().decode(event.bytes);
    if (text === this.expected?.text) this.expected.heard(true);
    return this.texts.has(text);
  },

  async run() {
    if (this.isRunning || sender.isSending || pairing.isOn) return;
    this.isRunning = true;
    this.isStopped = false;
    const button = document.getElementById('check');
    button.disabled = true;
    try {
      player.unlock();
      if (listening.state !== 'listening') await listening.start();
      if (listening.state !== 'listening') {
        this.tell(listening.word, listening.values, null);
        return;
      }
      // The settings may have been closed before it listened.
      if (this.isStopped) return;
      const heard = [];
      for (const ceilingHertz of checkedCeilingsHertz) {
        this.tell('checking', { kilohertz: number(ceilingHertz / 1000, 1) }, null);
        if (await this.hears(ceilingHertz)) heard.push(ceilingHertz);
        if (this.isStopped) {
          this.tell('stopped', {}, null);
          return;
        }
      }
      this.conclude(heard);
    } catch (error) {
      const { word, values } = refusalOf(error);
      this.tell(word, values, null);
    } finally {
      this.expected = null;
      this.isRunning = false;
      button.disabled = false;
      player.rest();
    }
  },

  /** Whoever closes the settings may send next, which the check would take for a deaf device. */
  stop() {
    if (!this.isRunning) return;
    this.isStopped = true;
    this.expected?.heard(false);
    player.stop();
  },

  /** Whether a text below this ceiling comes back. */
  async hears(ceilingHertz) {
    const letters = Array.from(crypto.getRandomValues(new Uint8Array(6)),
      (value) => String.fromCharCode(97 + (value % 26)));
    const text = `check ${letters.join('')}`;
    this.texts.add(text);
    const came = new Promise((resolve) => { this.expected = { text, heard: resolve }; });
    await player.running();
    if (this.isStopped) return false;
    const { transmitter, sampleCount } = await engine.ask('transmit', {
      rate: player.rate,
      sending: { bytes: new TextEncoder().encode(text), fileName: null, protocol: 'hop',
        ceilingHertz, rung: -1, repairPercent: 0, copies: 1, isSealed: false },
    });
    const playing = player.play(transmitter, sampleCount, null);
    if (this.isStopped) player.stop();
    await playing;
    return Promise.race([came, sleep(checkWaitSeconds).then(() => false)]);
  },

  conclude(heard) {
    if (!heard.length) {
      this.tell('checkNothing', {}, 0);
      return;
    }
    const highest = Math.max(...heard);
    settings.set('ceilingHertz', highest === checkedCeilingsHertz[0] ? 0 : highest);
    document.getElementById('ceiling').value = String(settings.ceilingHertz);
    sender.price(0);
    answerAnew();
    this.tell('checkHears', { kilohertz: number(highest / 1000, 1) }, highest);
  },

  tell(word, values, ceilingHertz) {
    const result = document.getElementById('check-result');
    result.textContent = say(word, values);
    if (ceilingHertz === null) delete result.dataset.ceiling;
    else result.dataset.ceiling = String(ceilingHertz);
  },
};
