// Plays what the worker renders.

// What the browser keeps ready: for so long a busy processor may not get to it.
const bufferSeconds = 0.1;
const startSeconds = 0.1;
const leadSeconds = 0.2;
const aheadSeconds = 5;
const chunkSeconds = 1;

/** Plays what the worker renders, in a context of its own at the rate of the device. */
const player = {
  context: null,
  /** What is being played, null where nothing is. */
  turn: null,

  get rate() {
    return this.context ? this.context.sampleRate : 48000;
  },

  get isBusy() {
    return this.turn !== null;
  },

  /** Makes sound possible; has to be called by a tap. */
  unlock() {
    if (this.context && ['closed', 'interrupted'].includes(this.context.state)) {
      this.context.close?.().catch(() => {});
      this.context = null;
    }
    this.context ??= new AudioContext({ latencyHint: bufferSeconds });
    if (this.context.state !== 'running') this.context.resume().catch(() => {});
  },

  /** Lets the device sleep, unless answers may be owed at any time. */
  rest() {
    const isNeeded = this.isBusy || sender.isSending || check.isRunning || pairing.isOn
      || (settings.answers && listening.isOn);
    if (!isNeeded) this.context?.suspend().catch(() => {});
  },

  /**
   * Plays a transmission of the worker's to its end, telling `onProgress` the share that is over.
   * Gives whether it came to its end; throws a Refusal if there is no sound. The transmission is
   * discarded.
   */
  async play(transmitter, sampleCount, onProgress) {
    const turn = { sources: [], isStopped: false };
    this.turn = turn;
    try {
      await this.running();
      await this.schedule(turn, transmitter, sampleCount, onProgress);
      return !turn.isStopped;
    } finally {
      if (this.turn === turn) this.turn = null;
      this.cut(turn);
      engine.ask('discard', { transmitter }).catch(() => {});
    }
  },

  /** Waits until the device really plays: the clock of a context may stand still at first. */
  async running() {
    this.unlock();
    const { context } = this;
    const wasRunning = context.state === 'running';
    const clockSeconds = context.currentTime;
    const isReady = () => context.state === 'running'
      && (wasRunning || context.currentTime > clockSeconds + startSeconds);
    for (let tries = 0; !isReady(); tries += 1) {
      if (tries === 60) throw new Refusal('soundBlocked');
      await sleep(0.05);
      if (context.state !== 'running') context.resume().catch(() => {});
    }
  },

  async schedule(turn, transmitter, sampleCount, onProgress) {
    const { context } = this;
    const rate = context.sampleRate;
    const volume = context.createGain();
    volume.gain.value = 10 ** (settings.levelDecibels / 20);
    volume.connect(context.destination);
    const first = Math.ceil((context.currentTime + leadSeconds) * rate);
    let next = first;
    let isWhole = false;
    const end = first + sampleCount;
    while (!turn.isStopped) {
      const now = context.currentTime;
      if (context.state !== 'running') throw new Refusal('soundInterrupted');
      if (!isWhole && next / rate - now < aheadSeconds) {
        const { samples } = await engine.ask('read', {
          transmitter, count: Math.round(rate * chunkSeconds),
        });
        if (!samples) isWhole = true;
        else next = this.append(turn, samples, next, volume);
        continue;
      }
      onProgress?.(Math.max(0, Math.min(1, (now * rate - first) / sampleCount)));
      if (isWhole && now * rate >= Math.max(end, next)) break;
      await sleep(0.05);
    }
    if (!turn.isStopped) await sleep((context.outputLatency || context.baseLatency || 0) + 0.05);
    volume.disconnect();
  },

  /** Schedules samples from frame `next` of the context on; gives the frame behind them. */
  append(turn, samples, next, volume) {
    const buffer = this.context.createBuffer(1, samples.length, this.context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(volume);
    source.start(next / this.context.sampleRate);
    turn.sources.push(source);
    source.onended = () => {
      turn.sources = turn.sources.filter((each) => each !== source);
    };
    return next + samples.length;
  },

  cut(turn) {
    for (const source of turn.sources) source.stop();
    turn.sources = [];
  },

  stop() {
    if (this.turn) this.turn.isStopped = true;
  },
};

function sleep(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
