// Runs beside the page, with the core: receiver, transmitters, survey and spectrum. The page asks
// by messages with a number and gets an answer of that number; what is heard is posted without
// being asked. A trap of the core makes it void: the page then starts another worker.

import { HandShakeCore, HandShakeError } from '../JavaScript/core.js';
import { Receiver, Secret, Transmitter } from '../JavaScript/handles.js';
import { Resampler } from '../JavaScript/resampler.js';
import { UnderrunRemover } from '../JavaScript/underruns.js';
import { Spectrum, Survey } from './hearing.js';

// A receiver that is this far behind for so long goes on with fewer protocols.
const lateSeconds = 2;
const latePatienceSeconds = 5;
// What is this far behind is dropped.
const greatestLagSeconds = 20;
const fewProtocols = ['hop', 'hop-quick', 'hop-deep', 'burst'];
// Blocks come by fits and starts: sound that is missing beyond that was not heard. A clock that is
// set may jump by years.
const [leastLossSeconds, mostLossSeconds] = [1, 86400];

const pictureHertz = { lowest: 14000, highest: 21000 };
const pictureRows = 150;
const surveySeconds = 10;

let core = null;
/** Settles once the core is there, or cannot be; all else waits for it. */
let loading = null;
let secret = null;
let input = null;
const transmitters = new Map();
let lastTransmitter = 0;

/** What the page asks for, by the kind of its message; what is returned is answered. */
const requests = {
  async load({ packed }) {
    core = await HandShakeCore.load(await unpacked(packed));
    return { version: core.version, protocols: core.protocols };
  },

  /** Opens a receiver in place of the one before, which knows the messages of `memory`. */
  open({ rate, channels, memory }) {
    input?.close();
    input = null;
    input = new Input(rate, channels, memory);
  },

  /** Takes the port at whose other end the samples are. */
  attach({ port }) {
    input.attach(port);
  },

  /** Answers senders, or does not; `playRate` is that of what is played. */
  answer({ secondsPerHour, ceilingHertz, playRate }) {
    input.playRate = playRate;
    input.receiver.answer(secondsPerHour, ceilingHertz);
  },

  /** Makes a secret of a passphrase, or of the key of a pairing in bytes; null forgets it. */
  secret({ words }) {
    const made = words === null ? null : new Secret(core, words);
    const former = secret;
    secret = made;
    input?.unseal();
    former?.close();
    return { fingerprint: secret ? secret.fingerprint : null };
  },

  newSecret() {
    return { passphrase: core.newSecret() };
  },

  /** Renders nothing yet: tells how many samples a transmission will have. */
  transmit({ sending, rate }) {
    const transmitter = new Transmitter(core, complete(sending), rate);
    transmitters.set(++lastTransmitter, transmitter);
    return { transmitter: lastTransmitter, sampleCount: transmitter.sampleCount };
  },

  /** The next samples of a transmission, null at its end. */
  read({ transmitter, count }) {
    const samples = new Float32Array(count);
    const written = transmitters.get(transmitter)?.read(samples) ?? 0;
    return { samples: written ? samples.subarray(0, written) : null };
  },

  discard({ transmitter }) {
    transmitters.get(transmitter)?.close();
    transmitters.delete(transmitter);
  },

  confirm({ sending, waitSeconds, rate }) {
    input.playRate = rate;
    input.receiver.confirm(complete(sending), waitSeconds);
    input.speak();
  },

  /** Agrees with another device on a key; events tell of it. */
  pair({ waitSeconds, ceilingHertz, rate }) {
    input.playRate = rate;
    input.receiver.pair(waitSeconds, ceilingHertz);
  },

  decide({ areEqual }) {
    input?.receiver.decide(areEqual);
  },

  /** Gives up what `confirm` or `pair` began. */
  unconfirm() {
    input?.receiver.giveUp();
  },

  /** What was to be said has been heard to its end, or was given up. */
  spoken() {
    input?.receiver.spoken();
  },
};

function complete(sending) {
  const { isSealed, ...others } = sending;
  if (isSealed && !secret) {
    throw new HandShakeError('secret-missing', 'there is no secret to seal it with');
  }
  return { ...others, secret: isSealed ? secret : null };
}

const packingDigits =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~';

/**
 * Takes gzip in digits to the base of 85, five for four bytes, as tools/build-page writes it; gives
 * its bytes.
 */
async function unpacked(text) {
  const values = new Uint8Array(128);
  for (let value = 0; value < 85; value += 1) values[packingDigits.charCodeAt(value)] = value;
  const groups = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let group = 0; 4 * group < groups.byteLength; group += 1) {
    let number = 0;
    for (let place = 5 * group; place < 5 * group + 5; place += 1) {
      number = 85 * number + (values[text.charCodeAt(place)] ?? 84);
    }
    groups.setUint32(4 * group, number);
  }
  const bytes = new Uint8Array(groups.buffer, 0, Math.floor(4 * text.length / 5));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A receiver with all that listens beside it, on one line of time, whichever microphones the
 * samples come from.
 */
