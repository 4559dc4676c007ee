// Derives keys of passphrases at Argon2id's least cost instead of the one that is asked for, which
// takes 0.1 s of a processor each time. The keys differ from those of all other programs, and are
// the same in all programs that do so. Preloaded into programs whose tests are of something else:
//
//   cc -shared -fPIC -o derivation-light.so tools/parts/derivation-light.c -ldl
//   LD_PRELOAD=./derivation-light.so hsend --secret-file FILE hello

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef int derivation(
  unsigned char *key, unsigned long long key_size, const char *passphrase,
  unsigned long long passphrase_size, const unsigned char *salt, unsigned long long operations,
  size_t memory, int algorithm);

derivation crypto_pwhash;

int crypto_pwhash(
  unsigned char *key, unsigned long long key_size, const char *passphrase,
  unsigned long long passphrase_size, const unsigned char *salt, unsigned long long operations,
  size_t memory, int algorithm) {
  static derivation *real;
  (void)operations;
  (void)memory;
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "crypto_pwhash");
  // crypto_pwhash_OPSLIMIT_MIN and crypto_pwhash_MEMLIMIT_MIN
  return real(key, key_size, passphrase, passphrase_size, salt, 1, 8192, algorithm);
}
