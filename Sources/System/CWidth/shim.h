#include <wchar.h>

// glibc declares it for X/Open sources only.
int wcwidth(wchar_t letter);
