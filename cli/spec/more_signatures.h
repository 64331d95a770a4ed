// --function NAME --spec SIGNATURE: signatures that a spec does not call, traced behind it.
//
//   -f collatz --spec 'n=i32[?]'        -f model.predict --spec 'x=f32[?,784] training=False'
#pragma once

#include "cli/command.h"
#include "core/interp/containers.h"

namespace tp::cli {

// Throws CommandError (2) where --function and --spec do not belong together or a signature does not parse:
// before the spec runs.
void CheckMore(const Arguments& arguments);
// Traces one signature for each --spec, of the --function in the same place. Throws CommandError: 2 for a
// function that is not there, 3 where the trace raises. REQUIRES: the interpreter's thread.
void TraceMore(const Arguments& arguments, DictObject* globals);

}  // namespace tp::cli
