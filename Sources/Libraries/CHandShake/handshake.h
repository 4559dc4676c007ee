/*
 * HandShake sends text through the air as near-ultrasonic sound. This is the C interface of
 * libhandshake.so.
 *
 * A receiver turns samples into events. A transmitter turns a text or the bytes of a file into
 * samples. The caller handles devices and files. Samples are 32-bit floats; full scale is 1.
 *
 *   handshake_receiver *receiver;
 *   handshake_event event;
 *   if (handshake_receiver_open(48000, 1, NULL, 0, &receiver) != HANDSHAKE_OK) ...
 *   handshake_receiver_push(receiver, samples, count);
 *   while (handshake_receiver_poll(receiver, &event) == HANDSHAKE_OK
 *          && event.kind != HANDSHAKE_NONE)
 *     if (event.kind == HANDSHAKE_MESSAGE) fwrite(event.text, 1, event.text_length, stdout);
 *   handshake_receiver_close(receiver);
 *
 * Threads: handles share no state, so different threads may use different handles. Two threads must
 * not use one handle at the same time, except a secret. No function calls back, waits or prints.
 *
 * Errors: every function that can fail returns a status. A function that fails changes nothing. The
 * functions check lengths, rates and pointers that must not be NULL.
 */
#ifndef HANDSHAKE_H
#define HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call. Later versions may add values at the end. */
typedef enum handshake_status {
  HANDSHAKE_OK = 0,
  HANDSHAKE_BAD_ARGUMENT = 1,      /* NULL, misaligned, or a count or frequency out of range */
  HANDSHAKE_BAD_RATE = 2,          /* the receiver or the protocol cannot use that sampling rate */
  HANDSHAKE_UNKNOWN_PROTOCOL = 3,  /* no protocol has that name */
  HANDSHAKE_BAD_PROTOCOL = 4,      /* the protocol file cannot be read, or is wrong */
  HANDSHAKE_NO_PLACEMENT = 5,      /* the protocol has no band below ceiling and half the rate */
  HANDSHAKE_BAD_TEXT = 6,          /* the text is empty, or has content that the protocol lacks */
  HANDSHAKE_TEXT_TOO_LONG = 7,     /* the content is longer than the protocol carries */
  HANDSHAKE_UNPOLLED = 8,          /* too many events wait: poll them before you push samples */
  HANDSHAKE_FINISHED = 9,          /* the receiver or the path was finished before */
  HANDSHAKE_SECRET_TOO_SHORT = 10, /* the secret has fewer than 12 characters */
  HANDSHAKE_SECRET_TOO_LONG = 11,  /* the secret has more than 1024 bytes */
  HANDSHAKE_SECRET_NOT_TEXT = 12,  /* the secret is not UTF-8, or has a zero byte */
  HANDSHAKE_SECRET_MISTYPED = 13,  /* the generated secret has a typing error */
  HANDSHAKE_NO_MEMORY = 14,        /* the 64 MiB that a secret requires are not available */
  HANDSHAKE_NO_SEALING = 15,       /* the protocol cannot carry sealed messages */
  HANDSHAKE_NO_FILES = 16,         /* the protocol carries texts only */
  HANDSHAKE_NO_RUNG = 17,          /* the protocol has no such rung for a message of that length */
  HANDSHAKE_NO_REPAIR = 18,        /* the protocol has no repair blocks */
  HANDSHAKE_NO_ANSWERS = 19,       /* the protocol cannot ask for an answer, or not at that rung */
  HANDSHAKE_NOT_PAIRED = 20        /* the receiver has no key: no pairing succeeded */
} handshake_status;

/*
 * The number of the binary interface. It is in the name by which programs load the library:
 * libhandshake.so.1.
 *
 * A program that was compiled with an earlier header works with a later library of the same number.
 * That library may add functions, enumeration values and fields at the end of handshake_sending.
 * Any other change raises the number by one. Libraries with different numbers may be installed side
 * by side.
 */
#define HANDSHAKE_ABI 1

/* The version of the library by semantic versioning, such as "1.0.0". Never freed. */
const char *handshake_version(void);

/* One English sentence that describes a status. Never NULL, whatever the number. Never freed. */
const char *handshake_message(handshake_status status);

/* ---- secrets ---- */

/* A secret that only the people in a room know. It seals messages and opens sealed messages. */
typedef struct handshake_secret handshake_secret;

