// For posix_spawn_file_actions_addclosefrom_np.
#define _GNU_SOURCE
#include "CSpawn.h"

int spawn_closing_from(posix_spawn_file_actions_t *actions, int lowest) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
#else
  (void)actions, (void)lowest;
  return 0;
#endif
}
