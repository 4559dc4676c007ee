#include <stddef.h>
#include <stdint.h>

// llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