/*
 * Makes a secret from the `length` bytes at `words`. They are a UTF-8 passphrase of 12 characters
 * to 1024 bytes, or a secret that `hsend --new-secret` printed. The function ignores blanks and
 * line ends around them. It takes 0.1 s and 64 MiB, so make the secret once. The library does not
 * keep `words`: overwrite them.
 *
 * On success `*secret` is a handle: end it with handshake_secret_destroy. On failure it is NULL.
 */
handshake_status handshake_secret_create(
    const char *words, size_t length, handshake_secret **secret);

/* Bytes of a key on which two devices agreed. */
#define HANDSHAKE_KEY_SIZE 32

/*
 * Makes a secret from a key that handshake_receiver_paired_key wrote, without delay. The library
 * does not keep `key`: overwrite it, or store it where nobody else reads it.
 *
 * On success `*secret` is a handle: end it with handshake_secret_destroy. On failure it is NULL.
 */
handshake_status handshake_secret_from_key(
    const uint8_t key[HANDSHAKE_KEY_SIZE], handshake_secret **secret);

/*
 * Ends a secret. NULL is a no-op. The handle becomes invalid. The library overwrites the keys as
 * soon as no open receiver and no open transmitter has them.
 */
void handshake_secret_destroy(handshake_secret *secret);

/*
 * Five letters, such as "kivot". Equal secrets have equal fingerprints. Different secrets have
 * different fingerprints in all but one of 65,536 cases. You may show a fingerprint and read it
 * aloud. The string lives as long as the secret. Returns NULL for NULL.
 */
const char *handshake_secret_fingerprint(const handshake_secret *secret);

/* Bytes that handshake_secret_generate writes, including the zero byte at the end. */
#define HANDSHAKE_GENERATED_SECRET_SIZE 30

/*
 * Writes a new secret that nobody can guess, and a zero byte. The secret has 64 random bits and a
 * checksum in 29 letters and hyphens, such as "babad-bamag-fosak-lubir-zuzuz".
 */
handshake_status handshake_secret_generate(char words[HANDSHAKE_GENERATED_SECRET_SIZE]);

/* ---- protocols ---- */

/* The name of the built-in protocol with that index, or NULL above the last index. Never freed. */
const char *handshake_protocol_name(size_t index);

/* ---- content to send ---- */

/*
 * A text or a file, and how to send it. Initialize it with HANDSHAKE_SENDING_USUAL. Then set
 * `bytes` and `length` (at most 2^20), and the other fields that you need. No function keeps any of
 * it after the call.
 */
typedef struct handshake_sending {
  size_t size;            /* of this struct, so that later versions may add fields at its end */
  const char *bytes;      /* UTF-8 text, for ggwave's protocols any bytes; or the bytes of a file */
  size_t length;
  const char *file_name;  /* NULL for a text. The library sends a harmless form of the name. */
  const char *protocol;   /* a name, or a path as in handshake_receiver_open;
                             NULL: "hop" for a text, "burst" for a file */
  double ceiling_hertz;   /* highest frequency that the loudspeaker plays well; 0: 20000.
                             The library sends in the highest band below it. */
  int32_t rung;           /* of a burst, 0 is the slowest; -1: the rung that suits the length */
  int32_t repair_percent; /* of a burst, the percentage of its blocks that may be lost, 0 to 100 */
  int32_t copies;         /* how often it is sent, 1 to 100; a receiver adds the copies up */
  const handshake_secret *secret; /* seals it by the system's clock, which must be right;
                                     NULL: in clear */
  double floor_hertz;     /* for handshake_receiver_confirm: each further try uses the next lower
                             band, unless that has a tone below this frequency; 0: 17000 */
} handshake_sending;

#define HANDSHAKE_SENDING_USUAL \
  {sizeof(handshake_sending), NULL, 0, NULL, NULL, 0, -1, 0, 1, NULL, 0}

typedef struct handshake_transmitter handshake_transmitter;

/* ---- receiving ---- */

typedef struct handshake_receiver handshake_receiver;

/*
 * The kind of an event. Later versions may add kinds at the end: ignore unknown kinds. Written by
 * handshake-names.
 */
