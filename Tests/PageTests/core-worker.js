// The core alone in a worker, for test_core.py, which posts a call and its arguments and gets what it gives.
importScripts('core.js', 'resampler.js');

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
    for (let channel = 0; channel < channels; channel += 1) sum += integers[index * channels + channel];
    return sum / channels / 32768;
  });
}

/** Events as the tests compare them: bytes as text where they are UTF-8. */
function plain(events) {
  return events.filter((event) => event.kind !== 'level').map((event) => ({
    ...event, bytes: null, name: event.name && new TextDecoder().decode(event.name),
    text: event.bytes && new TextDecoder().decode(event.bytes), byteCount: event.bytes?.length ?? null,
  }));
}

function heard(core, samples, { rate = 48000, protocols = null, secrets = [] }) {
  const receiver = new core.Receiver({ rate, protocols });
  const made = secrets.map((words) => new core.Secret(words));
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
  const sealing = secret ? new core.Secret(secret) : null;
  const transmitter = new core.Transmitter({
    bytes: utf8(text), fileName: null, protocol: null, ceilingHertz: 0, rung: -1, repairPercent: 0, copies: 1,
    ...others, secret: sealing,
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

const calls = {
  facts: (core) => ({ version: core.version, protocols: core.protocols }),
  /** Events of a recording of 16-bit samples. */
  listen: async (core, name, options) => heard(core, await recording(name, options.channels), options),
  fingerprint: (core, words) => {
    const secret = new core.Secret(words);
    const { fingerprint } = secret;
    secret.close();
    return fingerprint;
  },
  newSecret: (core) => core.newSecret(),
  /** The largest difference between what is sent and a recording of 16-bit samples, and what is heard of it. */
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
  /** What a new core heard in noise, always the same, with a text every ten seconds, and its memory's bytes. */
  memory: async (_, seconds, texts) => {
    const core = await load();
    const receiver = new core.Receiver({ rate: 48000, protocols: null });
    const events = [];
    let state = 1;
    for (let second = 0; second < seconds; second += 10) {
      const block = new Float32Array(480_000);
      const text = texts[second / 10];
      block.set(sound(core, { text, protocol: 'hop' }, 48000).map((sample) => sample / 8), 48_000);
      for (let index = 0; index < block.length; index += 1) {
        // Park and Miller's generator; the sum of four is a bell, nearly.
        for (let each = 0; each < 4; each += 1) {
          state = (state * 48271) % 2147483647;
          block[index] += (state / 2147483647 - 0.5) * 0.002;
        }
      }
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
    const resampler = new Resampler();
    const samples = [];
    for (let start = 0, turn = 0; start < tone.length; turn += 1) {
      const end = start + lengths[turn % lengths.length];
      samples.push(...resampler.push(tone.subarray(start, end)));
      start = end;
    }
    return samples;
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
