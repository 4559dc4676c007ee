// Runs in the audio thread: copies what the microphone hears, in blocks of 40 ms, to the worker,
// and tells the page once a second that there is sound.
// It computes nothing, for it has 2.7 ms at a time and a call of the core may take half a second.

'use strict';

const blockSeconds = 0.04;
const blocksPerSecond = 25;
// Blocks that wait to be filled again, at most: after a delay many come back at once.
const mostSpare = 16;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(Math.round(sampleRate * blockSeconds));
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

  /** Sends blocks to the worker, which gives their memory back: garbage of 190 kB a second would pile up. */
  attach(worker) {
    this.worker = worker;
    worker.onmessage = (event) => {
      if (this.spare.length < mostSpare) this.spare.push(new Float32Array(event.data));
    };
  }

  process(inputs) {
    const channel = inputs[0][0];
    if (channel) this.take(channel);
    return !this.isEnded;
  }

  take(samples) {
    let taken = 0;
    while (taken < samples.length) {
      const count = Math.min(samples.length - taken, this.block.length - this.filled);
      this.block.set(samples.subarray(taken, taken + count), this.filled);
      this.filled += count;
      taken += count;
      if (this.filled === this.block.length) this.post();
    }
  }

  post() {
    const samples = this.block;
    this.block = this.spare.pop() ?? new Float32Array(samples.length);
    this.filled = 0;
    this.postCount += 1;
    if (this.postCount % blocksPerSecond === 0) this.port.postMessage({ kind: 'sound' });
    // The time tells the worker by how much it is behind.
    if (this.worker) this.worker.postMessage({ samples, at: Date.now() }, [samples.buffer]);
  }
}

registerProcessor('capture', Capture);