typedef enum handshake_kind {
  HANDSHAKE_NONE = 0,         /* there is no event */
  /* the level of the last tenth of a second; the latest one only is kept */
  HANDSHAKE_LEVEL = 1,
  /* a frame begins; a message, a file or a failure of that number may follow */
  HANDSHAKE_DETECTED = 2,
  /* `text` is checked text from the beginning of a frame still arriving */
  HANDSHAKE_PROGRESS = 3,
  /* `received` of `needed` blocks of a long message or file are there */
  HANDSHAKE_BLOCKS = 4,
  HANDSHAKE_MESSAGE = 5,      /* `text` is a whole message whose checks hold */
  /* `text` is a whole file whose SHA-256 holds, `name` its harmless name */
  HANDSHAKE_FILE = 6,
  HANDSHAKE_FAILED = 7,       /* a frame gave no message: `failure` is the step that refused it */
  HANDSHAKE_REPEATED = 8,     /* a message that is out came again, since its sender had no answer */
  HANDSHAKE_ANSWERED = 9,     /* handshake_receiver_speech gave an answer to that frame */
  /* of what is being confirmed a receiver has `received` of `needed` blocks */
  HANDSHAKE_MISSING = 10,
  /* a receiver has it, after `received` tries, `snr_decibels` above the noise there */
  HANDSHAKE_CONFIRMED = 11,
  HANDSHAKE_UNCONFIRMED = 12, /* not confirmed after `received` tries: `failure` says why */
  HANDSHAKE_DIGITS = 13,      /* `text` is six digits to compare: handshake_receiver_decide */
  HANDSHAKE_PAIRED = 14,      /* handshake_receiver_paired_key gives the key: see there */
  HANDSHAKE_UNPAIRED = 15     /* a pairing brought no secret: `failure` says why */
} handshake_kind;

/*
 * Why a frame gave no message. For HANDSHAKE_UNCONFIRMED: why nothing was confirmed. Later versions
 * may add values at the end. Written by handshake-names.
 */
typedef enum handshake_failure {
  HANDSHAKE_NO_FAILURE = 0,
  HANDSHAKE_CUT_OFF = 1,          /* it was cut off */
  HANDSHAKE_SYNC = 2,             /* no valid frame follows its start */
  HANDSHAKE_HEADER = 3,           /* its length could not be read */
  HANDSHAKE_CODE = 4,             /* it had more errors than can be repaired */
  HANDSHAKE_CHECK = 5,            /* its checksum is wrong */
  HANDSHAKE_DOUBT = 6,            /* it has no checksum, and another text is as likely */
  HANDSHAKE_INCOMPLETE = 7,       /* parts of it are missing */
  HANDSHAKE_UNKNOWN_CONTENT = 8,  /* it was sent by a newer version */
  HANDSHAKE_DIGEST = 9,           /* its SHA-256 differs from the sender's */
  HANDSHAKE_NO_SECRET = 10,       /* it is sealed, and the receiver has no secrets */
  HANDSHAKE_OTHER_SECRET = 11,    /* it is sealed with another secret */
  HANDSHAKE_NOT_SEALED = 12,      /* it is not sealed */
  HANDSHAKE_TOO_OLD = 13,         /* it was sealed too long ago, or ahead of the clock */
  HANDSHAKE_REPLAYED = 14,        /* it was received before */
  HANDSHAKE_NO_ANSWER = 15,       /* nobody answered */
  HANDSHAKE_WRONG_TIME = 16,      /* a receiver took it for a recording: set both clocks */
  HANDSHAKE_NOT_KEPT = 17,        /* a receiver got it and could not keep it */
  HANDSHAKE_NOT_REMEMBERED = 18,  /* the list of seen messages cannot be written */
  /* more than two devices took part: pair again, with these two alone */
  HANDSHAKE_SEVERAL_DEVICES = 19,
  HANDSHAKE_REFUSED = 20,         /* the people here refused the digits */
  HANDSHAKE_ENDED_BY_OTHER = 21,  /* the other device gave up, or its people refused the digits */
  HANDSHAKE_TIMED_OUT = 22,       /* nobody accepted the digits in time */
  /* the other device did not say in time that it accepts; it may keep the secret */
  HANDSHAKE_NO_PROOF = 23
} handshake_failure;

/*
 * One event. The receiver owns `text`, `name` and `protocol`. They are valid until the next poll or
 * close of that receiver: copy them to keep them. Each ends with a zero byte, which `text_length`
 * does not count. A text may also contain zero bytes.
 *
 * Do not trust data from the air: the receiver passes control characters on as they were sent.
 */
