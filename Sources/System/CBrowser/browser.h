/* What a program in a browser takes from outside: of the C library, and of the page that it runs in. */
#ifndef HANDSHAKE_BROWSER_H
#define HANDSHAKE_BROWSER_H

#include <stddef.h>

/* The C library's, as in <stdlib.h>. */
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
double strtod(const char *text, char **end);

/* Fills `count` bytes with random ones, by the page's crypto.getRandomValues. */
void arc4random_buf(void *bytes, size_t count);

/* Seconds since 1970, by the page's clock. */
double handshake_browser_seconds(void);

#endif
