/*
 * HandShake: text through the air as near-ultrasonic sound. The C interface of libhandshake.so.
 *
 * A receiver takes samples and gives events; a transmitter takes a text or a file's bytes and gives samples. Neither
 * knows of devices or files. Samples are 32-bit floats, full scale being 1.
 *
 *   handshake_receiver *receiver;
 *   handshake_event event;
 *   if (handshake_receiver_open(48000, 1, NULL, 0, &receiver) != HANDSHAKE_OK) ...
 *   handshake_receiver_push(receiver, samples, count);
 *   while (handshake_receiver_poll(receiver, &event) == HANDSHAKE_OK && event.kind != HANDSHAKE_NONE)
 *     if (event.kind == HANDSHAKE_MESSAGE) fwrite(event.text, 1, event.text_length, stdout);
 *   handshake_receiver_close(receiver);
 *
 * Threads: handles share no state, so each may belong to another thread. One handle must not be used by
 * two threads at a time, but for a secret, which may. No function calls back, waits or prints.
 *
 * Errors: every function that can fail returns a status, and has then changed nothing. Pointers that
 * must not be NULL, lengths and rates are checked.
 */
#ifndef HANDSHAKE_H
#define HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. New ones may be added at the end. */
typedef enum handshake_status {
  HANDSHAKE_OK = 0,
  HANDSHAKE_BAD_ARGUMENT = 1,      /* NULL, misaligned, or a count or frequency out of range */
  HANDSHAKE_BAD_RATE = 2,          /* a sampling rate that the receiver or the protocol cannot use */
  HANDSHAKE_UNKNOWN_PROTOCOL = 3,  /* no protocol has that name */
  HANDSHAKE_BAD_PROTOCOL = 4,      /* the protocol's file cannot be read, or is wrong */
  HANDSHAKE_NO_PLACEMENT = 5,      /* no band of the protocol lies below ceiling and half the rate */
  HANDSHAKE_BAD_TEXT = 6,          /* empty, or something in it that the protocol lacks */
  HANDSHAKE_TEXT_TOO_LONG = 7,     /* longer than the protocol carries */
  HANDSHAKE_UNPOLLED = 8,          /* too many events wait: poll them before more samples are pushed */
  HANDSHAKE_FINISHED = 9,          /* samples were pushed after handshake_receiver_finish */
  HANDSHAKE_SECRET_TOO_SHORT = 10, /* a secret of fewer than 12 characters */
  HANDSHAKE_SECRET_TOO_LONG = 11,  /* a secret of more than 1024 bytes */
  HANDSHAKE_SECRET_NOT_TEXT = 12,  /* a secret that is not UTF-8, or has a zero byte */
  HANDSHAKE_SECRET_MISTYPED = 13,  /* a generated secret with a typing error */
  HANDSHAKE_NO_MEMORY = 14,        /* the 64 MiB that a secret takes are not there */
  HANDSHAKE_NO_SEALING = 15,       /* the protocol carries nothing that is sealed */
  HANDSHAKE_NO_FILES = 16,         /* the protocol carries texts only */
  HANDSHAKE_NO_RUNG = 17,          /* the protocol has no such rung for a message of that length */
  HANDSHAKE_NO_REPAIR = 18,        /* the protocol has no repair blocks */
  HANDSHAKE_NO_ANSWERS = 19,       /* the protocol cannot ask for an answer, or not at that rung */
  HANDSHAKE_NOT_PAIRED = 20        /* the receiver has no key: no pairing ended well */
} handshake_status;

/*
 * The number of the binary interface, which is in the name by which programs load the library: libhandshake.so.0.
 * While it stays, a program that was compiled with an earlier header works with a later library: functions, values
 * of enumerations and fields at the end of handshake_sending may be added, and nothing else changes. Where anything
 * else has to change it is raised by one, and both libraries may be installed side by side.
 */
#define HANDSHAKE_ABI 0

/* The version of the library, such as "0.1.0", by semantic versioning. Never freed. */
const char *handshake_version(void);

/* One sentence in English on a status. Never NULL, never freed, whatever the number. */
const char *handshake_message(handshake_status status);

/* ---- secrets ---- */

