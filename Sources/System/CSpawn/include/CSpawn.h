#ifndef C_SPAWN_H
#define C_SPAWN_H

#include <spawn.h>

/// An empty file in memory, close-on-exec; -1 and errno where there can be none.
int spawn_memory_file(void);

/// Has the child close every descriptor from `lowest` on; gives 0 or an errno. A glibc before 2.34
/// cannot: there only those that are close-on-exec are closed.
int spawn_closing_from(posix_spawn_file_actions_t *actions, int lowest);

#endif
