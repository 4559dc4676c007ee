/**
 * HandShake: text and small files through the air, as sound between 17 and 20 kHz that most adults
 * do not hear. Samples are Float32Array, full scale being 1, and of several channels one of each
 * after the other. Frequencies are in hertz, times in seconds.
 *
 * A value of another type throws a TypeError, one out of range a RangeError, and what the modem
 * refuses a HandShakeError. Each message says what to give instead.
 */

/** What the modem refused. The message is a sentence. */
export class HandShakeError extends Error {
  /**
   * Its name: of a status of handshake.h, as 'too-long' or 'no-placement'; or 'closed', 'no-core'
   * (core.wasm could not be loaded), 'fault' (the modem ended, and all receivers and secrets).
   */
  readonly status: string;
}

/** How something is sent. */
export interface Sending {
  /** A name as `protocols` lists it; 'hop' unless told otherwise, of a file 'burst'. */
  protocol?: string;
  /** Of a file; a text has none. It is sent in a harmless form. */
  name?: string;
  /**
   * Up to where the loudspeaker plays well, in hertz: it is sent in the highest band below; 20000.
   */
  ceilingHertz?: number;
  /** Of a burst, how fast it goes, 0 being the slowest; the one that suits its length. */
  rung?: number;
  /** What seals it; in clear without one. The clock has to be right. */
  secret?: Secret;
}

/** How `encode` sends. */
export interface EncodeOptions extends Sending {
  /**
   * Samples a second, in hertz: 48000 unless told otherwise. 44100 holds all near-ultrasonic
   * protocols.
   */
  rate?: number;
  /** Of a burst, how many per cent of its blocks may be lost, 0 to 100. */
  repairPercent?: number;
  /** How often it is sent, 1 to 100; a receiver adds the copies up. */
  copies?: number;
}

/**
 * The sound of a text, or of a file's bytes, at most 2^20 of them.
 *
 * @returns Samples of one channel, whose peak is 1 or little less.
 * @throws TypeError, RangeError; HandShakeError where the protocol cannot send that.
 */
export function encode(
  content: string | Uint8Array, options?: EncodeOptions): Promise<Float32Array>;

/** What a receiver listens to. */
export interface ReceiverOptions {
  /** Frames a second, in hertz: 44100, 48000 or a greater multiple of 16000, at most 768000. */
  rate: number;
  /** 1 to 64, of which the first eight are combined; 1 unless told otherwise. */
  channels?: number;
  /** What to listen for; all near-ultrasonic protocols unless told otherwise. */
  protocols?: string[];
}

/** How `decode` listens. */
export interface DecodeOptions extends ReceiverOptions {
  /** At most 16 that open what is sealed, at any age. Nothing in clear is taken then. */
  secrets?: Secret[];
  /** Whether what came in clear is taken besides. */
  alsoUnsealed?: boolean;
}

/**
 * The messages and files in a recording, in order. What is not a number counts as 0. It computes
 * in the thread that calls it, a second for some minutes of sound.
 *
 * @throws TypeError, RangeError; HandShakeError for a protocol that is unknown.
 */
export function decode(
  samples: Float32Array, options: DecodeOptions): Promise<(HeardMessage | HeardFile)[]>;

/** The names of the built-in protocols. */
export function protocols(): Promise<string[]>;

/** New words for a secret that nobody can guess, such as 'babad-bamag-fosak-lubir-zuzuz'. */
export function newSecret(): Promise<string>;

/**
 * What everybody in a room knows and nobody else. Opening one takes 0.1 s and 64 MiB: do it once.
 */
export class Secret {
  private constructor();
  /**
   * @param words A passphrase of 12 characters to 1024 bytes in UTF-8, what `newSecret` gave, or
   *   the 32 bytes of `PairedEvent.key`.
   * @throws TypeError, RangeError; HandShakeError for words that are too short, too long or
   *   mistyped.
   */
  static open(words: string | Uint8Array): Promise<Secret>;
  /** Five letters that are equal where secrets are, and may be shown and read aloud. */
  readonly fingerprint: string;
  /** Frees it; once is enough. Receivers that have it keep it. */
  close(): void;
}

