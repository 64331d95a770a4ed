// Verify: what every graph must hold, for graphs that passes changed and for those read from outside.
//
// Checked: ids and ranges; a value is defined before its use, a control edge leads back (except to a NoOp,
// see effects.h); parameters are Placeholder nodes; attributes are there and of the defined type; dtypes and
// shapes are what the op's definition gives (a recorded shape may say more, not another thing); regions fit
// the node that runs them, and hold all this themselves.
#pragma once

#include "core/base/status.h"
#include "core/ir/graph.h"

namespace tp {

struct VerifyOptions {
  bool shapes = true;  // run shape functions: the dearest part
  int max_depth = 64;  // of regions
  bool nested = true;  // the regions, too; false: they were verified before, only how they fit is checked
};

// OK, or kInternal with a text that names the graph, the node and what is wrong.
Status Verify(const Graph& graph, const VerifyOptions& options = {});

}  // namespace tp
