// Variables that a traced function creates. TensorFlow lets a Function create variables while its first call
// is traced: they live outside, their initial values are computed outside too where that is possible, and the
// function is then traced once more without creation (polymorphic_function.py: UnliftedInitializerVariable).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/trace/objects.h"

namespace tp {

struct VariableCreation {
  bool allowed = true;         // false: a later trace, creating one is a ValueError
  FuncGraph* graph = nullptr;  // the function's own graph
  std::vector<Value> created;  // weak references to all that were made
  // What is left to initialise: the variable (owned until then) and its value in the graph.
  std::vector<std::pair<Value, Val>> pending;
};

// That of the innermost Function being traced; null outside.
VariableCreation* CurrentVariableCreation();

class VariableCreationScope {
 public:
  explicit VariableCreationScope(VariableCreation* creation);
  ~VariableCreationScope();
  VariableCreationScope(const VariableCreationScope&) = delete;

 private:
  VariableCreation* outer_;
};

// Gives the pending variables their values, computed eagerly from the nodes that make them. Where a value
// depends on the function's arguments nothing is done, and what TensorFlow says of that is given; else "".
std::string LiftInitializers(VariableCreation& creation);

[[noreturn]] void RaiseUnliftable(const std::string& why);

}  // namespace tp
