// Two stations that hear each other and themselves, by samples that are passed on.
import assert from 'node:assert/strict';
import test from 'node:test';

import { decode, encode, Secret, Station } from 'handshake-modem';

const rate = 48000;
const blockLength = rate / 20;

/** Always the same noise: Park and Miller's generator. */
function noiseOf(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
}

/** Passes sound between two stations until `isDone` of their events, for a minute at most. */
async function converse(begin, isDone) {
  const ends = [];
  for (let each = 0; each < 2; each += 1) {
    ends.push({ station: await Station.open({ rate }), speech: null, events: [] });
  }
  begin(...ends.map(({ station }) => station));
  const noise = noiseOf(1);
  const isOver = () => isDone(...ends.map(({ events }) => events));
  for (let block = 0; block < 1200 && !isOver(); block += 1) {
    const air = Float32Array.from({ length: blockLength }, () => 0.001 * noise());
    for (const end of ends) {
      end.speech ??= end.station.speech(rate);
      end.speech?.subarray(0, blockLength).forEach((sample, index) => {
        air[index] += sample / 4;
      });
    }
    for (const end of ends) {
      end.events.push(...end.station.push(air).filter(({ kind }) => kind !== 'level'));
      if (!end.speech) continue;
      end.speech = end.speech.subarray(blockLength);
      if (end.speech.length > 0) continue;
      end.speech = null;
      end.station.spoken();
    }
  }
  return ends;
}

const find = (events, kind) => events.find((event) => event.kind === kind);

test('a message is confirmed, and its answer told', async () => {
  const [one, other] = await converse(
    (sender, receiver) => {
      receiver.answer();
      sender.confirm('gate 7', { waitSeconds: 3 });
    },
    (events) => find(events, 'confirmed'));
  assert.equal(find(one.events, 'confirmed').tries, 1);
  assert(find(one.events, 'confirmed').snrDecibels > 20);
  assert.equal(find(other.events, 'message').text, 'gate 7');
  assert(find(other.events, 'answered'));
  for (const { station } of [one, other]) station.close();
});

test('nobody answers', async () => {
  const [{ events }] = await converse(
    (sender) => sender.confirm('gate 7', { waitSeconds: 0.5 }),
    (told) => find(told, 'unconfirmed'));
  assert.deepEqual(
    find(events, 'unconfirmed'), { kind: 'unconfirmed', tries: 3, failure: 'no-answer' });
});

test('what is given up is told no more', async () => {
  const [{ events }] = await converse(
    (sender) => {
      sender.confirm('gate 7', { waitSeconds: 0.5 });
      sender.giveUp();
    },
    () => false);
  assert.deepEqual(events, []);
});

test('two stations pair', async () => {
  const isAsked = new Set();
  const stations = [];
  const [one, other] = await converse(
    (...both) => {
      stations.push(...both);
      for (const station of both) station.pair();
    },
    (...lists) => {
      lists.forEach((events, index) => {
        if (!find(events, 'digits') || isAsked.has(index)) return;
        isAsked.add(index);
        stations[index].decide(true);
      });
      return lists.every((events) => find(events, 'paired'));
    });
  assert.match(find(one.events, 'digits').digits, /^\d{6}$/);
  assert.equal(find(one.events, 'digits').digits, find(other.events, 'digits').digits);
  const secrets = [];
  for (const { events } of [one, other]) {
    secrets.push(await Secret.open(find(events, 'paired').key));
  }
  assert(find(one.events, 'paired').isSure);
  const samples = await encode('only for you', { secret: secrets[0] });
  const [message] = await decode(samples, { rate, secrets: [secrets[1]] });
  assert.equal(message.text, 'only for you');
});

test('digits that differ end a pairing', async () => {
  const stations = [];
  const [one] = await converse(
    (...both) => {
      stations.push(...both);
      for (const station of both) station.pair();
    },
    (events) => {
      if (find(events, 'digits')) stations[0].decide(false);
      return find(events, 'unpaired');
    });
  assert.equal(find(one.events, 'unpaired').failure, 'refused');
});
