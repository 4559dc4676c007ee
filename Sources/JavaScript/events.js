// What a receiver tells, out of the core's memory.

// Written by handshake-names, in the order of the enumerations of handshake.h.
const kinds = [null, 'level', 'detected', 'progress', 'blocks', 'message', 'file', 'failed',
  'repeated', 'answered', 'missing', 'confirmed', 'unconfirmed', 'digits', 'paired', 'unpaired'];
const failures = [null, 'cut-off', 'sync', 'header', 'code', 'check', 'doubt', 'incomplete',
  'unknown-content', 'digest', 'no-secret', 'other-secret', 'not-sealed', 'too-old', 'replayed',
  'no-answer', 'wrong-time', 'not-kept', 'not-remembered', 'several-devices', 'refused',
  'ended-by-other', 'timed-out', 'no-proof'];

/**
 * The handshake_event at `start`, which `receiver` gave. Its kind is undefined where this code is
 * too old for it.
 */
export function readEvent(core, start, receiver) {
  const layout = core.layout.event;
  const { view } = core;
  const double = (field) => view.getFloat64(start + layout[field], true);
  const count = (field) => Number(view.getBigUint64(start + layout[field], true));
  const pointer = (field) => view.getUint32(start + layout[field], true);
  const kind = kinds[pointer('kind')];
  const [text, name, protocol] = [pointer('text'), pointer('name'), pointer('protocol')];
  const margin = double('marginDecibels');
  const event = {
    kind,
    failure: failures[pointer('failure')] ?? null,
    frame: count('frame'),
    bytes: text ? core.bytes(text, pointer('textLength')) : null,
    name: name ? new TextEncoder().encode(core.text(name)) : null,
    protocol: protocol ? core.text(protocol) : null,
    lowestHertz: double('lowestHertz'),
    highestHertz: double('highestHertz'),
    startSeconds: double('startSeconds'),
    endSeconds: double('endSeconds'),
    snrDecibels: double('snrDecibels'),
    marginDecibels: Number.isNaN(margin) ? null : margin,
    dilationPpm: double('dilationPpm'),
    corrected: count('corrected'),
    received: count('received'),
    needed: count('needed'),
    peak: view.getFloat32(start + layout.peak, true),
    bandLevel: view.getFloat32(start + layout.bandLevel, true),
    sealed: false,
    sealedSeconds: null,
    key: kind === 'paired' ? pairedKey(core, receiver) : null,
  };
  if (kind === 'message' || kind === 'file') {
    const { seal } = core.layout;
    const place = core.allocate(seal.byteCount);
    core.call('receiver_seal', receiver, place);
    event.sealed = core.view.getInt32(place + seal.sealed, true) === 1;
    if (event.sealed) event.sealedSeconds = core.view.getFloat64(place + seal.sealedSeconds, true);
    core.c.free(place);
  }
  return event;
}

/** The key of 32 bytes on which a receiver and another device agreed. */
function pairedKey(core, receiver) {
  const start = core.allocate(32);
  core.call('receiver_paired_key', receiver, start);
  const key = core.bytes(start, 32);
  core.release(start, 32);
  return key;
}
