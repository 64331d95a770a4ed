// What an op is: one OpDef, written as one block in one file of kernels/ops, from which everything follows:
// argument binding under `tf.*`, attributes, shape inference, kernels (eager, fused, generated), gradient,
// documentation and the conformance test. docs/ops.md is made from these blocks.
//
//   TP_OP(Tanh) {
//     .name = "Tanh",
//     .api = "tf.tanh, tf.math.tanh, tf.nn.tanh (x, name=None)",
//     .inputs = "x: T", .outputs = "y: T", .attrs = "T:
//     {bfloat16,float16,float32,float64,complex64,complex128}", .doc = "Hyperbolic tangent, elementwise.
//     Within 2 ulp in float32.", .shape = shape::Unchanged, .elementwise = "tanh(x)", .gradient =
//     [](GradContext& g) { g.Set(0, g.Op("TanhGrad", {g.output(0), g.grad(0)})); }, .examples = "[0. 1.] ->
//     [0. 0.7615942]",
//   };
//
// The text of `inputs`, `outputs` and `attrs` is parsed at the op's first use (OpInfo), so that a program
// pays nothing at start for ops that it does not use.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/small_vector.h"
#include "core/base/status.h"
#include "core/ir/attr.h"

namespace tp {

class ShapeContext;   // shape_context.h
class KernelContext;  // kernel.h
class GradContext;    // grad.h
class OpInfo;

using ShapeFn = Status (*)(ShapeContext&);
using KernelFn = void (*)(KernelContext&);
using GradFn = void (*)(GradContext&);

// What an op does besides computing its outputs from its inputs. The graph builder turns this into control
// edges: the last writer and the readers since, per resource; kIo and kRandom ops keep their program order.
enum class Effect : uint8_t {
  kNone,    // pure: may be folded, merged, moved, dropped
  kRead,    // reads the resources among its inputs (ReadVariableOp)
  kWrite,   // writes them (AssignVariableOp), iterators included
  kRandom,  // advances a random stream of its own: neither merged nor folded
  kIo,      // something that a person sees or that may end the program: Print, Assert, py_function
  kByBody,  // a node with regions: the effects of what its regions hold
};

// The text of a literal, in the width of a pointer: there are thousands.
class Literal {
 public:
  constexpr Literal(const char* text) : text_(text) {}
  constexpr operator std::string_view() const { return text_; }
  constexpr bool empty() const { return *text_ == 0; }

