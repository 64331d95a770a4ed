// Fills the retrace log: why a trace is made, where the call stands, what it cost.
#pragma once

#include "core/trace/function.h"

namespace tp {

// Called before a trace: compares with the function's traces so far and takes the call's place from the
// running frame of the spec.
RetraceRecord RecordRetrace(const Function& function, const FunctionType& asked, bool creation);
// Called behind it: nodes and bytes.
void FinishRetrace(ConcreteFunction& function);

}  // namespace tp