typedef struct handshake_event {
  handshake_kind kind;
  handshake_failure failure;
  uint64_t frame;           /* counts this receiver's frames from 1; 0 for HANDSHAKE_LEVEL */
  const char *text;         /* NULL unless the kind says otherwise */
  size_t text_length;       /* bytes of `text` */
  const char *name;         /* of a file, else NULL */
  const char *protocol;     /* NULL for HANDSHAKE_LEVEL */
  double lowest_hertz;      /* lowest frequency of the frame's band */
  double highest_hertz;     /* highest frequency of the frame's band */
  double start_seconds;     /* from the first sample pushed; for HANDSHAKE_LEVEL see end_seconds */
  double end_seconds;       /* of the received part of the frame, or of the measured 0.1 s */
  double snr_decibels;      /* signal power over noise power in 0 to 24 kHz, at most 98 */
  double margin_decibels;   /* dB to spare above the limit; negative: dB missing; NaN if unknown */
  double dilation_ppm;      /* clock offset and motion together */
  uint64_t corrected;       /* repaired symbols */
  uint64_t received;        /* blocks */
  uint64_t needed;
  float peak;               /* HANDSHAKE_LEVEL: largest magnitude of a sample */
  float band_level;         /* HANDSHAKE_LEVEL: root mean square of the near-ultrasonic band */
} handshake_event;

/*
 * Opens a receiver for samples at `rate` hertz, 8000 to 768000, in `channels` (1 to 64) interleaved
 * channels. The receiver combines the channels: of more than eight, the first eight. Below 44100
 * hertz it hears only the lower protocols. libsoxr resamples every rate other than 48000 and
 * greater multiples of 16000. A browser resamples by itself: there the function refuses those
 * rates.
 *
 * `protocols` are `protocol_count` (at most 64) names, or paths of protocol files. A path contains
 * a slash or ends in ".json". NULL and 0 select all near-ultrasonic protocols.
 *
 * On success `*receiver` is a handle: end it with handshake_receiver_close. On failure it is NULL.
 */
handshake_status handshake_receiver_open(
    double rate, size_t channels, const char *const *protocols, size_t protocol_count,
    handshake_receiver **receiver);

/*
 * From now on `receiver` opens messages that are sealed with one of `secret_count` (0 to 16)
 * secrets. It refuses messages in clear unless `also_unsealed` is not 0. `rooms` has a name for
 * each secret; the library copies the names. `rooms` may be NULL, and so may any of its names.
 *
 * A second call replaces the first. A call with 0 secrets removes all secrets: then the receiver
 * opens no sealed message, and accepts messages in clear. It still remembers the opened messages.
 *
 * By the system's clock, the receiver refuses a message that was sealed more than `greatest_age`
 * seconds before it arrived, or more than ten minutes ahead. It also refuses a message that arrived
 * before. These rules are for samples that are pushed as they are heard. HANDSHAKE_USUAL_AGE is ten
 * minutes for a text and 24 hours for a file; infinity is any age.
 *
 * HANDSHAKE_RECORDING is for recordings: the receiver opens messages of any age, as often as they
 * arrive.
 */
#define HANDSHAKE_USUAL_AGE (-1.0)
#define HANDSHAKE_RECORDING (-2.0)
handshake_status handshake_receiver_unseal(
    handshake_receiver *receiver, handshake_secret *const *secrets, const char *const *rooms,
    size_t secret_count, double greatest_age, int also_unsealed);

/*
 * Takes the next `count` frames, with at most 2^28 samples. A frame has one sample of each channel.
 * The library does not keep `samples`. A sample that is not a number, infinite or beyond 10^10
 * counts as 0. `samples` may be NULL if `count` is 0.
 *
 * Returns HANDSHAKE_UNPOLLED if 1024 events wait, HANDSHAKE_FINISHED after
 * handshake_receiver_finish.
 */
handshake_status handshake_receiver_push(
    handshake_receiver *receiver, const float *samples, size_t count);

/* Ends the input. Samples that are still in the filters may bring events. One call is enough. */
handshake_status handshake_receiver_finish(handshake_receiver *receiver);

/*
 * Takes the oldest event that waits, and fills `*event` with it. If no event waits, its kind is
 * HANDSHAKE_NONE.
 */
