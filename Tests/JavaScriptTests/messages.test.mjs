// Texts and files from encode() to decode() and Receiver.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { decode, encode, newSecret, protocols, Receiver, Secret } from 'handshake-modem';

const texts = (messages) => messages.map(({ text }) => text);

test('each protocol brings a text', async () => {
  const names = await protocols();
  const least = ['hop', 'hop-quick', 'hop-deep', 'classic', 'burst'];
  for (const name of least) assert(names.includes(name), name);
  for (const protocol of names) {
    const samples = await encode('gate 7', { protocol });
    const heard = await decode(samples, { rate: 48000, protocols: [protocol] });
    assert.deepEqual(texts(heard), ['gate 7'], protocol);
    assert.equal(heard[0].protocol, protocol);
  }
});

test('each rate brings a text', async () => {
  for (const rate of [44100, 48000, 64000, 96000, 192000]) {
    const [message] = await decode(await encode('grüße 😀', { rate }), { rate });
    assert.equal(message.text, 'grüße 😀', `${rate}`);
    assert(message.endSeconds - message.startSeconds < 1.5 && message.snrDecibels > 40);
  }
});

test('a message has the fields of its kind', async () => {
  const [message] = await decode(await encode('\ufeffhello'), { rate: 48000 });
  const declared = await readFile(new URL(
    'node_modules/handshake-modem/index.d.ts', import.meta.url), 'utf8');
  for (const field of Object.keys(message)) {
    assert.match(declared, new RegExp(`^ *${field}: `, 'm'));
  }
  assert.equal(message.text, '\ufeffhello');
  assert.deepEqual([...message.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(message.sealedSeconds, null);
});

test('the strongest channels are heard', async () => {
  const samples = await encode('two');
  const frames = new Float32Array(2 * samples.length);
  samples.forEach((sample, index) => { frames[2 * index + 1] = sample; });
  assert.deepEqual(texts(await decode(frames, { rate: 48000, channels: 2 })), ['two']);
});

test('a file keeps its bytes and a harmless name', async () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251);
  const samples = await encode(bytes, { name: '../note.bin', repairPercent: 20, rung: 3 });
  const [file] = await decode(samples, { rate: 48000 });
  assert.equal(file.kind, 'file');
  assert.equal(file.name, 'note.bin');
  assert.deepEqual(file.bytes, bytes);
});

test('a sealed text opens by its secret alone', async () => {
  const secret = await Secret.open('platform four and a half');
  const same = await Secret.open('platform four and a half');
  const other = await Secret.open(await newSecret());
  assert.match(secret.fingerprint, /^[a-z]{5}$/);
  assert.equal(same.fingerprint, secret.fingerprint);
  const samples = await encode('under the mat', { secret });
  const sealed = { rate: 48000, secrets: [other, same] };
  const [message] = await decode(samples, sealed);
  assert.equal(message.text, 'under the mat');
  assert(Math.abs(message.sealedSeconds - Date.now() / 1000) < 60);
  assert.deepEqual(await decode(samples, { rate: 48000, secrets: [other] }), []);
  assert.deepEqual(await decode(samples, { rate: 48000 }), []);
  const clear = await encode('in clear');
  assert.deepEqual(await decode(clear, sealed), []);
  assert.deepEqual(texts(await decode(clear, { ...sealed, alsoUnsealed: true })), ['in clear']);

  const failures = async (secrets, alike) => {
    const receiver = await Receiver.open({ rate: 48000 });
    receiver.unseal(secrets);
    if (alike) receiver.remember(alike.memory);
    const events = [...receiver.push(samples), ...receiver.finish()];
    const found = events.filter(({ kind }) => kind === 'failed').map(({ failure }) => failure);
    return { receiver, found };
  };
  const first = await failures([same]);
  assert.deepEqual(first.found, []);
  assert.deepEqual((await failures([same], first.receiver)).found, ['replayed']);
  assert.deepEqual((await failures([other])).found, ['other-secret']);
  for (const each of [secret, same, other]) each.close();
});

test('a receiver takes pieces of any size', async () => {
  for (const rate of [44100, 48000]) {
    const receiver = await Receiver.open({ rate });
    const first = await encode('first', { rate });
    const second = await encode('second', { rate, protocol: 'burst' });
    const silence = new Float32Array(rate / 2);
    const whole = Float32Array.from(
      [silence, first, silence, second, silence].flatMap((piece) => [...piece]));
    const events = receiver.push(new Float32Array(0));
    const sizes = [1, 127, 4096, 0, 333, 9999];
    for (let start = 0, turn = 0; start < whole.length; turn += 1) {
      const end = start + sizes[turn % sizes.length];
      events.push(...receiver.push(whole.subarray(start, end)));
      start = end;
    }
    events.push(...receiver.finish());
    const heard = events.filter(({ kind }) => kind === 'message');
    assert.deepEqual(texts(heard), ['first', 'second']);
    assert(heard[0].startSeconds > 0.45 && heard[0].startSeconds < 0.55);
    assert(events.some(({ kind, peak }) => kind === 'level' && peak > 0.9));
    assert(events.some(({ kind }) => kind === 'progress' || kind === 'detected'));
    receiver.close();
  }
});
