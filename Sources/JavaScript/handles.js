// What the core keeps for its caller until close(): secrets, transmitters, receivers.

import { readEvent } from './events.js';

/** Samples that are pushed, in a piece of the module's memory that is kept. */
export class Feed {
  #core;
  #start = 0;
  #capacity = 0;

  constructor(core) { this.#core = core; }

  /** Where a copy of the samples lies. */
  lend(samples) {
    if (samples.length > this.#capacity) {
      this.close();
      this.#start = this.#core.allocate(4 * samples.length);
      this.#capacity = samples.length;
    }
    new Float32Array(this.#core.c.memory.buffer, this.#start, samples.length).set(samples);
    return this.#start;
  }

  close() {
    this.#core.c.free(this.#start);
    [this.#start, this.#capacity] = [0, 0];
  }
}

/**
 * A secret: words of one's own, 12 characters at least, generated ones, or the key of a pairing in
 * bytes.
 */
export class Secret {
  constructor(core, words) {
    const isKey = words instanceof Uint8Array;
    const bytes = isKey ? words : new TextEncoder().encode(words);
    this.core = core;
    this.handle = core.lend(bytes, (start) => (isKey ? core.open('secret_from_key', start)
      : core.open('secret_create', start, bytes.length)));
  }

  get fingerprint() {
    return this.core.text(this.core.c.handshake_secret_fingerprint(this.handle));
  }

  close() {
    this.core.c.handshake_secret_destroy(this.handle);
    this.handle = 0;
  }
}

/** Samples of something that is sent. */
export class Transmitter {
  #core;
  #handle;
  #block = 0;
  #capacity = 0;

  /** `sending` is an object, or the handle of a transmitter that the core gave. */
  constructor(core, sending, rate) {
    this.#core = core;
    this.#handle = typeof sending === 'number' ? sending
      : core.lendSending(sending, (start) => core.open('transmitter_open', start, rate));
  }

  get sampleCount() {
    return Number(this.#core.c.handshake_transmitter_sample_count(this.#handle));
  }

  /** Fills `samples`; gives how many it wrote, 0 at the end. */
  read(samples) {
    const core = this.#core;
    if (samples.length > this.#capacity) {
      core.c.free(this.#block);
      this.#block = core.allocate(4 * samples.length + 4);
      this.#capacity = samples.length;
    }
    const written = this.#block + 4 * this.#capacity;
    core.call('transmitter_read', this.#handle, this.#block, samples.length, written);
    const count = core.view.getUint32(written, true);
    samples.set(new Float32Array(core.c.memory.buffer, this.#block, count));
    return count;
  }

  close() {
    this.#core.c.handshake_transmitter_close(this.#handle);
    this.#core.c.free(this.#block);
    [this.#handle, this.#block, this.#capacity] = [0, 0, 0];
  }
}

export class Receiver {
  #core;
  #handle;
  #feed;
  #event;
  #channels;

  /** Listens at `rate` hertz in `channels` for `protocols`, or for all near-ultrasonic ones. */
  constructor(core, { rate, channels = 1, protocols = null }) {
    this.#core = core;
    this.#channels = channels;
    this.#handle = this.#lendNames(protocols, (names, count) =>
      core.open('receiver_open', rate, channels, names, count));
    this.#feed = new Feed(core);
    this.#event = core.allocate(core.layout.event.byteCount);
  }

  /** Calls a function of handshake.h that takes a receiver. */
  #call(name, ...values) { this.#core.call(`receiver_${name}`, this.#handle, ...values); }

  #lendNames(protocols, use) {
    if (protocols === null) return use(0, 0);
    const core = this.#core;
    const names = core.allocate(4 * protocols.length);
    const lendFrom = (index) => {
      if (index === protocols.length) return use(names, protocols.length);
      return core.lend(new TextEncoder().encode(protocols[index]), (start) => {
        core.view.setUint32(names + 4 * index, start, true);
        return lendFrom(index + 1);
      });
    };
    try {
      return lendFrom(0);
    } finally {
      core.c.free(names);
    }
  }

  /**
   * Opens what is sealed with one of `secrets`, if any; what came in clear besides only where
   * `alsoUnsealed`.
   */
  unseal(secrets, { alsoUnsealed = false, greatestAgeSeconds = -1 } = {}) {
    const core = this.#core;
    const handles = core.allocate(4 * secrets.length);
    secrets.forEach((secret, index) =>
      core.view.setUint32(handles + 4 * index, secret.handle, true));
    try {
      this.#call('unseal', handles, 0, secrets.length, greatestAgeSeconds, alsoUnsealed ? 1 : 0);
    } finally {
      core.c.free(handles);
    }
  }

  /** Answers senders who want to know whether their message came. */
  answer(secondsPerHour, ceilingHertz = 0) { this.#call('answer', ceilingHertz, secondsPerHour); }

  /** Sends until a receiver says that it has it. */
  confirm(sending, waitSeconds) {
    this.#core.lendSending(sending, (start) => this.#call('confirm', start, waitSeconds));
  }

  /** Agrees with another device on a key, as the part that the other one leaves. */
  pair(waitSeconds, ceilingHertz = 0) { this.#call('pair', 2, ceilingHertz, waitSeconds); }

  /** Tells whether people say that both devices show the same digits. */
  decide(areEqual) { this.#call('decide', areEqual ? 1 : 0); }

  /** Gives up what confirm() or pair() began. */
  giveUp() { this.#call('give_up'); }

  /**
   * Listens for `protocols` from now on, null for all near-ultrasonic ones; gives the events of
   * what that cuts off.
   */
  listen(protocols) {
    this.#lendNames(protocols, (names, count) => this.#call('listen', names, count));
    return this.poll();
  }

  /** So many seconds of sound are lost before the samples that come next. */
  interrupted(seconds) { this.#call('interrupted', seconds); }

  /** The sealed messages that were accepted, as bytes for remember(): numbers and times. */
  get memory() {
    const core = this.#core;
    const most = 196624;  // HANDSHAKE_MOST_MEMORY_BYTES
    const start = core.allocate(most + 4);
    try {
      const written = start + most;
      this.#call('memory', start, most, written);
      return core.bytes(start, core.view.getUint32(written, true));
    } finally {
      core.c.free(start);
    }
  }

  /** Refuses from now on what an earlier receiver accepted. */
  remember(memory) {
    this.#core.lend(memory, (start) => this.#call('remember', start, memory.length));
  }

  /** Takes samples; gives the events since the last call. */
  push(samples) {
    this.#call('push', this.#feed.lend(samples), samples.length / this.#channels);
    return this.poll();
  }

  /** No more samples come; gives the last events. */
  finish() {
    this.#call('finish');
    return this.poll();
  }

  /** The events since the last call. */
  poll() {
    const events = [];
    for (;;) {
      this.#call('poll', this.#event);
      const event = readEvent(this.#core, this.#event, this.#handle);
      if (event.kind === null) return events;
      if (event.kind !== undefined) events.push(event);
    }
  }

  /** A Transmitter of the sound to play now at `rate` hertz, or null. Ask after every push. */
  speech(rate) {
    const handle = this.#core.open('receiver_speech', this.#handle, rate);
    return handle ? new Transmitter(this.#core, handle, rate) : null;
  }

  /** What speech() gave has been heard to its end, or was given up. */
  spoken() { this.#call('spoken'); }

  close() {
    this.#core.c.handshake_receiver_close(this.#handle);
    this.#core.c.free(this.#event);
    this.#feed.close();
    [this.#handle, this.#event] = [0, 0];
  }
}