/* What everybody in a room knows and nobody else: messages are sealed with it and opened by it. */
typedef struct handshake_secret handshake_secret;

/*
 * Makes a secret of `length` bytes: a passphrase in UTF-8, of 12 characters to 1024 bytes, or a generated
 * one as `hsend --new-secret` prints it. Blanks and line ends around it do not count. It takes 0.1 s and
 * 64 MiB, so make it once. The bytes are not kept: overwrite yours.
 *
 * On success `*secret` is a handle that handshake_secret_destroy ends, otherwise NULL.
 */
handshake_status handshake_secret_create(
    const char *words, size_t length, handshake_secret **secret);

/* Bytes of a key that two devices agreed on. */
#define HANDSHAKE_KEY_SIZE 32

/*
 * Makes the secret of a key that handshake_receiver_paired_key wrote, in no time. The bytes are not kept: overwrite
 * yours, or store them where nobody else reads them.
 *
 * On success `*secret` is a handle that handshake_secret_destroy ends, otherwise NULL.
 */
handshake_status handshake_secret_from_key(
    const uint8_t key[HANDSHAKE_KEY_SIZE], handshake_secret **secret);

/*
 * Ends a secret; NULL does nothing. The handle is void from then on. The keys are overwritten as soon as no open
 * receiver and no open transmitter has them.
 */
void handshake_secret_destroy(handshake_secret *secret);

/*
 * Five letters, as "kivot", which are equal where secrets are, and differ in all but one of 65,536 cases
 * where they are not. They may be shown and read aloud. Lives as long as the secret; NULL for NULL.
 */
const char *handshake_secret_fingerprint(const handshake_secret *secret);

/* Bytes that handshake_secret_generate writes, the zero byte at the end among them. */
#define HANDSHAKE_GENERATED_SECRET_SIZE 30

/*
 * Writes a new secret that nobody can guess, 64 random bits and a check in 29 letters and hyphens, as
 * "babad-bamag-fosak-lubir-zuzuz", and a zero byte.
 */
handshake_status handshake_secret_generate(char words[HANDSHAKE_GENERATED_SECRET_SIZE]);

/* ---- protocols ---- */

/* The name of the built-in protocol of that index, NULL from the first on that does not exist. Never freed. */
const char *handshake_protocol_name(size_t index);

/* ---- what is to be sent ---- */

/*
 * A text or a file, and how it is sent. Fill one with HANDSHAKE_SENDING_USUAL, then set `bytes` and
 * `length` (at most 2^20), and what else is to be otherwise. Nothing of it is kept after a call.
 */
typedef struct handshake_sending {
  size_t size;            /* of this struct, so that later versions may have more at its end */
  const char *bytes;      /* a text in UTF-8, of ggwave's protocols any bytes; or of a file */
  size_t length;
  const char *file_name;  /* NULL for a text. A name is sent as its harmless form. */
  const char *protocol;   /* a name, or a path as below; NULL for "hop", of a file "burst" */
  double ceiling_hertz;   /* it is sent in the highest band below, up to which the loudspeaker plays well; 0: 20000 */
  int32_t rung;           /* of a burst, 0 the slowest; -1 for the one that suits its length */
  int32_t repair_percent; /* of a burst: so many hundredths of its blocks may be lost; 0 to 100 */
  int32_t copies;         /* how often it is sent; a receiver adds the copies up; 1 to 100 */
  const handshake_secret *secret; /* what seals it by the system's clock, which has to be right; NULL: in clear */
  double floor_hertz;     /* confirmed, it goes to lower bands without a tone below, try by try; 0: 17000 */
} handshake_sending;

#define HANDSHAKE_SENDING_USUAL {sizeof(handshake_sending), NULL, 0, NULL, NULL, 0, -1, 0, 1, NULL, 0}

typedef struct handshake_transmitter handshake_transmitter;

/* ---- receiving ---- */

typedef struct handshake_receiver handshake_receiver;

