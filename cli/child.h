// A process of its own for a piece of work that can be done once in a process (running a spec).
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tp::cli {

// Runs `body` in a child process, which ends with the code that it returns; what it tells with `say` is given
// back. *exit_code is -1 where the process could not be made or was ended by a signal.
std::string RunChild(const std::function<int(const std::function<void(std::string_view)>& say)>& body,
                     int* exit_code);

}  // namespace tp::cli
