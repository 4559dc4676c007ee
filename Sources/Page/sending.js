// From what the person wants to say to sound: the form, its price in seconds, and the receipt.

const longSeconds = 60;
const mostFileBytes = 1 << 20;
const confirmWaitSeconds = 5;
const ownSeconds = 2;

const field = (id) => document.getElementById(id);

/** Warns once that others hear what the person does not hear; tells whether the person goes on. */
async function agreesToSound() {
  if (settings.knowsLoudness) return true;
  const goesOn = await ask({
    title: say('loudnessTitle'), text: say('loudnessText'), yes: say('send'),
  });
  return goesOn && settings.set('knowsLoudness', true);
}

const sender = {
  kind: 'text',
  file: null,
  /** Counts changes of what is to be sent: a price of an earlier state is void. */
  change: 0,
  timer: null,
  seconds: null,
  isSending: false,
  /** Whether Stop was tapped since Send was. */
  isStopped: false,
  /** Settles what waits for a receipt. */
  settleReceipt: null,
  /** The bytes that are being sent, which this device may hear as well, until a while after. */
  own: null,
  ownTimer: null,

  choose(kind) {
    this.kind = kind;
    for (const each of ['text', 'file', 'wifi', 'contact']) {
      field('fields-' + each).hidden = each !== kind;
      field('kind-' + each).setAttribute('aria-pressed', String(each === kind));
    }
    field('paste').hidden = kind !== 'text';
    this.price(0);
  },

  /** What the form holds as bytes, null where there is nothing to send yet. */
  content() {
    const bytes = (text) => (text ? new TextEncoder().encode(text) : null);
    const trimmed = (id) => field(id).value.trim();
    switch (this.kind) {
      case 'text':
        return { bytes: bytes(field('text').value), fileName: null };
      case 'file':
        return { bytes: this.file?.bytes ?? null, fileName: this.file?.name ?? null };
      case 'wifi': {
        const name = field('wifi-name').value;
        const password = field('wifi-open').checked ? '' : field('wifi-password').value;
        const isWhole = name && (password || field('wifi-open').checked);
        return { bytes: bytes(isWhole ? writeWifi({ name, password }) : ''), fileName: null };
      }
      default: {
        const contact = { name: trimmed('contact-name'), phone: trimmed('contact-phone'),
          email: trimmed('contact-email') };
        return { bytes: bytes(contact.name ? writeContact(contact) : ''), fileName: null };
      }
    }
  },

  /** What the worker is to transmit, null where there is nothing. */
  sending() {
    const { bytes, fileName } = this.content();
    if (!bytes) return null;
    const isFile = fileName !== null;
    const isConfirmed = field('confirm').checked;
    return {
      bytes, fileName,
      protocol: (isFile ? settings.fileProtocol : settings.protocol) || null,
      ceilingHertz: settings.ceilingHertz,
      rung: -1,
      repairPercent: isFile && !isConfirmed ? settings.repairPercent : 0,
      copies: isConfirmed ? 1 : settings.copies,
      isSealed: secrets.isOn,
    };
  },

  /** Says what it will take, a moment after the last change. */
  price(delaySeconds = 0.15) {
    clearTimeout(this.timer);
    this.change += 1;
    this.seconds = null;
    // Who goes on by keyboard at once would pass a button that waits for the duration.
    field('send').disabled = this.sending() === null;
    this.timer = setTimeout(() => this.priceNow(this.change), delaySeconds * 1000);
    const isExposed = this.kind !== 'text' || secrets.fingerprint !== null;
    field('exposed').hidden = !isExposed;
    field('exposed').replaceChildren(...(secrets.fingerprint !== null
      ? [lockSign(), ' ' + say('sealedWith', { fingerprint: secrets.fingerprint })]
      : [say('anyoneNear')]));
  },

  async priceNow(change) {
    const sending = this.sending();
    const cost = field('cost');
    const show = (text, seconds, isError) => {
      cost.textContent = text;
      cost.dataset.error = String(isError);
      if (seconds === null) delete cost.dataset.seconds;
      else cost.dataset.seconds = String(seconds);
      this.seconds = seconds;
      field('send').disabled = seconds === null;
    };
    if (!sending) {
      show('', null, false);
      return;
    }
    try {
      const rate = 48000;
      const { transmitter, sampleCount } = await engine.ask('transmit', { sending, rate });
      engine.ask('discard', { transmitter }).catch(() => {});
      if (change !== this.change) return;
      const seconds = sampleCount / rate;
      const size = say('bytes', { count: number(sending.bytes.length) });
      show((sending.fileName === null ? size + ' · ' : '') + duration(seconds), seconds, false);
    } catch (error) {
      if (change !== this.change) return;
      const { word, values } = refusalOf(error);
      show(say(word, values), null, true);
    }
  },

  async takeFile(file) {
    const facts = field('file-facts');
    this.file = null;
    facts.textContent = '';
    if (file && file.size > mostFileBytes) {
      facts.textContent = say('fileTooLarge', { size: sizeText(file.size) });
    } else if (file && file.size === 0) {
      facts.textContent = say('fileEmpty');
    } else if (file) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (field('file').files[0] !== file) return;
        this.file = { name: file.name, bytes };
        facts.textContent = `${brief(file.name, 60)} · ${sizeText(bytes.length)}`;
      } catch {
        facts.textContent = say('fileUnreadable');
      }
    }
    this.price(0);
  },

  async paste() {
    try {
      const text = await navigator.clipboard.readText();
      if (text) field('text').value = text;
      else this.tell('pasteEmpty', {}, '');
    } catch {
      this.tell('pasteRefused', {}, '');
    }
    field('text').focus();
    this.price(0);
  },

  /** The sentence that says how the last sending ended. */
  tell(word, values, result) {
    field('sent').textContent = say(word, values);
    field('sent').dataset.result = result;
  },

  /** Called by a tap on Send. */
  async send() {
    if (this.isSending) return;
    try {
      player.unlock();
    } catch (error) {
      this.fail(error);
      return;
    }
    // Who types and taps at once is quicker than the duration.
    if (this.seconds === null) {
      clearTimeout(this.timer);
      await this.priceNow(this.change);
    }
    const sending = this.sending();
    if (this.isSending || this.seconds === null || !sending) return;
    field('sent').textContent = '';
    const isConfirmed = field('confirm').checked;
    if (!(await agreesToSound())) return;
    if (this.seconds > longSeconds) {
      const goesOn = await ask({
        title: say('longTitle', { time: duration(this.seconds) }), text: say('longText'),
        yes: say('send'),
      });
      if (!goesOn) return;
    }
    this.begin();
    clearTimeout(this.ownTimer);
    this.own = null;
    try {
      if (isConfirmed) await this.sendConfirmed(sending);
      else await this.sendOnce(sending);
    } catch (error) {
      this.fail(error);
    }
    // The last of it may still be on its way through the receiver.
    this.ownTimer = setTimeout(() => { this.own = null; }, ownSeconds * 1000);
    this.end();
  },

  fail(error) {
    const { word, values } = refusalOf(error);
    this.tell(word, values, 'failed');
  },

  begin() {
    this.isSending = true;
    this.isStopped = false;
    field('compose').hidden = true;
    field('sending').hidden = false;
    field('progress').value = 0;
    this.during('preparing');
    field('stop-sending').focus();
  },

  end() {
    this.isSending = false;
    // Whoever went elsewhere meanwhile stays there.
    const wasHere = [document.body, field('stop-sending')].includes(document.activeElement);
    field('compose').hidden = false;
    field('sending').hidden = true;
    player.rest();
    if (wasHere) field(this.kind === 'text' ? 'text' : 'send').focus({ preventScroll: true });
    showState();
  },

  during(word, values = {}) {
    field('sending-state').textContent = say(word, values);
  },

  progress(share) {
    field('progress').value = share;
  },

  /** Plays it once, while nothing is heard. */
  async sendOnce(sending) {
    // An answer that is being given ends first.
    while (player.isBusy && !this.isStopped) await sleep(0.05);
    await listening.hold();
    // Listen may be tapped while it sounds.
    if (!listening.isHeld) this.own = sending.bytes;
    showState();
    try {
      if (navigator.audioSession) navigator.audioSession.type = 'playback';
      await player.running();
      const { transmitter, sampleCount } =
        await engine.ask('transmit', { sending, rate: player.rate });
      const seconds = sampleCount / player.rate;
      const playing = player.play(transmitter, sampleCount, (share) => {
        this.progress(share);
        this.during('sendingLeft', { time: duration(Math.ceil((1 - share) * seconds)) });
      });
      // Stop may have been tapped before there was anything to stop.
      if (this.isStopped) player.stop();
      if (await playing) this.tell('sentIn', { time: duration(seconds) }, 'sent');
      else this.tell('sendingStopped', {}, 'stopped');
    } finally {
      await listening.resumeHeld();
    }
  },

  /** Sends until somebody answers that it came. */
  async sendConfirmed(sending) {
    if (listening.state !== 'listening') await listening.start();
    await player.running();
    if (this.isStopped) {
      this.tell('sendingStopped', {}, 'stopped');
      return;
    }
    if (listening.state !== 'listening') throw new Refusal('confirmNeedsMicrophone');
    const settled = new Promise((resolve) => { this.settleReceipt = resolve; });
    this.own = sending.bytes;
    pairing.end();
    try {
      await engine.ask('confirm', { sending, waitSeconds: confirmWaitSeconds, rate: player.rate });
      this.during('waitingForQuiet');
      const outcome = await settled;
      if (outcome === 'stopped') {
        this.tell('sendingStopped', {}, 'stopped');
      } else if (outcome === 'deaf') {
        this.tell('confirmDeaf', {}, 'failed');
      } else if (outcome.kind === 'confirmed') {
        this.tell('delivered', { decibels: number(outcome.snrDecibels) }, 'confirmed');
      } else {
        const word = 'unconfirmed-' + outcome.failure;
        this.tell(hasWord(word) ? word : 'unconfirmed-no-answer',
          { tries: number(outcome.received) }, 'unconfirmed');
      }
    } finally {
      this.settleReceipt = null;
    }
  },

  /** Whether an event tells of this device's own sound, which is no news. */
  isOwn(event) {
    if (this.own === null || messages.pending.has(event.frame)) return false;
    if (event.kind !== 'message' && event.kind !== 'file') {
      return ['progress', 'blocks', 'failed', 'repeated'].includes(event.kind);
    }
    return event.bytes.length === this.own.length
      && event.bytes.every((byte, index) => byte === this.own[index]);
  },

  /** Waits for an answer no more, where it did. */
  giveUp(outcome) {
    if (!this.settleReceipt) return;
    player.stop();
    engine.ask('unconfirm').catch(() => {});
    this.settleReceipt(outcome);
  },

  /** What the receiver heard about what is being confirmed. */
  receipt(event) {
    if (event.kind === 'missing') {
      const { received, needed } = event;
      this.during('blocksThere', { received: number(received), needed: number(needed) });
    } else {
      this.settleReceipt?.(event);
    }
  },

  /** Plays what the receiver owes: an answer, or a try of what is to be confirmed. */
  async speak({ transmitter, sampleCount, isTry }) {
    // Stop or Send may have been tapped while it was on its way here.
    const isPairing = isTry && pairing.state !== null;
    const isWanted = !isTry || isPairing || this.settleReceipt;
    if (listening.state !== 'listening' || listening.isHeld || !isWanted) {
      engine.ask('discard', { transmitter }).catch(() => {});
      engine.ask('spoken').catch(() => {});
      return;
    }
    try {
      if (isTry) this.during('sounding');
      else listening.change(listening.state, 'answering');
      await player.play(transmitter, sampleCount, isTry ? (share) => this.progress(share) : null);
    } catch (error) {
      const { word, values } = refusalOf(error);
      if (isPairing) pairing.breakOff();
      else if (isTry) this.giveUp('deaf');
      else doctor.set('cannotAnswer', { reason: say(word, values) });
    }
    if (this.settleReceipt) this.during('waitingForAnswer');
    if (listening.state === 'listening') listening.change('listening', 'listening');
    engine.ask('spoken').catch(() => {});
    player.rest();
  },

  stop() {
    this.isStopped = true;
    player.stop();
    this.giveUp('stopped');
  },
};