 private:
  const char* text_;
};

// What stands in a block. `Text` is the type of what only people and tests read: OpBlock has it, OpDef not.
template <class Text>
struct OpFields {
  std::string_view name;  // TensorFlow's: "AddV2"
  // Python names with the signature that they share, as in the example above; several groups are separated by
  // ';'. "" where only composites of core/lib use the op (through tf.raw_ops.NAME, which every op has).
  // Parameters are the inputs and attributes of the op by name; `name=None` is always last.
  Literal api = "";
  Literal inputs = "";   // TensorFlow's form: "x: T, values: N * T, rest: Tlist, size: int32"
  Literal outputs = "";  // likewise
  // "T: {int32,float32} = DT_FLOAT, N: int >= 1, keep_dims: bool = false, f: func, Tout: list(type) >= 0"
  Literal attrs = "";
  Text doc = "";            // first sentence: what it gives. Then edge cases and the source of the formula.
  ShapeFn shape = nullptr;  // null: every output has unknown shape
  Effect effect = Effect::kNone;
  // Null for elementwise ops (kernels/fused runs their expression) and for regions.
  KernelFn kernel = nullptr;
  // An expression over the primitives of core/ir/primitives.def, in the op's inputs and attributes:
  // "mul(x, sigmoid(x))". Inputs are broadcast. The output's dtype follows from `outputs`.
  Literal elementwise = "";
  GradFn gradient = nullptr;  // null: no gradient is defined (LookupError), see also no_gradient
  bool no_gradient = false;   // the gradient is defined to be None (ops.NotDifferentiable)
  // The kernel may write its output into the memory of this input where nobody else holds it; -1: none.
  int8_t in_place = -1;
  // Inputs that the shape function or the planner must read the value of, where it is known: "shape, axis".
  Literal host_inputs = "";
  // Lines "inputs -> outputs [ | attr=value ]", values in NumPy's form: run by the conformance test on each
  // SIMD target. At least one, but for ops with effects.
  Text examples = "";
};

struct NoText {
  constexpr NoText(const char*) {}
};

using OpBlock = OpFields<const char*>;

struct OpDef : OpFields<NoText> {
  explicit constexpr OpDef(const OpBlock& b)
      : OpFields{b.name,     b.api,         b.inputs,   b.outputs,     b.attrs,
                 b.doc,      b.shape,       b.effect,   b.kernel,      b.elementwise,
                 b.gradient, b.no_gradient, b.in_place, b.host_inputs, b.examples} {}
};

// How one input or output is typed.
struct ArgInfo {
  std::string name;
  DType dtype = DType::kInvalid;  // fixed dtype, where neither attr is set
  std::string type_attr;          // "T": the dtype is that attribute
  std::string number_attr;        // "N": the argument is a list of that many
  std::string type_list_attr;     // "Tin": the argument is a list with these dtypes
  int type_index = -1;            // of type_attr in OpInfo::attrs(); -1: none
  bool host = false;              // named by `host_inputs`
  bool is_list() const { return !number_attr.empty() || !type_list_attr.empty(); }
};

enum class AttrType : uint8_t { kBool, kInt, kFloat, kString, kType, kShape, kTensor, kFunc };

struct AttrInfo {
  std::string name;
  AttrType type = AttrType::kInt;
  bool is_list = false;
  std::vector<DType> allowed_types;          // empty: any
  uint64_t allowed_mask = 0;                 // of allowed_types, a bit for each dtype's number; 0: any
  std::vector<std::string> allowed_strings;  // empty: any
  std::optional<int64_t> minimum;            // of an int, or of a list's length
  AttrValue default_value;                   // has_value() is false: required
  // Follows from the inputs: not stored in AttrSets. Where several list arguments have lengths of their own
  // (ScanDataset's Tstate and Targuments), only the last one's attribute is derived.
  bool derived = false;

  bool Allows(DType dtype) const {
    return allowed_mask == 0 || (allowed_mask >> static_cast<int>(dtype) & 1) != 0;
  }
  // Graph construction's error (TypeError) where `dtype`, passed to `parameter`, is not among allowed_types.
  Status CheckAllows(DType dtype, std::string_view parameter) const;
};

// One Python function of the `tf` namespace that binds the op.
struct ApiInfo {
  std::vector<std::string> names;  // "tf.math.add"
  struct Parameter {
    std::string name;
    std::string default_text;  // Python text; "" where required
    bool has_default = false;
  };
  std::vector<Parameter> parameters;
};

// An OpDef, parsed. Made at the first lookup, lives to the end; its address identifies the op.
class OpInfo {
 public:
  explicit OpInfo(const OpDef& def);

  const OpDef& def() const { return def_; }
  std::string_view name() const { return def_.name; }
  std::span<const ArgInfo> inputs() const { return inputs_; }
  std::span<const ArgInfo> outputs() const { return outputs_; }
  std::span<const AttrInfo> attrs() const { return attrs_; }
  std::span<const ApiInfo> apis() const { return apis_; }
  const AttrInfo* FindAttr(std::string_view name) const;
  // True where the definition lists that input under `host_inputs`. `input` indexes inputs().
  bool is_host_input(int input) const { return inputs_[input].host; }
  // Index into inputs(); -1 where there is none of that name.
  int InputIndex(std::string_view name) const;
  bool stateful() const { return def_.effect != Effect::kNone; }

