// Interned names: one `Name` for each different text, so that comparing names is comparing pointers, in every
// module and in the interpreter alike. Names live as long as the process. One thread (the interpreter's).
#pragma once

#include <cstdint>
#include <string_view>

namespace tp {

struct Name {
  std::string_view text;
  uint32_t id = 0;  // dense, in order of first use: differs from run to run with the specs read before

  // For the interpreter: the string object of this name and its hash, made at first use.
  mutable void* object = nullptr;
  mutable uint64_t hash = 0;
};

const Name* Intern(std::string_view text);

}  // namespace tp
