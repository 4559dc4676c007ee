// What seals messages and opens them: a passphrase, or the key of a pairing.

const secrets = {
  /** Five letters, null where there is no secret. */
  fingerprint: null,
  /** The passphrase, or the bytes of a key; null where there is no secret. */
  words: null,
  /** How many are being made, which takes a second: what is sent meanwhile waits for them. */
  makingCount: 0,

  get isOn() {
    return this.fingerprint !== null || this.makingCount > 0;
  },

  /** Takes what was stored, where that was asked for. */
  load() {
    if (!settings.keepsPassphrase) return;
    if (settings.pairedKey) {
      this.make(bytesOf(settings.pairedKey));
    } else if (settings.passphrase) {
      field('passphrase').value = settings.passphrase;
      this.make(settings.passphrase);
    }
  },

  /** Takes what the person chose, and stores it where that was asked for. */
  async use(words) {
    if (await this.make(words)) this.keep();
  },

  /**
   * Makes the secret that messages are sealed with and opened by; null forgets it. Tells whether it
   * could.
   */
  async make(words) {
    const place = field('passphrase-state');
    place.textContent = words === null ? '' : say('secretBeingMade');
    const count = words === null ? 0 : 1;
    this.makingCount += count;
    try {
      const { fingerprint } = await engine.ask('secret', { words });
      this.fingerprint = fingerprint;
      this.words = words;
      place.textContent = say(words === null ? 'secretForgotten' : 'secretUsed');
    } catch (error) {
      const { word, values } = refusalOf(error);
      place.textContent = say(word, values);
    }
    this.makingCount -= count;
    this.show();
    sender.price(0);
    return this.words === words;
  },

  /** Stores it where that was asked for, and takes it away where not. */
  keep() {
    const kept = settings.keepsPassphrase ? this.words : null;
    const isKey = kept instanceof Uint8Array;
    settings.set('passphrase', isKey ? null : kept);
    settings.set('pairedKey', isKey ? hexadecimal(kept) : null);
  },

  show() {
    field('fingerprint').textContent = this.fingerprint ?? '';
    field('fingerprint').dataset.fingerprint = this.fingerprint ?? '';
    field('fingerprint-line').hidden = this.fingerprint === null;
    field('forget-passphrase').hidden = this.fingerprint === null;
  },

  /** Another worker runs, which knows no secret yet. */
  async restore() {
    if (this.words === null) return;
    try {
      await engine.ask('secret', { words: this.words });
    } catch {
      // Then sealed sending is refused: nothing may go in clear.
    }
  },
};
