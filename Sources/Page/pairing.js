// Pairing: two devices agree on a key by sound, and people compare the six digits that both show.

const pairing = {
  /**
   * 'meeting', 'comparing', 'accepted', and 'over', while it still answers the other device; null
   * without a pairing.
   */
  state: null,
  /** Counts beginnings and ends: what was begun before the last of them is void. */
  turn: 0,

  /** Whether it waits for the other device, or for people. */
  get isOn() {
    return this.state !== null && this.state !== 'over';
  },

  /** Begins to look for another device that pairs; is called by a tap. */
  async begin() {
    if (this.isOn || sender.isSending || check.isRunning) return;
    const turn = ++this.turn;
    this.change('meeting', 'pairingPrepares');
    try {
      player.unlock();
      if (!(await agreesToSound())) throw new Refusal('pairingStopped');
      if (listening.state !== 'listening') await listening.start();
      await player.running();
      // Stop may have been tapped meanwhile.
      if (turn !== this.turn) return;
      if (listening.state !== 'listening') throw new Refusal('pairingNeedsMicrophone');
      await engine.ask('pair', {
        waitSeconds: confirmWaitSeconds, ceilingHertz: settings.ceilingHertz, rate: player.rate,
      });
      if (turn !== this.turn) engine.ask('unconfirm').catch(() => {});
      else this.tell('pairingMeets');
    } catch (error) {
      if (turn !== this.turn) return;
      const { word, values } = refusalOf(error);
      this.change(null, word, values);
      player.rest();
    }
  },

  /** What the receiver tells. */
  take({ kind, failure, bytes, key }) {
    if (!this.isOn) return;
    if (kind === 'digits') {
      this.change('comparing', 'pairingCompares');
      const digits = new TextDecoder().decode(bytes);
      const spoken = say('digitsSpoken', { digits: [...digits].join(' ') });
      field('digits').replaceChildren(
        element('span', { ariaHidden: 'true', textContent: digits.replace(/...$/, ' $&') }),
        element('span', { className: 'unseen', textContent: spoken }));
    } else if (kind === 'paired') {
      this.change('over', failure === null ? 'paired' : 'pairedUnsure');
      field('passphrase').value = '';
      secrets.use(key);
    } else {
      const word = 'unpaired-' + failure;
      this.change('over', hasWord(word) ? word : 'unpaired-timed-out');
    }
  },

  /** The person says that both devices show the same digits. */
  accept() {
    if (this.state !== 'comparing') return;
    this.change('accepted', 'pairingWaits');
    engine.ask('decide', { areEqual: true }).catch(() => {});
  },

  /** The person says that the digits differ, or does not want to go on. */
  refuse() {
    if (!this.isOn) return;
    const hasBegun = this.state !== 'meeting';
    this.turn += 1;
    // The receiver still tells the other device.
    this.change('over', hasBegun ? 'unpaired-refused' : 'pairingStopped');
    engine.ask('decide', { areEqual: false }).catch(() => {});
  },

  /** What would be heard of it is heard no more. */
  breakOff() {
    if (this.state === null || this.word === 'pairingPrepares') return;
    const wasOn = this.isOn;
    this.turn += 1;
    this.state = null;
    if (wasOn) this.change(null, 'pairingDeaf');
    engine.ask('unconfirm').catch(() => {});
  },

  /** Ends it where the page sends with Confirm: the receiver does that in place of the pairing. */
  end() {
    if (this.isOn) this.change(null, 'pairingDeaf');
    this.state = null;
  },

  change(state, word, values = {}) {
    this.state = state;
    const focused = document.activeElement;
    const isComparing = state === 'comparing';
    field('digits').replaceChildren();
    field('pair').disabled = this.isOn;
    field('digits-match').hidden = !isComparing;
    field('digits-differ').hidden = !isComparing;
    field('stop-pairing').hidden = !this.isOn || isComparing;
    this.tell(word, values);
    // Who pressed a button that is gone by that goes on with one that accepts nothing.
    if (!['pair', 'digits-match', 'digits-differ', 'stop-pairing'].includes(focused.id)) return;
    const others = ['stop-pairing', 'digits-differ', 'pair'].map(field);
    others.find((each) => each.offsetParent && !each.disabled)?.focus({ preventScroll: true });
  },

  tell(word, values = {}) {
    this.word = word;
    field('pairing-state').textContent = say(word, values);
    field('pairing-state').dataset.word = word;
  },
};
