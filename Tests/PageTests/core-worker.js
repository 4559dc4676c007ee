// The core alone in a worker. test_core.py posts a call and its arguments and gets the result.
import { HandShakeCore } from './core.js';
import { Receiver, Secret, Transmitter } from './handles.js';
import { Resampler } from './resampler.js';
import { UnderrunRemover } from './underruns.js';

let memory = null;  // of the core that was loaded last
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...values) => {
  const made = await instantiate(...values);
  ({ memory } = (made.instance ?? made).exports);
  return made;
};

const load = async () =>
  HandShakeCore.load(new Uint8Array(await (await fetch('core.wasm')).arrayBuffer()));
let loaded = load();
const utf8 = (text) => new TextEncoder().encode(text);
// As hrecv reads recordings: whether a message at the limit is read may hang on where blocks end.
const BLOCK_SAMPLES = 8192;

async function recording(name, channels = 1) {
  const integers = new Int16Array(await (await fetch(name, { cache: 'no-store' })).arrayBuffer());
  return Float32Array.from({ length: integers.length / channels }, (_, index) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += integers[index * channels + channel];
    }
    return sum / channels / 32768;
  });
}

/** Events as the tests compare them: bytes as text where they are UTF-8. */
function plain(events) {
  return events.filter((event) => event.kind !== 'level').map((event) => ({
    ...event, bytes: null, name: event.name && new TextDecoder().decode(event.name),
    text: event.bytes && new TextDecoder().decode(event.bytes),
    byteCount: event.bytes?.length ?? null,
  }));
}

function heard(core, samples, { rate = 48000, channels = 1, protocols = null, secrets = [] }) {
  const receiver = new Receiver(core, { rate, channels, protocols });
  const made = secrets.map((words) => new Secret(core, words));
  if (made.length) receiver.unseal(made, { alsoUnsealed: false });
  const events = [];
  for (let start = 0; start < samples.length; start += BLOCK_SAMPLES) {
    events.push(...receiver.push(samples.subarray(start, start + BLOCK_SAMPLES)));
  }
  events.push(...receiver.finish());
  receiver.close();
  made.forEach((secret) => secret.close());
  return plain(events);
}

function sound(core, { text, secret, ...others }, rate) {
  const sealing = secret ? new Secret(core, secret) : null;
  const transmitter = new Transmitter(core, {
    bytes: utf8(text), fileName: null, protocol: null, ceilingHertz: 0, rung: -1, repairPercent: 0,
    copies: 1, ...others, secret: sealing,
  }, rate);
  const samples = new Float32Array(Number(transmitter.sampleCount));
  let count = 0;
  for (let more = 1; more > 0 && count < samples.length; count += more) {
    more = transmitter.read(samples.subarray(count));
  }
  transmitter.close();
  sealing?.close();
  return samples.subarray(0, count);
}

/** Always the same noise, nearly a bell: the sum of four numbers of Park and Miller's generator. */
function noiseOf(seed) {
  let state = seed;
  return () => {
    let sum = -2;
    for (let each = 0; each < 4; each += 1) {
      state = (state * 48271) % 2147483647;
      sum += state / 2147483647;
    }
    return sum;
  };
}

/** What a Resampler or an UnderrunRemover makes of samples, in blocks of those lengths by turns. */
function passed(filter, samples, lengths) {
  const made = [];
  for (let start = 0, turn = 0; start < samples.length; turn += 1) {
    const end = start + lengths[turn % lengths.length];
    made.push(...filter.push(samples.subarray(start, end)));
    start = end;
  }
  return Float32Array.from(made);
}

const resampled = (samples, rate, channels) =>
  rate === 44100 ? passed(new Resampler(channels), samples, [4096]) : samples;

/** Frames of those channels, one sample of each after the other. */
function interleaved(channels) {
  const made = new Float32Array(channels.length * channels[0].length);
  channels.forEach((samples, channel) => samples.forEach((sample, index) => {
    made[channels.length * index + channel] = sample;
  }));
  return made;
}

function isSame(one, other) {
  return one.length === other.length && one.every((sample, index) => sample === other[index]);
}

