// _tf.Tape: the native part of tf.GradientTape (the class itself is in the library: backprop.py).
#include <memory>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/trace/errors.h"
#include "core/trace/tape.h"

namespace tp {

extern TypeObject TapeType;

namespace {

struct TapeObject : GcObject {
  Tape* tape;
  bool recording;
};

std::vector<Attrs>& AttributeSets() {
  static auto* const sets = new std::vector<Attrs>;
  return *sets;
}

Value NewTape(TypeObject* type, Args args) {
  CheckArgs("Tape", args, 2, 2);
  auto* object = New<TapeObject>(type);
  object->tape = new Tape(IsTrue(args[0]), IsTrue(args[1]));
  GcTrack(object);
  return Value::Own(object);
}
void Dealloc(Object* self) {
  auto* object = static_cast<TapeObject*>(self);
  GcUntrack(object);
  if (object->recording) Context::Get().RemoveTape(object->tape);
  delete object->tape;
  FreeObject(self);
}
void Traverse(Object* self, GcVisitor& visit) {
  for (const Value& variable : static_cast<TapeObject*>(self)->tape->variables()) visit(variable);
}

// What rules of forward mode know the attributes of an op by: equal ones have one number.
int64_t NumberOf(const Attrs& attrs) {
  std::vector<Attrs>& all = AttributeSets();
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i] == attrs || *all[i] == *attrs) return static_cast<int64_t>(i);
  all.push_back(attrs);
  return static_cast<int64_t>(all.size()) - 1;
}

Value TensorsOrNone(std::span<const Val> values) {
  const Value list = MakeList({});
  for (const Val& value : values)
    ListAppend(list.as<ListObject>(), value.has_value() ? MakeTensor(value) : Value::None());
  return list;
}

// forward_tape(rule): a tape in forward mode; `rule(kind, attributes, inputs, outputs, tangents)` gives the
// tangents of outputs.
Value ForwardTape(Interp&, Args args) {
  CheckArgs("forward_tape", args, 1, 1);
  ReadyType(&TapeType);
  auto* object = New<TapeObject>(&TapeType);
  object->tape = new Tape(false, false);
  const Value rule = args[0];
  object->tape->SetForward([rule](const OpInfo& op, const Attrs& attrs, std::span<const Val> inputs,
                                  std::span<const Val> outputs, std::span<const Val> tangents) {
    ArgList list({MakeStr(op.name()), Value::Int(NumberOf(attrs)), TensorsOrNone(inputs),
                  TensorsOrNone(outputs), TensorsOrNone(tangents)});
    std::vector<Val> results;
    ForEach(Call(rule, list), [&](Value item) { results.push_back(item.is_none() ? Val() : ValOf(item)); });
    return results;
  });
  GcTrack(object);
  return Value::Own(object);
}
Value SetTangent(Interp&, Args args) {
  CheckArgs("set_tangent", args, 3, 3);
  const Val primal = IsVariable(args[1]) ? AsVariable(args[1])->handle : ValOf(args[1]);
  args[0].as<TapeObject>()->tape->SetTangent(primal, ValOf(args[2]));
  return Value::None();
}
Value Tangent(Interp&, Args args) {
  CheckArgs("tangent", args, 2, 2);
  const Val value = IsVariable(args[1]) ? AsVariable(args[1])->handle : ValOf(args[1]);
  const Val tangent = args[0].as<TapeObject>()->tape->Tangent(value);
  return tangent.has_value() ? MakeTensor(tangent) : Value::None();
}
// record_op(kind, attributes, inputs, outputs): tells the tapes that an op made `outputs`.
Value RecordOp(Interp&, Args args) {
  CheckArgs("record_op", args, 4, 4);
  const auto values = [](const Value& list) {
    std::vector<Val> result;
    ForEach(list, [&](Value item) { result.push_back(ValOf(item)); });
    return result;
  };
  const std::vector<Val> inputs = values(args[2]), outputs = values(args[3]);
  const Attrs attrs = AttributeSets()[static_cast<size_t>(args[1].as_int())];
  for (Tape* tape : Context::Get().tapes()) tape->RecordOp(RequireOp(Str(args[0])), attrs, inputs, outputs);
  return Value::None();
}

