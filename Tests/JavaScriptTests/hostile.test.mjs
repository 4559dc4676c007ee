// What is wrong is refused with a sentence, and harms nothing that comes after it.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  decode, encode, HandShakeError, protocols, Receiver, Secret, Station,
} from 'handshake-modem';

/** That `call` throws such an error, with a sentence that begins in lower case and has no end. */
async function refuses(call, type, fragment) {
  await assert.rejects(async () => call(), (error) => {
    assert(error instanceof type, `${error.stack}`);
    assert.match(error.message, /^['a-z0-9].* .* .*[^.]$/);
    assert(error.message.includes(fragment) || error.status === fragment, error.message);
    return true;
  });
}

const rate = 48000;

test('what cannot be sent', async () => {
  for (const content of [undefined, null, 5, {}, ['a'], new Float32Array(3), new ArrayBuffer(3)]) {
    await refuses(() => encode(content), TypeError, 'string or a Uint8Array');
  }
  await refuses(() => encode(''), HandShakeError, 'bad-text');
  await refuses(() => encode('\ud800'), RangeError, 'half a character');
  await refuses(() => encode('a'.repeat(100000), { protocol: 'hop' }), HandShakeError, 'too-long');
  await refuses(() => encode(new Uint8Array(2 ** 20 + 1)), RangeError, '1048577');
  await refuses(() => encode('a', { protocol: 'nonsense' }), HandShakeError, 'unknown-protocol');
  await refuses(() => encode('a', { protocol: 'h\0p' }), RangeError, 'zero character');
  await refuses(() => encode('a', { ceilingHertz: 100 }), HandShakeError, 'no-placement');
  await refuses(() => encode('a', { rate: 8000 }), HandShakeError, 'no-placement');
  await refuses(() => encode('a', { rung: 3 }), HandShakeError, 'no-rung');
  const file = { name: 'a.txt', protocol: 'classic' };
  await refuses(() => encode('a', file), HandShakeError, 'no-files');
  for (const wrong of [0, -1, NaN, Infinity, 1e300]) {
    await refuses(() => encode('a', { rate: wrong }), RangeError, `rate is ${wrong}`);
  }
  for (const wrong of ['48000', null, 48000n, {}]) {
    await refuses(() => encode('a', { rate: wrong }), TypeError, 'rate is a number');
  }
  for (const wrong of [{ copies: 0 }, { copies: 1.5 }, { repairPercent: 101 }, { rung: -1 }]) {
    await refuses(() => encode('a', wrong), RangeError, Object.keys(wrong)[0]);
  }
  await refuses(() => encode('a', { rat: rate }), TypeError, "no option 'rat'");
  await refuses(() => encode('a', null), TypeError, 'options are an object');
  await refuses(() => encode('a', { secret: 'platform four' }), TypeError, 'Secret.open');
});

test('what cannot be heard', async () => {
  await refuses(() => decode(new Float32Array(10)), TypeError, 'options are an object');
  await refuses(() => decode(new Float32Array(10), {}), TypeError, 'rate is a number');
  for (const wrong of [undefined, null, 'abc', [0.5], new Int16Array(4), new Float64Array(4)]) {
    await refuses(() => decode(wrong, { rate }), TypeError, 'samples are a Float32Array');
  }
  for (const wrong of [0, -48000, NaN, 8000, 22050, 48001, 784000]) {
    await refuses(() => Receiver.open({ rate: wrong }), RangeError, `rate is ${wrong}`);
  }
  for (const wrong of [0, 65, 1.5]) {
    await refuses(() => Receiver.open({ rate, channels: wrong }), RangeError, 'channels is');
  }
  await refuses(() => Receiver.open({ rate, protocols: 'hop' }), TypeError, "give ['hop']");
  await refuses(() => Receiver.open({ rate, protocols: [] }), RangeError, 'protocols is 0');
  await refuses(() => Receiver.open({ rate, protocols: [5] }), TypeError, 'a protocol is a string');
  await refuses(
    () => Receiver.open({ rate, protocols: ['nonsense'] }), HandShakeError, 'unknown-protocol');
  await refuses(() => new Receiver({ rate }), TypeError, 'Receiver.open');
  await refuses(
    () => decode(new Float32Array(3), { rate, channels: 2 }), RangeError, 'multiple of 2');
});

test('samples that are no sound bring nothing, and end nothing', async () => {
  for (const each of [rate, 44100]) {
    const receiver = await Receiver.open({ rate: each });
    for (const value of [NaN, Infinity, -Infinity, 3.4e38, 1e-45]) {
      const events = receiver.push(new Float32Array(each).fill(value));
      assert.deepEqual(events.filter(({ kind }) => kind === 'message'), [], `${value}`);
    }
    const events = receiver.push(await encode('still here', { rate: each }));
    events.push(...receiver.finish());
    assert.deepEqual(
      events.filter(({ kind }) => kind === 'message').map(({ text }) => text), ['still here']);
    receiver.close();
  }
  assert.deepEqual(await decode(new Float32Array(0), { rate }), []);
});

test('secrets that are none', async () => {
  await refuses(() => Secret.open('short'), HandShakeError, 'secret-too-short');
  await refuses(() => Secret.open('a'.repeat(2000)), HandShakeError, 'secret-too-long');
  const mistyped = 'babad-bamag-fosak-lubir-zuzuz';
  await refuses(() => Secret.open(mistyped), HandShakeError, 'secret-mistyped');
  await refuses(() => Secret.open(5), TypeError, 'a secret is a string');
  await refuses(() => Secret.open(new Uint8Array(31)), RangeError, '31 bytes');
  const receiver = await Receiver.open({ rate });
  await refuses(() => receiver.unseal('words'), TypeError, '[secret]');
  await refuses(() => receiver.unseal(['words']), TypeError, 'Secret.open');
  await refuses(() => receiver.unseal([], { isLive: 1 }), TypeError, 'isLive is true or false');
  await refuses(() => receiver.remember('x'), TypeError, 'Uint8Array');
  await refuses(() => receiver.remember(new Uint8Array(3)), HandShakeError, 'bad-argument');
});

test('what was closed', async () => {
  const station = await Station.open({ rate });
  station.finish();
  await refuses(() => station.push(new Float32Array(1)), HandShakeError, 'finished');
  station.close();
  station.close();
  for (const call of [
    () => station.push(new Float32Array(1)), () => station.finish(), () => station.memory,
    () => station.unseal([]), () => station.answer(), () => station.confirm('a'),
    () => station.pair(), () => station.decide(true), () => station.giveUp(),
    () => station.speech(rate), () => station.spoken(), () => station.interrupted(),
  ]) {
    await refuses(call, HandShakeError, 'closed');
  }
  const secret = await Secret.open('platform four and a half');
  const receiver = await Receiver.open({ rate });
  receiver.unseal([secret]);
  secret.close();
  secret.close();
  await refuses(() => secret.fingerprint, HandShakeError, 'closed');
  await refuses(() => encode('a', { secret }), HandShakeError, 'closed');
  // The receiver keeps what it was given.
  receiver.push(new Float32Array(rate));
  receiver.close();
});

test('what a station refuses', async () => {
  const station = await Station.open({ rate, protocols: ['burst'] });
  await refuses(() => station.confirm('a'), HandShakeError, 'bad-argument');
  await refuses(() => station.confirm('a', { copies: 2 }), TypeError, "no option 'copies'");
  await refuses(() => station.confirm('a', { waitSeconds: 0 }), RangeError, 'waitSeconds');
  await refuses(() => station.answer({ secondsPerHour: 4000 }), RangeError, 'secondsPerHour');
  await refuses(() => station.decide('yes'), TypeError, 'areEqual');
  await refuses(() => station.speech(0), RangeError, 'rate is 0');
  assert.equal(station.speech(rate), null);
  station.close();
});

test('a fault ends what shares the modem, and the next call begins anew', async () => {
  const receiver = await Receiver.open({ rate });
  const secret = await Secret.open('platform four and a half');
  const { set } = Float32Array.prototype;
  // As an instruction that traps.
  Float32Array.prototype.set = () => { throw new WebAssembly.RuntimeError('unreachable'); };
  try {
    await refuses(() => receiver.push(new Float32Array(1)), HandShakeError, 'fault');
  } finally {
    Float32Array.prototype.set = set;
  }
  await refuses(() => receiver.push(new Float32Array(1)), HandShakeError, 'fault');
  await refuses(() => encode('a', { secret }), HandShakeError, 'fault');
  receiver.close();
  secret.close();
  assert((await protocols()).includes('hop'));
  assert.equal((await decode(await encode('anew'), { rate }))[0].text, 'anew');
});