const calls = {
  facts: (core) => ({ version: core.version, protocols: core.protocols }),
  /** Events of a recording of 16-bit samples. */
  listen: async (core, name, options) =>
    heard(core, await recording(name, options.channels), options),
  fingerprint: (core, words) => {
    const secret = new Secret(core, words);
    const { fingerprint } = secret;
    secret.close();
    return fingerprint;
  },
  newSecret: (core) => core.newSecret(),
  /** The sample counts of what is sent and of a 16-bit recording, and the largest difference. */
  compare: async (core, sending, name, rate) => {
    const expected = await recording(name);
    const samples = sound(core, sending, rate);
    let difference = 0;
    for (let index = 0; index < Math.min(samples.length, expected.length); index += 1) {
      difference = Math.max(difference, Math.abs(samples[index] - expected[index]));
    }
    return { sampleCounts: [samples.length, expected.length], difference };
  },
  /** What is sent, as 16-bit samples in base64. */
  send: (core, sending, rate) => {
    const samples = sound(core, sending, rate);
    const bytes = new Uint8Array(Int16Array.from(samples, (sample) => sample * 32767).buffer);
    let binary = '';
    for (let start = 0; start < bytes.length; start += 32768) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 32768));
    }
    return btoa(binary);
  },
  /**
   * What a new core heard in noise with a text every ten seconds, and the bytes of its memory. The
   * noise is always the same.
   */
  memory: async (_, seconds, texts) => {
    const core = await load();
    const receiver = new Receiver(core, { rate: 48000, protocols: null });
    const events = [];
    const noise = noiseOf(1);
    for (let second = 0; second < seconds; second += 10) {
      const block = new Float32Array(480_000);
      const text = texts[second / 10];
      block.set(sound(core, { text, protocol: 'hop' }, 48000).map((sample) => sample / 8), 48_000);
      for (let index = 0; index < block.length; index += 1) block[index] += 0.002 * noise();
      for (let start = 0; start < block.length; start += 1920) {
        events.push(...receiver.push(block.subarray(start, start + 1920)));
      }
    }
    receiver.close();
    return { byteCount: memory.buffer.byteLength, events: plain(events) };
  },
  /** A tone of 44.1 kHz as the core gets it, given in blocks of those lengths by turns. */
  resample: (_, hertz, seconds, lengths) => {
    const tone = Float32Array.from(
      { length: 44100 * seconds }, (_, index) => Math.sin(2 * Math.PI * hertz * index / 44100));
    return [...passed(new Resampler(), tone, lengths)];
  },
  /** Whether two channels, in blocks of those lengths by turns, are resampled as each alone. */
  resamplePair: (_, lengths) => {
    const pair = [1, 2].map((seed) => Float32Array.from({ length: 44100 }, noiseOf(seed)));
    const apart = pair.map((samples) => passed(new Resampler(), samples, lengths));
    const made = passed(new Resampler(2), interleaved(pair), lengths.map((length) => 2 * length));
    return isSame(made, interleaved(apart));
  },
  /**
   * A sending in a little noise, with so many zeros put in at each place, a share of its length:
   * whether those zeros alone are taken out, and the texts that are heard before and after that.
   * The sound comes in blocks of those lengths by turns. Before its channel are others, with noise
   * of those levels alone.
   */
  underruns: (core, sending, rate, places, zeroCount, lengths, others) => {
    const sent = sound(core, sending, rate);
    const sounding = new Float32Array(sent.length + 0.5 * rate);
    sounding.set(sent.map((sample) => sample / 8), 0.1 * rate);
    const noise = noiseOf(1);
    sounding.forEach((_, index) => { sounding[index] += 0.002 * noise(); });
    const channels = others.length + 1;
    const whole = interleaved(
      [...others.map((level) => sounding.map(() => level * noise())), sounding]);
    const starts = [
      ...places.map((place) => channels * Math.round(0.1 * rate + place * sent.length)),
      whole.length,
    ];
    const torn = new Float32Array(whole.length + channels * places.length * zeroCount);
    starts.forEach((start, number) => {
      const from = number ? starts[number - 1] : 0;
      torn.set(whole.subarray(from, start), from + channels * number * zeroCount);
    });
    const mended = passed(
      new UnderrunRemover(rate, channels), torn, lengths.map((length) => channels * length));
    const texts = (samples) => heard(core, resampled(samples, rate, channels), { channels })
      .filter(({ kind }) => kind === 'message').map(({ text }) => text);
    return { isSame: isSame(mended, whole), before: texts(torn), after: texts(mended) };
  },
  /** Whether noise stays as it is, of 16 bits and so many steps as its deviation. */
  noise: (_, deviation, count) => {
    const noise = noiseOf(1);
    const whole = Float32Array.from(
      { length: count }, () => Math.round(deviation / 0.577 * noise()) / 32768);
    whole.fill(1, count - 200);
    return isSame(passed(new UnderrunRemover(48000), whole, [1920]), whole);
  },
  /** Whether noise in two channels stays the same where only one has so many zeros in a row. */
  noisePair: (_, zeroCount) => {
    const pair = [1, 2].map((seed) => Float32Array.from({ length: 48000 }, noiseOf(seed)));
    pair[0].fill(0, 10000, 10000 + zeroCount);
    pair[1].fill(0, 20000, 20000 + zeroCount);
    const whole = interleaved(pair);
    return isSame(passed(new UnderrunRemover(48000, 2), whole, [3840]), whole);
  },
  /** Whether a sending of 16 bits stays the same at several levels, amid silence up to a click. */
  silences: (core, sending, rate) => {
    const sent = sound(core, sending, rate);
    return [32767, 3000, 300].every((level) => {
      const whole = new Float32Array(sent.length + rate);
      whole.set(sent.map((sample) => Math.round(sample * level) / 32768), 0.5 * rate);
      whole[whole.length - 1] = 0.1;
      return isSame(passed(new UnderrunRemover(rate), whole, [rate / 25]), whole);
    });
  },
  /** What a wrong call throws. */
  refusal: (core, sending, rate) => {
    try {
      sound(core, sending, rate);
      return null;
    } catch (error) {
      return { status: error.status, message: error.message };
    }
  },
};

onmessage = async ({ data: { number, name, values } }) => {
  try {
    postMessage({ number, value: await calls[name](await loaded, ...values) });
  } catch (error) {
    // A core that trapped is void.
    if (error instanceof WebAssembly.RuntimeError) loaded = load();
    postMessage({ number, error: String(error.stack) });
  }
};