handshake_status handshake_receiver_poll(handshake_receiver *receiver, handshake_event *event);

/* The seal of a message or a file. */
typedef struct handshake_seal {
  int sealed;            /* 1 if it was sealed and opened, 0 for every other event */
  const char *room;      /* name of the secret that opened it, NULL if the secret has no name;
                            valid as long as `text` of the event */
  double sealed_seconds; /* when, by the sender's clock, in seconds since 1970; NaN if not sealed */
} handshake_seal;

/* Fills `*seal` with the seal of the event that was polled last. */
handshake_status handshake_receiver_seal(handshake_receiver *receiver, handshake_seal *seal);

/*
 * From now on listens for other protocols. `protocols` and `protocol_count` are those of
 * handshake_receiver_open. Frames that are still arriving are lost. The memory, the answers and the
 * confirmation continue.
 */
handshake_status handshake_receiver_listen(
    handshake_receiver *receiver, const char *const *protocols, size_t protocol_count);

/* Reports that `seconds` of sound were lost before the next samples; 0 if the time is unknown. */
handshake_status handshake_receiver_interrupted(handshake_receiver *receiver, double seconds);

/* Largest number of bytes that handshake_receiver_memory writes. */
#define HANDSHAKE_MOST_MEMORY_BYTES 196624

/*
 * Writes the memory of the opened sealed messages, so that a later receiver refuses them. The
 * memory contains numbers and times, but no texts or secrets. `*written` is its size in bytes. If
 * `capacity` is smaller, the function writes no bytes.
 */
handshake_status handshake_receiver_memory(
    const handshake_receiver *receiver, uint8_t *bytes, size_t capacity, size_t *written);

/*
 * Adds a memory that handshake_receiver_memory wrote. Returns HANDSHAKE_BAD_ARGUMENT for other
 * bytes.
 */
handshake_status handshake_receiver_remember(
    handshake_receiver *receiver, const uint8_t *bytes, size_t count);

/* Ends a receiver and frees what it owns. NULL is a no-op. The handle becomes invalid. */
void handshake_receiver_close(handshake_receiver *receiver);

/* ---- answers ---- */

/*
 * From now on `receiver` answers senders that ask whether their message arrived (`hsend --confirm`,
 * handshake_receiver_confirm). It answers by "hop" below `ceiling_hertz` (0: 20000). All answers of
 * an hour sound for at most `seconds_per_hour`; 600 is usual, 0 ends the answers. It never answers
 * the receiver's own sound.
 *
 * Answering requires both directions at once: push samples while you play the sound from
 * handshake_receiver_speech.
 */
handshake_status handshake_receiver_answer(
    handshake_receiver *receiver, double ceiling_hertz, double seconds_per_hour);

/*
 * Sends `sending` until an answer proves that it arrived. handshake_receiver_speech gives each try.
 * A text is sent up to three times. A file is sent in rounds, which repeat the missing parts at the
 * rung that suits the room. After each try the receiver listens for an answer for `wait_seconds`; 5
 * is usual. One of the last events is HANDSHAKE_CONFIRMED or HANDSHAKE_UNCONFIRMED. Another call
 * gives up the previous one.
 *
 * `receiver` must listen for "hop", "hop-quick" and "hop-deep", as it does by default. The function
 * ignores `copies` and `repair_percent` of `sending`.
 */
handshake_status handshake_receiver_confirm(
    handshake_receiver *receiver, const handshake_sending *sending, double wait_seconds);

/* Gives up handshake_receiver_confirm or handshake_receiver_pair. No more events tell of it. */
handshake_status handshake_receiver_give_up(handshake_receiver *receiver);

/*
 * Gives the sound to play now, at `rate` hertz, from its first sample on. The sound is an answer, a
 * try of handshake_receiver_confirm, or a step of a pairing. If there is no sound to play,
 * `*speech` is NULL. Call this function after every push of at most a tenth of a second.
 *
 * When the sound is played, close `*speech` and call handshake_receiver_spoken. Until then the
 * receiver gives no other sound.
 */
handshake_status handshake_receiver_speech(
    handshake_receiver *receiver, double rate, handshake_transmitter **speech);

/* Reports that the sound from handshake_receiver_speech was heard to its end, or was given up. */
handshake_status handshake_receiver_spoken(handshake_receiver *receiver);

/* ---- pairing ---- */

