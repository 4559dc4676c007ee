// The package handshake-modem: what index.d.ts declares.

import {
  asBoolean, asContent, asHeardRate, asInteger, asNumber, asOptions, asProtocols, asSamples, asText,
} from './checks.js';
import { HandShakeCore, HandShakeError } from './core.js';
import { Receiver as CoreReceiver, Secret as CoreSecret, Transmitter } from './handles.js';
import { faultOf, sharedCore, use } from './load.js';
import { Resampler } from './resampler.js';
import { told } from './told.js';

export { listen, play } from './audio.js';
export { HandShakeError };

const highestRate = 768000;
const sendingNames = ['protocol', 'name', 'ceilingHertz', 'rung', 'secret'];
const encodingNames = ['rate', 'repairPercent', 'copies', ...sendingNames];
const receivingNames = ['rate', 'channels', 'protocols'];

/** The names of all protocols. */
export async function protocols() { return [...(await sharedCore()).protocols]; }

export async function newSecret() {
  const core = await sharedCore();
  return use(core, () => core.newSecret());
}

/** By a Secret what the core made of it, and by a Receiver its parts, until they are closed. */
const made = new WeakMap();

/** What stands behind a Secret or a Receiver. */
function behind(given, noun) {
  const found = made.get(given);
  if (!found) throw new HandShakeError('closed', `the ${noun} was closed: open another`);
  return found;
}

export class Secret {
  /** Only open() calls it. */
  constructor(core, words) {
    if (!(core instanceof HandShakeCore)) {
      throw new TypeError('a secret is opened: write await Secret.open(words)');
    }
    made.set(this, use(core, () => new CoreSecret(core, words)));
  }

  static async open(words) {
    if (!(words instanceof Uint8Array)) {
      asText(words, 'a secret');
    } else if (words.length !== 32) {
      throw new RangeError(`the key has ${words.length} bytes: give the 32 of a paired event`);
    }
    return new this(await sharedCore(), words);
  }

  get fingerprint() {
    const secret = behind(this, 'secret');
    return use(secret.core, () => secret.fingerprint);
  }

  close() {
    const secret = made.get(this);
    made.delete(this);
    if (secret && !secret.core.isVoid) use(secret.core, () => secret.close());
  }
}

/** The core's secret. */
function asSecret(value) {
  if (value instanceof Secret) return behind(value, 'secret');
  throw new TypeError('a secret is a Secret: give await Secret.open(words)');
}

function asCeiling(value) {
  return value === undefined ? 0 : asNumber(value, 'ceilingHertz', 1, highestRate);
}

/** How something is sent, as the core takes it. */
function asSending(content, options) {
  const { protocol, name, ceilingHertz, rung, repairPercent = 0, copies = 1, secret } = options;
  return {
    bytes: asContent(content),
    protocol: protocol === undefined ? null : asText(protocol, 'protocol'),
    fileName: name === undefined ? null : asText(name, 'name'),
    ceilingHertz: asCeiling(ceilingHertz),
    rung: rung === undefined ? -1 : asInteger(rung, 'rung', 0, 1000),
    repairPercent: asInteger(repairPercent, 'repairPercent', 0, 100),
    copies: asInteger(copies, 'copies', 1, 100),
    secret: secret === undefined ? null : asSecret(secret),
  };
}

/** Memory for so many samples. */
function room(count) {
  try {
    return new Float32Array(count);
  } catch {
    throw new HandShakeError(
      'no-memory', `there is no memory for ${count} samples: send less, or at a lower rate`);
  }
}

/** All samples of a transmitter of the core, which is closed. */
function allOf(transmitter, rate) {
  try {
    const samples = room(transmitter.sampleCount);
    // A second at a time, for the core's memory never shrinks.
    const step = Math.ceil(rate);
    for (let start = 0, count = 1; start < samples.length && count > 0; start += count) {
      count = transmitter.read(samples.subarray(start, start + step));
    }
    return samples;
  } finally {
    transmitter.close();
  }
}

export async function encode(content, options = {}) {
  const { rate = 48000, ...how } = asOptions(options, encodingNames);
  asNumber(rate, 'rate', 1, highestRate);
  const sending = asSending(content, how);
  const core = sending.secret?.core ?? await sharedCore();
  return use(core, () => allOf(new Transmitter(core, sending, rate), rate));
}

export async function decode(samples, options) {
  const { secrets = [], alsoUnsealed = false, ...how } =
    asOptions(options, [...receivingNames, 'secrets', 'alsoUnsealed']);
  const receiver = await Receiver.open(how);
  try {
    receiver.unseal(secrets, { alsoUnsealed, isLive: false });
    const events = [...receiver.push(samples), ...receiver.finish()];
    return events.filter(({ kind }) => kind === 'message' || kind === 'file');
  } finally {
    receiver.close();
  }
}

/** What `body` gives, which takes the core's receiver. */
function using(receiver, body) {
  const { core, inner } = behind(receiver, 'receiver');
  return use(core, () => body(inner));
}

