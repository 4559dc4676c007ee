#include <sodium/crypto_hash_sha256.h>
#include <sodium/utils.h>
