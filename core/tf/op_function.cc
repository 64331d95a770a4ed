// Python functions made from the definitions of ops: `tf.tanh`, `tf.raw_ops.Tanh`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"

namespace tp {
namespace {

struct OpFunctionObject : GcObject {
  AttrStorage attrs;
  const OpInfo* op;
  const ApiInfo* api;  // null: raw
  bool dispatched;
  Value name, module;
  std::vector<struct Parameter>* parameters;  // made at the first call
};

struct Parameter {
  std::string name;
  bool required;
  Value default_value;
  int input = -1, attr = -1;  // its place in the op's inputs() or attrs(); neither: the name
  bool inferred = false;      // an attribute of a raw op that its lists of inputs say
};

// The default's text in an API signature as a value.
Value ParseDefault(std::string_view text) {
  if (text.empty() || text == "None") return Value::None();
  if (text == "True" || text == "False") return Value::Bool(text == "True");
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\''))
    return MakeStr(text.substr(1, text.size() - 2));
  if (text[0] == '[' || text[0] == '(') {
    ListObject* list = NewList();
    const Value result = Value::Own(list);
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) {
      const size_t comma = std::min(text.find(','), text.size());
      std::string_view item = text.substr(0, comma);
      while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
      if (!item.empty()) ListAppend(list, ParseDefault(item));
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return result;
  }
  if (text.substr(0, 3) == "tf.") return LookupTf(text);
  int64_t integer = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (end.ptr == text.data() + text.size()) return Value::Int(integer);
  double number = 0;
  const auto float_end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (float_end.ptr == text.data() + text.size()) return Value::Float(number);
  return Value::None();
}

// The Python name of a raw op's parameter, where TensorFlow's API definitions rename it.
std::string_view RawName(std::string_view op, std::string_view name) {
  if (name == "reduction_indices" || name == "squeeze_dims") return "axis";
  if (op != "SparseSplit" && name == "split_dim") return "axis";
  if (op == "ExpandDims" && name == "dim") return "axis";
  if (op == "Where" && name == "input") return "condition";
  if (op == "Select" && name == "t") return "x";
  if (op == "Select" && name == "e") return "y";
  return name;
}

// How a raw op's function is called; those that the API hides begin with '_' (python_op_gen.cc:
// GenerateLowerCaseOpName).
std::string RawFunctionName(std::string_view op) {
  const bool hidden =
      op == "Sum" || op == "Max" || op == "Min" || op == "All" || op == "Any" || op == "Range";
  return (hidden ? "_" : "") + FunctionName(op);
}

bool CalledByLibrary() {
  const Frame* frame = TheInterp().frame;
  return frame && frame->code->source->path.starts_with("<tensorflow>/");
}

// The input whose length or types an attribute is; -1: none.
int ListOf(const OpInfo& op, const AttrInfo& attr) {
  for (size_t i = 0; i < op.inputs().size(); ++i)
    if (op.inputs()[i].number_attr == attr.name || op.inputs()[i].type_list_attr == attr.name)
      return static_cast<int>(i);
  return -1;
}

// The length or the types of the list that is given for an input.
Value InferFromList(const AttrInfo& attr, const Value& given) {
  Value* items = nullptr;
  int64_t size = 0;
  if (!AsSequence(given, &items, &size)) return Value::None();
  if (attr.type == AttrType::kInt) return Value::Int(size);
  ListObject* const types = NewList();
  const Value result = Value::Own(types);
  for (const Value& item : std::span(items, static_cast<size_t>(size)))
    ListAppend(types, MakeDType(IsTensor(item) ? ValOf(item).dtype()
                                               : TensorFromPython(item, DType::kInvalid, false).dtype()));
  return result;
}

std::vector<Parameter> MakeParameters(const OpFunctionObject* f) {
  std::vector<Parameter> parameters;
  if (f->api) {
    for (const ApiInfo::Parameter& p : f->api->parameters) {
      if (p.name == "name") continue;
      parameters.push_back({p.name, !p.has_default, p.has_default ? ParseDefault(p.default_text) : Value()});
    }
  } else {
    for (const ArgInfo& input : f->op->inputs()) parameters.push_back({input.name, true, {}});
    for (const AttrInfo& attr : f->op->attrs()) {
      if (attr.derived) continue;
      const bool inferred = ListOf(*f->op, attr) >= 0;
      parameters.push_back({attr.name, !inferred && !attr.default_value.has_value(), {}});
      parameters.back().inferred = inferred;
    }
  }
  for (Parameter& p : parameters) {
    p.input = f->op->InputIndex(p.name);
    for (size_t i = 0; i < f->op->attrs().size() && p.input < 0; ++i)
      if (f->op->attrs()[i].name == p.name) p.attr = static_cast<int>(i);
    TP_CHECK(p.input >= 0 || p.attr >= 0, "op {} has no parameter {}", f->op->name(), p.name);
    if (!f->api) p.name = RawName(f->op->name(), p.name);
  }
  parameters.push_back({"name", false, Value::None()});
  return parameters;
}

const std::vector<Parameter>& ParametersOf(OpFunctionObject* f) {
  if (!f->parameters) f->parameters = new std::vector<Parameter>(MakeParameters(f));
  return *f->parameters;
}