/* The part that a device takes in a pairing. */
typedef enum handshake_part {
  HANDSHAKE_FIRST = 0,  /* it begins, as `hsend --pair` does */
  HANDSHAKE_SECOND = 1, /* it answers, as `hrecv --pair` does */
  HANDSHAKE_EITHER = 2  /* it takes the part that the other device leaves: it listens for some
                           seconds, then begins */
} handshake_part;

/*
 * From now on agrees with another device on a secret that nobody else knows, by "hop" below
 * `ceiling_hertz` (0: 20000). handshake_receiver_speech gives each step. After each step the
 * receiver listens for an answer for `wait_seconds`; 5 is usual. The call gives up a confirmation
 * or a pairing that is under way, and the key of the previous pairing.
 *
 * HANDSHAKE_DIGITS has six digits: show them. A person who sees both devices compares the digits,
 * and handshake_receiver_decide takes the person's answer. No call accepts by itself. The last
 * event is HANDSHAKE_PAIRED or HANDSHAKE_UNPAIRED. It comes at most 60 seconds after the digits if
 * there is no answer. Then continue to play the speech for some seconds, since the other device may
 * repeat its last step; handshake_receiver_give_up ends that.
 *
 * `receiver` must listen for "hop", "hop-quick" and "hop-deep", as it does by default.
 */
handshake_status handshake_receiver_pair(
    handshake_receiver *receiver, handshake_part part, double ceiling_hertz, double wait_seconds);

/*
 * Tells the receiver whether people say that both devices show the same digits. If `are_equal` is
 * 0, the pairing ends, at any time. Another value does nothing before HANDSHAKE_DIGITS.
 */
handshake_status handshake_receiver_decide(handshake_receiver *receiver, int are_equal);

/*
 * Writes the key on which both devices agreed, for handshake_secret_from_key. To use the key later,
 * store it where nobody else reads it. Returns HANDSHAKE_NOT_PAIRED before HANDSHAKE_PAIRED, and
 * after handshake_receiver_give_up.
 *
 * If the `failure` of HANDSHAKE_PAIRED is HANDSHAKE_NO_ANSWER, the other device may not know that
 * both accepted, and may have no key.
 */
handshake_status handshake_receiver_paired_key(
    handshake_receiver *receiver, uint8_t key[HANDSHAKE_KEY_SIZE]);

/* ---- sending ---- */

/*
 * Opens a transmitter of `sending`, for samples at `rate` hertz, up to 768000. The required rate
 * depends on the protocol; 44100 is enough for all near-ultrasonic protocols. The peak amplitude is
 * 1 or slightly less.
 *
 * On success `*transmitter` is a handle: end it with handshake_transmitter_close. On failure it is
 * NULL.
 */
handshake_status handshake_transmitter_open(
    const handshake_sending *sending, double rate, handshake_transmitter **transmitter);

/* Samples of the whole transmission; 0 for NULL. */
uint64_t handshake_transmitter_sample_count(const handshake_transmitter *transmitter);

/*
 * Writes the next samples, at most `capacity` (at most 2^28). `*written` is their number, 0 at the
 * end. `samples` may be NULL if `capacity` is 0.
 */
handshake_status handshake_transmitter_read(
    handshake_transmitter *transmitter, float *samples, size_t capacity, size_t *written);

/* Ends a transmitter. NULL is a no-op. The handle becomes invalid. */
void handshake_transmitter_close(handshake_transmitter *transmitter);

/* ---- survey of a microphone ---- */

/* Searches an input for obstacles to messages: voice processing, cut-off treble, silence. */
typedef struct handshake_survey handshake_survey;

/*
 * What a survey found. Later versions may add values at the end. The brackets describe the `value`
 * of a finding.
 */
