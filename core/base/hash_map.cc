#include "core/base/hash_map.h"

#include <cstdlib>

namespace tp {

constinit uint64_t hash_salt = 0;

namespace {

// Before the constructors of static objects, which fill tables.
[[gnu::constructor(101)]] void ReadSalt() {
  if (const char* salt = std::getenv("TRACEPACK_HASH_SALT")) hash_salt = std::strtoull(salt, nullptr, 0);
}

}  // namespace
}  // namespace tp
