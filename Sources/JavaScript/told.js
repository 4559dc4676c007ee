// Events as the package tells them: of each kind the fields that it has.

const ofFrames = ['frame', 'protocol', 'lowestHertz', 'highestHertz', 'startSeconds', 'endSeconds',
  'snrDecibels', 'marginDecibels', 'dilationPpm'];
const ofMessages = [...ofFrames, 'text', 'bytes', 'corrected', 'sealedSeconds'];

const fields = {
  level: ['endSeconds', 'peak', 'bandLevel'],
  detected: ofFrames,
  progress: [...ofFrames, 'text', 'bytes'],
  blocks: [...ofFrames, 'received', 'needed'],
  message: ofMessages,
  file: [...ofMessages, 'name'],
  failed: [...ofFrames, 'failure'],
  repeated: ofFrames,
  answered: ofFrames,
  missing: ['received', 'needed', 'snrDecibels'],
  confirmed: ['tries', 'snrDecibels'],
  unconfirmed: ['tries', 'failure'],
  digits: ['digits'],
  paired: ['key', 'isSure'],
  unpaired: ['failure'],
};

// A mark at the beginning is a part of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** An event of a receiver of the core. */
export function told(event) {
  const text = event.bytes && decoder.decode(event.bytes);
  const whole = {
    ...event, text, digits: text, name: event.name && decoder.decode(event.name),
    tries: event.received, isSure: event.failure !== 'no-answer',
  };
  return Object.fromEntries(['kind', ...fields[event.kind]].map((name) => [name, whole[name]]));
}
