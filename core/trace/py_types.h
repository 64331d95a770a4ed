// TraceTypes of Python values (TensorFlow: core/function/trace_type/trace_type_builder.py), and the way back:
// the placeholders that a traced function gets for them.
#pragma once

#include <string>
#include <vector>

#include "core/interp/function.h"
#include "core/signature/function_type.h"
#include "core/signature/trace_type.h"
#include "core/trace/specs.h"

namespace tp {

// What the types of one call share: which variables are the same.
class TypeContext {
 public:
  // The number of the variable among the distinct ones of this call.
  int AliasOf(const Value& variable);
  const std::vector<Value>& variables() const { return variables_; }

 private:
  std::vector<Value> variables_;
};

// The key of one argument. Raises TypeError where a value has none ("could not be represented through the
// generic tracing type…").
TraceTypeRef TypeOfValue(const Value& v, TypeContext& context);
// A literal by value: what dict keys and literal types hold. Big integers and the like are compared by repr.
LiteralValue LiteralOf(const Value& v);

// An argument that is compared as an object: a weak reference, then ==.
class PyObjectKey : public ObjectKey {
 public:
  explicit PyObjectKey(const Value& object);
  bool Equals(const ObjectKey& other) const override;
  size_t Hash() const override { return hash_; }
  bool alive() const override { return ref_.as<WeakRefObject>()->target != nullptr; }
  std::string Describe() const override { return description_; }
  std::string Repr() const override { return tp::Repr(ref_); }
  // TF: Weakref.cast: is `v`, or what it wraps, the object or equal to it?
  bool Accepts(const Value& v) const;
  Object* target() const { return ref_.as<WeakRefObject>()->target; }
  const Facts& facts() const override { return facts_; }
  void set_facts(Facts facts) const { facts_ = std::move(facts); }

 private:
  mutable Facts facts_;
  Value ref_, kept_;
  size_t hash_;
  std::string description_;
};

// An argument that is compared by its own ==, and kept: what takes no weak reference.
class PyLiteral : public CustomType {
 public:
  PyLiteral(Value value, size_t hash) : value_(std::move(value)), hash_(hash) {}
  bool Equals(const CustomType& other) const override;
  size_t Hash() const override { return hash_; }
  bool IsSubtypeOf(const CustomType& other) const override { return Equals(other); }
  TraceTypeRef CommonSupertype(std::span<const TraceTypeRef> others) const override;
  std::string Describe() const override { return "Literal[" + Repr(value_) + "]"; }
  const Value& value() const { return value_; }

 private:
  Value value_;
  size_t hash_;
};

// An argument that takes itself apart (Container::kCustom; TF: custom_nest_trace_type.py).
class PyNestType : public CustomType {
 public:
  PyNestType(Value python_class, Value metadata, std::vector<TraceTypeRef> items)
      : python_class_(std::move(python_class)), metadata_(std::move(metadata)), items_(std::move(items)) {}
  bool Equals(const CustomType& other) const override;
  size_t Hash() const override;
  bool IsSubtypeOf(const CustomType& other) const override;
  TraceTypeRef CommonSupertype(std::span<const TraceTypeRef> others) const override;
  std::string Describe() const override;
  void Flatten(std::vector<TraceTypeRef>* flat) const override;
  const Value& python_class() const { return python_class_; }
  const Value& metadata() const { return metadata_; }
  std::span<const TraceTypeRef> items() const { return items_; }

 private:
  // The other's items where only they may differ.
  const PyNestType* Alike(const CustomType& other) const;

  Value python_class_, metadata_;
  std::vector<TraceTypeRef> items_;
};

// A type that the spec's own class gave through __tf_tracing_type__, or the spec of a composite value.
class PyCustomType : public CustomType {
 public:
  explicit PyCustomType(Value type) : type_(std::move(type)) {}
  bool Equals(const CustomType& other) const override;
  size_t Hash() const override;
  bool IsSubtypeOf(const CustomType& other) const override;
  TraceTypeRef CommonSupertype(std::span<const TraceTypeRef> others) const override;
  std::string Describe() const override { return Repr(type_); }
  void Flatten(std::vector<TraceTypeRef>* flat) const override;
  const Value& type() const { return type_; }

 private:
  Value type_;
};

// Makes the arguments that a traced function sees: tensors become Placeholder nodes of the open graph called
// `name`, variables become variables on a placeholder handle, everything else stays what `value` has.
class PlaceholderMaker {
 public:
  explicit PlaceholderMaker(FuncGraph& graph) : graph_(graph) {}
  Value Make(const TraceType& type, const Value& value, const std::string& name);
  // Once all are made: the nodes of those that TensorFlow puts together twice.
  void MakeAgain();
  // Names of the tensor inputs as the user knows them, in order ("x", "batch").
  const std::vector<std::string>& names() const { return names_; }

 private:
  FuncGraph& graph_;
  std::vector<Value> variables_;  // by alias
  std::vector<std::pair<Value, std::vector<Val>>> made_twice_;
  std::vector<std::string> names_;
};

// The tensors of an argument, in the order of the type's Flatten; a variable's handle, once where it is given
// again. Values that are no tensors where the type has one are converted. REQUIRES: the value has the type's
// structure.
void TensorsOf(const TraceType& type, const Value& value, std::vector<Val>* tensors);
// Those of all arguments, given in the order of the type's parameters, in the order of graph inputs. A
// variable that is given again is the input of the parameter that has it first.
std::vector<Val> InputsOf(const FunctionType& type, std::span<const Value> values);
// `all`, of parameter i from ends[i - 1] to ends[i], in the order of graph inputs.
template <class T>
std::vector<T> InInputOrder(const FunctionType& type, std::span<const T> all, std::span<const size_t> ends) {
  std::vector<T> ordered;
  for (const size_t i : type.InputOrder())
    ordered.insert(ordered.end(), all.begin() + static_cast<std::ptrdiff_t>(i ? ends[i - 1] : 0),
                   all.begin() + static_cast<std::ptrdiff_t>(ends[i]));
  return ordered;
}

}  // namespace tp
