// Ctrl-C: a flag that the interpreter looks at between steps, the executor between nodes and iterations.
#pragma once

#include <atomic>

namespace tp {

// Set by InterruptSpec (interp.h); taken back by whoever turns it into a KeyboardInterrupt.
extern std::atomic<bool> interrupt_requested;

}  // namespace tp