typedef enum handshake_finding_kind {
  HANDSHAKE_MUTED = 0,         /* every sample is 0 */
  HANDSHAKE_CONSTANT = 1,      /* every sample has the same value [the value] */
  HANDSHAKE_NEARLY_SILENT = 2, /* only the last digits of 16 bits are used [the largest sample] */
  HANDSHAKE_DEAD_CHANNELS = 3, /* some channels are silent [how many] */
  HANDSHAKE_RATE_TOO_LOW = 4,  /* the sampling rate is too low for every band [rate in hertz] */
  HANDSHAKE_TREBLE_CUT = 5,    /* there is no sound above a frequency [in hertz] */
  HANDSHAKE_GATED = 6,         /* the sound stops repeatedly in all bands at once [how often] */
  HANDSHAKE_CLIPPED = 7,       /* loud samples are cut off [share of all samples, 0 to 1] */
  HANDSHAKE_GAIN_CONTROL = 8,  /* after loud sounds all is fainter for a while [by how many dB] */
  HANDSHAKE_NOISE = 9,         /* the band is so loud that no protocol would be heard */
  HANDSHAKE_OFFSET = 10,       /* the samples are centred on a value other than 0 [the value] */
  HANDSHAKE_MUSIC_RATE = 11,   /* the rate is 44100 hertz or a multiple of it [rate in hertz] */
  HANDSHAKE_RESAMPLED = 12,    /* a resampler from 44100 hertz left mirror images */
  HANDSHAKE_NO_NOISE = 13,     /* digital silence surrounds the messages: the noise is unknown */
  HANDSHAKE_TOO_SHORT = 14,    /* the sound is too short to judge [seconds] */
  HANDSHAKE_OTHER_SOUND = 15   /* a sound in the band may not be a message
                                  [its lowest frequency in hertz] */
} handshake_finding_kind;

typedef enum handshake_severity {
  HANDSHAKE_REMARK = 0,  /* good to know */
  HANDSHAKE_HARMS = 1,   /* messages are lost that would arrive otherwise */
  HANDSHAKE_PREVENTS = 2 /* no message can be received */
} handshake_severity;

typedef struct handshake_finding {
  handshake_finding_kind kind;
  handshake_severity severity;
  double value;
} handshake_finding;

/*
 * Opens a survey of samples at `rate` hertz, 8000 to 768000, in 1 to 64 interleaved channels. The
 * survey judges the reception of all near-ultrasonic protocols. It takes 30 kB for each second of
 * sound; ten seconds are enough.
 *
 * On success `*survey` is a handle: end it with handshake_survey_close. On failure it is NULL.
 */
handshake_status handshake_survey_open(double rate, size_t channels, handshake_survey **survey);

/* Takes the next `count` frames, with the layout and limit of handshake_receiver_push. */
handshake_status handshake_survey_push(
    handshake_survey *survey, const float *samples, size_t count);

/*
 * Writes the findings so far, the worst first, at most `capacity` of them. `*written` is their
 * number, never more than 16. `findings` may be NULL if `capacity` is 0.
 */
handshake_status handshake_survey_findings(
    const handshake_survey *survey, handshake_finding *findings, size_t capacity, size_t *written);

/* Ends a survey. NULL is a no-op. The handle becomes invalid. */
void handshake_survey_close(handshake_survey *survey);

/* ---- path from a loudspeaker to a microphone ---- */

/* Samples of a probe at `rate` hertz, six seconds; 0 for a rate below 35700 or above 768000. */
size_t handshake_probe_sample_count(double rate);

/*
 * Writes a probe of handshake_probe_sample_count(rate) samples to `samples`. The probe has sweeps
 * and tones between 13.9 and 22.1 kHz, below `ceiling_hertz`, which is at least 17000; 0: no
 * ceiling. Its peak is `level_decibels` relative to full scale, a whole number from -60 to 0. The
 * probe contains its level, so play the samples unchanged.
 */
handshake_status handshake_probe_write(
    double rate, double level_decibels, double ceiling_hertz, float *samples);

/* Waits for a probe in a microphone's samples, and measures the path from that loudspeaker. */
typedef struct handshake_path handshake_path;

/* One step of 100 Hz of a path. */
typedef struct handshake_path_cell {
  double hertz;             /* middle of the cell */
  double response_decibels; /* level at which a full-scale sine arrives; if hidden, its maximum */
  double noise_decibels;    /* level of the noise in these 100 Hz */
  double steadiness;        /* share of the response that was the same 2.35 s later, 0 to 1 */
  int hidden;               /* 1 if noise hides the response, else 0 */
} handshake_path_cell;

/* Two tones at one level, and the distortion that the loudspeaker added. */
typedef struct handshake_path_step {
  double level_decibels;      /* their common peak, relative to full scale at the sender */
  double tone_decibels;       /* their level as it arrived */
  double distortion_decibels; /* third-order products relative to the tones;
                                 NaN if noise hides it */
} handshake_path_step;