Value CallOpFunction(const Value& self, Args args) {
  auto* f = self.as<OpFunctionObject>();
  const std::vector<Parameter>& parameters = ParametersOf(f);
  // As errors show it (args.h).
  const auto function = [&] {
    if (f->api) return f->dispatched ? std::string() : Str(f->name);
    return RawFunctionName(f->op->name());
  };
  if (!f->api && args.size() > 0 && !CalledByLibrary()) {
    std::string keys;
    for (const Parameter& p : parameters)
      if (!p.inferred) keys += fmt::format("{}'{}'", keys.empty() ? "" : ", ", p.name);
    RaiseText(&TypeErrorType,
              fmt::format("{} only takes keyword args (possible keys: [{}]). Please pass these "
                          "args as kwargs instead.",
                          function(), keys));
  }
  SmallVector<Value, 8> bound(parameters.size());
  const auto check_number = [&] {
    if (args.size() <= parameters.size()) return;
    const auto required =
        std::count_if(parameters.begin(), parameters.end(), [](auto& p) { return p.required; });
    RaiseTooManyPositional(function(), static_cast<uint32_t>(required),
                           static_cast<uint32_t>(parameters.size()), args.size());
  };
  if (args.size() > parameters.size() && function().empty()) check_number();
  for (size_t i = 0; i < std::min<size_t>(args.size(), parameters.size()); ++i) bound[i] = args[i];
  for (uint32_t k = 0; k < args.num_kw; ++k) {
    const std::string_view keyword = args.kw_names[k]->view();
    size_t i = 0;
    // A parameter whose name is a Python keyword or builtin may be written with a '_' behind it.
    while (i < parameters.size() && parameters[i].name != keyword &&
           !(keyword.size() > 1 && keyword.back() == '_' &&
             parameters[i].name == keyword.substr(0, keyword.size() - 1)))
      ++i;
    if (i == parameters.size()) RaiseUnexpectedKeyword(function(), keyword);
    if (!bound[i].is_undef()) RaiseMultipleValues(function(), keyword);
    bound[i] = args.kw(k);
  }
  check_number();
  std::vector<std::string_view> missing;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!bound[i].is_undef()) continue;
    if (parameters[i].required) missing.push_back(parameters[i].name);
    bound[i] = parameters[i].default_value;
  }
  if (!missing.empty()) RaiseMissing(function(), "positional", missing);
  OpCall call(*f->op);
  for (size_t i = 0; i + 1 < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    (p.input >= 0 ? call.inputs[p.input] : call.attrs[p.attr]) = std::move(bound[i]);
  }
  for (const Parameter& p : parameters) {
    if (!p.inferred || !(call.attrs[p.attr].is_undef() || call.attrs[p.attr].is_none())) continue;
    const AttrInfo& attr = f->op->attrs()[p.attr];
    call.attrs[p.attr] = InferFromList(attr, call.inputs[ListOf(*f->op, attr)]);
  }
  call.name = std::move(bound.back());
  return ApplyOpValue(call);
}

Value ReprOpFunction(const Value& self) {
  return MakeStr(fmt::format("<function {}>", Str(self.as<OpFunctionObject>()->name)));
}

// As PySignature takes it: (name, kind, default) of each parameter.
constexpr int kPositionalOrKeyword = 1;  // Parameter::Kind of core/signature
Value SignatureOf(OpFunctionObject* f) {
  ListObject* const list = NewList();
  const Value result = Value::Own(list);
  for (const Parameter& p : ParametersOf(f)) {
    const Value parts[] = {MakeStr(p.name), Value::Int(kPositionalOrKeyword), p.default_value};
    ListAppend(list, MakeTuple(parts, p.required ? 2 : 3));
  }
  return result;
}

Value GetOpFunctionAttr(const Value& self, StrObject* name) {
  if (name->view() == "__name__" || name->view() == "__qualname__") return self.as<OpFunctionObject>()->name;
  if (name->view() == "__module__") return self.as<OpFunctionObject>()->module;
  if (name->view() == "__tf_signature__") return SignatureOf(self.as<OpFunctionObject>());
  return GenericGetAttr(self, name);
}

void TraverseOpFunction(Object* self, GcVisitor& visit) {
  auto* f = static_cast<OpFunctionObject*>(self);
  visit.Attrs(&f->attrs);
}
void DeallocOpFunction(Object* self) {
  GcUntrack(static_cast<GcObject*>(self));
  static_cast<OpFunctionObject*>(self)->name.Clear();
  static_cast<OpFunctionObject*>(self)->module.Clear();
  delete static_cast<OpFunctionObject*>(self)->parameters;
  FreeObject(self);
}

constexpr TypeSpec OpFunctionSpec() {
  TypeSpec spec{.name = "function",
                .size = sizeof(OpFunctionObject),
                .attrs = offsetof(OpFunctionObject, attrs),
                .flags = kTypeGc | kTypeNoSubclass};
  spec.slots.call = CallOpFunction;
  spec.slots.repr = ReprOpFunction;
  spec.slots.getattr = GetOpFunctionAttr;
  spec.slots.traverse = TraverseOpFunction;
  spec.slots.dealloc = DeallocOpFunction;
  return spec;
}

}  // namespace

constinit TypeObject OpFunctionType(OpFunctionSpec());

Value MakeOpFunction(const OpInfo* op, const ApiInfo* api, std::string_view name, std::string_view module,
                     bool dispatched) {
  ReadyType(&OpFunctionType);
  auto* f = New<OpFunctionObject>(&OpFunctionType);
  f->op = op;
  f->api = api;
  f->dispatched = dispatched;
  f->name = MakeStr(name);
  f->module = module.empty() ? Value::None() : MakeStr(module);
  GcTrack(f);
  return Value::Own(f);
}

}  // namespace tp
