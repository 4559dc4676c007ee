#include <monocypher.h>
