// Ctrl-C: a flag that the interpreter looks at between steps, the executor between nodes and iterations.
#pragma once

#include <atomic>

namespace tp {

// Set by InterruptSpec (interp.h); taken back by whoever turns it into a KeyboardInterrupt.
extern std::atomic<bool> interrupt_requested;

struct LimitError;
// A limit that was reached where nothing can be thrown, in a destructor: the next tick throws it.
void PostponeLimit(const LimitError& error);
// Throws what was put off; nothing where there is nothing.
void RaisePostponedLimit();

}  // namespace tp
