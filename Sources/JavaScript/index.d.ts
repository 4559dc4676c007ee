/**
 * HandShake sends text and small files through the air as sound between 17 and 20 kHz, which most
 * adults do not hear. Samples are Float32Array; full scale is 1, and several channels are
 * interleaved. Frequencies are in hertz, times in seconds.
 *
 * A value of the wrong type throws a TypeError, and a value out of range a RangeError. If the modem
 * refuses something, it throws a HandShakeError. Each message names the value to give instead.
 */

/** A refusal by the modem. The message is a sentence. */
export class HandShakeError extends Error {
  /**
   * The name of a status of handshake.h, such as 'too-long' or 'no-placement'. Other values are
   * 'closed', 'no-core' (core.wasm could not be loaded) and 'fault' (the modem ended, with all
   * receivers and secrets).
   */
  readonly status: string;
}

/** How to send a text or a file. */
export interface Sending {
  /** A name from `protocols`. The default is 'hop' for a text, 'burst' for a file. */
  protocol?: string;
  /** The name of a file, which is sent in a harmless form. A text has no name. */
  name?: string;
  /**
   * The highest frequency that the loudspeaker plays well, in hertz. The default is 20000. The
   * content is sent in the highest band below it.
   */
  ceilingHertz?: number;
  /** The speed of a burst; 0 is the slowest. The default suits the length. */
  rung?: number;
  /** The secret that seals it. Without a secret it is sent in clear. The clock must be right. */
  secret?: Secret;
}

/** How `encode` sends. */
export interface EncodeOptions extends Sending {
  /**
   * Samples per second, in hertz. The default is 48000. 44100 is enough for all near-ultrasonic
   * protocols.
   */
  rate?: number;
  /** The percentage of a burst's blocks that may be lost, 0 to 100. */
  repairPercent?: number;
  /** How often it is sent, 1 to 100. A receiver adds the copies up. */
  copies?: number;
}

/**
 * Makes the sound of a text, or of the bytes of a file, at most 2^20 bytes.
 *
 * @returns Samples of one channel, whose peak is 1 or slightly less.
 * @throws TypeError, RangeError; HandShakeError if the protocol cannot send the content.
 */
export function encode(
  content: string | Uint8Array, options?: EncodeOptions): Promise<Float32Array>;

/** The input of a receiver. */
export interface ReceiverOptions {
  /** Frames per second, in hertz: 44100, 48000 or a greater multiple of 16000, at most 768000. */
  rate: number;
  /** 1 to 64. The receiver combines the first eight. The default is 1. */
  channels?: number;
  /** The protocols to listen for. The default is all near-ultrasonic protocols. */
  protocols?: string[];
}

/** How `decode` listens. */
export interface DecodeOptions extends ReceiverOptions {
  /** At most 16 secrets. They open sealed messages of any age, and refuse messages in clear. */
  secrets?: Secret[];
  /** Whether to accept messages in clear too. */
  alsoUnsealed?: boolean;
}

/**
 * Finds the messages and files in a recording, in order. A sample that is not a number counts as
 * 0. The function computes in the calling thread, a second for some minutes of sound.
 *
 * @throws TypeError, RangeError; HandShakeError for an unknown protocol.
 */
export function decode(
  samples: Float32Array, options: DecodeOptions): Promise<(HeardMessage | HeardFile)[]>;

/** The names of the built-in protocols. */
export function protocols(): Promise<string[]>;

/** Makes words for a secret that nobody can guess, such as 'babad-bamag-fosak-lubir-zuzuz'. */
export function newSecret(): Promise<string>;

/**
 * A secret that only the people in a room know. Opening it takes 0.1 s and 64 MiB, so open it once.
 */
export class Secret {
  private constructor();
  /**
   * @param words A UTF-8 passphrase of 12 characters to 1024 bytes, the result of `newSecret`, or
   *   the 32 bytes of `PairedEvent.key`.
   * @throws TypeError, RangeError; HandShakeError for words that are too short, too long or
   *   mistyped.
   */
  static open(words: string | Uint8Array): Promise<Secret>;
  /** Five letters that are equal if the secrets are. You may show them and read them aloud. */
  readonly fingerprint: string;
  /** Frees the secret. One call is enough. Receivers that have the secret keep it. */
  close(): void;
}

