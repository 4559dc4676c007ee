// Why something was not done, as a sentence for the person.

/** A failure that has a sentence of its own in `words`. */
class Refusal extends Error {
  constructor(word, values = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}

/** The sentence for a failure of the browser's, the core's or this page's own. */
function refusalOf(error) {
  if (error instanceof Refusal) return error;
  if (error instanceof EngineError) {
    const word = 'status-' + error.status;
    return hasWord(word) ? { word, values: {} }
      : { word: 'otherError', values: { message: error.message } };
  }
  const known = {
    NotAllowedError: 'microphoneRefused', SecurityError: 'microphoneRefused',
    NotFoundError: 'noMicrophone', OverconstrainedError: 'noMicrophone',
    NotReadableError: 'microphoneBusy', AbortError: 'microphoneBusy',
    NotSupportedError: 'soundUnsupported',
  };
  const word = known[error?.name];
  return word ? { word, values: {} }
    : { word: 'otherError', values: { message: String(error?.message ?? error) } };
}
