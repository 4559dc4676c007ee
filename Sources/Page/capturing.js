import { captureNode } from '../JavaScript/capture.js';

// What stands between a microphone and the worker: its rate, its tracks, and the node that copies
// its samples to a port.

const workletAddress = (() => {
  let address = null;
  return () => (address ??= scriptAddress('worklet-source'));
})();

/** Whether the worker listens to so many samples a second. */
function isHeard(rate) {
  return rate === 44100 || (rate >= 48000 && rate % 16000 === 0);
}

function stopTracks(stream) {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.onmute = null;
    track.stop();
  }
}

/** By its context, a promise that settles when the worklet is loaded, or cannot be. */
const worklets = new WeakMap();

function loadWorklet(context) {
  if (!worklets.has(context)) {
    const load = async () => context.audioWorklet.addModule(workletAddress());
    worklets.set(context, load().catch(() => {}));
  }
  return worklets.get(context);
}

/** A node that copies what reaches it to a port: a worklet, or where that fails its forerunner. */
async function copyingNode(context, channelCount) {
  await loadWorklet(context);
  try {
    const node = captureNode(context, channelCount);
    node.input.port.onmessage = () => { listening.hasSound = true; };
    return node;
  } catch {
    return forerunnerNode(context, channelCount);
  }
}

function forerunnerNode(context, channels) {
  const input = context.createScriptProcessor(2048, channels, 1);
  let port = null;
  input.onaudioprocess = ({ inputBuffer }) => {
    listening.hasSound = true;
    const samples = new Float32Array(channels * inputBuffer.length);
    for (let channel = 0; channel < channels; channel += 1) {
      inputBuffer.getChannelData(channel).forEach((sample, index) => {
        samples[channels * index + channel] = sample;
      });
    }
    port?.postMessage({ samples, at: Date.now() }, [samples.buffer]);
  };
  const send = (worker) => {
    port = worker;
    // A port that is not started would keep every buffer that returns.
    port.start();
  };
  return { input, send, end: () => input.disconnect() };
}
