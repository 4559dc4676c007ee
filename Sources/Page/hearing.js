// What the page shows of what its microphone hears: what that is worth, and a spectrogram.

import { Feed } from '../JavaScript/handles.js';

// In the order of the enumerations of handshake.h.
const troubles = ['muted', 'constant', 'nearly-silent', 'dead-channels', 'rate-too-low',
  'cut-off', 'gated', 'clipped', 'gain-control', 'noise', 'offset', 'music-rate', 'resampled',
  'no-noise', 'too-short', 'other-sound'];
const severities = ['remark', 'harms', 'prevents'];

/** What a microphone is worth. */
export class Survey {
  #core;
  #handle;
  #feed;
  #channels;

  constructor(core, rate, channels) {
    this.#core = core;
    this.#channels = channels;
    this.#feed = new Feed(core);
    this.#handle = core.open('survey_open', rate, channels);
  }

  push(samples) {
    this.#core.call(
      'survey_push', this.#handle, this.#feed.lend(samples), samples.length / this.#channels);
  }

  /** What is wrong so far, the worst first. */
  findings() {
    const core = this.#core;
    const layout = core.layout.finding;
    const most = 16;
    const start = core.allocate(most * layout.byteCount + 4);
    const written = start + most * layout.byteCount;
    try {
      core.call('survey_findings', this.#handle, start, most, written);
      const { view } = core;
      return Array.from({ length: view.getUint32(written, true) }, (_, index) => {
        const finding = start + index * layout.byteCount;
        return {
          kind: troubles[view.getUint32(finding + layout.kind, true)],
          severity: severities[view.getUint32(finding + layout.severity, true)],
          value: view.getFloat64(finding + layout.value, true),
        };
      });
    } finally {
      core.c.free(start);
    }
  }

  close() {
    this.#core.c.handshake_survey_close(this.#handle);
    this.#feed.close();
    this.#handle = 0;
  }
}

/** The columns of a spectrogram. */
export class Spectrum {
  #core;
  #handle;
  #feed;
  #column;
  #rows;

  constructor(core, { rate, lowestHertz, highestHertz, rows }) {
    this.#core = core;
    this.#rows = rows;
    this.#feed = new Feed(core);
    this.#handle = core.open('spectrum_open', rate, lowestHertz, highestHertz, rows);
    this.#column = core.allocate(4 * rows + 24);
  }

  /** Takes samples; gives the columns that they fill. */
  push(samples) {
    const core = this.#core;
    core.call('spectrum_push', this.#handle, this.#feed.lend(samples), samples.length);
    const seconds = (this.#column + 4 * this.#rows + 7) & ~7;
    const columns = [];
    for (;;) {
      core.call('spectrum_poll', this.#handle, this.#column, seconds, seconds + 8);
      if (core.view.getInt32(seconds + 8, true) === 0) return columns;
      columns.push({
        seconds: core.view.getFloat64(seconds, true),
        decibels: new Float32Array(core.c.memory.buffer, this.#column, this.#rows).slice(),
      });
    }
  }

  close() {
    this.#core.c.handshake_spectrum_close(this.#handle);
    this.#feed.close();
    this.#core.c.free(this.#column);
    [this.#handle, this.#column] = [0, 0];
  }
}