/* What an event tells. New ones may be added at the end: ignore what you do not know. Written by handshake-names. */
typedef enum handshake_kind {
  HANDSHAKE_NONE = 0,         /* there is no event */
  HANDSHAKE_LEVEL = 1,        /* the level of the last tenth of a second; the latest one only is kept */
  HANDSHAKE_DETECTED = 2,     /* a frame begins; a message, a file or a failure of that number may follow */
  HANDSHAKE_PROGRESS = 3,     /* `text` is checked text from the beginning of a frame still arriving */
  HANDSHAKE_BLOCKS = 4,       /* `received` of `needed` blocks of a long message or file are there */
  HANDSHAKE_MESSAGE = 5,      /* `text` is a whole message whose checks hold */
  HANDSHAKE_FILE = 6,         /* `text` is a whole file whose SHA-256 holds, `name` its harmless name */
  HANDSHAKE_FAILED = 7,       /* a frame gave no message: `failure` is the step that refused it */
  HANDSHAKE_REPEATED = 8,     /* a message that is out came again, since its sender had no answer */
  HANDSHAKE_ANSWERED = 9,     /* handshake_receiver_speech gave an answer to that frame */
  HANDSHAKE_MISSING = 10,     /* of what is being confirmed a receiver has `received` of `needed` blocks */
  HANDSHAKE_CONFIRMED = 11,   /* a receiver has it, after `received` tries, `snr_decibels` above the noise there */
  HANDSHAKE_UNCONFIRMED = 12, /* nobody said so after `received` tries: `failure` says why */
  HANDSHAKE_DIGITS = 13,      /* `text` is six digits to compare: handshake_receiver_decide */
  HANDSHAKE_PAIRED = 14,      /* handshake_receiver_paired_key gives the key: see there */
  HANDSHAKE_UNPAIRED = 15     /* a pairing brought no secret: `failure` says why */
} handshake_kind;

/*
 * Why a frame gave no message, or, of HANDSHAKE_UNCONFIRMED, why nothing was confirmed. New ones may be added at
 * the end. Written by handshake-names.
 */
typedef enum handshake_failure {
  HANDSHAKE_NO_FAILURE = 0,
  HANDSHAKE_CUT_OFF = 1,          /* it was cut off */
  HANDSHAKE_SYNC = 2,             /* what follows its start is no frame */
  HANDSHAKE_HEADER = 3,           /* its length could not be read */
  HANDSHAKE_CODE = 4,             /* more of it was wrong than can be repaired */
  HANDSHAKE_CHECK = 5,            /* its check does not hold */
  HANDSHAKE_DOUBT = 6,            /* it has no checksum and could be another text as well */
  HANDSHAKE_INCOMPLETE = 7,       /* parts of it did not come */
  HANDSHAKE_UNKNOWN_CONTENT = 8,  /* it was sent by a newer version */
  HANDSHAKE_DIGEST = 9,           /* its SHA-256 is not the sender's */
  HANDSHAKE_NO_SECRET = 10,       /* it is sealed, and the receiver has no secrets */
  HANDSHAKE_OTHER_SECRET = 11,    /* it is sealed with another secret */
  HANDSHAKE_NOT_SEALED = 12,      /* it is not sealed */
  HANDSHAKE_TOO_OLD = 13,         /* it was sealed too long ago, or ahead of the clock */
  HANDSHAKE_REPLAYED = 14,        /* it came before */
  HANDSHAKE_NO_ANSWER = 15,       /* nobody answered */
  HANDSHAKE_WRONG_TIME = 16,      /* a receiver took it for a recording: set both clocks */
  HANDSHAKE_NOT_KEPT = 17,        /* a receiver had it and could not keep it */
  HANDSHAKE_NOT_REMEMBERED = 18,  /* that it came cannot be remembered */
  HANDSHAKE_SEVERAL_DEVICES = 19, /* more than two devices took part: pair again, with these two alone */
  HANDSHAKE_REFUSED = 20,         /* the people here refused the digits */
  HANDSHAKE_ENDED_BY_OTHER = 21,  /* the other device gave up, or its people refused the digits */
  HANDSHAKE_TIMED_OUT = 22,       /* nobody accepted the digits in time */
  HANDSHAKE_NO_PROOF = 23         /* the other device did not say in time that it accepts; it may keep the secret */
} handshake_failure;

