// Runs beside the page, with the core: receiver, transmitters, survey and spectrum. The page asks
// by messages with a number and gets an answer of that number; what is heard is posted without
// being asked. A trap of the core makes it void: the page then starts another worker.

'use strict';

// A receiver that is this far behind for so long goes on with fewer protocols.
const lateSeconds = 2;
const latePatienceSeconds = 5;
// What is this far behind is dropped.
const greatestLagSeconds = 20;
const fewProtocols = ['hop', 'burst'];
// The core counts samples in 32 bits, which hold 12 hours: a receiver is renewed before, while nothing arrives.
const longestSeconds = 6 * 3600;

const pictureHertz = { lowest: 14000, highest: 21000 };
const pictureRows = 150;
const surveySeconds = 10;

let core = null;
/** Settles once the core is there, or cannot be; all else waits for it. */
let loading = null;
let secret = null;
let station = null;
const transmitters = new Map();
let lastTransmitter = 0;

/** What the page asks for, by the kind of its message; what is returned is answered. */
const requests = {
  async load({ packed }) {
    core = await HandShakeCore.load(await unpacked(packed));
    return { version: core.version, protocols: core.protocols };
  },

  /** Opens a receiver and ends the one before. */
  open(options) {
    station?.close();
    station = null;
    station = new Station(options);
  },

  /** Takes the port at whose other end the samples are. */
  attach({ port }) {
    station.attach(port);
  },

  close() {
    station?.close();
    station = null;
  },

  /** Makes a secret of a passphrase; null forgets it. */
  secret({ passphrase }) {
    const made = passphrase === null ? null : new core.Secret(passphrase);
    const former = secret;
    secret = made;
    if (station) station.reopen();
    former?.close();
    return { fingerprint: secret ? secret.fingerprint : null };
  },

  newSecret() {
    return { passphrase: core.newSecret() };
  },

  /** Renders nothing yet: tells how many samples a transmission will have. */
  transmit({ sending, rate }) {
    const transmitter = new core.Transmitter(complete(sending), rate);
    transmitters.set(++lastTransmitter, transmitter);
    return { transmitter: lastTransmitter, sampleCount: Number(transmitter.sampleCount) };
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
    station.playRate = rate;
    station.receiver.confirm(complete(sending), waitSeconds);
    station.isConfirming = true;
    station.speak();
  },

  /** Gives up what `confirm` began, for which the receiver has to be opened anew. */
  unconfirm() {
    if (!station?.isConfirming) return;
    station.isConfirming = false;
    station.reopen();
  },

  /** What was to be said has been heard to its end, or was given up. */
  spoken() {
    station?.receiver.spoken();
  },
};

function complete(sending) {
  const { isSealed, ...others } = sending;
  if (isSealed && !secret) throw new HandShakeError('secret-missing', 'there is no secret to seal it with');
  return { ...others, secret: isSealed ? secret : null };
}

const packingDigits =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~';

/** Takes gzip in digits to the base of 85, five for four bytes, as tools/build-page writes it; gives its bytes. */
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

/** A receiver with all that listens beside it, on one line of time from its first sample. */
class Station {
  constructor({ rate, playRate, answerSecondsPerHour, ceilingHertz }) {
    this.underruns = new UnderrunRemover(rate);
    this.resampler = rate === Resampler.fromRate ? new Resampler() : null;
    this.rate = this.resampler ? Resampler.toRate : rate;
    this.playRate = playRate;
    this.answerSecondsPerHour = answerSecondsPerHour;
    this.ceilingHertz = ceilingHertz;
    this.protocols = null;
    this.passedSamples = 0;
    this.behindSince = null;
    this.droppedSeconds = 0;
    this.port = null;
    this.receiver = null;
    this.open();
    this.survey = new core.Survey(this.rate);
    this.surveyedSamples = 0;
  }

