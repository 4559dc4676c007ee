// Draws the last ten seconds between 14 and 21 kHz, and a box around each frame.

const pictureSeconds = 10;
const columnSeconds = 1024 / 48000;
const pictureColumns = Math.ceil(pictureSeconds / columnSeconds);
const pictureRows = 150;
const pictureHertz = { lowest: 14000, highest: 21000 };
/** The levels that the colours span at least, and the floor beneath which nothing is told apart. */
const leastContrastDecibels = 42;
const leastFloorDecibels = -110;

/** Colours from the noise to the loudest: night blue, teal, sand. Three numbers of 8 bits each. */
const palette = (() => {
  const stops = [[10, 16, 28], [14, 44, 62], [20, 104, 116], [111, 211, 221], [252, 243, 214]];
  const colours = [];
  for (let index = 0; index < 256; index += 1) {
    const place = (index / 255) * (stops.length - 1);
    const left = Math.min(Math.floor(place), stops.length - 2);
    colours.push(stops[left].map(
      (value, part) => Math.round(value + (place - left) * (stops[left + 1][part] - value))));
  }
  return colours;
})();

const boxColours = { message: '#8fe0a3', failed: '#ff9d8f', arriving: '#c9d3e6' };

const picture = {
  canvas: document.getElementById('spectrogram'),
  memory: null,
  /** The number of the newest column, counted from the first sample, and its middle in seconds. */
  newest: -1,
  seconds: 0,
  floorDecibels: null,
  peakDecibels: leastFloorDecibels,
  boxes: [],
  messageCount: 0,
  /** Widths of labels by their font and text: measured in each frame, they leave much garbage. */
  labelWidths: new Map(),
  sorted: new Float32Array(pictureRows),
  isAsked: false,
  /** Who asked for less motion sees the picture as it was when a frame ended. */
  stillness: window.matchMedia('(prefers-reduced-motion: reduce)'),

  reset() {
    this.memory = document.createElement('canvas');
    this.memory.width = pictureColumns;
    this.memory.height = pictureRows;
    this.paper = this.memory.getContext('2d', { alpha: false });
    this.paper.fillStyle = `rgb(${palette[0]})`;
    this.paper.fillRect(0, 0, pictureColumns, pictureRows);
    this.column = this.paper.createImageData(1, pictureRows);
    this.newest = -1;
    this.boxes = [];
    this.ask();
  },

  /** Takes columns of levels in dB, the lowest frequency first. */
  take(columns) {
    if (!this.memory) this.reset();
    for (const { seconds, decibels } of columns) {
      const number = Math.round(seconds / columnSeconds);
      this.follow(decibels);
      this.paint(decibels);
      // Where sound was lost, the picture is dark; one that rounding left out is as the next.
      const first = Math.max(this.newest + 1, number - pictureColumns + 1);
      for (let each = Math.min(first, number); each <= number; each += 1) {
        const place = each % pictureColumns;
        if (each < number - 1) this.paper.fillRect(place, 0, 1, pictureRows);
        else this.paper.putImageData(this.column, place, 0);
      }
      this.newest = number;
      this.seconds = seconds;
    }
    if (columns.length && !this.stillness.matches) this.ask();
  },

  /** The floor follows the quieter third of a column within some seconds, the peak its loudest. */
  follow(decibels) {
    const { sorted } = this;
    sorted.set(decibels);
    sorted.sort();
    const quiet = Math.max(leastFloorDecibels, sorted[Math.floor(sorted.length / 3)]);
    const loud = Math.max(leastFloorDecibels, sorted[sorted.length - 1]);
    this.peakDecibels += (loud - this.peakDecibels) * (loud > this.peakDecibels ? 0.2 : 0.002);
    if (this.floorDecibels === null) this.floorDecibels = quiet;
    this.floorDecibels += (quiet - this.floorDecibels) * (quiet < this.floorDecibels ? 0.05 : 0.01);
  },

  paint(decibels) {
    const { data } = this.column;
    const contrast = Math.max(leastContrastDecibels, this.peakDecibels - this.floorDecibels);
    for (let row = 0; row < pictureRows; row += 1) {
      const above = decibels[pictureRows - 1 - row] - this.floorDecibels + 4;
      const shade = Math.max(0, Math.min(255, Math.round((above / contrast) * 255))) || 0;
      const [red, green, blue] = palette[shade];
      data[4 * row] = red;
      data[4 * row + 1] = green;
      data[4 * row + 2] = blue;
      data[4 * row + 3] = 255;
    }
  },

  /** Boxes the frame of an event, or changes its box; `label` may be null. */
  mark(event, kind, label) {
    let box = this.boxes.find((each) => each.frame === event.frame && each.kind === 'arriving');
    if (!box) {
      box = { frame: event.frame };
      this.boxes.push(box);
    }
    Object.assign(box, {
      kind, label,
      startSeconds: Math.min(box.startSeconds ?? Infinity, event.startSeconds),
      endSeconds: event.endSeconds,
      lowestHertz: event.lowestHertz, highestHertz: event.highestHertz,
    });
    if (kind === 'message') this.messageCount += 1;
    this.describe();
    this.ask();
  },

  describe() {
    this.canvas.setAttribute('aria-label', say('pictureLabel', { count: this.messageCount }));
  },

  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
    });
  },

  draw() {
    const { canvas, memory } = this;
    const width = Math.round(canvas.clientWidth * devicePixelRatio);
    const height = Math.round(canvas.clientHeight * devicePixelRatio);
    if (!width || !memory) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext('2d', { alpha: false });
    const split = (this.newest + 1) % pictureColumns;
    const scale = width / pictureColumns;
    const older = pictureColumns - split;
    context.drawImage(memory, split, 0, older, pictureRows, 0, 0, older * scale, height);
    if (split > 0) {
      context.drawImage(memory, 0, 0, split, pictureRows, older * scale, 0, split * scale, height);
    }
    this.drawAxis(context, height);
    this.boxes = this.boxes.filter(
      (box) => box.endSeconds > this.seconds - pictureSeconds - 1);
    // Labels of boxes side by side stand in rows beneath each other, the newest in the first.
    const rowEnds = [Infinity, Infinity, Infinity];
    for (const box of [...this.boxes].reverse()) this.drawBox(context, box, width, height, rowEnds);
  },

  drawAxis(context, height) {
    context.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const kilohertz of [20, 17]) {
      const name = kilohertz === 20 ? '20 kHz' : String(kilohertz);
      this.drawLabel(context, name, 7 * devicePixelRatio, this.place(kilohertz * 1000, height),
        '#cfd6e6', Infinity);
    }
  },

  place(hertz, height) {
    const share = (hertz - pictureHertz.lowest) / (pictureHertz.highest - pictureHertz.lowest);
    return height * (1 - share);
  },

  drawBox(context, box, width, height, rowEnds) {
    const pixelsPerSecond = width / pictureSeconds;
    const left = width - (this.seconds - box.startSeconds) * pixelsPerSecond;
    // The end of a frame of blocks is known before it came.
    const right = Math.min(width + 4, width - (this.seconds - box.endSeconds) * pixelsPerSecond);
    const top = Math.max(2, this.place(box.highestHertz, height) - 3 * devicePixelRatio);
    const bottom = Math.min(height - 2, this.place(box.lowestHertz, height) + 3 * devicePixelRatio);
    context.strokeStyle = boxColours[box.kind];
    context.lineWidth = 1.5 * devicePixelRatio;
    context.setLineDash(box.kind === 'message' ? [] : [4 * devicePixelRatio, 3 * devicePixelRatio]);
    context.strokeRect(left, top, Math.max(2, right - left), bottom - top);
    context.setLineDash([]);
    if (!box.label) return;
    // The label stands near the bottom, and stays in the picture as the box leaves it.
    const em = devicePixelRatio;
    context.font = `600 ${12 * em}px system-ui, sans-serif`;
    const labelWidth = Math.min(this.widthOf(context, box.label), width - 16 * em);
    const x = Math.max(8 * em, Math.min(left, width - labelWidth - 8 * em));
    const row = rowEnds.findIndex((end) => x + labelWidth + 12 * em < end);
    if (row < 0) return;
    rowEnds[row] = x;
    this.drawLabel(context, box.label, x, height - (43 - 17 * row) * em, boxColours[box.kind],
      labelWidth);
  },

  widthOf(context, text) {
    const key = `${context.font} ${text}`;
    if (this.labelWidths.size > 100) this.labelWidths.clear();
    if (!this.labelWidths.has(key)) this.labelWidths.set(key, context.measureText(text).width);
    return this.labelWidths.get(key);
  },

  /** Writes `text` of at most that width from `x` on, on a ground that no sound outshines. */
  drawLabel(context, text, x, y, colour, mostWidth) {
    const em = devicePixelRatio;
    const width = Math.min(this.widthOf(context, text), mostWidth);
    context.fillStyle = 'rgb(10 16 28 / 70%)';
    context.fillRect(x - 4 * em, y - 8 * em, width + 8 * em, 16 * em);
    context.fillStyle = colour;
    context.fillText(text, x, y, width);
  },
};