/*
 * One event. `text`, `name` and `protocol` belong to the receiver: they hold until the next poll or close
 * of that receiver; copy what is to last. All three end with a zero byte, which `text_length` does not
 * count; a text may also contain zero bytes. What came from the air is not trusted: control characters
 * are passed on as they were sent.
 */
typedef struct handshake_event {
  handshake_kind kind;
  handshake_failure failure;
  uint64_t frame;           /* counts this receiver's frames from 1; 0 for HANDSHAKE_LEVEL */
  const char *text;         /* NULL unless the kind says otherwise */
  size_t text_length;       /* bytes of `text` */
  const char *name;         /* of a file, else NULL */
  const char *protocol;     /* NULL for HANDSHAKE_LEVEL */
  double lowest_hertz;      /* the frame's band */
  double highest_hertz;
  double start_seconds;     /* from the first sample pushed; for HANDSHAKE_LEVEL see end_seconds */
  double end_seconds;       /* of what has come of the frame, or of the tenth of a second measured */
  double snr_decibels;      /* power of the signal over that of the noise in 0 to 24 kHz, at most 98 */
  double margin_decibels;   /* by how much it might be weaker; NaN where nothing tells */
  double dilation_ppm;      /* clock offset and motion together */
  uint64_t corrected;       /* symbols that were repaired */
  uint64_t received;        /* blocks */
  uint64_t needed;
  float peak;               /* HANDSHAKE_LEVEL: largest magnitude of a sample */
  float band_level;         /* HANDSHAKE_LEVEL: root mean square of the near-ultrasonic band */
} handshake_event;

/*
 * Opens a receiver for samples at `rate` hertz, 8000 to 768000, in `channels` (1 to 64) interleaved ones, which it
 * combines, of more than eight the first eight. Of less than 44100 hertz only the lower protocols are heard. What is no multiple of
 * 16000 from 48000 up is resampled by libsoxr; in a browser, which resamples by itself, it is refused.
 *
 * `protocols` are `protocol_count` (at most 64) names, or paths of protocol files where they contain a
 * slash or end in ".json"; NULL and 0 listen for all near-ultrasonic ones.
 *
 * On success `*receiver` is a handle that handshake_receiver_close ends, otherwise NULL.
 */
handshake_status handshake_receiver_open(
    double rate, size_t channels, const char *const *protocols, size_t protocol_count,
    handshake_receiver **receiver);

/*
 * From now on `receiver` opens what is sealed with one of `secret_count` (0 to 16) secrets, and refuses
 * what came in clear unless `also_unsealed` is not 0. `rooms` are as many names for them, which are
 * copied; NULL for none, and any of them may be NULL. A second call replaces the first, and 0 secrets take all
 * away: then nothing sealed is opened, and what came in clear is let through. What was opened stays known.
 *
 * What was sealed more than `greatest_age` seconds before it came by the system's clock, or more than ten
 * minutes ahead of it, is refused, and so is what came already. That is for samples that are pushed as they
 * are heard; HANDSHAKE_USUAL_AGE is ten minutes for a text and 24 hours for a file, and infinity any age.
 * HANDSHAKE_RECORDING is for recordings: they are opened at any age, and as often as they come.
 */
#define HANDSHAKE_USUAL_AGE (-1.0)
#define HANDSHAKE_RECORDING (-2.0)
handshake_status handshake_receiver_unseal(
    handshake_receiver *receiver, handshake_secret *const *secrets, const char *const *rooms,
    size_t secret_count, double greatest_age, int also_unsealed);

/*
 * Takes the next `count` frames, one sample of each channel after the other, of at most 2^28 samples; they are
 * not kept. What is not a number, infinite or beyond 10^10 counts as 0. `samples` may be NULL where `count` is 0.
 *
 * HANDSHAKE_UNPOLLED where 1024 events wait, HANDSHAKE_FINISHED after handshake_receiver_finish.
 */
handshake_status handshake_receiver_push(
    handshake_receiver *receiver, const float *samples, size_t count);

/* Says that no more samples come; what still was in the filters may bring events. Once is enough. */
handshake_status handshake_receiver_finish(handshake_receiver *receiver);

/* Takes the oldest event that waits, and fills `*event` with it; its kind is HANDSHAKE_NONE where none
   does. */
