// How a kernel's gradient tells who calls Python functions (py_function) that a function's calls are to be
// kept for their gradients, without knowing the interpreter.
#pragma once

#include <string_view>

namespace tp {

// What a token is followed by where the gradient of the function's last call is meant.
inline constexpr std::string_view kHostGradientSuffix = "/grad";

// A node that asks for gradients of the function that `token` stands for is made.
void NoteHostGradient(std::string_view token);

struct RegisterHostGradient {
  explicit RegisterHostGradient(void (*note)(std::string_view token));
};

}  // namespace tp
