// Errors in traced user code, as AutoGraph words them: "in user code:", the frames of converted functions,
// then the error, indented (TensorFlow: autograph/pyct/error_utils.py, impl/api.py).
#pragma once

#include "core/interp/errors.h"

namespace tp {

// The exception to raise for one that left a converted function while it was traced: of the same class where
// the Exceptions that carry such a text already get their outer frames put in front.
Value InUserCode(const PyError& error);

// An error leaves a branch of a conditional: TensorFlow has lost its own frames, by which it knows what
// converted code calls without converting it, and shows the frames on the way where they were left, which
// `try` changes. `own`: of the open frame's statements those inside.
void LeavesConditional(const PyError& error, Span own);

extern TypeObject StagingErrorType;

}  // namespace tp