/** Takes samples as they come and tells what was heard in them. */
export class Receiver {
  protected constructor();
  /** @throws TypeError, RangeError; HandShakeError for a protocol that is unknown. */
  static open<Made extends Receiver>(
    this: { prototype: Made }, options: ReceiverOptions): Promise<Made>;
  /** Frames a second, in hertz. */
  readonly rate: number;
  /** Samples of a frame. */
  readonly channels: number;
  /**
   * Takes the next samples, of any length in whole frames; they are not kept.
   *
   * @returns What happened in them, in order. What came from the air is not to be trusted.
   * @throws TypeError, RangeError; HandShakeError after `finish` and after `close`.
   */
  push(samples: Float32Array): ReceiverEvent[];
  /** No more samples come; gives what still was in the filters. */
  finish(): ReceiverEvent[];
  /**
   * So many seconds of sound were lost before the samples that come next; 0 for an unknown time.
   */
  interrupted(seconds?: number): void;
  /**
   * Opens what is sealed with one of at most 16 secrets from now on, and refuses what is not. With
   * an empty array nothing sealed is opened, and nothing is refused for coming in clear.
   */
  unseal(secrets: Secret[], options?: UnsealOptions): void;
  /**
   * The sealed messages that were opened, for `remember` of a later receiver: numbers and times.
   */
  readonly memory: Uint8Array;
  /** Refuses from now on what the receiver had opened whose `memory` this is. */
  remember(memory: Uint8Array): void;
  /** Frees what the receiver owns; once is enough. */
  close(): void;
}

/** How `Receiver.unseal` opens. */
export interface UnsealOptions {
  /** Whether what came in clear is taken besides. */
  alsoUnsealed?: boolean;
  /**
   * What was sealed more seconds before it came is refused: 600 for a text and 86400 for a file.
   */
  greatestAgeSeconds?: number;
  /**
   * Whether samples are pushed as they are heard. Recordings are opened at any age, as often as
   * they come.
   */
  isLive?: boolean;
}

/**
 * A receiver that also speaks: it answers, confirms and pairs. Ask `speech` after every push of at
 * most a tenth of a second, play that, go on pushing meanwhile, and call `spoken` at its end;
 * `listen` does all that. Every method throws TypeError, RangeError, and after `close`
 * HandShakeError.
 */
export class Station extends Receiver {
  /**
   * Answers senders that want to know whether their message came, from now on, all answers of an
   * hour sounding for at most `secondsPerHour`: 600 unless told otherwise, 0 ends it.
   */
  answer(options?: { ceilingHertz?: number; secondsPerHour?: number }): void;
  /**
   * Sends until an answer proves that it came, and listens for `waitSeconds` (0.5 to 600; 5) after
   * each try. A 'confirmed' or an 'unconfirmed' event is the last one of it.
   */
  confirm(content: string | Uint8Array, options?: Sending & { waitSeconds?: number }): void;
  /**
   * Agrees with another device on a secret. A 'digits' event comes first: show them, and call
   * `decide` once a person has compared them. The end is a 'paired' or an 'unpaired' event.
   */
  pair(options?: { ceilingHertz?: number; waitSeconds?: number }): void;
  /** Tells whether both devices show the same digits, as people say. Nothing else accepts them. */
  decide(areEqual: boolean): void;
  /** Gives up what `confirm` or `pair` began; nothing is told of it any more. */
  giveUp(): void;
  /** The sound to be played now, of one channel at `rate` hertz; null where there is none. */
  speech(rate: number): Float32Array | null;
  /** What `speech` gave has been heard to its end, or was given up. */
  spoken(): void;
}

/**
 * Plays samples at the context's rate; settles when they have sounded. Browsers begin only after a
 * tap or click on the page.
 *
 * @param options levelDecibels: against full scale, -100 to 0; -12 unless told otherwise.
 */
export function play(
  context: AudioContext, samples: Float32Array, options?: { levelDecibels?: number },
): Promise<void>;

/**
 * Has a receiver of the context's rate hear what comes out of a node, by an AudioWorklet; of a
 * Station it plays the speech. `hear` gets each event. A microphone needs echoCancellation,
 * noiseSuppression and autoGainControl off, for each of them erases messages.
 *
 * @param options levelDecibels: of the speech, as of `play`.
 * @returns `stop` ends it, and leaves the receiver open.
 * @throws RangeError for a receiver of another rate; what `addModule` throws where the worklet
 *   cannot be loaded.
 */
export function listen(
  node: AudioNode, receiver: Receiver, hear: (event: ReceiverEvent) => void,
  options?: { levelDecibels?: number }): Promise<{ stop(): void }>;

/** Why a frame gave no message, or why nothing was confirmed or paired. New ones may be added. */
export type Failure =
  | 'cut-off' // it was cut off
  | 'sync' // what follows its start is no frame
  | 'header' // its length could not be read
  | 'code' // more of it was wrong than can be repaired
  | 'check' // its check does not hold
  | 'doubt' // it has no checksum and could be another text as well
  | 'incomplete' // parts of it did not come
  | 'unknown-content' // it was sent by a newer version
  | 'digest' // its SHA-256 is not the sender's
  | 'no-secret' // it is sealed, and the receiver has no secrets
  | 'other-secret' // it is sealed with another secret
  | 'not-sealed' // it is not sealed
  | 'too-old' // it was sealed too long ago, or ahead of the clock
  | 'replayed' // it came before
  | 'no-answer' // nobody answered
  | 'wrong-time' // a receiver took it for a recording: set both clocks
  | 'not-kept' // a receiver had it and could not keep it
  | 'not-remembered' // that it came cannot be remembered
  | 'several-devices' // more than two devices took part: pair again, with these two alone
  | 'refused' // the people here refused the digits
  | 'ended-by-other' // the other device gave up, or its people refused the digits
  | 'timed-out' // nobody accepted the digits in time
  | 'no-proof' // the other device did not say in time that it accepts; it may keep the secret
  ;

