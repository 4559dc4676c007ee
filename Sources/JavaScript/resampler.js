// Runs in the worker: makes the 48,000 samples a second that the core hears best of the 44,100 of
// many devices. Browsers would do it too, but Firefox then follows the device's clock in steps that
// tear a burst apart.

/**
 * From 44.1 to 48 kHz, by a sinc in a Kaiser window, cut into 160 phases (Crochiere and Rabiner,
 * Multirate Digital Signal Processing, 1983). Below 20.5 kHz the response is flat within 0.01 dB,
 * and the images of that band are 80 dB down.
 */
export class Resampler {
  static fromRate = 44100;
  static toRate = 48000;

  static #phases = 160;  // 44,100 x 160 = 48,000 x 147
  static #step = 147;
  static #taps = 72;  // of a phase: for 3.1 kHz from what passes to what must not
  static #kaiserBeta = 7.9;
  static #kernel = null;

  /** By phase, the weights of the oldest sample to the newest. */
  static get kernel() {
    if (this.#kernel) return this.#kernel;
    const [phases, taps] = [this.#phases, this.#taps];
    const middle = phases * taps / 2;
    const weights = new Float32Array(phases * taps);
    for (let place = 0; place < phases * taps; place += 1) {
      const turn = Math.PI * (place - middle) / phases;
      const share = (place - middle) / middle;
      const window = bessel(this.#kaiserBeta * Math.sqrt(1 - share * share))
        / bessel(this.#kaiserBeta);
      const phase = place % phases;
      weights[(phase + 1) * taps - 1 - (place - phase) / phases] =
        window * (turn === 0 ? 1 : Math.sin(turn) / turn);
    }
    return (this.#kernel = weights);
  }

  #channels;
  #heard;
  #phase = 0;
  #made = new Float32Array(0);

  constructor(channels = 1) {
    this.#channels = channels;
    this.#heard = new Float32Array(channels * (Resampler.#taps - 1));
  }

  /** What `samples` add, delayed by 0.8 ms; the memory is used again by the next call. */
  push(samples) {
    const kernel = Resampler.kernel;
    const [phases, step, taps] = [Resampler.#phases, Resampler.#step, Resampler.#taps];
    const channels = this.#channels;
    const kept = this.#heard.length;
    const heard = new Float32Array(kept + samples.length);
    heard.set(this.#heard);
    heard.set(samples, kept);
    const most = Math.ceil(heard.length * phases / step);
    if (this.#made.length < most) this.#made = new Float32Array(most);
    let [count, start, phase] = [0, 0, this.#phase];
    while (start + channels * taps <= heard.length) {
      for (let channel = 0; channel < channels; channel += 1, count += 1) {
        let [sum, place] = [0, start + channel];
        for (let weight = phase * taps; weight < (phase + 1) * taps; weight += 1) {
          sum += heard[place] * kernel[weight];
          place += channels;
        }
        this.#made[count] = sum;
      }
      phase += step;
      if (phase >= phases) {
        phase -= phases;
        start += channels;
      }
    }
    this.#heard = heard.slice(start);
    this.#phase = phase;
    return this.#made.subarray(0, count);
  }
}

/** The modified Bessel function of the first kind and order zero. */
function bessel(x) {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-12 * sum; k += 1) {
    term *= (x / 2 / k) ** 2;
    sum += term;
  }
  return sum;
}
