// Attributes of nodes: values by name, kept as immutable sets. A graph interns its sets, so a million nodes
// with equal attributes share one.
//
// Only what cannot be derived is stored: type attributes that follow from the inputs ("T" of AddV2) are not
// in the set; OpInfo::AllAttrs (op_def.h) gives the whole list as TensorFlow shows it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/ref.h"
#include "core/tensor/tensor.h"

namespace tp {

class Graph;

// A function attribute: the region that a node runs (`body`, `then_branch`, `f`). Made from a Ref<Graph>;
// graph() is null where none was given.
class FuncAttr {
 public:
  FuncAttr() = default;
  explicit FuncAttr(const Ref<Graph>& graph);  // in graph.h
  Graph* graph() const { return graph_; }
  bool operator==(const FuncAttr& other) const { return graph_ == other.graph_; }

 private:
  Ref<RefCounted> held_;
  Graph* graph_ = nullptr;
};

class AttrValue {
 public:
  using Variant =
      std::variant<std::monostate, bool, int64_t, double, std::string, DType, Shape, Tensor, FuncAttr,
                   std::vector<bool>, std::vector<int64_t>, std::vector<double>, std::vector<std::string>,
                   std::vector<DType>, std::vector<Shape>, std::vector<FuncAttr>>;
  AttrValue() = default;
  AttrValue(bool v) : value_(v) {}
  AttrValue(int v) : value_(static_cast<int64_t>(v)) {}
  AttrValue(int64_t v) : value_(v) {}
  AttrValue(double v) : value_(v) {}
  AttrValue(float v) : value_(static_cast<double>(v)) {}
  AttrValue(const char* v) : value_(std::string(v)) {}
  AttrValue(std::string v) : value_(std::move(v)) {}
  AttrValue(DType v) : value_(v) {}
  AttrValue(Shape v) : value_(std::move(v)) {}
  AttrValue(Tensor v) : value_(std::move(v)) {}
  AttrValue(FuncAttr v) : value_(std::move(v)) {}
  template <class T>
  AttrValue(std::vector<T> v) : value_(std::move(v)) {}

  bool has_value() const { return value_.index() != 0; }
  const Variant& variant() const { return value_; }
  // The value, or null where it is of another type.
  template <class T>
  const T* As() const {
    return std::get_if<T>(&value_);
  }
  // Equal values of equal type; tensors and floats by their bits, functions by identity.
  bool operator==(const AttrValue& other) const;
  size_t Hash() const;
  // As TensorFlow prints attributes in error texts: "DT_FLOAT", "false", "[1, 2]", "\"SAME\"", "[2,3]".
  std::string ToString() const;

 private:
  Variant value_;
};

// An immutable, sorted list of (name, value). Null stands for the empty set (see EmptyAttrs).
class AttrSet : public RefCounted {
 public:
  using Item = std::pair<std::string, AttrValue>;
  AttrSet() = default;
  AttrSet(std::initializer_list<Item> items) : AttrSet(std::vector<Item>(items)) {}
  explicit AttrSet(std::vector<Item> items);

  const std::vector<Item>& items() const { return items_; }
  // The value, or null.
  const AttrValue* Find(std::string_view name) const;
  // The value as a T, or `fallback` where the set has none of that name and type.
  template <class T>
  T Get(std::string_view name, T fallback = T()) const {
    const AttrValue* value = Find(name);
    const T* typed = value ? value->As<T>() : nullptr;
    return typed ? *typed : fallback;
  }
  // A set with one more (or another) item.
  Ref<const AttrSet> With(std::string_view name, AttrValue value) const;
  bool operator==(const AttrSet& other) const { return items_ == other.items_; }
  size_t Hash() const { return hash_; }

 private:
  std::vector<Item> items_;
  size_t hash_ = 0;
};

// Sorts a set's items; equal names stay in order.
void SortByName(std::vector<AttrSet::Item>* items);

using Attrs = Ref<const AttrSet>;
const Attrs& EmptyAttrs();
inline Attrs MakeAttrs(std::vector<AttrSet::Item> items) {
  if (items.empty()) return EmptyAttrs();
  return MakeRef<const AttrSet>(std::move(items));
}

}  // namespace tp
