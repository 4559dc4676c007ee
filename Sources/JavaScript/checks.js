// What callers give, checked: a refusal says what was given, and what to give instead.

const mostBytes = 2 ** 20;

/** What kind of thing a value is, for sentences. */
function kindOf(value) {
  if (value === null) return 'null';
  return typeof value === 'object' ? value.constructor?.name ?? 'object' : typeof value;
}

/** An object of options, none of which has another name than those. */
export function asOptions(value, names) {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(
      `options are an object and not ${kindOf(value)}: give { ${names[0]}: … }`);
  }
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) {
      throw new TypeError(`there is no option '${name}': the options are ${names.join(', ')}`);
    }
  }
  return value;
}

export function asNumber(value, name, lowest, highest) {
  if (typeof value !== 'number') {
    throw new TypeError(`${name} is a number and not ${kindOf(value)}`);
  }
  if (!(value >= lowest && value <= highest)) {
    throw new RangeError(`${name} is ${value}: give ${lowest} to ${highest}`);
  }
  return value;
}

export function asInteger(value, name, lowest, highest) {
  asNumber(value, name, lowest, highest);
  if (!Number.isInteger(value)) throw new RangeError(`${name} is ${value}: give a whole number`);
  return value;
}

export function asBoolean(value, name) {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${name} is true or false, and not ${kindOf(value)}`);
}

export function asText(value, name) {
  if (typeof value !== 'string') {
    throw new TypeError(`${name} is a string and not ${kindOf(value)}`);
  }
  if (value.includes('\0')) {
    throw new RangeError(`${name} has a zero character in it: leave it out`);
  }
  return value;
}

/** Samples of whole frames. */
export function asSamples(value, channels) {
  if (!(value instanceof Float32Array)) {
    throw new TypeError(
      `samples are a Float32Array and not ${kindOf(value)}: give one, full scale being 1`);
  }
  if (value.length % channels !== 0) {
    throw new RangeError(
      `${value.length} samples do not fill frames of ${channels}: give a multiple of ${channels}`);
  }
  return value;
}

/** The bytes of a text, or of a file. */
export function asContent(value) {
  let bytes = value;
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) {
      throw new RangeError('the content has half a character in it: give text that UTF-8 can hold');
    }
    bytes = new TextEncoder().encode(value);
  } else if (!(value instanceof Uint8Array)) {
    throw new TypeError(`the content is a string or a Uint8Array, and not ${kindOf(value)}`);
  }
  if (bytes.length > mostBytes) {
    throw new RangeError(`the content has ${bytes.length} bytes: give at most ${mostBytes}`);
  }
  return bytes;
}

/** Names of protocols; null for all near-ultrasonic ones, where none are given. */
export function asProtocols(value) {
  if (value === undefined) return null;
  if (!Array.isArray(value)) {
    throw new TypeError(
      `protocols are an array and not ${kindOf(value)}: give ['hop'] instead of 'hop'`);
  }
  asInteger(value.length, 'the count of protocols', 1, 64);
  return value.map((name) => asText(name, 'a protocol'));
}

/** The rates that a receiver takes: the core resamples nothing, and the package 44.1 kHz alone. */
export function asHeardRate(value) {
  asNumber(value, 'rate', 1, 768000);
  if (value === 44100 || (value >= 48000 && value % 16000 === 0)) return value;
  throw new RangeError(`rate is ${value}: give 44100, 48000 or a greater multiple of 16000, and `
    + 'resample what has another');
}
