// The values that variables had first, for bundles that keep them (`build --with-first`). Off unless asked for.
#pragma once

#include "core/ir/runner.h"

namespace tp {

// From now on the first value of each variable is kept.
void KeepFirstValues();
// To be called before a variable gets a value: notes it, where it is its first. Any thread.
void NoteFirstValue(const VariableResource& variable, const Tensor& value);
// Invalid where it was not kept.
Tensor FirstValue(const VariableResource& variable);

}  // namespace tp
