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
namespace {

struct TapeObject : GcObject {
  Tape* tape;
  bool recording;
};

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
    {"gradient", Gradient<false>, "self, targets, sources, output_grads"},
    {"gradient_keeping", Gradient<true>, "self, targets, sources, output_grads"},
};

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
