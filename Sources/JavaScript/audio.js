// Loudspeaker and microphone of browsers, by the Web Audio API.

import { captureNode } from './capture.js';
import { asNumber, asOptions, asSamples } from './checks.js';
import { UnderrunRemover } from './underruns.js';

/** By its context, a promise that settles when the worklet is loaded. */
const worklets = new WeakMap();

function loadWorklet(context) {
  if (!worklets.has(context)) {
    worklets.set(context, context.audioWorklet.addModule(new URL('worklet.js', import.meta.url)));
  }
  return worklets.get(context);
}

export async function play(context, samples, options = {}) {
  const { levelDecibels = -12 } = asOptions(options, ['levelDecibels']);
  asNumber(levelDecibels, 'levelDecibels', -100, 0);
  if (asSamples(samples, 1).length === 0) {
    throw new RangeError('there are no samples: give what encode gave');
  }
  await context.resume();
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  const volume = context.createGain();
  volume.gain.value = 10 ** (levelDecibels / 20);
  volume.connect(context.destination);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(volume);
  await new Promise((resolve) => {
    source.onended = resolve;
    source.start();
  });
  volume.disconnect();
  // So long it is on its way to the loudspeaker.
  const seconds = context.outputLatency || context.baseLatency || 0;
  await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
}

export async function listen(node, receiver, hear, options = {}) {
  const { levelDecibels = -12 } = asOptions(options, ['levelDecibels']);
  const { context } = node;
  if (context.sampleRate !== receiver.rate) {
    throw new RangeError(`the receiver's rate is ${receiver.rate} and the context's `
      + `${context.sampleRate}: open the receiver with the context's`);
  }
  await loadWorklet(context);
  const capture = captureNode(context, receiver.channels);
  const underruns = new UnderrunRemover(receiver.rate, receiver.channels);
  const { port1: port, port2 } = new MessageChannel();
  // A node that is silent may give the worklet nothing; time is to pass all the same.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    silence.stop();
    node.disconnect(capture.input);
    port.close();
    capture.end();
  };
  const speak = async () => {
    const speech = receiver.speech?.(context.sampleRate);
    if (!speech) return;
    await play(context, speech, { levelDecibels });
    if (!isStopped) receiver.spoken();
  };
  port.onmessage = ({ data: { samples } }) => {
    try {
      receiver.push(underruns.push(samples)).forEach((event) => hear(event));
      port.postMessage(samples.buffer, [samples.buffer]);
      speak();
    } catch (error) {
      // Where one block fails, so do all others.
      stop();
      throw error;
    }
  };
  capture.send(port2);
  silence.connect(capture.input);
  silence.start();
  node.connect(capture.input);
  capture.input.connect(context.destination);
  return { stop };
}