/* Why the report recommends no burst. Later versions may add values at the end. */
typedef enum handshake_obstacle {
  HANDSHAKE_NO_OBSTACLE = 0, /* the report recommends a burst */
  HANDSHAKE_MOTION = 1,      /* somebody or something moves */
  HANDSHAKE_ECHOES = 2,      /* the echoes last longer than bursts can undo */
  HANDSHAKE_TOO_FAINT = 3    /* the signal is too weak against the noise */
} handshake_obstacle;

/* The result of a probe, and how to send over that path. The path owns `cells` and `steps`. */
typedef struct handshake_path_report {
  double start_seconds;               /* of the probe, from the first sample pushed */
  double sent_level_decibels;         /* peak of the sent probe, relative to full scale */
  const handshake_path_cell *cells;   /* 14 to 22 kHz, rising; valid as long as the path */
  size_t cell_count;
  const handshake_path_step *steps;   /* rising levels; valid as long as the path */
  size_t step_count;
  double delay_spread_seconds;        /* root mean square of the echo delays, weighted by power */
  double echo_seconds;                /* time in which 99 % of the energy arrived */
  double dilation_ppm;                /* clock offset and motion together */
  double speed_change;                /* from the first half to the second, in m/s */
  double doppler_spread_hertz;        /* root mean square width of a received tone;
                                         NaN if noise hides it */
  double compression_decibels;        /* by how much the loud sweep was fainter than the faint sweep
                                         predicted */
  double clipped_share;               /* share of the probe's samples that the recording cut off,
                                         0 to 1 */
  const char *protocol;               /* fastest protocol that is safe here;
                                         NULL if no protocol is safe. Never freed. */
  int32_t rung;                       /* of a burst, else -1 */
  double ceiling_hertz;               /* for handshake_sending */
  double level_decibels;              /* highest level without distortion, relative to full scale */
  double margin_decibels;             /* by how much the signal is stronger than required */
  handshake_obstacle obstacle;
} handshake_path_report;

/*
 * Opens a path for samples at `rate` hertz, 43200 to 768000, in 1 to 64 interleaved channels. It
 * listens to the strongest channel.
 *
 * On success `*path` is a handle: end it with handshake_path_close. On failure it is NULL.
 */
handshake_status handshake_path_open(double rate, size_t channels, handshake_path **path);

/* Takes the next `count` frames, with the layout and limit of handshake_receiver_push. */
handshake_status handshake_path_push(handshake_path *path, const float *samples, size_t count);

/* Ends the input. One call is enough. */
handshake_status handshake_path_finish(handshake_path *path);

/*
 * Fills `*report` with the result of the first probe. If there is no result yet, sets `*is_there`
 * to 0 and changes nothing else.
 */
handshake_status handshake_path_poll(
    const handshake_path *path, handshake_path_report *report, int *is_there);

/* Ends a path. NULL is a no-op. The handle becomes invalid. */
void handshake_path_close(handshake_path *path);

/* ---- spectrograms ---- */

/* Computes the columns of a spectrogram. */
typedef struct handshake_spectrum handshake_spectrum;

/*
 * Opens a spectrum of samples at `rate` hertz, 8000 to 768000. It covers `lowest_hertz` to
 * `highest_hertz`, at most half the rate, in `rows` (1 to 4096) equal bands.
 *
 * On success `*spectrum` is a handle: end it with handshake_spectrum_close. On failure it is NULL.
 */
handshake_status handshake_spectrum_open(
    double rate, double lowest_hertz, double highest_hertz, size_t rows,
    handshake_spectrum **spectrum);

/* Takes the next `count` samples, with the limit of handshake_receiver_push. */
handshake_status handshake_spectrum_push(
    handshake_spectrum *spectrum, const float *samples, size_t count);

/*
 * Takes the next column, of 43 ms and 21 ms after the previous column. `decibels` gets the largest
 * level in each band, the lowest band first; 0 is a sine of full scale. `*seconds` gets the time of
 * the column's middle from the first sample. If there is no column yet, sets `*is_there` to 0 and
 * changes nothing else.
 */
handshake_status handshake_spectrum_poll(
    handshake_spectrum *spectrum, float *decibels, double *seconds, int *is_there);

/* Ends a spectrum. NULL is a no-op. The handle becomes invalid. */
void handshake_spectrum_close(handshake_spectrum *spectrum);

#ifdef __cplusplus
}
#endif

#endif
