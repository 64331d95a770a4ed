// TraceType: the key of one argument of a tf.function. Plain data without the interpreter, so that a bundle
// can hold it and the small runtime can match a call against it. Relations follow TensorFlow
// (core/function/trace_type/default_types.py, tensor_spec.py, resource_variable_ops.py: VariableSpec).
//
//   tensor    dtype and shape                          subtype: same dtype, shape at least as specific
//   variable  dtype, shape, trainable, alias number    variables of one call that are the same have one
//   number literal   None, bool, int, float, str, bytes, …    equal by Python's ==, so 1, 1.0 and True are
//   one type list, tuple, dict, named tuple, attrs               elementwise object    anything else: a weak
//   reference, then == (ObjectKey, made by the tracer) custom    what __tf_tracing_type__ gave (CustomType,
//   made by the tracer)
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/ref.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace tp {

// A Python value that is compared by value. Bytes and what has no form of its own here (big integers,
// complex, frozensets, dtypes, …) are Other: `text` is the repr, `tag` the Python type's name; equal where
// both are.
struct LiteralBytes {
  std::string bytes;
  auto operator<=>(const LiteralBytes&) const = default;
};
struct LiteralOther {
  std::string tag, text;
  auto operator<=>(const LiteralOther&) const = default;
};
using LiteralValue =
    std::variant<std::monostate, bool, int64_t, double, std::string, LiteralBytes, LiteralOther>;

// Python's ==, but every NaN equals every NaN (TensorFlow's Literal); consistent with LiteralHash.
bool LiteralEquals(const LiteralValue& a, const LiteralValue& b);
size_t LiteralHash(const LiteralValue& value);
// As Python's repr: "None", "True", "2", "0.1", "'train'", "b'x'".
std::string LiteralRepr(const LiteralValue& value);

// Without the addresses of Python's default reprs: "<C object at 0x7f…>" as "<C object>". For what is kept.
std::string WithoutAddresses(std::string text);

// What the tracer knows of an argument that is compared as an object. Pointers are never printed or stored.
class ObjectKey : public RefCounted {
 public:
  // False where the object has died, for anything.
  virtual bool Equals(const ObjectKey& other) const = 0;
  virtual size_t Hash() const = 0;
  virtual bool alive() const = 0;
  // For messages: "Dense object".
  virtual std::string Describe() const = 0;
  // What was seen of it when it was traced, for the retrace log: names of attributes and their values; first,
  // with "" for a name, what to say in place of Describe: "lambda of line 17". Empty where nothing was.
  using Facts = std::vector<std::pair<std::string, std::string>>;
  virtual const Facts& facts() const {
    static const auto* const none = new Facts;
    return *none;
  }
  // In the long form of a type: TensorFlow shows a weak reference there.
  virtual std::string Repr() const { return Describe(); }
};

class TraceType;
using TraceTypeRef = Ref<const TraceType>;

// A type that a spec wrote itself (tf.types.experimental.TraceType).
class CustomType : public RefCounted {
 public:
  virtual bool Equals(const CustomType& other) const = 0;
  virtual size_t Hash() const = 0;
  virtual bool IsSubtypeOf(const CustomType& other) const = 0;
  // Null where there is none.
  virtual TraceTypeRef CommonSupertype(std::span<const TraceTypeRef> others) const = 0;
  virtual std::string Describe() const = 0;
  // The types of the tensors that a value of the type stands for.
  virtual void Flatten(std::vector<TraceTypeRef>*) const {}
};

class TraceType : public RefCounted {
 public:
  enum class Kind : uint8_t {
    kTensor,
    kVariable,
    kLiteral,
    kList,
    kTuple,
    kDict,
    kNamedTuple,
    kAttrs,
    kObject,
    kCustom
  };

  static TraceTypeRef Tensor(DType dtype, Shape shape, std::string name = "");
  // `alias`: which of the call's distinct variables it is, from 0.
  static TraceTypeRef Variable(DType dtype, Shape shape, bool trainable, int alias);
  static TraceTypeRef Literal(LiteralValue value);
  static TraceTypeRef List(std::vector<TraceTypeRef> items);
  static TraceTypeRef Tuple(std::vector<TraceTypeRef> items);
  // In the mapping's own order; order does not count in comparisons.
  static TraceTypeRef Dict(std::vector<LiteralValue> keys, std::vector<TraceTypeRef> items);
  static TraceTypeRef NamedTuple(std::string type_name, std::vector<std::string> fields,
                                 std::vector<TraceTypeRef> items);
  static TraceTypeRef Attrs(std::string type_name, std::vector<std::string> fields,
                            std::vector<TraceTypeRef> items);
  static TraceTypeRef Object(Ref<const ObjectKey> key);
  static TraceTypeRef Custom(Ref<const CustomType> type);

  Kind kind() const { return kind_; }
  DType dtype() const { return dtype_; }             // tensor, variable
  const Shape& shape() const { return shape_; }      // tensor, variable
  bool trainable() const { return trainable_; }      // variable
  int alias() const { return alias_; }               // variable
  const std::string& name() const { return name_; }  // tensor: its spec's name; named tuple, attrs: the class
  const LiteralValue& literal() const { return literal_; }
  std::span<const TraceTypeRef> items() const { return items_; }   // containers
  std::span<const LiteralValue> keys() const { return keys_; }     // dict
  std::span<const std::string> fields() const { return fields_; }  // named tuple, attrs
  const Ref<const ObjectKey>& object() const { return object_; }
  const Ref<const CustomType>& custom() const { return custom_; }

  bool Equals(const TraceType& other) const;
  size_t Hash() const { return hash_; }
  bool IsSubtypeOf(const TraceType& other) const;
  // The most specific type that this and `others` are subtypes of; null where there is none.
  TraceTypeRef CommonSupertype(std::span<const TraceTypeRef> others) const;
  // The tensors and variables inside, in the order in which they become graph inputs (dicts by sorted key).
  void Flatten(std::vector<TraceTypeRef>* flat) const;
  // The order in which a dict's items are flattened: indices into items(), by sorted key.
  std::vector<int> SortedKeyOrder() const;

  // TensorFlow's repr: "TensorSpec(shape=(None,), dtype=tf.float32, name=None)", "Literal[2]", "List[...]".
  std::string Repr() const;
  // The short form of our reports: "f32[?,784]", "0.1", "'train'", "(f32[], 2)", "{'a': i32[2]}". Without
  // addresses, as it is kept.
  std::string Short() const;

 private:
  explicit TraceType(Kind kind) : kind_(kind) {}
  friend struct TraceTypeBuilder;

  Kind kind_;
  DType dtype_ = DType::kInvalid;
  bool trainable_ = false;
  int alias_ = -1;
  Shape shape_;
  std::string name_;
  LiteralValue literal_;
  std::vector<TraceTypeRef> items_;
  std::vector<LiteralValue> keys_;
  std::vector<std::string> fields_;
  Ref<const ObjectKey> object_;
  Ref<const CustomType> custom_;
  size_t hash_ = 0;
};

}  // namespace tp
