/*
 * HandShake: text through the air as near-ultrasonic sound. The C interface of libhandshake.so.
 *
 * A receiver takes samples and gives events; a transmitter takes a text and gives samples. Neither knows
 * of devices or files. Samples are 32-bit floats, one channel, full scale being 1.
 *
 *   handshake_receiver *receiver;
 *   handshake_event event;
 *   if (handshake_receiver_open(48000, NULL, 0, &receiver) != HANDSHAKE_OK) ...
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
  HANDSHAKE_NEEDS_LENGTH = 8,      /* the protocol sends messages of a fixed length only */
  HANDSHAKE_UNPOLLED = 9,          /* too many events wait: poll them before more samples are pushed */
  HANDSHAKE_FINISHED = 10,         /* samples were pushed after handshake_receiver_finish */
  HANDSHAKE_SECRET_TOO_SHORT = 11, /* a secret of fewer than 12 characters */
  HANDSHAKE_SECRET_TOO_LONG = 12,  /* a secret of more than 1024 bytes */
  HANDSHAKE_SECRET_NOT_TEXT = 13,  /* a secret that is not UTF-8, or has a zero byte */
  HANDSHAKE_SECRET_MISTYPED = 14,  /* a generated secret with a typing error */
  HANDSHAKE_NO_MEMORY = 15,        /* the 64 MiB that a secret takes are not there */
  HANDSHAKE_NO_SEALING = 16        /* the protocol carries nothing that is sealed */
} handshake_status;

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

/*
 * Ends a secret; NULL is let pass. The handle is void from then on. The keys are overwritten as soon as no
 * receiver and no transmitter that was given them is open.
 */
void handshake_secret_destroy(handshake_secret *secret);

/* ---- receiving ---- */

typedef struct handshake_receiver handshake_receiver;

/* What an event tells. New ones may be added at the end: ignore what you do not know. */
typedef enum handshake_kind {
  HANDSHAKE_NONE = 0,     /* there is no event */
  HANDSHAKE_LEVEL = 1,    /* the level of the last tenth of a second; the latest one only is kept */
  HANDSHAKE_DETECTED = 2, /* a frame begins; a message, a file or a failure of that number may follow */
  HANDSHAKE_PROGRESS = 3, /* `text` is checked text from the beginning of a frame still arriving */
  HANDSHAKE_BLOCKS = 4,   /* `received` of `needed` blocks of a long message or file are there */
  HANDSHAKE_MESSAGE = 5,  /* `text` is a whole message whose checks hold */
  HANDSHAKE_FILE = 6,     /* `text` is a whole file whose SHA-256 holds, `name` its harmless name */
  HANDSHAKE_FAILED = 7    /* a frame gave no message: `failure` is the step that refused it */
} handshake_kind;

