// For posix_spawn_file_actions_addclosefrom_np and memfd_create.
#define _GNU_SOURCE
#include "CSpawn.h"

#include <sys/mman.h>

int spawn_memory_file(void) { return memfd_create("message", MFD_CLOEXEC); }

int spawn_closing_from(posix_spawn_file_actions_t *actions, int lowest) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
  (void)actions, (void)lowest;
  return 0;
#endif
}
