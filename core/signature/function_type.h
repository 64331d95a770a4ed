// FunctionType: the parameters of a traced function with a TraceType each, and how one is found for a call
// (TensorFlow: core/function/polymorphism/{function_type,type_dispatch}.py).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/signature/trace_type.h"

namespace tp {

struct Parameter {
  enum class Kind : uint8_t {
    kPositionalOnly,
    kPositionalOrKeyword,
    kVarPositional,
    kKeywordOnly,
    kVarKeyword
  };
  std::string name;
  Kind kind = Kind::kPositionalOrKeyword;
  bool optional = false;
  TraceTypeRef type;  // null: not constrained
  bool Equals(const Parameter& other) const;
};
std::string_view ParameterKindName(Parameter::Kind kind);  // "POSITIONAL_OR_KEYWORD"

// What a trace depends on besides its arguments (TensorFlow: function_context.py): the same arguments in
// another context are another trace.
struct TraceContext {
  bool in_graph = false;        // called while another graph is being built
  std::string variable_policy;  // "" by default
  int graph_id = 0;             // numbers the outer graph where that matters; 0 eagerly
  bool xla = false;
  bool operator==(const TraceContext&) const = default;
};

class FunctionType : public RefCounted {
 public:
  FunctionType() = default;
  explicit FunctionType(std::vector<Parameter> parameters);

  std::span<const Parameter> parameters() const { return parameters_; }
  // What the function returns; null until it is traced.
  const TraceTypeRef& output() const { return output_; }
  void set_output(TraceTypeRef output) { output_ = std::move(output); }

  bool Equals(const FunctionType& other) const;
  size_t Hash() const { return hash_; }
  // True where a call of type *this can be served by a function traced for `traced`: same parameters, each
  // argument's type a subtype.
  bool IsServedBy(const FunctionType& traced) const;
  // A type that serves both; null where a parameter has no common supertype.
  Ref<FunctionType> Generalize(const FunctionType& other) const;
  // The parameters' indices in the order of graph inputs: keyword-only ones last, by name.
  std::vector<size_t> InputOrder() const;
  // The tensors and variables of all parameters in that order.
  std::vector<TraceTypeRef> FlatInputs() const;

  // TensorFlow's str(FunctionType): "(x: TensorSpec(shape=(None,), …), *, y: Literal[2]) -> …".
  std::string ToString() const;
  // "x=f32[?,784] lr=0.1".
  std::string Short() const;

 private:
  std::vector<Parameter> parameters_;
  TraceTypeRef output_;
  size_t hash_ = 0;
};

// The most specific of `traced` that serves `call`, the earliest on a tie; -1 where none does.
int Dispatch(const FunctionType& call, std::span<const Ref<FunctionType>> traced);

}  // namespace tp
