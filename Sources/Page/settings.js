// What the browser's storage of this page keeps: settings, the secret if the person asked for that,
// and the numbers of sealed messages that came. Sent and received content is never stored.

const storageKey = 'handshake';
// If a page is opened as a file, any HTML file of this device can read what the page stores, even a
// file that was received.
const mayKeepSecrets = /^https?:$/.test(location.protocol);

/** What holds until something else is chosen, and what may be chosen. */
const choices = {
  language: { usual: 'auto', isAllowed: (value) => ['auto', 'en', 'de'].includes(value) },
  protocol: { usual: '', isAllowed: (value) => typeof value === 'string' },
  fileProtocol: { usual: '', isAllowed: (value) => typeof value === 'string' },
  ceilingHertz: { usual: 0, isAllowed: (value) => [0, 20000, 18500, 17000].includes(value) },
  levelDecibels: { usual: -12, isAllowed: (value) => value >= -30 && value <= 0 },
  repairPercent: { usual: 20, isAllowed: (value) => value >= 0 && value <= 100 },
  copies: { usual: 1, isAllowed: (value) => Number.isInteger(value) && value >= 1 && value <= 5 },
  microphone: { usual: '', isAllowed: (value) => typeof value === 'string' },
  answers: { usual: false, isAllowed: (value) => typeof value === 'boolean' },
  confirms: { usual: false, isAllowed: (value) => typeof value === 'boolean' },
  keepsPassphrase: { usual: false, isAllowed: (value) => typeof value === 'boolean' },
  passphrase: { usual: null, isAllowed: (value) => value === null || typeof value === 'string' },
  // The key of a pairing, in hexadecimal digits.
  pairedKey: { usual: null, isAllowed: (value) => value === null || /^[0-9a-f]{64}$/.test(value) },
  knowsLoudness: { usual: false, isAllowed: (value) => typeof value === 'boolean' },
};

const settings = {
  /** Takes what was stored; what is wrong in it counts as not stored. */
  load() {
    let stored = {};
    try {
      stored = JSON.parse(localStorage.getItem(storageKey)) ?? {};
    } catch {
      // A page that may not store, or something else's text: the usual settings hold.
    }
    for (const [name, { usual, isAllowed }] of Object.entries(choices)) {
      const value = Object.hasOwn(stored, name) ? stored[name] : usual;
      this[name] = typeof value === typeof usual || usual === null ? value : usual;
      if (!isAllowed(this[name])) this[name] = usual;
    }
    const hasSecret = this.passphrase !== null || this.pairedKey !== null;
    if (!mayKeepSecrets && (this.keepsPassphrase || hasSecret)) {
      this.set('passphrase', null);
      this.set('pairedKey', null);
      this.set('keepsPassphrase', false);
    }
  },

  /** Keeps `value` as the setting `name`, unless it is not allowed; tells whether it is. */
  set(name, value) {
    if (!choices[name].isAllowed(value)) return false;
    this[name] = value;
    const kept = {};
    for (const [each, { usual }] of Object.entries(choices)) {
      const isSecret = ['passphrase', 'pairedKey'].includes(each) && !this.keepsPassphrase;
      if (!isSecret && this[each] !== usual) kept[each] = this[each];
    }
    try {
      if (Object.keys(kept).length) localStorage.setItem(storageKey, JSON.stringify(kept));
      else localStorage.removeItem(storageKey);
    } catch {
      // Then it holds until the page is closed.
    }
    return true;
  },
};

function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const seenKey = 'handshake-seen';
// As a receiver tells it: a heading with the version, and twelve bytes of each message. Eight of
// them are its number.
const seenHeading = 'HandShake seen 2';
const seenText = new RegExp(`^${seenHeading}(?:[0-9a-f]{24})*$`);
const mostSeen = 16384;

/**
 * The sealed messages that were accepted. Every receiver refuses recordings of them, and does so
 * after the page was loaded again.
 */
const seen = {
  /** The twelve bytes of each, by its number, both as hexadecimal digits; the oldest first. */
  entries: new Map(),

  /** Takes what this tab or another tab stored before; anything else counts as not stored. */
  load() {
    if (!mayKeepSecrets) return;
    try {
      const stored = localStorage.getItem(seenKey) ?? '';
      if (seenText.test(stored)) this.learn(stored.slice(seenHeading.length));
    } catch {
      // A page that may not store.
    }
  },

  learn(digits) {
    for (const entry of digits.match(/.{24}/g) ?? []) {
      const number = entry.slice(0, 16);
      if (!this.entries.has(number)) this.entries.set(number, entry);
    }
    for (const number of this.entries.keys()) {
      if (this.entries.size <= mostSeen) break;
      this.entries.delete(number);
    }
  },

  /** What a receiver is to know, as bytes. */
  get bytes() {
    this.load();
    const heading = [...new TextEncoder().encode(seenHeading)];
    return Uint8Array.from([...heading, ...bytesOf([...this.entries.values()].join(''))]);
  },

  /** Keeps what a receiver knows, beside what other tabs stored meanwhile. */
  keep(bytes) {
    this.load();
    this.learn(hexadecimal(bytes).slice(2 * seenHeading.length));
    if (!mayKeepSecrets) return;
    try {
      localStorage.setItem(seenKey, seenHeading + [...this.entries.values()].join(''));
    } catch {
      // Then it holds until the page is closed.
    }
  },
};