/** Turns samples into events as they arrive. */
export class Receiver {
  protected constructor();
  /** @throws TypeError, RangeError; HandShakeError for an unknown protocol. */
  static open<Made extends Receiver>(
    this: { prototype: Made }, options: ReceiverOptions): Promise<Made>;
  /** Frames per second, in hertz. */
  readonly rate: number;
  /** Samples per frame. */
  readonly channels: number;
  /**
   * Takes the next samples, of any length in whole frames, and does not keep them.
   *
   * @returns The events, in order. Do not trust data from the air.
   * @throws TypeError, RangeError; HandShakeError after `finish` and after `close`.
   */
  push(samples: Float32Array): ReceiverEvent[];
  /** Ends the input. Returns the events of samples that were still in the filters. */
  finish(): ReceiverEvent[];
  /**
   * Reports that `seconds` of sound were lost before the next samples; 0 for an unknown time.
   */
  interrupted(seconds?: number): void;
  /**
   * From now on opens messages that are sealed with one of at most 16 secrets, and refuses others.
   * With an empty array it opens no sealed message, and accepts messages in clear.
   */
  unseal(secrets: Secret[], options?: UnsealOptions): void;
  /**
   * The opened sealed messages, for `remember` of a later receiver: numbers and times.
   */
  readonly memory: Uint8Array;
  /** From now on refuses the messages that the receiver with this `memory` had opened. */
  remember(memory: Uint8Array): void;
  /** Frees what the receiver owns. One call is enough. */
  close(): void;
}

/** How `Receiver.unseal` opens messages. */
export interface UnsealOptions {
  /** Whether to accept messages in clear too. */
  alsoUnsealed?: boolean;
  /**
   * The greatest age of a sealed message on arrival. Older messages are refused. The default is 600
   * for a text and 86400 for a file.
   */
  greatestAgeSeconds?: number;
  /**
   * Whether samples are pushed as they are heard. If false, messages of any age are opened, as
   * often as they arrive: that is for recordings.
   */
  isLive?: boolean;
}

/**
 * A receiver that also speaks: it answers, confirms and pairs. Call `speech` after every push of at
 * most a tenth of a second, and play the sound. Continue to push meanwhile, and call `spoken` at
 * the end of the sound. `listen` does all of this. Every method throws TypeError, RangeError, and
 * after `close` HandShakeError.
 */
export class Station extends Receiver {
  /**
   * From now on answers senders that ask whether their message arrived. All answers of an hour
   * sound for at most `secondsPerHour`. The default is 600; 0 ends the answers.
   */
  answer(options?: { ceilingHertz?: number; secondsPerHour?: number }): void;
  /**
   * Sends `content` until an answer proves that it arrived. After each try it listens for
   * `waitSeconds` (0.5 to 600, default 5). The last event is 'confirmed' or 'unconfirmed'.
   */
  confirm(content: string | Uint8Array, options?: Sending & { waitSeconds?: number }): void;
  /**
   * Agrees with another device on a secret. The first event is 'digits': show the digits, and call
   * `decide` when a person has compared them. The last event is 'paired' or 'unpaired'.
   */
  pair(options?: { ceilingHertz?: number; waitSeconds?: number }): void;
  /**
   * Tells the station whether people say that both devices show the same digits. Nothing else
   * accepts the digits.
   */
  decide(areEqual: boolean): void;
  /** Gives up `confirm` or `pair`. No more events tell of it. */
  giveUp(): void;
  /** The sound to play now, in one channel at `rate` hertz. Null if there is no sound to play. */
  speech(rate: number): Float32Array | null;
  /** Reports that the sound from `speech` was heard to its end, or was given up. */
  spoken(): void;
}

/**
 * Plays samples at the context's rate. The promise settles at the end of the sound. Browsers play
 * only after a tap or click on the page.
 *
 * @param options levelDecibels: relative to full scale, -100 to 0. The default is -12.
 */
export function play(
  context: AudioContext, samples: Float32Array, options?: { levelDecibels?: number },
): Promise<void>;

/**
 * Passes the output of a node to a receiver of the context's rate, through an AudioWorklet. For a
 * Station it also plays the speech. `hear` gets each event. Turn echoCancellation, noiseSuppression
 * and autoGainControl of a microphone off: each of them erases messages.
 *
 * @param options levelDecibels: the level of the speech, see `play`.
 * @returns `stop` ends the listening, and leaves the receiver open.
 * @throws RangeError for a receiver of another rate; the error of `addModule` if the worklet cannot
 *   be loaded.
 */
export function listen(
  node: AudioNode, receiver: Receiver, hear: (event: ReceiverEvent) => void,
  options?: { levelDecibels?: number }): Promise<{ stop(): void }>;

