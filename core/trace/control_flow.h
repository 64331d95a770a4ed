// Conditionals and loops as nodes with regions: what tf.cond, tf.while_loop, tf.switch_case and AutoGraph's
// staging record, with TensorFlow's names, inputs and extra nodes (TensorFlow: cond_v2.py, while_v2.py).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/trace/objects.h"

namespace tp {

// A piece of Python code that is recorded into a region; gives its structured result.
using RegionFn = std::function<Value()>;

struct Region {
  Ref<FuncGraph> graph;
  Value outputs;          // structured, of the region's tensors (after their Identity) and None
  std::vector<Val> flat;  // its tensors
};
// Records `body` into a new graph inside the open one. Results that are no tensors are converted (TypeError
// where that cannot be); each passes through an Identity; control edges are added. An operation as a result
// stands for `operation_result`, given behind it. `shown`: what an error calls the function that was
// recorded.
Region RecordRegion(const std::string& name, const RegionFn& body, const Val& operation_result = {},
                    const std::function<std::string()>& shown = {});

// If or StatelessIf on a boolean (converted in the scope of the node; other ranks are squeezed), followed by
// an Identity for each result. Both branches must give the same structure and dtypes: TypeError and
// ValueError with cond_v2's texts. The result has that structure. `shown`: what an error calls branch 0 or 1.
Value Cond(const Value& predicate, const RegionFn& then_fn, const RegionFn& else_fn,
           std::string_view name = "cond", const std::function<std::string(int)>& shown = {});

struct WhileOptions {
  Value maximum_iterations;           // undefined: not limited; converted in the scope of the loop
  std::vector<tp::Shape> invariants;  // for each loop variable; empty: the variables' own shapes
  std::string name = "while";
  std::function<void(size_t, const Val&)> check =
      {};  // of what a variable is after an iteration, as a tensor
  int64_t parallel_iterations = 10;
};
// While or StatelessWhile. `test` and `body` get the loop variables as a list of tensors; `body` gives as
// many values, which become tensors one after the other, each in front of its Identity. Returns the final
// variables.
std::vector<Val> While(const std::vector<Val>& variables,
                       const std::function<Val(std::span<const Val>)>& test,
                       const std::function<std::vector<Value>(std::span<const Val>)>& body,
                       const WhileOptions& options = {});

// Case or StatelessCase: branch number `index` of `branches`, the last one where it is out of range.
Value SwitchCase(const Val& index, const std::vector<RegionFn>& branches,
                 std::string_view name = "indexed_case");

}  // namespace tp