export class Receiver {
  /** Only open() calls it. */
  constructor(core, rate, channels, names) {
    if (!(core instanceof HandShakeCore)) {
      throw new TypeError('a receiver is opened: write await Receiver.open({ rate })');
    }
    Object.defineProperties(this, {
      rate: { value: rate, enumerable: true }, channels: { value: channels, enumerable: true },
    });
    const resampler = rate === Resampler.fromRate ? new Resampler(channels) : null;
    const inner = use(core, () => new CoreReceiver(core, {
      rate: resampler ? Resampler.toRate : rate, channels, protocols: names,
    }));
    made.set(this, { core, inner, resampler });
  }

  static async open(options) {
    const { rate, channels = 1, protocols: names } = asOptions(options, receivingNames);
    asHeardRate(rate);
    asInteger(channels, 'channels', 1, 64);
    const listed = asProtocols(names);
    return new this(await sharedCore(), rate, channels, listed);
  }

  unseal(secrets, options = {}) {
    const { alsoUnsealed = false, greatestAgeSeconds, isLive = true } =
      asOptions(options, ['alsoUnsealed', 'greatestAgeSeconds', 'isLive']);
    if (!Array.isArray(secrets)) {
      throw new TypeError('secrets are an array of Secret: give [secret]');
    }
    asInteger(secrets.length, 'the count of secrets', 0, 16);
    asBoolean(alsoUnsealed, 'alsoUnsealed');
    // HANDSHAKE_USUAL_AGE, an age, or HANDSHAKE_RECORDING
    const usual = asBoolean(isLive, 'isLive') ? -1 : -2;
    const age = greatestAgeSeconds === undefined ? usual
      : asNumber(greatestAgeSeconds, 'greatestAgeSeconds', 0, Infinity);
    const { core } = behind(this, 'receiver');
    const opened = secrets.map(asSecret);
    if (opened.some((secret) => secret.core !== core)) throw faultOf();
    using(this, (inner) => inner.unseal(opened, { alsoUnsealed, greatestAgeSeconds: age }));
  }

  get memory() { return using(this, (inner) => inner.memory); }

  remember(memory) {
    if (!(memory instanceof Uint8Array)) {
      throw new TypeError('a memory is a Uint8Array: give what the memory of a receiver gave');
    }
    using(this, (inner) => inner.remember(memory));
  }

  interrupted(seconds = 0) {
    asNumber(seconds, 'seconds', 0, 1e9);
    using(this, (inner) => inner.interrupted(seconds));
  }

  push(samples) {
    asSamples(samples, this.channels);
    const { resampler } = behind(this, 'receiver');
    const whole = resampler ? resampler.push(samples) : samples;
    // A second at a time, for more than a thousand events do not wait.
    const step = this.channels * Math.max(this.rate, Resampler.toRate);
    const events = [];
    for (let start = 0; start === 0 || start < whole.length; start += step) {
      events.push(...using(this, (inner) => inner.push(whole.subarray(start, start + step))));
    }
    return events.map(told);
  }

  finish() { return using(this, (inner) => inner.finish()).map(told); }

  close() {
    const parts = made.get(this);
    made.delete(this);
    if (parts && !parts.core.isVoid) use(parts.core, () => parts.inner.close());
  }
}

export class Station extends Receiver {
  answer(options = {}) {
    const { ceilingHertz, secondsPerHour = 600 } =
      asOptions(options, ['ceilingHertz', 'secondsPerHour']);
    const ceiling = asCeiling(ceilingHertz);
    asNumber(secondsPerHour, 'secondsPerHour', 0, 3600);
    using(this, (inner) => inner.answer(secondsPerHour, ceiling));
  }

  confirm(content, options = {}) {
    const { waitSeconds = 5, ...how } = asOptions(options, ['waitSeconds', ...sendingNames]);
    asNumber(waitSeconds, 'waitSeconds', 0.5, 600);
    const sending = asSending(content, how);
    using(this, (inner) => inner.confirm(sending, waitSeconds));
  }

  pair(options = {}) {
    const { ceilingHertz, waitSeconds = 5 } = asOptions(options, ['ceilingHertz', 'waitSeconds']);
    const ceiling = asCeiling(ceilingHertz);
    asNumber(waitSeconds, 'waitSeconds', 0.5, 600);
    using(this, (inner) => inner.pair(waitSeconds, ceiling));
  }

  decide(areEqual) {
    asBoolean(areEqual, 'areEqual');
    using(this, (inner) => inner.decide(areEqual));
  }

  giveUp() { using(this, (inner) => inner.giveUp()); }

  speech(rate) {
    asNumber(rate, 'rate', 1, highestRate);
    return using(this, (inner) => {
      const transmitter = inner.speech(rate);
      return transmitter && allOf(transmitter, rate);
    });
  }

  spoken() { using(this, (inner) => inner.spoken()); }
}