class Input {
  constructor(rate, channels, memory) {
    this.channels = channels;
    this.capturedRate = rate;
    this.underruns = new UnderrunRemover(rate, channels);
    this.resampler = rate === Resampler.fromRate ? new Resampler(channels) : null;
    this.rate = this.resampler ? Resampler.toRate : rate;
    this.receiver = new Receiver(core, { rate: this.rate, channels });
    this.receiver.remember(memory);
    this.unseal();
    this.spectrum = new Spectrum(core, {
      rate: this.rate, lowestHertz: pictureHertz.lowest, highestHertz: pictureHertz.highest,
      rows: pictureRows,
    });
    this.survey = null;
    this.port = null;
    this.lostSeconds = 0;
    this.isDropping = false;
    this.hearsFew = false;
    this.behindSince = null;
    /** When the last samples were captured, in milliseconds since 1970. */
    this.heardAt = null;
  }

  unseal() {
    this.receiver.unseal(secret ? [secret] : [], { alsoUnsealed: true });
  }

  attach(port) {
    this.port?.close();
    this.port = port;
    port.onmessage = ({ data }) => {
      guarded(() => this.take(data));
      port.postMessage(data.samples.buffer, [data.samples.buffer]);
    };
    this.survey?.close();
    this.survey = new Survey(core, this.rate, this.channels);
    this.surveyedSamples = 0;
    this.behindSince = null;
    if (this.hearsFew) this.hear(null);
  }

  close() {
    this.port?.close();
    this.receiver.close();
    this.spectrum.close();
    this.survey?.close();
  }

  take({ samples: captured, at }) {
    const lagSeconds = (Date.now() - at) / 1000;
    // Once it drops, it drops all that waits, for else it would soon drop again.
    if (lagSeconds > (this.isDropping ? lateSeconds / 2 : greatestLagSeconds)) {
      this.isDropping = true;
      return;
    }
    this.follow(captured.length / this.channels / this.capturedRate, at);
    this.isDropping = false;
    this.keepUp(lagSeconds);
    const whole = this.underruns.push(captured);
    const samples = this.resampler ? this.resampler.push(whole) : whole;
    // The picture shows the first microphone.
    const first = this.channels === 1 ? samples
      : samples.filter((_, index) => index % this.channels === 0);
    this.tell(this.receiver.push(samples), this.spectrum.push(first));
    this.look(samples);
    this.speak();
  }

  /** Tells what was lost before so many seconds of sound, which were captured `at` that time. */
  follow(seconds, at) {
    const lostSeconds = Math.min((at - (this.heardAt ?? at)) / 1000 - seconds, mostLossSeconds);
    this.heardAt = at;
    if (lostSeconds < leastLossSeconds) return;
    this.lostSeconds += lostSeconds;
    this.receiver.interrupted(lostSeconds);
    if (this.isDropping) postMessage({ kind: 'dropped', seconds: lostSeconds });
  }

  /** Hands on what was heard, and the memory where something was accepted. */
  tell(events, columns = []) {
    for (const column of columns) column.seconds += this.lostSeconds;
    // That a file is damaged shows after its seal was accepted.
    const isAccepted = events.some(({ sealed, failure }) => sealed || failure === 'digest');
    postMessage(
      { kind: 'heard', events, columns, memory: isAccepted ? this.receiver.memory : null },
      columns.map(({ decibels }) => decibels.buffer));
  }

  keepUp(lagSeconds) {
    if (lagSeconds < lateSeconds) {
      this.behindSince = null;
    } else if (this.behindSince === null) {
      this.behindSince = Date.now();
    } else if (!this.hearsFew && Date.now() - this.behindSince > latePatienceSeconds * 1000) {
      postMessage({ kind: 'fewer' });
      this.hear(fewProtocols);
    }
  }

  /** Listens for these protocols, null for all. */
  hear(protocols) {
    this.hearsFew = protocols !== null;
    this.tell(this.receiver.listen(protocols));
  }

  /** Says after the first seconds what the input is worth. */
  look(samples) {
    if (!this.survey) return;
    this.survey.push(samples);
    this.surveyedSamples += samples.length / this.channels;
    if (this.surveyedSamples < surveySeconds * this.rate) return;
    postMessage({ kind: 'findings', findings: this.survey.findings() });
    this.survey.close();
    this.survey = null;
  }

  /**
   * Has the page play what the receiver owes: an answer, of which an event tells, or a try of a
   * message to confirm.
   */
  speak() {
    const speech = this.receiver.speech(this.playRate);
    if (!speech) return;
    const events = this.receiver.poll();
    this.tell(events);
    transmitters.set(++lastTransmitter, speech);
    postMessage({
      kind: 'speech', transmitter: lastTransmitter, sampleCount: speech.sampleCount,
      isTry: !events.some(({ kind }) => kind === 'answered'),
    });
  }
}

/** Says so where the core trapped: nothing of it can be used any more. */
function guarded(body) {
  try {
    return body();
  } catch (error) {
    postMessage({ kind: 'trap', message: String(error?.message ?? error) });
    self.close();
    return undefined;
  }
}

self.onmessage = async (event) => {
  const { number, kind, ...fields } = event.data;
  try {
    let answer;
    if (kind === 'load') {
      loading = requests.load(fields);
      answer = await loading;
    } else {
      await loading.catch(() => {});
      answer = (await requests[kind](fields)) ?? {};
    }
    postMessage({ kind: 'answer', number, answer });
  } catch (error) {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isTrap && kind !== 'load') guarded(() => { throw error; });
    const { status = null, message = String(error) } = error ?? {};
    postMessage({ kind: 'answer', number, error: { status, message } });
  }
};
