// The page's end of the worker: asks it, hears from it, and starts another one where it fell.

/** A failure with the core's name for it, such as 'too-long', and its sentence in English. */
class EngineError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Makes an address that worker and worklet may be loaded from, where the browser asks for it. */
const trustedAddress = (() => {
  const isOurs = (address) => address.startsWith('data:text/javascript') || address === 'sw.js';
  const checked = (address) => {
    if (!isOurs(address)) throw new TypeError('not an address of this page');
    return address;
  };
  if (!window.trustedTypes) return checked;
  const policy = window.trustedTypes.createPolicy('handshake', { createScriptURL: checked });
  return (address) => policy.createScriptURL(address);
})();

/** The address of a script that stands in the page as the text of the element `id`. */
function scriptAddress(id) {
  const source = document.getElementById(id).textContent;
  return trustedAddress('data:text/javascript;charset=utf-8,' + encodeURIComponent(source));
}

const engine = {
  version: '',
  protocols: [],
  worker: null,
  starts: 0,
  lastNumber: 0,
  waiting: new Map(),
  /** Why there is no core any more, null where there is or will be. */
  deathReason: null,
  listeners: new Map(),
  /** Settles once the core is there; rejects where it cannot be. */
  ready: null,

  mostStarts: 4,

  /** `listener` gets every message of that kind, also 'restarted' and 'dead', the engine's own. */
  on(kind, listener) {
    if (!this.listeners.has(kind)) this.listeners.set(kind, []);
    this.listeners.get(kind).push(listener);
  },

  tell(message) {
    for (const listener of this.listeners.get(message.kind) ?? []) listener(message);
  },

  start() {
    this.starts += 1;
    this.worker = new Worker(scriptAddress('worker-source'));
    this.worker.onmessage = (event) => this.take(event.data);
    this.worker.onerror = (event) => this.fall(event.message ?? 'the worker ended');
    const packed = document.getElementById('core').textContent;
    this.ready = this.ask('load', { packed }).then(({ version, protocols }) => {
      this.version = version;
      this.protocols = protocols;
    });
    return this.ready;
  },

  /**
   * Asks the worker and gives its answer. Throws an EngineError, or a Refusal if there is no worker
   * to ask.
   */
  ask(kind, fields = {}, transfer = []) {
    return new Promise((resolve, reject) => {
      if (this.deathReason !== null) throw new Refusal('coreFailed', { reason: this.deathReason });
      this.lastNumber += 1;
      this.waiting.set(this.lastNumber, { resolve, reject });
      this.worker.postMessage({ ...fields, kind, number: this.lastNumber }, transfer);
    });
  },

  take(message) {
    if (message.kind === 'trap') {
      this.fall(message.message);
    } else if (message.kind === 'answer') {
      const asked = this.waiting.get(message.number);
      this.waiting.delete(message.number);
      if (!asked) return;
      if (message.error) asked.reject(new EngineError(message.error.status, message.error.message));
      else asked.resolve(message.answer);
    } else {
      this.tell(message);
    }
  },

  /** The core is void: whoever waits is told, and another worker begins, three times at most. */
  fall(reason) {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const asked of waiting) asked.reject(new EngineError('trap', reason));
    if (this.starts >= this.mostStarts) {
      this.die(reason);
      return;
    }
    this.start().then(
      () => this.tell({ kind: 'restarted', reason }),
      (error) => this.die(error.message));
  },

  /** There is no core, and none will come. */
  die(reason) {
    this.deathReason = reason;
    this.tell({ kind: 'dead', reason });
  },
};
