'use strict';

/**
 * The modem behind handshake.h, from WebAssembly: samples in, events out, and the other way round.
 *
 *     const core = await HandShakeCore.load(bytes);
 *     const receiver = new core.Receiver({ rate: 48000 });
 *     for (const event of receiver.push(samples)) …
 *
 * Samples are Float32Array, full scale being 1, and of several channels one of each after the other.
 * What throws is a HandShakeError with a status and a sentence; a WebAssembly.RuntimeError means that
 * the core ended, and another has to be loaded.
 */

class HandShakeError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.name = 'HandShakeError';
    this.status = status;
  }
}

class HandShakeCore {
  // In the order of the enumerations of handshake.h; kinds and failures are written by handshake-names.
  static #statuses = ['ok', 'bad-argument', 'bad-rate', 'unknown-protocol', 'bad-protocol',
    'no-placement', 'bad-text', 'too-long', 'unpolled', 'finished', 'secret-too-short',
    'secret-too-long', 'secret-not-text', 'secret-mistyped', 'no-memory', 'no-sealing',
    'no-files', 'no-rung', 'no-repair', 'no-answers', 'not-paired'];
  static #kinds = [null, 'level', 'detected', 'progress', 'blocks', 'message', 'file', 'failed',
    'repeated', 'answered', 'missing', 'confirmed', 'unconfirmed', 'digits', 'paired', 'unpaired'];
  static #failures = [null, 'cut-off', 'sync', 'header', 'code', 'check', 'doubt', 'incomplete',
    'unknown-content', 'digest', 'no-secret', 'other-secret', 'not-sealed', 'too-old', 'replayed',
    'no-answer', 'wrong-time', 'not-kept', 'not-remembered', 'several-devices', 'refused',
    'ended-by-other', 'timed-out', 'no-proof'];
  static #findings = ['muted', 'constant', 'nearly-silent', 'dead-channels', 'rate-too-low',
    'cut-off', 'gated', 'clipped', 'gain-control', 'noise', 'offset', 'music-rate', 'resampled',
    'no-noise', 'too-short', 'other-sound'];
  static #severities = ['remark', 'harms', 'prevents'];
  // In the order of handshake_page_layout in wasm/shim.c.
  static #structs = [
    ['event', ['kind', 'failure', 'frame', 'text', 'textLength', 'name', 'protocol',
      'lowestHertz', 'highestHertz', 'startSeconds', 'endSeconds', 'signalToNoiseDecibels',
      'marginDecibels', 'dilationPpm', 'corrected', 'received', 'needed', 'peak', 'bandLevel']],
    ['seal', ['sealed', 'sealedSeconds']],
    ['sending', ['size', 'bytes', 'length', 'fileName', 'protocol', 'ceilingHertz', 'rung',
      'repairPercent', 'copies', 'secret', 'floorHertz']],
    ['finding', ['kind', 'severity', 'value']],
  ];

  /** Compiles and starts the module in `bytes`, a Uint8Array. */
  static async load(bytes) {
    const core = new HandShakeCore();
    const { instance } = await WebAssembly.instantiate(bytes, {
      page: {
        random: (start, count) =>
          crypto.getRandomValues(new Uint8Array(core.#c.memory.buffer, start, count)),
        seconds: () => Date.now() / 1000,
      },
    });
    core.#start(instance.exports);
    return core;
  }

  #c;
  #layout = {};

  #start(exports) {
    this.#c = exports;
    const words = new Uint32Array(exports.memory.buffer, exports.handshake_page_layout.value);
    let next = 0;
    for (const [name, fields] of HandShakeCore.#structs) {
      const layout = { byteCount: words[next++] };
      for (const field of fields) layout[field] = words[next++];
      this.#layout[name] = layout;
    }
    this.version = this.#text(exports.handshake_version());
    this.protocols = [];
    for (let index = 0; ; index++) {
      const name = exports.handshake_protocol_name(index);
      if (!name) break;
      this.protocols.push(this.#text(name));
    }
    this.#define();
  }

  // ---- memory ----

  // A view of all memory, anew each time: memory that grows voids the views before.
  get #view() { return new DataView(this.#c.memory.buffer); }

  #allocate(byteCount) {
    const start = this.#c.malloc(Math.max(byteCount, 1)) >>> 0;
    if (!start) throw new HandShakeError('no-memory', 'the browser gives no more memory');
    return start;
  }

  // Gives `use` the start of a copy of `bytes`, with a zero byte behind, and frees it.
  #lend(bytes, use) {
    const start = this.#allocate(bytes.length + 1);
    const memory = new Uint8Array(this.#c.memory.buffer, start, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    try {
      return use(start);
    } finally {
      new Uint8Array(this.#c.memory.buffer, start, bytes.length).fill(0);
      this.#c.free(start);
    }
  }

  #bytes(start, count) { return new Uint8Array(this.#c.memory.buffer, start, count).slice(); }

  #text(start) {
    const memory = new Uint8Array(this.#c.memory.buffer);
    return new TextDecoder().decode(memory.slice(start, memory.indexOf(0, start)));
  }

  // ---- calls ----

  #check(status) {
    if (status === 0) return;
    throw new HandShakeError(
      HandShakeCore.#statuses[status] ?? 'unknown', this.#text(this.#c.handshake_message(status)));
  }

  // The handle that a function writes where its last argument says.
  #open(call) {
    const result = this.#allocate(4);
    try {
      this.#check(call(result));
      return this.#view.getUint32(result, true);
    } finally {
      this.#c.free(result);
    }
  }

  #sending(sending, use) {
    const layout = this.#layout.sending;
    const encode = (text) => new TextEncoder().encode(text);
    const lendOptional = (text, inner) =>
      text === null || text === undefined ? inner(0) : this.#lend(encode(text), inner);
    return this.#lend(sending.bytes, (bytes) =>
      lendOptional(sending.fileName, (fileName) =>
        lendOptional(sending.protocol, (protocol) => {
          const start = this.#allocate(layout.byteCount);
          try {
            const view = this.#view;
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
            this.#c.free(start);
          }
        })));
  }

  #read(start, receiver) {
    const layout = this.#layout.event;
    const view = this.#view;
    const double = (field) => view.getFloat64(start + layout[field], true);
    const count = (field) => Number(view.getBigUint64(start + layout[field], true));
    const pointer = (field) => view.getUint32(start + layout[field], true);
    const kind = HandShakeCore.#kinds[pointer('kind')];
    const [text, name, protocol] = [pointer('text'), pointer('name'), pointer('protocol')];
    const margin = double('marginDecibels');
    const event = {
      kind,
      failure: HandShakeCore.#failures[pointer('failure')] ?? null,
      frame: count('frame'),
      bytes: text ? this.#bytes(text, pointer('textLength')) : null,
      name: name ? new TextEncoder().encode(this.#text(name)) : null,
      protocol: protocol ? this.#text(protocol) : null,
      lowestHertz: double('lowestHertz'),
      highestHertz: double('highestHertz'),
      startSeconds: double('startSeconds'),
      endSeconds: double('endSeconds'),
      signalToNoiseDecibels: double('signalToNoiseDecibels'),
      marginDecibels: Number.isNaN(margin) ? null : margin,
      dilationPpm: double('dilationPpm'),
      corrected: count('corrected'),
      received: count('received'),
      needed: count('needed'),
      peak: view.getFloat32(start + layout.peak, true),
      bandLevel: view.getFloat32(start + layout.bandLevel, true),
      sealed: false,
      sealedSeconds: null,
      key: kind === 'paired' ? this.#pairedKey(receiver) : null,
    };
    if (kind === 'message' || kind === 'file') {
      const seal = this.#allocate(this.#layout.seal.byteCount);
      this.#check(this.#c.handshake_receiver_seal(receiver, seal));
      event.sealed = this.#view.getInt32(seal + this.#layout.seal.sealed, true) === 1;
      if (event.sealed) {
        event.sealedSeconds = this.#view.getFloat64(seal + this.#layout.seal.sealedSeconds, true);
      }
      this.#c.free(seal);
    }
    return event;
  }

  // The key of 32 bytes on which a receiver and another device agreed.
  #pairedKey(receiver) {
    const start = this.#allocate(32);
    this.#check(this.#c.handshake_receiver_paired_key(receiver, start));
    const key = this.#bytes(start, 32);
    new Uint8Array(this.#c.memory.buffer, start, 32).fill(0);
    this.#c.free(start);
    return key;
  }

  // A secret that nobody can guess, as five words.
  newSecret() {
    const start = this.#allocate(30);
    this.#check(this.#c.handshake_secret_generate(start));
    const words = this.#text(start);
    new Uint8Array(this.#c.memory.buffer, start, 30).fill(0);
    this.#c.free(start);
    return words;
  }

  // ---- what handles are to the page ----

  #define() {
    const core = this;
    const c = this.#c;

    /** Samples that are pushed, in a piece of the module's memory that is kept. */
    class Feed {
      #start = 0;
      #capacity = 0;

      /** Gives `use` where the samples lie. */
      lend(samples, use) {
        if (samples.length > this.#capacity) {
          c.free(this.#start);
          this.#start = core.#allocate(4 * samples.length);
          this.#capacity = samples.length;
        }
        new Float32Array(c.memory.buffer, this.#start, samples.length).set(samples);
        return use(this.#start);
      }

      close() {
        c.free(this.#start);
        [this.#start, this.#capacity] = [0, 0];
      }
    }

    /** A secret: words of one's own, 12 characters at least, generated ones, or the key of a pairing in bytes. */
    this.Secret = class {
      constructor(words) {
        const isKey = words instanceof Uint8Array;
        const bytes = isKey ? words : new TextEncoder().encode(words);
        this.handle = core.#lend(bytes, (start) => core.#open((result) =>
          (isKey ? c.handshake_secret_from_key(start, result)
            : c.handshake_secret_create(start, bytes.length, result))));
      }

      get fingerprint() { return core.#text(c.handshake_secret_fingerprint(this.handle)); }

      close() {
        c.handshake_secret_destroy(this.handle);
        this.handle = 0;
      }
    };

    /** Samples of something that is sent. */
    this.Transmitter = class Transmitter {
      #handle;
      #block = 0;
      #capacity = 0;

      constructor(sending, rate) {
        this.#handle = sending instanceof Given ? sending.handle
          : core.#sending(sending, (start) =>
            core.#open((result) => c.handshake_transmitter_open(start, rate, result)));
      }

      get sampleCount() { return Number(c.handshake_transmitter_sample_count(this.#handle)); }

      /** Fills `samples`; gives how many it wrote, 0 at the end. */
      read(samples) {
        if (samples.length > this.#capacity) {
          c.free(this.#block);
          this.#block = core.#allocate(4 * samples.length + 4);
          this.#capacity = samples.length;
        }
        const written = this.#block + 4 * this.#capacity;
        core.#check(c.handshake_transmitter_read(
          this.#handle, this.#block, samples.length, written));
        const count = core.#view.getUint32(written, true);
        samples.set(new Float32Array(c.memory.buffer, this.#block, count));
        return count;
      }

      close() {
        c.handshake_transmitter_close(this.#handle);
        c.free(this.#block);
        [this.#handle, this.#block, this.#capacity] = [0, 0, 0];
      }
    };

    /** A handle that the core gave. */
    class Given {
      constructor(handle) { this.handle = handle; }
    }

    this.Receiver = class {
      #handle;
      #feed = new Feed();
      #event;
      #channels;

      /** Listens at `rate` hertz in `channels` for `protocols`, or for all near-ultrasonic ones. */
      constructor({ rate, channels = 1, protocols = null }) {
        this.#channels = channels;
        this.#event = core.#allocate(core.#layout.event.byteCount);
        this.#handle = this.#lendNames(protocols, (names, count) =>
          core.#open((result) => c.handshake_receiver_open(rate, channels, names, count, result)));
      }

      #lendNames(protocols, use) {
        if (protocols === null) return use(0, 0);
        const names = core.#allocate(4 * protocols.length);
        const lendFrom = (index) => {
          if (index === protocols.length) return use(names, protocols.length);
          return core.#lend(new TextEncoder().encode(protocols[index]), (start) => {
            core.#view.setUint32(names + 4 * index, start, true);
            return lendFrom(index + 1);
          });
        };
        try {
          return lendFrom(0);
        } finally {
          c.free(names);
        }
      }

      /** Opens what is sealed with one of `secrets`, if any; what came in clear besides only where `alsoUnsealed`. */
      unseal(secrets, { alsoUnsealed = false, greatestAgeSeconds = -1 } = {}) {
        const handles = core.#allocate(4 * secrets.length);
        secrets.forEach((secret, index) =>
          core.#view.setUint32(handles + 4 * index, secret.handle, true));
        try {
          core.#check(c.handshake_receiver_unseal(
            this.#handle, handles, 0, secrets.length, greatestAgeSeconds, alsoUnsealed ? 1 : 0));
        } finally {
          c.free(handles);
        }
      }

      /** Answers senders who want to know whether their message came. */
      answer(secondsPerHour, ceilingHertz = 0) {
        core.#check(c.handshake_receiver_answer(this.#handle, ceilingHertz, secondsPerHour));
      }

      /** Sends until a receiver says that it has it. */
      confirm(sending, waitSeconds) {
        core.#sending(sending, (start) =>
          core.#check(c.handshake_receiver_confirm(this.#handle, start, waitSeconds)));
      }

      /** Agrees with another device on a key, as the part that the other one leaves. */
      pair(waitSeconds, ceilingHertz = 0) {
        core.#check(c.handshake_receiver_pair(this.#handle, 2, ceilingHertz, waitSeconds));
      }

      /** Tells whether people say that both devices show the same digits. */
      decide(areEqual) { core.#check(c.handshake_receiver_decide(this.#handle, areEqual ? 1 : 0)); }

      /** Gives up what confirm() or pair() began. */
      giveUp() { core.#check(c.handshake_receiver_give_up(this.#handle)); }

      /** Listens for `protocols` from now on, null for all near-ultrasonic ones; gives the events of what that cuts off. */
      listen(protocols) {
        this.#lendNames(protocols, (names, count) =>
          core.#check(c.handshake_receiver_listen(this.#handle, names, count)));
        return this.poll();
      }

      /** So many seconds of sound are lost before the samples that come next. */
      interrupted(seconds) { core.#check(c.handshake_receiver_interrupted(this.#handle, seconds)); }

      /** The sealed messages that were accepted, as bytes for remember(): numbers and times. */
      get memory() {
        const most = 196624;  // HANDSHAKE_MOST_MEMORY_BYTES
        const start = core.#allocate(most + 4);
        try {
          const written = start + most;
          core.#check(c.handshake_receiver_memory(this.#handle, start, most, written));
          return core.#bytes(start, core.#view.getUint32(written, true));
        } finally {
          c.free(start);
        }
      }

      /** Refuses from now on what an earlier receiver accepted. */
      remember(memory) {
        core.#lend(memory, (start) =>
          core.#check(c.handshake_receiver_remember(this.#handle, start, memory.length)));
      }

      /** Takes samples; gives the events since the last call. */
      push(samples) {
        this.#feed.lend(samples, (start) =>
          core.#check(c.handshake_receiver_push(
            this.#handle, start, samples.length / this.#channels)));
        return this.poll();
      }

      /** No more samples come; gives the last events. */
      finish() {
        core.#check(c.handshake_receiver_finish(this.#handle));
        return this.poll();
      }

      /** The events since the last call. */
      poll() {
        const events = [];
        for (;;) {
          core.#check(c.handshake_receiver_poll(this.#handle, this.#event));
          const event = core.#read(this.#event, this.#handle);
          if (event.kind === null) return events;
          if (event.kind !== undefined) events.push(event);
        }
      }

      /** What is to be played now at `rate` hertz, a Transmitter, or null; to be asked after every push. */
      speech(rate) {
        const handle = core.#open((result) =>
          c.handshake_receiver_speech(this.#handle, rate, result));
        return handle ? new core.Transmitter(new Given(handle), rate) : null;
      }

      /** What speech() gave has been heard to its end, or was given up. */
      spoken() { core.#check(c.handshake_receiver_spoken(this.#handle)); }

      close() {
        c.handshake_receiver_close(this.#handle);
        c.free(this.#event);
        this.#feed.close();
        [this.#handle, this.#event] = [0, 0];
      }
    };

    /** What a microphone is worth. */
    this.Survey = class {
      #handle;
      #feed = new Feed();
      #channels;

      constructor(rate, channels) {
        this.#channels = channels;
        this.#handle = core.#open((result) => c.handshake_survey_open(rate, channels, result));
      }

      push(samples) {
        this.#feed.lend(samples, (start) =>
          core.#check(c.handshake_survey_push(
            this.#handle, start, samples.length / this.#channels)));
      }

      /** What is wrong so far, the worst first. */
      findings() {
        const layout = core.#layout.finding;
        const most = 16;
        const start = core.#allocate(most * layout.byteCount + 4);
        const written = start + most * layout.byteCount;
        try {
          core.#check(c.handshake_survey_findings(this.#handle, start, most, written));
          const view = core.#view;
          return Array.from({ length: view.getUint32(written, true) }, (_, index) => {
            const finding = start + index * layout.byteCount;
            return {
              kind: HandShakeCore.#findings[view.getUint32(finding + layout.kind, true)],
              severity: HandShakeCore.#severities[view.getUint32(finding + layout.severity, true)],
              value: view.getFloat64(finding + layout.value, true),
            };
          });
        } finally {
          c.free(start);
        }
      }

      close() {
        c.handshake_survey_close(this.#handle);
        this.#feed.close();
        this.#handle = 0;
      }
    };

    /** The columns of a spectrogram. */
    this.Spectrum = class {
      #handle;
      #feed = new Feed();
      #column;
      #rows;

      constructor({ rate, lowestHertz, highestHertz, rows }) {
        this.#rows = rows;
        this.#handle = core.#open((result) =>
          c.handshake_spectrum_open(rate, lowestHertz, highestHertz, rows, result));
        this.#column = core.#allocate(4 * rows + 24);
      }

      /** Takes samples; gives the columns that they fill. */
      push(samples) {
        this.#feed.lend(samples, (start) =>
          core.#check(c.handshake_spectrum_push(this.#handle, start, samples.length)));
        const seconds = (this.#column + 4 * this.#rows + 7) & ~7;
        const columns = [];
        for (;;) {
          core.#check(c.handshake_spectrum_poll(
            this.#handle, this.#column, seconds, seconds + 8));
          if (core.#view.getInt32(seconds + 8, true) === 0) return columns;
          columns.push({
            seconds: core.#view.getFloat64(seconds, true),
            decibels: new Float32Array(c.memory.buffer, this.#column, this.#rows).slice(),
          });
        }
      }

      close() {
        c.handshake_spectrum_close(this.#handle);
        this.#feed.close();
        c.free(this.#column);
        [this.#handle, this.#column] = [0, 0];
      }
    };
  }
}