handshake_status handshake_receiver_poll(handshake_receiver *receiver, handshake_event *event);

/* What is known of the seal of a message or a file. */
typedef struct handshake_seal {
  int sealed;            /* 1 where it was sealed and opened, 0 for every other event */
  const char *room;      /* name of the secret that opened it, NULL where it has none; as `text` above */
  double sealed_seconds; /* when, by the sender's clock, in seconds since 1970; NaN where not sealed */
} handshake_seal;

/* Fills `*seal` with that of the event that was polled last. */
handshake_status handshake_receiver_seal(handshake_receiver *receiver, handshake_seal *seal);

/*
 * Listens from now on for other protocols, as handshake_receiver_open takes them. Frames that were arriving are lost;
 * the memory, the answers and the confirmation go on.
 */
handshake_status handshake_receiver_listen(
    handshake_receiver *receiver, const char *const *protocols, size_t protocol_count);

/* Tells that `seconds` of sound were lost before the samples that come next; 0 where nobody knows how many. */
handshake_status handshake_receiver_interrupted(handshake_receiver *receiver, double seconds);

/* Bytes that handshake_receiver_memory writes at most. */
#define HANDSHAKE_MOST_MEMORY_BYTES 196624

/*
 * Writes the numbers of the sealed messages that were opened, so that a later receiver refuses them: numbers and times,
 * nothing of texts or secrets. `*written` is how many bytes they are; where `capacity` is less, nothing is written.
 */
handshake_status handshake_receiver_memory(
    const handshake_receiver *receiver, uint8_t *bytes, size_t capacity, size_t *written);

/* Learns what handshake_receiver_memory wrote; HANDSHAKE_BAD_ARGUMENT where `bytes` are something else. */
handshake_status handshake_receiver_remember(
    handshake_receiver *receiver, const uint8_t *bytes, size_t count);

/* Ends a receiver and frees what it owns; NULL does nothing. The handle is void from then on. */
void handshake_receiver_close(handshake_receiver *receiver);

/* ---- answers ---- */

/*
 * From now on `receiver` answers senders that want to know whether their message came (`hsend --confirm`,
 * handshake_receiver_confirm), by "hop" below `ceiling_hertz` (0: 20000), all answers of an hour sounding for
 * at most `seconds_per_hour`; 600 is usual, 0 ends it. The receiver's own sound is never answered.
 *
 * It takes two directions at once: samples go on being pushed while what handshake_receiver_speech gives is played.
 */
handshake_status handshake_receiver_answer(
    handshake_receiver *receiver, double ceiling_hertz, double seconds_per_hour);

/*
 * Sends `sending` until an answer proves that it came: a text up to three times, a file in rounds that repeat what
 * is missing at the rung that suits the room, each as handshake_receiver_speech gives it. After each it listens for
 * an answer for `wait_seconds`; 5 is usual. One of the last events is HANDSHAKE_CONFIRMED or
 * HANDSHAKE_UNCONFIRMED. Another call gives the one before up.
 *
 * `receiver` has to listen for "hop", "hop-quick" and "hop-deep", as it does unasked. `copies` and `repair_percent`
 * of `sending` do not count.
 */
handshake_status handshake_receiver_confirm(
    handshake_receiver *receiver, const handshake_sending *sending, double wait_seconds);

/* Gives up what handshake_receiver_confirm or handshake_receiver_pair began; nothing is told of it any more. */
handshake_status handshake_receiver_give_up(handshake_receiver *receiver);

/*
 * Gives what is to be played now at `rate` hertz, from the first sample on: an answer, a try of what is being
 * confirmed, or a step of a pairing; `*speech` is NULL where that is nothing. To be asked after every push of at most a
 * tenth of a second. Close it when it is played, and tell handshake_receiver_spoken: until then there is no other.
 */
handshake_status handshake_receiver_speech(
    handshake_receiver *receiver, double rate, handshake_transmitter **speech);

/* Tells that what handshake_receiver_speech gave has been heard to its end, or was given up. */
handshake_status handshake_receiver_spoken(handshake_receiver *receiver);

/* ---- pairing ---- */

