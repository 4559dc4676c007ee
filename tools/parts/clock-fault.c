// Makes the time of day leap, as it does where a machine learns the time late, or stand. Preloaded
// into a program:
//
//   cc -shared -fPIC -o clock-fault.so tools/parts/clock-fault.c -ldl
//   LD_PRELOAD=./clock-fault.so CLOCK_LEAP=-3600 hrecv --json
//
// CLOCK_LEAP=SECONDS    every second look at the clock finds it by so much changed.
// CLOCK_STANDS=SECONDS  every look finds it so many seconds after 1970.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long leap(void) {
  static unsigned looks;
  const char *seconds = getenv("CLOCK_LEAP");
  return seconds && __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) % 2 ? atol(seconds) : 0;
}

// Whether the clock stands, and at which second.
static int stands(time_t *seconds) {
  const char *at = getenv("CLOCK_STANDS");
  if (at) *seconds = atol(at);
  return at != NULL;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int code = real(clock, now);
  if (clock == CLOCK_REALTIME) {
    now->tv_sec += leap();
    if (stands(&now->tv_sec)) now->tv_nsec = 0;
  }
  return code;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "gettimeofday");
  int code = real(now, zone);
  now->tv_sec += leap();
  if (stands(&now->tv_sec)) now->tv_usec = 0;
  return code;
}
