// What a person is shown beside TensorFlow's text when an op refuses its inputs while a graph is made: which
// expressions of the spec gave them, of what shapes, and where those were made.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/status.h"
#include "core/diag/diagnostic.h"
#include "core/ir/attr.h"
#include "core/trace/func_graph.h"

namespace tp {

// Keeps what is known of the op that failed, for ExplainFailedOp: the last one is kept. `inputs` as the op
// was given them, in the graph that is open or around it.
void NoteFailedOp(const OpInfo& op, const AttrSet& attrs, std::span<const Val> inputs, const Status& status);

// The block for an exception with that text: "error: `h` has 128 columns, `self.w2` has 64 rows" and the two
// expressions in their line. Nothing where the exception is not that of the op that failed last, or where the
// spec's text has nothing to point at.
std::optional<Diagnostic> ExplainFailedOp(std::string_view exception_text);

}  // namespace tp
