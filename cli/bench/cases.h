// What there is to time: one case a signature (and size of unknown dims), of a bundle or of what a spec left
// behind.
#pragma once

#include <deque>
#include <memory>

#include "api/session.h"
#include "cli/bench/timer.h"
#include "cli/command.h"

namespace tp::cli {

// What a case's closures refer to.
struct CaseState {
  std::vector<Tensor> inputs;   // of the graph, captures included
  std::vector<Tensor> outputs;  // of the graph
  std::vector<Tensor> eager_outputs;
};

// Inputs for a signature's tensor parameters: --input first, then `samples` (what the spec passed; empty:
// none), then random. `dim`: the size of unknown dims, 0 for that of the sample, else 32. Throws (2) where
// one does not fit; "" in *why where they do, else why the signature is left out.
// *made_up: some are random.
std::vector<Tensor> CaseInputs(Env& env, const BundleConcrete& concrete, std::span<const Tensor> samples,
                               const NamedInputs& given, uint64_t seed, int64_t dim, std::string* why,
                               bool* made_up);
// "x=f32[?=32,784]" and {"x.0", 32} for these inputs.
void DescribeInputs(const BundleConcrete& concrete, std::span<const Tensor> inputs, BenchCase* bench);
// True for graphs with ops that draw random numbers from a state.
bool DrawsRandom(Graph& graph);
// The functions that --function asks for, as indices of functions and traces (-1: all).
bool IsChosen(const Arguments& arguments, const BundleContents& contents, size_t function, size_t trace);
// True (with a note) for a trace that nothing runs once its function has made its variables, unless
// --function asks for it by its number.
bool IsLeftOut(Env& env, const Arguments& arguments, const BundleContents& contents, size_t function,
               size_t trace);
// Throws (2) for a --function that names none, an --input that no signature has, a --dim that none needs; of
// several files another may have it.
void CheckChosen(const Arguments& arguments, const BundleContents& contents, const std::string& file);
void CheckInputs(const Arguments& arguments, const BundleContents& contents, const NamedInputs& given);

// All cases of a bundle; they refer to `session`, which outlives them.
std::vector<BenchCase> BundleCases(Env& env, const Arguments& arguments, const std::string& file,
                                   Session& session, uint64_t seed);

}  // namespace tp::cli
