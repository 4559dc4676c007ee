/**
 * The modem behind handshake.h, from WebAssembly: its memory, and calls into it. What it makes,
 * handles.js has:
 *
 *     const core = await HandShakeCore.load(bytes);
 *     const receiver = new Receiver(core, { rate: 48000 });
 *     for (const event of receiver.push(samples)) …
 *
 * Samples are Float32Array, full scale being 1, and of several channels one of each after the
 * other. What throws is a HandShakeError with a status and a sentence; a WebAssembly.RuntimeError
 * means that the core ended, and another has to be loaded.
 */

/** What the modem refused: `status` is its name for that, and the message a sentence. */
export class HandShakeError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.name = 'HandShakeError';
    this.status = status;
  }
}

// In the order of the enumeration of handshake.h.
const statuses = ['ok', 'bad-argument', 'bad-rate', 'unknown-protocol', 'bad-protocol',
  'no-placement', 'bad-text', 'too-long', 'unpolled', 'finished', 'secret-too-short',
  'secret-too-long', 'secret-not-text', 'secret-mistyped', 'no-memory', 'no-sealing',
  'no-files', 'no-rung', 'no-repair', 'no-answers', 'not-paired'];

// In the order of handshake_page_layout in wasm/shim.c.
const structs = [
  ['event', ['kind', 'failure', 'frame', 'text', 'textLength', 'name', 'protocol',
    'lowestHertz', 'highestHertz', 'startSeconds', 'endSeconds', 'snrDecibels',
    'marginDecibels', 'dilationPpm', 'corrected', 'received', 'needed', 'peak', 'bandLevel']],
  ['seal', ['sealed', 'sealedSeconds']],
  ['sending', ['size', 'bytes', 'length', 'fileName', 'protocol', 'ceilingHertz', 'rung',
    'repairPercent', 'copies', 'secret', 'floorHertz']],
  ['finding', ['kind', 'severity', 'value']],
];

export class HandShakeCore {
  /** The functions of handshake.h, and the memory. */
  c;
  /** Whether a fault ended it. */
  isVoid = false;
  /** By the name of a struct, its size and where its fields lie. */
  layout = {};

  /**
   * Starts the module in `source`, a Uint8Array or a WebAssembly.Module. `fillRandom` fills a
   * Uint8Array with random bytes.
   */
  static async load(source, fillRandom = (bytes) => crypto.getRandomValues(bytes)) {
    const core = new HandShakeCore();
    const made = await WebAssembly.instantiate(source, {
      page: {
        random: (start, count) => fillRandom(new Uint8Array(core.c.memory.buffer, start, count)),
        seconds: () => Date.now() / 1000,
      },
    });
    core.#start((made.instance ?? made).exports);
    return core;
  }

  #start(exports) {
    this.c = exports;
    const words = new Uint32Array(exports.memory.buffer, exports.handshake_page_layout.value);
    let next = 0;
    for (const [name, fields] of structs) {
      const layout = { byteCount: words[next++] };
      for (const field of fields) layout[field] = words[next++];
      this.layout[name] = layout;
    }
    this.version = this.text(exports.handshake_version());
    this.protocols = [];
    for (let index = 0; ; index++) {
      const name = exports.handshake_protocol_name(index);
      if (!name) break;
      this.protocols.push(this.text(name));
    }
  }

  /** A view of all memory, anew each time: memory that grows voids the views before. */
  get view() { return new DataView(this.c.memory.buffer); }

  allocate(byteCount) {
    const start = this.c.malloc(Math.max(byteCount, 1)) >>> 0;
    if (!start) {
      throw new HandShakeError('no-memory', 'there is no more memory: close what needs it');
    }
    return start;
  }

  /** Gives `use` the start of a copy of `bytes`, with a zero byte behind, and frees it. */
  lend(bytes, use) {
    const start = this.allocate(bytes.length + 1);
    const memory = new Uint8Array(this.c.memory.buffer, start, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    try {
      return use(start);
    } finally {
      this.release(start, bytes.length);
    }
  }

  /** Overwrites bytes, and frees them. */
  release(start, count) {
    new Uint8Array(this.c.memory.buffer, start, count).fill(0);
    this.c.free(start);
  }

  bytes(start, count) { return new Uint8Array(this.c.memory.buffer, start, count).slice(); }

  text(start) {
    const memory = new Uint8Array(this.c.memory.buffer);
    return new TextDecoder().decode(memory.slice(start, memory.indexOf(0, start)));
  }

  /** Calls the function of handshake.h of that name. */
  call(name, ...values) {
    const status = this.c[`handshake_${name}`](...values);
    if (status === 0) return;
    throw new HandShakeError(
      statuses[status] ?? 'unknown', this.text(this.c.handshake_message(status)));
  }

  /** The handle that such a function writes where its last argument says. */
  open(name, ...values) {
    const result = this.allocate(4);
    try {
      this.call(name, ...values, result);
      return this.view.getUint32(result, true);
    } finally {
      this.c.free(result);
    }
  }

  /** Gives `use` the start of a handshake_sending. */
  lendSending(sending, use) {
    const layout = this.layout.sending;
    const lendOptional = (text, inner) =>
      (text ?? null) === null ? inner(0)
        : this.lend(new TextEncoder().encode(text), inner);
    return this.lend(sending.bytes, (bytes) =>
      lendOptional(sending.fileName, (fileName) =>
        lendOptional(sending.protocol, (protocol) => {
          const start = this.allocate(layout.byteCount);
          try {
            const view = this.view;
            view.setUint32(start + layout.size, layout.byteCount, true);
            view.setUint32(start + layout.bytes, bytes, true);
            view.setUint32(start + layout.length, sending.bytes.length, true);
            view.setUint32(start + layout.fileName, fileName, true);
            view.setUint32(start + layout.protocol, protocol, true);
            view.setFloat64(start + layout.ceilingHertz, sending.ceilingHertz ?? 0, true);
            view.setInt32(start + layout.rung, sending.rung ?? -1, true);
            view.setInt32(start + layout.repairPercent, sending.repairPercent ?? 0, true);
            view.setInt32(start + layout.copies, sending.copies ?? 1, true);
            view.setUint32(start + layout.secret, sending.secret?.handle ?? 0, true);
            view.setFloat64(start + layout.floorHertz, 0, true);
            return use(start);
          } finally {
            this.c.free(start);
          }
        })));
  }

  /** A secret that nobody can guess, as five words. */
  newSecret() {
    const start = this.allocate(30);
    this.call('secret_generate', start);
    const words = this.text(start);
    this.release(start, 30);
    return words;
  }
}