/* Which end of a pairing a device is. */
typedef enum handshake_part {
  HANDSHAKE_FIRST = 0,  /* it begins, as `hsend --pair` does */
  HANDSHAKE_SECOND = 1, /* it answers, as `hrecv --pair` does */
  HANDSHAKE_EITHER = 2  /* the one that the other device is not: it listens for some seconds, then begins */
} handshake_part;

/*
 * Agrees from now on with another device on a secret that nobody else knows, by "hop" below `ceiling_hertz` (0: 20000).
 * After each step, as handshake_receiver_speech gives it, it listens for an answer for `wait_seconds`; 5 is usual.
 * It gives up what was being confirmed or agreed on, and the key of the pairing before.
 *
 * HANDSHAKE_DIGITS has six digits. Show them. Whoever sees both devices compares them; handshake_receiver_decide tells
 * the answer. No call accepts by itself. The end is HANDSHAKE_PAIRED or HANDSHAKE_UNPAIRED: 60 seconds after the digits
 * at most, if the answer stays away. Go on with the speech for some seconds, since the other device may repeat its last
 * step; handshake_receiver_give_up ends that.
 *
 * `receiver` has to listen for "hop", "hop-quick" and "hop-deep", as it does unasked.
 */
handshake_status handshake_receiver_pair(
    handshake_receiver *receiver, handshake_part part, double ceiling_hertz, double wait_seconds);

/*
 * Tells whether both devices show the same digits, as people say. If `are_equal` is 0 the pairing ends, at any time.
 * Another value does nothing before HANDSHAKE_DIGITS.
 */
handshake_status handshake_receiver_decide(handshake_receiver *receiver, int are_equal);

/*
 * Writes the key on which both devices agreed, for handshake_secret_from_key: now, and later if it is stored where
 * nobody else reads it. HANDSHAKE_NOT_PAIRED before HANDSHAKE_PAIRED, and after handshake_receiver_give_up. Where the
 * `failure` of that event is HANDSHAKE_NO_ANSWER the other device may not know that both accepted, and have no key.
 */
handshake_status handshake_receiver_paired_key(
    handshake_receiver *receiver, uint8_t key[HANDSHAKE_KEY_SIZE]);

/* ---- sending ---- */

/*
 * Opens a transmitter of `sending`, for samples at `rate` hertz, up to 768000; what rate is enough depends on the
 * protocol, and 44100 is for all that is near-ultrasonic. Peak amplitude is 1 or little less.
 *
 * On success `*transmitter` is a handle that handshake_transmitter_close ends, otherwise NULL.
 */
handshake_status handshake_transmitter_open(
    const handshake_sending *sending, double rate, handshake_transmitter **transmitter);

/* Samples of the whole transmission; 0 for NULL. */
uint64_t handshake_transmitter_sample_count(const handshake_transmitter *transmitter);

/*
 * Writes the next samples, at most `capacity` (which is at most 2^28), and says in `*written` how many:
 * 0 at the end. `samples` may be NULL where `capacity` is 0.
 */
handshake_status handshake_transmitter_read(
    handshake_transmitter *transmitter, float *samples, size_t capacity, size_t *written);

/* Ends a transmitter; NULL does nothing. The handle is void from then on. */
void handshake_transmitter_close(handshake_transmitter *transmitter);

/* ---- what a microphone is worth ---- */

/* Listens to an input for what stands in the way of messages: a voice's processing, cut-off treble, silence. */
typedef struct handshake_survey handshake_survey;

