// Errors in traced user code, as AutoGraph words them: "in user code:", the frames of converted functions,
// then the error, indented (TensorFlow: autograph/pyct/error_utils.py, impl/api.py).
#pragma once

#include "core/interp/errors.h"

namespace tp {

// The exception to raise for one that left a converted function while it was traced: of the same class where
// the Exceptions that carry such a text already get their outer frames put in front.
Value InUserCode(const PyError& error);

extern TypeObject StagingErrorType;

}  // namespace tp