  /** The receiver counts its time from `startSeconds` of the station. */
  open() {
    this.receiver = new core.Receiver({ rate: this.rate, protocols: this.protocols });
    if (secret) this.receiver.unseal([secret], { alsoUnsealed: true });
    if (this.answerSecondsPerHour > 0) {
      this.receiver.answer(this.answerSecondsPerHour, this.ceilingHertz);
    }
    this.spectrum = new core.Spectrum({
      rate: this.rate, lowestHertz: pictureHertz.lowest, highestHertz: pictureHertz.highest,
      rows: pictureRows,
    });
    this.startSeconds = this.passedSamples / this.rate;
    this.isConfirming = false;
    this.arriving = new Set();
  }

  reopen() {
    const wasConfirming = this.isConfirming;
    this.receiver.close();
    this.spectrum.close?.();
    this.open();
    postMessage({ kind: 'reopened', wasConfirming });
  }

  attach(port) {
    if (this.port) this.port.close();
    this.port = port;
    port.onmessage = ({ data }) => {
      guarded(() => this.take(data));
      port.postMessage(data.samples.buffer, [data.samples.buffer]);
    };
  }

  close() {
    if (this.port) this.port.close();
    this.receiver.close();
    this.spectrum.close?.();
    this.survey?.close?.();
  }

  take({ samples: captured, at }) {
    const whole = this.underruns.push(captured);
    const samples = this.resampler ? this.resampler.push(whole) : whole;
    const lagSeconds = (Date.now() - at) / 1000;
    this.passedSamples += samples.length;
    // Once it drops, it drops all that waits, for else it would soon drop again.
    if (lagSeconds > (this.droppedSeconds > 0 ? lateSeconds / 2 : greatestLagSeconds)) {
      this.droppedSeconds += samples.length / this.rate;
      return;
    }
    if (this.droppedSeconds > 0) this.afterDropping();
    this.keepUp(lagSeconds);
    const events = this.receiver.push(samples);
    for (const event of events) {
      event.startSeconds += this.startSeconds;
      event.endSeconds += this.startSeconds;
      if (event.kind === 'confirmed' || event.kind === 'unconfirmed') this.isConfirming = false;
      if (event.kind === 'detected') this.arriving.add(event.frame);
      if (['message', 'file', 'failed', 'repeated'].includes(event.kind)) {
        this.arriving.delete(event.frame);
      }
    }
    const columns = this.spectrum.push(samples);
    for (const column of columns) column.seconds += this.startSeconds;
    postMessage({ kind: 'heard', events, columns }, columns.map(({ decibels }) => decibels.buffer));
    this.look(samples);
    this.speak();
    const isIdle = this.arriving.size === 0 && !this.isConfirming;
    if (isIdle && this.passedSamples / this.rate - this.startSeconds > longestSeconds) this.reopen();
  }

  afterDropping() {
    const seconds = this.droppedSeconds;
    this.droppedSeconds = 0;
    postMessage({ kind: 'dropped', seconds });
    this.reopen();
  }

  keepUp(lagSeconds) {
    if (lagSeconds < lateSeconds) {
      this.behindSince = null;
    } else if (this.behindSince === null) {
      this.behindSince = Date.now();
    } else if (!this.protocols && Date.now() - this.behindSince > latePatienceSeconds * 1000) {
      this.protocols = fewProtocols;
      postMessage({ kind: 'fewer' });
      this.reopen();
    }
  }

  /** Says after the first seconds what the input is worth. */
  look(samples) {
    if (!this.survey) return;
    this.survey.push(samples);
    this.surveyedSamples += samples.length;
    if (this.surveyedSamples < surveySeconds * this.rate) return;
    postMessage({ kind: 'findings', findings: this.survey.findings() });
    this.survey.close?.();
    this.survey = null;
  }

  /** Has the page play what the receiver owes: an answer, or a try of what is to be confirmed. */
  speak() {
    if (this.answerSecondsPerHour <= 0 && !this.isConfirming) return;
    const speech = this.receiver.speech(this.playRate);
    if (!speech) return;
    transmitters.set(++lastTransmitter, speech);
    postMessage({
      kind: 'speech', transmitter: lastTransmitter, sampleCount: Number(speech.sampleCount),
      isTry: this.isConfirming,
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
