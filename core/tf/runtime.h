// Puts the parts together that the `tf` module runs on: the executor, the passes, where tf.print writes.
#pragma once

#include "core/exec/executor.h"
#include "core/interp/interp.h"

namespace tp {

// Called once, before a spec runs.
void SetUpTensorFlow(Interp& in);

// What eager ops and traced functions of a spec run on.
Executor& TheExecutor();

}  // namespace tp