/* What was found. New ones may be added at the end. `value` of a finding is what stands in brackets. */
typedef enum handshake_finding_kind {
  HANDSHAKE_MUTED = 0,         /* every sample is 0 */
  HANDSHAKE_CONSTANT = 1,      /* every sample is the same [it] */
  HANDSHAKE_NEARLY_SILENT = 2, /* nothing but the last digits of 16 bits [the largest sample] */
  HANDSHAKE_DEAD_CHANNELS = 3, /* some channels are silent [how many] */
  HANDSHAKE_RATE_TOO_LOW = 4,  /* the sampling rate holds no band [rate in hertz] */
  HANDSHAKE_TREBLE_CUT = 5,    /* nothing is left above a frequency [in hertz] */
  HANDSHAKE_GATED = 6,         /* the sound ends again and again in all bands at once [how often] */
  HANDSHAKE_CLIPPED = 7,       /* loud samples are cut off [which part of all, 0 to 1] */
  HANDSHAKE_GAIN_CONTROL = 8,  /* after loud sounds all is fainter for a while [by how many dB] */
  HANDSHAKE_NOISE = 9,         /* the band is so loud that no protocol would be heard */
  HANDSHAKE_OFFSET = 10,       /* samples lie about a value that is not 0 [it] */
  HANDSHAKE_MUSIC_RATE = 11,   /* 44100 samples a second or a multiple of that [rate in hertz] */
  HANDSHAKE_RESAMPLED = 12,    /* it came from 44100 hertz by a resampler that leaves mirror images */
  HANDSHAKE_NO_NOISE = 13,     /* beside messages there is digital silence: the noise is not known */
  HANDSHAKE_TOO_SHORT = 14,    /* too little to judge by [seconds] */
  HANDSHAKE_OTHER_SOUND = 15   /* something sounds in the band that may be no message [its lowest frequency in hertz] */
} handshake_finding_kind;

typedef enum handshake_severity {
  HANDSHAKE_REMARK = 0,  /* good to know */
  HANDSHAKE_HARMS = 1,   /* messages are lost that would arrive otherwise */
  HANDSHAKE_PREVENTS = 2 /* nothing can be received */
} handshake_severity;

typedef struct handshake_finding {
  handshake_finding_kind kind;
  handshake_severity severity;
  double value;
} handshake_finding;

/*
 * Opens a survey of samples at `rate` hertz, 8000 to 768000, in 1 to 64 interleaved channels, for receiving all
 * near-ultrasonic protocols. It takes 30 kB a second of sound: ten seconds tell enough.
 *
 * On success `*survey` is a handle that handshake_survey_close ends, otherwise NULL.
 */
handshake_status handshake_survey_open(double rate, size_t channels, handshake_survey **survey);

/* Takes the next `count` frames, one sample of each channel after the other; `count` as of a receiver. */
handshake_status handshake_survey_push(handshake_survey *survey, const float *samples, size_t count);

/*
 * Writes what is wrong so far, the worst first, at most `capacity`, and says in `*written` how many. `findings`
 * may be NULL where `capacity` is 0. There are never more than 16.
 */
handshake_status handshake_survey_findings(
    const handshake_survey *survey, handshake_finding *findings, size_t capacity, size_t *written);

/* Ends a survey; NULL does nothing. The handle is void from then on. */
void handshake_survey_close(handshake_survey *survey);

/* ---- how sound passes from a loudspeaker to a microphone ---- */

/* Samples of a probe at `rate` hertz, six seconds; 0 for a rate below 35700 or above 768000. */
size_t handshake_probe_sample_count(double rate);

/*
 * Writes a probe of handshake_probe_sample_count(rate) samples to `samples`: sweeps and tones between 13.9 and
 * 22.1 kHz, below `ceiling_hertz`, which is 17000 or more; 0: no ceiling. Its peak is `level_decibels`, -60 to 0 in
 * whole numbers, relative to full scale. The probe tells its level, so play the samples as they are.
 */
handshake_status handshake_probe_write(
    double rate, double level_decibels, double ceiling_hertz, float *samples);

/* Waits for a probe in what a microphone hears, and measures by it the path from that loudspeaker. */
typedef struct handshake_path handshake_path;

/* A hundred hertz of a path. */
typedef struct handshake_path_cell {
  double hertz;             /* the middle of it */
  double response_decibels; /* the level at which a sine of full scale arrives; where hidden, at most that */
  double noise_decibels;    /* level of the noise in these 100 Hz */
  double steadiness;        /* how much of the response was the same 2.35 s later, 0 to 1 */
  int hidden;               /* 1 where noise hides the response, else 0 */
} handshake_path_cell;

/* Two tones at one level, and what the loudspeaker made of them besides. */
typedef struct handshake_path_step {
  double level_decibels;      /* their common peak, relative to full scale at the sender */
  double tone_decibels;       /* their level as it arrived */
  double distortion_decibels; /* the products of third order relative to the tones; NaN where noise hides them */
} handshake_path_step;