/** What a receiver tells. New kinds may be added: ignore what you do not know. */
export type ReceiverEvent =
  | LevelEvent | DetectedEvent | ProgressEvent | BlocksEvent | HeardMessage | HeardFile
  | FailedEvent | RepeatedEvent | AnsweredEvent | MissingEvent | ConfirmedEvent
  | UnconfirmedEvent | DigitsEvent | PairedEvent | UnpairedEvent;

/** How loud a tenth of a second was, full scale being 1. */
export interface LevelEvent {
  kind: 'level';
  /** Its end, from the first sample that was pushed. */
  endSeconds: number;
  /** The largest magnitude of a sample. */
  peak: number;
  /** Root mean square of the near-ultrasonic band. */
  bandLevel: number;
}

/** What events of frames have: a frame is what one message or a part of it sounds like. */
export interface FrameEvent {
  /** Counts the frames of this receiver from 1. */
  frame: number;
  protocol: string;
  /** The frame's band. */
  lowestHertz: number;
  highestHertz: number;
  /** From the first sample that was pushed. */
  startSeconds: number;
  /** The end of what has come of the frame. */
  endSeconds: number;
  /** Power of the signal over that of the noise in 0 to 24 kHz, at most 98. */
  snrDecibels: number;
  /** By how much it might be weaker; null where nothing tells. */
  marginDecibels: number | null;
  /** Clock offset and motion together, in parts per million. */
  dilationPpm: number;
}

/** A frame begins; a message, a file or a failure of that number may follow. */
export interface DetectedEvent extends FrameEvent { kind: 'detected' }

/** Checked text from the beginning of a frame that is still arriving. */
export interface ProgressEvent extends FrameEvent {
  kind: 'progress';
  text: string;
  bytes: Uint8Array;
}

/** Of a long message or a file, `received` of `needed` blocks are there. */
export interface BlocksEvent extends FrameEvent {
  kind: 'blocks';
  received: number;
  needed: number;
}

/** What a message and a file have. */
export interface ContentEvent extends FrameEvent {
  /** What is not UTF-8 becomes U+FFFD. */
  text: string;
  /** As it was sent, control characters included. */
  bytes: Uint8Array;
  /** Symbols that were repaired. */
  corrected: number;
  /**
   * When it was sealed by the sender's clock, in seconds since 1970; null for what came in clear.
   */
  sealedSeconds: number | null;
}

/** A whole message whose checks hold. */
export interface HeardMessage extends ContentEvent { kind: 'message' }

/** A whole file whose SHA-256 holds. */
export interface HeardFile extends ContentEvent {
  kind: 'file';
  /** Harmless: no folders, nothing hidden. */
  name: string;
}

/** A frame that gave no message. `failure` is null where this version does not know why. */
export interface FailedEvent extends FrameEvent { kind: 'failed'; failure: Failure | null }

/** A message that is out came again, since its sender had no answer. */
export interface RepeatedEvent extends FrameEvent { kind: 'repeated' }

/** `Station.speech` gave an answer to that frame. */
export interface AnsweredEvent extends FrameEvent { kind: 'answered' }

/** A receiver has `received` of `needed` blocks of what is being confirmed. */
export interface MissingEvent {
  kind: 'missing';
  received: number;
  needed: number;
  /** There. */
  snrDecibels: number;
}

/** A receiver has what was to be confirmed. */
export interface ConfirmedEvent {
  kind: 'confirmed';
  tries: number;
  /** There. */
  snrDecibels: number;
}

/** Nobody said that it came. */
export interface UnconfirmedEvent { kind: 'unconfirmed'; tries: number; failure: Failure | null }

/** Both devices of a pairing show six digits; show them in two groups of three. */
export interface DigitsEvent { kind: 'digits'; digits: string }

/** Two devices agreed on a key. */
export interface PairedEvent {
  kind: 'paired';
  /** 32 bytes for `Secret.open`. Store them where nobody else reads them. */
  key: Uint8Array;
  /** If false, the other device may not know that both accepted, and have no key. */
  isSure: boolean;
}

/** A pairing brought nothing. */
export interface UnpairedEvent { kind: 'unpaired'; failure: Failure | null }
