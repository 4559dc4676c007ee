/* What the core takes from a page: of the C library that it is linked with, and the clock. */
#ifndef HANDSHAKE_BROWSER_H
#define HANDSHAKE_BROWSER_H

#include <stddef.h>

/* The C library's, as in <stdlib.h>. */
void *malloc(size_t size);
void free(void *memory);
double strtod(const char *text, char **end);

/* Seconds since 1970, by the page's clock. */
double handshake_browser_seconds(void);

#endif
