// Runs in the worker: takes out the zeros that browsers put amid what a microphone hears.

const mostSeconds = 0.05;
// Zeros cut sound off if the peak of the samples next to them is this share of the peak of some
// more. It must also exceed the last steps of 16 bits, at which a fade ends at once too.
const nextCount = 16;
const moreCount = 128;
const leastShare = 0.25;
const leastSteps = 8;

/**
 * Closes the gaps of underruns. If the queue of captured samples runs empty, as on a busy
 * processor, Firefox and Chromium insert zeros and then go on with the next samples. Nothing is
 * lost, but all later sound is late by those zeros, and four of them tear a burst apart. This class
 * removes exact zeros of up to 50 ms in all channels, if the sound stops and starts at once. The
 * sound of senders fades, and the sound of microphones has noise: both stay as they are.
 */
export class UnderrunRemover {
  #channels;
  #mostCount;
  /** The last `#givenCount` samples that were given, then those that wait for their successors. */
  #heard = new Float32Array(0);
  #givenCount = 0;

  constructor(rate, channels = 1) {
    this.#channels = channels;
    this.#mostCount = channels * Math.floor(rate * mostSeconds);
  }

  /** Gives what waited and `samples`, without gaps. Zeros at the end may wait for the next call. */
  push(samples) {
    const channels = this.#channels;
    const more = channels * moreCount;
    const heard = new Float32Array(this.#heard.length + samples.length);
    heard.set(this.#heard);
    heard.set(samples, this.#heard.length);
    const given = new Float32Array(heard.length);
    let [next, count] = [this.#givenCount, 0];
    const giveTo = (end) => {
      given.set(heard.subarray(next, end), count);
      count += end - next;
      next = end;
    };
    while (next < heard.length) {
      const start = place(heard, next, true, channels);
      const end = place(heard, start, false, channels);
      giveTo(start);
      const zeroCount = end - start;
      // What follows on a zero is the rest of a silence.
      const isShort = zeroCount <= this.#mostCount && peak(heard, start - channels, start) > 0;
      const isGap = isShort && zeroCount > channels;
      if ((isShort && end === heard.length) || (isGap && end + more > heard.length)) break;
      if (isGap && isUnderrun(heard, start, end, channels)) next = end;
      else giveTo(end);
    }
    const kept = Math.max(0, next - more);
    this.#heard = heard.slice(kept);
    this.#givenCount = next - kept;
    return given.subarray(0, count);
  }
}

/** Whether the zeros from `start` to `end` cut the sound off, and are more than chance brings. */
function isUnderrun(samples, start, end, channels) {
  const counts = [channels * nextCount, channels * moreCount];
  const before = counts.map((count) => peak(samples, start - count, start));
  const after = counts.map((count) => peak(samples, end, end + count));
  const steps = 32768 * Math.min(before[0], after[0]);
  const isFading = [before, after].some(([next, more]) => next < leastShare * more);
  // Noise of 16 bits, of half that peak as its deviation, has as many zeros once in 10^9 samples.
  const zeroCount = (end - start) / channels;
  return !isFading && steps >= leastSteps && zeroCount * Math.log10(1.25 * steps) >= 9;
}

/** Where, from `start` on, the first samples of all channels are that are zero, or are not. */
function place(samples, start, isZero, channels) {
  let index = start;
  while (index < samples.length && (peak(samples, index, index + channels) === 0) !== isZero) {
    index += channels;
  }
  return index;
}

function peak(samples, start, end) {
  let highest = 0;
  for (let index = Math.max(start, 0); index < Math.min(end, samples.length); index += 1) {
    highest = Math.max(highest, Math.abs(samples[index]));
  }
  return highest;
}
