/*
 * What the core takes from a page besides the C library, and what a page needs of the structs of
 * handshake.h.
 */
#include <handshake.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The page's: fills `count` bytes with random ones, at most 65536 at a time. */
__attribute__((import_module("page"), import_name("random"))) void page_random(
    void *bytes, size_t count);
/* The page's: seconds since 1970. */
__attribute__((import_module("page"), import_name("seconds"))) double page_seconds(void);

void arc4random_buf(void *bytes, size_t count) {
  for (size_t done = 0; done < count; done += 65536)
    page_random((char *)bytes + done, count - done < 65536 ? count - done : 65536);
}

double handshake_browser_seconds(void) { return page_seconds(); }

/* Swift would write here why it ends, and the C library would want files for that. */
int putchar(int character) { return character; }

/* strtod() reads as from a file, and asks musl to close files in the end. There are none. */
void __stdio_exit_needed(void) {}

/* A trap tells the page; the C library's abort would want an exit from the system. */
void abort(void) { __builtin_trap(); }

#define EVENT(field) offsetof(handshake_event, field)
#define SENDING(field) offsetof(handshake_sending, field)

/* Where the fields lie, in the order in which Sources/JavaScript/core.js names them. */
const uint32_t handshake_page_layout[] = {
    sizeof(handshake_event), EVENT(kind), EVENT(failure), EVENT(frame), EVENT(text),
    EVENT(text_length), EVENT(name), EVENT(protocol), EVENT(lowest_hertz), EVENT(highest_hertz),
    EVENT(start_seconds), EVENT(end_seconds), EVENT(snr_decibels), EVENT(margin_decibels),
    EVENT(dilation_ppm), EVENT(corrected), EVENT(received), EVENT(needed), EVENT(peak),
    EVENT(band_level),
    sizeof(handshake_seal), offsetof(handshake_seal, sealed),
    offsetof(handshake_seal, sealed_seconds),
    sizeof(handshake_sending), SENDING(size), SENDING(bytes), SENDING(length), SENDING(file_name),
    SENDING(protocol), SENDING(ceiling_hertz), SENDING(rung), SENDING(repair_percent),
    SENDING(copies), SENDING(secret), SENDING(floor_hertz),
    sizeof(handshake_finding), offsetof(handshake_finding, kind),
    offsetof(handshake_finding, severity), offsetof(handshake_finding, value)};