/** Why a frame gave no message, or a confirmation or pairing failed. Values may be added. */
export type Failure =
  | 'cut-off' // it was cut off
  | 'sync' // no valid frame follows its start
  | 'header' // its length could not be read
  | 'code' // it had more errors than can be repaired
  | 'check' // its checksum is wrong
  | 'doubt' // it has no checksum, and another text is as likely
  | 'incomplete' // parts of it are missing
  | 'unknown-content' // it was sent by a newer version
  | 'digest' // its SHA-256 differs from the sender's
  | 'no-secret' // it is sealed, and the receiver has no secrets
  | 'other-secret' // it is sealed with another secret
  | 'not-sealed' // it is not sealed
  | 'too-old' // it was sealed too long ago, or ahead of the clock
  | 'replayed' // it was received before
  | 'no-answer' // nobody answered
  | 'wrong-time' // a receiver took it for a recording: set both clocks
  | 'not-kept' // a receiver got it and could not keep it
  | 'not-remembered' // the list of seen messages cannot be written
  | 'several-devices' // more than two devices took part: pair again, with these two alone
  | 'refused' // the people here refused the digits
  | 'ended-by-other' // the other device gave up, or its people refused the digits
  | 'timed-out' // nobody accepted the digits in time
  | 'no-proof' // the other device did not say in time that it accepts; it may keep the secret
  ;

/** An event of a receiver. Later versions may add kinds: ignore unknown kinds. */
export type ReceiverEvent =
  | LevelEvent | DetectedEvent | ProgressEvent | BlocksEvent | HeardMessage | HeardFile
  | FailedEvent | RepeatedEvent | AnsweredEvent | MissingEvent | ConfirmedEvent
  | UnconfirmedEvent | DigitsEvent | PairedEvent | UnpairedEvent;

/** The level of a tenth of a second. Full scale is 1. */
export interface LevelEvent {
  kind: 'level';
  /** Its end, from the first sample pushed. */
  endSeconds: number;
  /** The largest magnitude of a sample. */
  peak: number;
  /** The root mean square of the near-ultrasonic band. */
  bandLevel: number;
}

/** The fields of a frame event. A frame is the sound of one message or of a part of it. */
export interface FrameEvent {
  /** The number of the frame at this receiver, from 1. */
  frame: number;
  protocol: string;
  /** The lowest frequency of the frame's band. */
  lowestHertz: number;
  highestHertz: number;
  /** The start of the frame, from the first sample pushed. */
  startSeconds: number;
  /** The end of the received part of the frame. */
  endSeconds: number;
  /** Signal power over noise power in 0 to 24 kHz, at most 98. */
  snrDecibels: number;
  /** Positive: dB to spare above the limit. Negative: dB missing. Null if unknown. */
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

/** `received` of `needed` blocks of a long message or a file have arrived. */
export interface BlocksEvent extends FrameEvent {
  kind: 'blocks';
  received: number;
  needed: number;
}

/** The fields of a message and of a file. */
export interface ContentEvent extends FrameEvent {
  /** Invalid UTF-8 becomes U+FFFD. */
  text: string;
  /** The content as it was sent, including control characters. */
  bytes: Uint8Array;
  /** The number of repaired symbols. */
  corrected: number;
  /**
   * When the sender sealed it, by the sender's clock, in seconds since 1970; null if in clear.
   */
  sealedSeconds: number | null;
}

/** A complete message that passed its checks. */
export interface HeardMessage extends ContentEvent { kind: 'message' }

/** A complete file with the right SHA-256. */
export interface HeardFile extends ContentEvent {
  kind: 'file';
  /** A harmless name: no folders, and not a hidden file. */
  name: string;
}

/** A frame that gave no message. `failure` is null if this version does not know why. */
export interface FailedEvent extends FrameEvent { kind: 'failed'; failure: Failure | null }

/** A message that was already reported came again: its sender had no answer. */
export interface RepeatedEvent extends FrameEvent { kind: 'repeated' }

/** `Station.speech` gave an answer to this frame. */
export interface AnsweredEvent extends FrameEvent { kind: 'answered' }

/** A receiver has `received` of `needed` blocks of the content to be confirmed. */
export interface MissingEvent {
  kind: 'missing';
  received: number;
  needed: number;
  /** At that receiver. */
  snrDecibels: number;
}

/** A receiver has the content to be confirmed. */
export interface ConfirmedEvent {
  kind: 'confirmed';
  tries: number;
  /** At that receiver. */
  snrDecibels: number;
}

/** No receiver confirmed the content. */
export interface UnconfirmedEvent { kind: 'unconfirmed'; tries: number; failure: Failure | null }

/** Six digits that both devices of a pairing show. Show them in two groups of three. */
export interface DigitsEvent { kind: 'digits'; digits: string }

/** Two devices agreed on a key. */
export interface PairedEvent {
  kind: 'paired';
  /** 32 bytes for `Secret.open`. Store them where nobody else reads them. */
  key: Uint8Array;
  /** If false, the other device may not know that both accepted, and may have no key. */
  isSure: boolean;
}

/** A pairing ended without a key. */
export interface UnpairedEvent { kind: 'unpaired'; failure: Failure | null }
