// Runs in the audio thread: copies what the microphones hear, in blocks of 40 ms, to a port,
// one sample of each after the other, and tells its node once a second that there is sound.
// It computes nothing, for it has 2.7 ms at a time and a call of the core may take half a second.

const blockSeconds = 0.04;
const blocksPerSecond = 25;
// Blocks that wait to be filled again, at most: after a delay many come back at once.
const mostSpare = 16;

class Capture extends AudioWorkletProcessor {
  constructor({ channelCount }) {
    super();
    this.block = new Float32Array(channelCount * Math.round(sampleRate * blockSeconds));
    this.filled = 0;
    this.postCount = 0;
    this.spare = [];
    this.worker = null;
    this.isEnded = false;
    this.port.onmessage = (event) => {
      if (event.data.kind === 'end') this.isEnded = true;
      else this.attach(event.data.worker);
    };
  }

  /**
   * Sends blocks to that port, which gives their memory back. Otherwise 190 kB of garbage a second
   * would pile up.
   */
  attach(worker) {
    this.worker = worker;
    worker.onmessage = (event) => {
      if (this.spare.length < mostSpare) this.spare.push(new Float32Array(event.data));
    };
  }

  process([channels]) {
    for (let index = 0; index < channels[0]?.length; index += 1) {
      for (const channel of channels) this.block[this.filled++] = channel[index];
      if (this.filled === this.block.length) this.post();
    }
    return !this.isEnded;
  }

  post() {
    const samples = this.block;
    this.block = this.spare.pop() ?? new Float32Array(samples.length);
    this.filled = 0;
    this.postCount += 1;
    if (this.postCount % blocksPerSecond === 0) this.port.postMessage({ kind: 'sound' });
    // The time tells whoever takes them by how much they are behind.
    if (this.worker) this.worker.postMessage({ samples, at: Date.now() }, [samples.buffer]);
  }
}

registerProcessor('handshake-capture', Capture);