Value Push(Interp&, Args args) {
  auto* object = args[0].as<TapeObject>();
  if (!object->recording) Context::Get().PushTape(object->tape);
  object->recording = true;
  return Value::None();
}
Value Pop(Interp&, Args args) {
  auto* object = args[0].as<TapeObject>();
  if (object->recording) Context::Get().RemoveTape(object->tape);
  object->recording = false;
  return Value::None();
}
Value Watch(Interp&, Args args) {
  CheckArgs("watch", args, 2, 2);
  Tape* tape = args[0].as<TapeObject>()->tape;
  if (IsVariable(args[1]))
    tape->WatchVariable(AsVariable(args[1]));
  else
    tape->Watch(ValOf(args[1]));
  return Value::None();
}
Value Variables(Interp&, Args args) {
  ListObject* list = NewList();
  for (const Value& variable : args[0].as<TapeObject>()->tape->variables()) ListAppend(list, variable);
  return Value::Own(list);
}

// gradient(targets, sources, output_grads): lists; None for what is not connected or not given.
template <bool Keep>
Value Gradient(Interp&, Args args) {
  CheckArgs("gradient", args, 4, 4);
  const auto values = [](const Value& list) {
    std::vector<Val> result;
    ForEach(list, [&](Value item) {
      if (IsVariable(item))
        result.push_back(AsVariable(item)->handle);
      else
        result.push_back(item.is_none() ? Val() : ValOf(item));
    });
    return result;
  };
  const std::vector<Val> targets = values(args[1]), sources = values(args[2]), grads = values(args[3]);
  std::vector<Val> result;
  try {
    result = args[0].as<TapeObject>()->tape->Gradient(targets, sources, grads, Keep);
  } catch (const OpError& error) {
    RaiseOpError(error, nullptr, true, Value());
  }
  ListObject* list = NewList();
  for (Val& grad : result) ListAppend(list, GradientValue(std::move(grad)));
  return Value::Own(list);
}

const MethodDef kMethods[] = {
    {"push", Push, "self"},
    {"pop", Pop, "self"},
    {"watch", Watch, "self, value"},
    {"variables", Variables, "self"},
    {"set_tangent", SetTangent, "self, value, tangent"},
    {"tangent", Tangent, "self, value"},
    {"gradient", Gradient<false>, "self, targets, sources, output_grads"},
    {"gradient_keeping", Gradient<true>, "self, targets, sources, output_grads"},
};

const MethodDef kFunctions[] = {
    {"forward_tape", ForwardTape, "rule"},
    {"record_op", RecordOp, "kind, attributes, inputs, outputs"},
};
TP_REGISTER_FUNCTIONS(_tf, kFunctions);

constexpr TypeSpec Spec() {
  TypeSpec spec{.name = "Tape", .size = sizeof(TapeObject), .flags = kTypeGc | kTypeNoSubclass};
  spec.slots.new_object = NewTape;
  spec.slots.dealloc = Dealloc;
  spec.slots.traverse = Traverse;
  return spec;
}

}  // namespace

constinit TypeObject TapeType(Spec());
TP_REGISTER_HIDDEN_TYPE(TapeType);
TP_REGISTER_METHODS(TapeType, kMethods);

namespace {
void InitInternal(Interp&, ModuleObject* module) {
  ModuleSet(module, "Tape", TypeValue(&TapeType));
  ModuleSet(module, "Tensor", TypeValue(&TensorType));
  ModuleSet(module, "Variable", TypeValue(&VariableType));
}
TP_REGISTER_MODULE(_tf, InitInternal);
}  // namespace
}  // namespace tp
