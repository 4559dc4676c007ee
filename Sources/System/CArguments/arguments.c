#include "CArguments.h"

#include <sys/prctl.h>

static int count;
static char **vector;

// glibc hands main's arguments to constructors too.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  vector = argv;
}

int arguments_count(void) { return count; }

char **arguments_vector(void) { return vector; }

int process_hide(void) { return prctl(PR_SET_DUMPABLE, 0); }