/* The step that refused a frame. New ones may be added at the end. */
typedef enum handshake_failure {
  HANDSHAKE_NO_FAILURE = 0,
  HANDSHAKE_CUT_OFF = 1,         /* the sound ended inside the frame */
  HANDSHAKE_SYNC = 2,            /* nothing after the start looks like a frame */
  HANDSHAKE_HEADER = 3,          /* its length could not be read */
  HANDSHAKE_CODE = 4,            /* more was wrong than the code repairs */
  HANDSHAKE_CHECK = 5,           /* a check refused it */
  HANDSHAKE_DOUBT = 6,           /* there is no check, and it could be another text as well */
  HANDSHAKE_INCOMPLETE = 7,      /* frames of a long message or file did not come */
  HANDSHAKE_UNKNOWN_CONTENT = 8, /* all of it came, sent by a newer version */
  HANDSHAKE_DIGEST = 9,          /* a file whose SHA-256 is another than its sender's */
  HANDSHAKE_NO_SECRET = 10,      /* it is sealed, and the receiver has no secrets */
  HANDSHAKE_OTHER_SECRET = 11,   /* it is sealed with none of the receiver's secrets */
  HANDSHAKE_NOT_SEALED = 12,     /* it came in clear, and sealed messages only are wanted */
  HANDSHAKE_TOO_OLD = 13,        /* it was sealed too long ago, or ahead of the clock */
  HANDSHAKE_REPLAYED = 14        /* it is sealed, and came before */
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
 * Opens a receiver for samples at `rate` hertz: 48000, 64000, 80000 or a higher multiple of 16000 up to
 * 768000; resample what comes at another rate to 48000.
 *
 * `protocols` are `protocol_count` (at most 64) names, or paths of protocol files where they contain a
 * slash or end in ".json"; NULL and 0 listen for all near-ultrasonic ones.
 *
 * On success `*receiver` is a handle that handshake_receiver_close ends, otherwise NULL.
 */
handshake_status handshake_receiver_open(
    double rate, const char *const *protocols, size_t protocol_count, handshake_receiver **receiver);

/*
 * From now on `receiver` opens what is sealed with one of `secret_count` (1 to 16) secrets, and refuses
 * what came in clear unless `also_unsealed` is not 0. `rooms` are as many names for them, which are
 * copied; NULL for none, and any of them may be NULL. A second call replaces the first.
 *
 * What was sealed more than `greatest_age` seconds before it came by the system's clock, or more than ten
 * minutes ahead of it, is refused, and so is what came already. That is for samples that are pushed as they
 * are heard; 600 is usual. Infinity is for recordings: they are opened at any age, and as often as they come.
 */
handshake_status handshake_receiver_unseal(
    handshake_receiver *receiver, handshake_secret *const *secrets, const char *const *rooms,
    size_t secret_count, double greatest_age, int also_unsealed);

/*
 * Takes the next `count` samples, at most 2^28; they are not kept. What is not a number, infinite or
 * beyond 10^10 counts as 0. `samples` may be NULL where `count` is 0.
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

/* Ends a receiver and frees what it owns; NULL is let pass. The handle is void from then on. */
void handshake_receiver_close(handshake_receiver *receiver);

/* ---- sending ---- */

typedef struct handshake_transmitter handshake_transmitter;

/*
 * Opens a transmitter of `length` bytes (at most 2^20), which are copied, for samples at `rate` hertz, up
 * to 768000; what rate is enough depends on the protocol, and 44100 is for all that is near-ultrasonic.
 * The bytes are a text in UTF-8; "hop" and ggwave's protocols carry any other bytes too.
 *
 * `protocol` is a name or path as above, NULL for "hop". It is sent in the highest of the protocol's
 * bands that lies below `ceiling` hertz, up to which the loudspeaker plays well; 0 for the usual ceiling,
 * 20000.
 *
 * On success `*transmitter` is a handle that handshake_transmitter_close ends, otherwise NULL.
 */
handshake_status handshake_transmitter_open(
    const char *text, size_t length, const char *protocol, double ceiling, double rate,
    handshake_transmitter **transmitter);

/*
 * As handshake_transmitter_open, for a text that is sealed with `secret` at the time that the system's
 * clock shows, which has to be right. The protocols "hop" and "burst" and those named after them carry it.
 */
handshake_status handshake_transmitter_open_sealed(
    const char *text, size_t length, const handshake_secret *secret, const char *protocol,
    double ceiling, double rate, handshake_transmitter **transmitter);

/* Samples of the whole transmission; 0 for NULL. */
uint64_t handshake_transmitter_sample_count(const handshake_transmitter *transmitter);

/*
 * Writes the next samples, at most `capacity` (which is at most 2^28), and says in `*written` how many:
 * 0 at the end. `samples` may be NULL where `capacity` is 0.
 */
handshake_status handshake_transmitter_read(
    handshake_transmitter *transmitter, float *samples, size_t capacity, size_t *written);

/* Ends a transmitter; NULL is let pass. The handle is void from then on. */
void handshake_transmitter_close(handshake_transmitter *transmitter);

#ifdef __cplusplus
}
#endif

#endif
