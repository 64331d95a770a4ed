// What If, While, Case and Call nodes have in common: which regions they run, and how a condition is read.
// TF: functional_ops.cc (ToBool), while_v2.py.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/status.h"
#include "core/ir/graph.h"
#include "core/tensor/tensor.h"

namespace tp {

enum class Control : uint8_t { kNone, kIf, kWhile, kCase, kCall };

// How an op runs its regions; kNone where it is an ordinary op.
Control ControlOf(const OpInfo& op);

// The regions that a control node runs, in order: then, else; cond, body; the branches; the function.
// An error where an attribute is missing.
Status ControlRegions(const OpInfo& op, Control control, const AttrSet& attrs,
                      SmallVector<Graph*, 2>* regions);

// A scalar is true where it is not zero (a string: not empty). TensorFlow's error for any other tensor.
Status TruthOf(const Tensor& condition, bool* truth);

// Which branch a Case runs: an index out of range is the last one.
int64_t BranchOf(const Tensor& index, int64_t branches);

}  // namespace tp
