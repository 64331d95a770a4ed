// What a spec left behind, as a bundle: every Function that was traced, under the name by which the spec's
// globals reach it, with its traces; the variables that they use; the spec's text.
//
// Names are found breadth first from the globals: `collatz`, `model.predict` (a method of an instance),
// `models[0].predict`, `table['a']`. What is not reached (a function inside a function) has its qualified
// name without `<locals>`. A name that is taken gets `#2`, `#3`, ….
#pragma once

#include <string>
#include <vector>

#include "core/interp/containers.h"
#include "core/trace/function.h"
#include "serialize/contents.h"

namespace tp::cli {

struct Collected {
  BundleContents contents;
  // Beside contents.functions: what each was made from.
  std::vector<Function*> functions;
  std::vector<std::vector<Ref<ConcreteFunction>>> traces;
  // Beside contents.variables: the spec's own.
  std::vector<Ref<VariableResource>> variables;
  // Why a bundle cannot hold all of it ("`f/1` captures a variant"); empty where it can.
  std::vector<std::string> obstacles;
  // The traces that those are about: places in contents.functions and in its concretes, in order.
  std::vector<std::pair<size_t, size_t>> unwritable;
  // What a bundle holds but cannot run.
  std::vector<std::string> warnings;
};

// REQUIRES: the interpreter's thread; `globals` may be null (nothing is reached then).
Collected CollectSpec(const std::string& path, const std::string& text, DictObject* globals);

// Drops what is unwritable, and functions that have nothing left, so that a bundle can hold the rest.
void DropUnwritable(Collected* collected);

// Every Function of the spec, traced or not, with its id.
std::vector<std::pair<std::string, Function*>> NamedFunctions(DictObject* globals);

}  // namespace tp::cli