  // The dtypes of all outputs, list arguments expanded, from the dtypes of all inputs and the attributes.
  // Checks dtypes against each other and against what is allowed; the error has TensorFlow's text.
  Status OutputTypes(std::span<const DType> inputs, const AttrSet& attrs,
                     SmallVector<DType, 4>* outputs) const;
  // How many values each argument of inputs() takes, `count` in all. Empty where that does not come out.
  SmallVector<int, 4> InputLengths(size_t count, const AttrSet& attrs) const;
  // The argument of inputs() that input number `i` of `count` belongs to; -1 where there is none.
  int ArgumentOf(int i, size_t count, const AttrSet& attrs) const;
  // The name that TensorFlow's op library gives to a constant made for input number `i` of `count`: the
  // argument's, "values_1" inside of a list.
  std::string InputName(size_t i, size_t count) const;
  // Checks stored attributes against what the definition allows; TensorFlow's texts.
  Status CheckAttrs(const AttrSet& attrs) const;
  // The value of any attribute, derived ones and defaults included; no value where it has none.
  AttrValue Attr(std::string_view name, std::span<const DType> inputs, const AttrSet& attrs) const;
  // All attributes, sorted by name, as a NodeDef shows them.
  std::vector<AttrSet::Item> AllAttrs(std::span<const DType> inputs, const AttrSet& attrs) const;

 private:
  const OpDef& def_;
  std::vector<ArgInfo> inputs_, outputs_;
  std::vector<AttrInfo> attrs_;
  std::vector<ApiInfo> apis_;
  bool simple_ = false;  // no list arguments
};

// The registry. Filled by static objects before main; sorted by name at first use; refuses a name twice.
class OpRegistry {
 public:
  // The op, or null.
  static const OpInfo* Find(std::string_view name);
  // The op; a TP_CHECK fails where there is none.
  static const OpInfo& Get(std::string_view name);
  // All definitions, sorted by name.
  static std::span<const OpDef* const> All();
};

struct RegisterOp {
  explicit RegisterOp(const OpDef& def);
};

// What only people and tests read of a block, with the op's name.
struct OpTexts {
  std::string_view name, doc, examples;
};

// The block of each op, by a type that TP_OP declares.
template <class Id>
extern const OpBlock kOpBlock;

// What is made of a block: the definition, and the function that gives its texts.
template <class Id>
struct OpEntry {
  static const OpDef& Def() {
    static constexpr OpDef def(kOpBlock<Id>);
    return def;
  }
  // Arrays, as the linker drops those that nobody reads, but no literals.
  static OpTexts Texts() {
    static constexpr auto doc = Characters<Size(kOpBlock<Id>.doc)>(kOpBlock<Id>.doc);
    static constexpr auto examples = Characters<Size(kOpBlock<Id>.examples)>(kOpBlock<Id>.examples);
    return {Def().name, {doc.data(), doc.size()}, {examples.data(), examples.size()}};
  }

 private:
  static constexpr size_t Size(std::string_view text) { return text.size(); }
  template <size_t n>
  static constexpr std::array<char, n> Characters(std::string_view text) {
    std::array<char, n> characters{};
    std::copy(text.begin(), text.end(), characters.begin());
    return characters;
  }
};

// TP_OP(Tanh) { designated initialisers }; registers what is made of the block, then defines it: OpEntry's
// functions are instantiated at the end of the file, where its value is known. An OpDef holds only pointers
// to literals and functions, so it is constant-initialised: nothing runs at start but the registrar's push of
// one pointer. The texts are in a program only where it reads their section (core/ir/op_texts.h).
#define TP_OP(id)                                                                            \
  namespace {                                                                                \
  struct Op##id;                                                                             \
  }                                                                                          \
  static const ::tp::RegisterOp kRegister##id(::tp::OpEntry<Op##id>::Def());                 \
  __attribute__((section("tp_op_texts"), used)) static ::tp::OpTexts (*const kTexts##id)() = \
      ::tp::OpEntry<Op##id>::Texts;                                                          \
  template <>                                                                                \
  constexpr ::tp::OpBlock kOpBlock<Op##id> = ::tp::OpBlock

}  // namespace tp