/* Why no burst is recommended. New ones may be added at the end. */
typedef enum handshake_obstacle {
  HANDSHAKE_NO_OBSTACLE = 0, /* one is */
  HANDSHAKE_MOTION = 1,      /* somebody or something moves */
  HANDSHAKE_ECHOES = 2,      /* echoes last longer than bursts undo */
  HANDSHAKE_TOO_FAINT = 3    /* the signal is too weak against the noise */
} handshake_obstacle;

/* What a probe showed, and how to send over that path. `cells` and `steps` live as long as the path. */
typedef struct handshake_path_report {
  double start_seconds;               /* of the probe, from the first sample pushed */
  double sent_level_decibels;         /* its peak, relative to full scale */
  const handshake_path_cell *cells;   /* 14 to 22 kHz, rising */
  size_t cell_count;
  const handshake_path_step *steps;   /* rising levels */
  size_t step_count;
  double delay_spread_seconds;        /* root mean square of the delays of the echoes, weighted by power */
  double echo_seconds;                /* 99 % of the energy has come after that */
  double dilation_ppm;                /* clock offset and motion together */
  double speed_change;                /* m/s, from the first half to the second */
  double doppler_spread_hertz;        /* width of a received tone, root mean square; NaN where noise hides it */
  double compression_decibels;        /* by how much the loud sweep was fainter than the faint one promised */
  double clipped_share;               /* so many of its samples are cut off in the recording, 0 to 1 */
  const char *protocol;               /* the fastest that is safe here; NULL where none is. Never freed. */
  int32_t rung;                       /* of a burst, else -1 */
  double ceiling_hertz;               /* for handshake_sending */
  double level_decibels;              /* at most so loud, relative to full scale: more is distorted */
  double margin_decibels;             /* by how much the signal is stronger than needed */
  handshake_obstacle obstacle;
} handshake_path_report;

/*
 * Opens a path for samples at `rate` hertz, 43200 to 768000, in 1 to 64 interleaved channels, of which it listens to
 * the strongest.
 *
 * On success `*path` is a handle that handshake_path_close ends, otherwise NULL.
 */
handshake_status handshake_path_open(double rate, size_t channels, handshake_path **path);

/* Takes the next `count` frames, one sample of each channel after the other; `count` as of a receiver. */
handshake_status handshake_path_push(handshake_path *path, const float *samples, size_t count);

/* Says that no more samples come. Once is enough. */
handshake_status handshake_path_finish(handshake_path *path);

/* Fills `*report` with what the first probe showed; `*is_there` is 0, and nothing else changed, before there is one. */
handshake_status handshake_path_poll(
    const handshake_path *path, handshake_path_report *report, int *is_there);

/* Ends a path; NULL does nothing. The handle is void from then on. */
void handshake_path_close(handshake_path *path);

/* ---- pictures ---- */

/* Makes the columns of a spectrogram. */
typedef struct handshake_spectrum handshake_spectrum;

/*
 * Opens a spectrum of samples at `rate` hertz, 8000 to 768000, from `lowest_hertz` to `highest_hertz`, below half the
 * rate, in `rows` (1 to 4096) equal bands.
 *
 * On success `*spectrum` is a handle that handshake_spectrum_close ends, otherwise NULL.
 */
handshake_status handshake_spectrum_open(
    double rate, double lowest_hertz, double highest_hertz, size_t rows, handshake_spectrum **spectrum);

/* Takes the next `count` samples, as of a receiver. */
handshake_status handshake_spectrum_push(
    handshake_spectrum *spectrum, const float *samples, size_t count);

/*
 * Takes the next column, of 43 ms and 21 ms after the one before: `decibels` gets the largest level in each band, the
 * lowest first, 0 being a sine of full scale; `*seconds` the time of its middle from the first sample. `*is_there` is
 * 0 where there is none yet, and nothing else is changed then.
 */
handshake_status handshake_spectrum_poll(
    handshake_spectrum *spectrum, float *decibels, double *seconds, int *is_there);

/* Ends a spectrum; NULL does nothing. The handle is void from then on. */
void handshake_spectrum_close(handshake_spectrum *spectrum);

#ifdef __cplusplus
}
#endif

#endif
