// What a program in TypeScript relies on, for tsc, which does not run it.
import {
  decode, encode, Failure, HandShakeError, listen, newSecret, play, protocols, Receiver,
  ReceiverEvent, Secret, Station,
} from 'handshake-modem';

const secret: Secret = await Secret.open(await newSecret());
const samples: Float32Array = await encode('hello', { rate: 44100, secret, repairPercent: 20 });
for (const heard of await decode(samples, { rate: 44100, secrets: [secret] })) {
  const text: string = heard.text;
  if (heard.kind === 'file') console.log(heard.name, text, heard.sealedSeconds ?? 0);
}
const receiver: Receiver = await Receiver.open({ rate: 48000, protocols: await protocols() });
const station: Station = await Station.open({ rate: 48000 });
station.confirm(new Uint8Array(3), { name: 'a.bin', waitSeconds: 2 });
const speech: Float32Array | null = station.speech(48000);

function hear(event: ReceiverEvent): string {
  switch (event.kind) {
    case 'message': return event.text;
    case 'failed': return named(event.failure);
    case 'digits': return event.digits;
    case 'confirmed': return `${event.tries} ${event.snrDecibels}`;
    case 'paired': return `${event.key.length} ${event.isSure}`;
    default: return event.kind;
  }
}

function named(failure: Failure | null): string {
  return failure === 'no-secret' ? 'sealed' : failure ?? 'unknown';
}

const context = new AudioContext();
const node: AudioNode = context.createGain();
const listener: { stop(): void } = await listen(node, receiver, (event) => hear(event));
await play(context, speech ?? samples, { levelDecibels: -20 });
listener.stop();
const status: string = new HandShakeError().status;
console.log(status);

// What is wrong is an error.
// @ts-expect-error
await encode(5);
// @ts-expect-error
await encode('a', { rat: 48000 });
// @ts-expect-error
await decode(samples);
// @ts-expect-error
new Receiver({ rate: 48000 });
// @ts-expect-error
receiver.speech(48000);
