// What the person chose, kept in the browser's storage of this page: settings, and the passphrase
// where that was asked for. Nothing that was sent or received is ever stored.

const storageKey = 'handshake';

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
  },

  /** Keeps `value` as the setting `name`, unless it is not allowed; tells whether it is. */
  set(name, value) {
    if (!choices[name].isAllowed(value)) return false;
    this[name] = value;
    const kept = {};
    for (const [each, { usual }] of Object.entries(choices)) {
      const isSecret = each === 'passphrase' && !this.keepsPassphrase;
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
