// tf.function and the Python face of Functions (TensorFlow: polymorphic_function.py).
#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/function.h"
#include "core/trace/observer.h"
#include "core/trace/specs.h"
#include "core/trace/stager.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

PolyFunctionObject* Self(const Value& v) { return v.as<PolyFunctionObject>(); }

void Dealloc(Object* o) {
  auto* f = static_cast<PolyFunctionObject*>(o);
  GcUntrack(f);
  std::unique_ptr<Function> function(f->function);
  if (TraceObserver::current && !function->traces().empty())
    TraceObserver::current->OnGone(std::move(function));
  f->bound_methods.~Value();
  FreeObject(o);
}
void Traverse(Object* o, GcVisitor& visit) {
  auto* f = static_cast<PolyFunctionObject*>(o);
  visit.Attrs(&f->attrs);
  f->function->Traverse(visit);
  visit(f->bound_methods);
}
void Clear(Object* o) {
  auto* f = static_cast<PolyFunctionObject*>(o);
  f->function->Clear();
  f->bound_methods = Value();
}
Value CallIt(const Value& self, Args args) {
  // The function may be dropped by what it runs.
  const Value keep = self;
  return FunctionOf(self).Call(args);
}

// A method of an instance: one Function an instance, found again by a weak reference.
Value GetOnInstance(const Value& self, const Value& instance, TypeObject*) {
  if (instance.is_undef() || instance.is_none()) return self;
  PolyFunctionObject* f = Self(self);
  if (f->bound_methods.is_undef()) f->bound_methods = Value::Own(NewDict());
  DictObject* bound = f->bound_methods.as<DictObject>();
  const Value key = MakeWeakRef(instance);
  if (const Value* known = DictFind(bound, key)) return *known;
  // Entries of instances that have died go first.
  std::vector<Value> dead;
  int64_t pos = 0;
  while (DictEntry* entry = DictNext(bound, &pos))
    if (!entry->key.as<WeakRefObject>()->target) dead.push_back(entry->key);
  for (const Value& d : dead) DictErase(bound, d);
  ReadyType(&PolyFunctionType);
  auto* made = New<PolyFunctionObject>(f->type);
  made->function =
      FunctionOf(self).Clone(MakeWeakMethod(FunctionOf(self).python_function(), instance)).release();
  new (&made->bound_methods) Value();
  GcTrack(made);
  Value value = Value::Own(made);
  DictSet(bound, key, value);
  return value;
}

Value GetAttribute(const Value& self, StrObject* name) {
  const std::string_view text = name->view();
  if (text == "__name__" || text == "__qualname__" || text == "__doc__" || text == "__module__" ||
      text == "__annotations__") {
    if (const Value* own = OwnAttr(self.object(), name)) return *own;
    Value value = GetAttrOrUndef(FunctionOf(self).python_function(), name);
    return text == "__doc__" && value.is_none() ? MakeStr("") : value;  // as tf_decorator makes it
  }
  return GenericGetAttr(self, name);
}

Value ReprOf(const Value& self) {
  const TypeObject* type = TypeOf(self);
  return MakeStr(fmt::format("<{}.{} object at {}>", type->module, type->name, fmt::ptr(self.object())));
}

constexpr TypeSpec Spec() {
  TypeSpec t{.name = "tensorflow.python.eager.polymorphic_function.polymorphic_function.Function",
             .size = sizeof(PolyFunctionObject),
             .attrs = offsetof(PolyFunctionObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = Dealloc;
  t.slots.traverse = Traverse;
  t.slots.clear = Clear;
  t.slots.call = CallIt;
  t.slots.descr_get = GetOnInstance;
  t.slots.getattr = GetAttribute;
  t.slots.repr = ReprOf;
  return t;
}

// What tf.saved_model.load makes of a Function.
constexpr TypeSpec RestoredSpec() {
  return {.name = "tensorflow.python.saved_model.function_deserialization.RestoredFunction",
          .base = &PolyFunctionType,
          .size = sizeof(PolyFunctionObject),
          .attrs = offsetof(PolyFunctionObject, attrs),
          .flags = kTypeGc};
}
constinit TypeObject RestoredFunctionType(RestoredSpec());
TP_REGISTER_HIDDEN_TYPE(RestoredFunctionType);

Value GetConcrete(Interp&, Args args) {
  return MakeConcreteFunction(FunctionOf(args[0]).GetConcreteFunction(args.From(1)));
}
Value TracingCount(Interp&, Args args) { return Value::Int(FunctionOf(args[0]).tracing_count()); }
Value PrettyPrinted(Interp&, Args args) {
  static ArgParser parser("@Function.pretty_printed_concrete_signatures", "self, verbose=True");
  Value v[2];
  parser.Parse(args, v);
  const bool verbose = v[1].is_undef() || IsTrue(v[1]);
  std::string text;
  for (const Ref<ConcreteFunction>& f : FunctionOf(v[0]).ConcreteFunctions()) {
    if (!text.empty()) text += verbose ? "\n\n" : "\n";
    text += StrView(CallMethod(MakeConcreteFunction(f), "pretty_printed_signature", {Value::Bool(verbose)}));
  }
  return MakeStr(text);
}
Value ListConcrete(Interp&, Args args) {
  Value list = MakeList({});
  for (const Ref<ConcreteFunction>& f : FunctionOf(args[0]).ConcreteFunctions())
    ListAppend(list.as<ListObject>(), MakeConcreteFunction(f));
  return list;
}
Value PythonFunction(Interp&, Args args) {
  const Value& f = FunctionOf(args[0]).python_function();
  return IsWeakMethod(f) ? StrongMethod(f) : f;
}
Value Name(Interp&, Args args) { return MakeStr(FunctionOf(args[0]).name()); }
Value InputSignature(Interp&, Args args) {
  const PySignature& s = FunctionOf(args[0]).signature();
  return s.has_input_signature() ? s.input_signature() : Value::None();
}
// The parameters without the input signature's types, as PySignature takes them from `__tf_signature__`. A
// SavedModel does not know positional-only ones.
Value PlainParameters(Interp&, Args args) {
  const PySignature& signature = FunctionOf(args[0]).signature();
  Value list = MakeList({});
  for (size_t i = 0; i < signature.defaults().size(); ++i) {
    const Parameter& p = signature.type().parameters()[i];
    const auto written =
        p.kind == Parameter::Kind::kPositionalOnly ? Parameter::Kind::kPositionalOrKeyword : p.kind;
    const Value name = MakeStr(p.name), kind = Value::Int(static_cast<int64_t>(written));
    ListAppend(list.as<ListObject>(),
               p.optional ? MakeTuple({name, kind, signature.defaults()[i]}) : MakeTuple({name, kind}));
  }
  return list;
}
template <char const* Text>
Value InLibrary(Interp&, Args args) {
  return Call(LookupTf(Text), args[0]);
}
constexpr char kFunctionType[] = "tf.__internal__.function_type",
               kFunctionSpec[] = "tf.__internal__.function_spec";
Value GetTypeParts(Interp&, Args args) {
  return TypeParts(FunctionOf(args[0]).signature().type(), MakeList({}));
}

const MethodDef kMethods[] = {
    {"get_concrete_function", GetConcrete, "self, *args, **kwargs"},
    {"experimental_get_tracing_count", TracingCount, "self"},
    {"_get_tracing_count", TracingCount, "self"},
    {"pretty_printed_concrete_signatures", PrettyPrinted, "self, verbose=True"},
    {"_list_all_concrete_functions", ListConcrete, "self"},
    {"_list_all_concrete_functions_for_serialization", ListConcrete, "self"},
    {"python_function", PythonFunction, nullptr, nullptr, kProperty},
    {"_python_function", PythonFunction, nullptr, nullptr, kProperty},
    {"__wrapped__", PythonFunction, nullptr, nullptr, kProperty},
    {"name", Name, nullptr, nullptr, kProperty},
    {"_name", Name, nullptr, nullptr, kProperty},
    {"input_signature", InputSignature, nullptr, nullptr, kProperty},
    {"function_type", InLibrary<kFunctionType>, nullptr, nullptr, kProperty},
    {"function_spec", InLibrary<kFunctionSpec>, nullptr, nullptr, kProperty},
    {"_type_parts", GetTypeParts, nullptr, nullptr, kProperty},
    {"_plain_parameters", PlainParameters, "self"},
};

Value Decorate(Interp&, Args args);

// tf.function(func=None, …): with a function the Function, without one a decorator.
Value TfFunctionFn(Interp&, Args args) {
  static ArgParser parser("@function",
                          "func=None, input_signature=None, autograph=True, jit_compile=None, "
                          "reduce_retracing=False, experimental_implements=None, "
                          "experimental_autograph_options=None, experimental_attributes=None, "
                          "experimental_relax_shapes=None, experimental_compile=None, "
                          "experimental_follow_type_hints=None");
  Value v[11];
  parser.Parse(args, v);
  auto given = [&](int i) { return !v[i].is_undef() && !v[i].is_none(); };
  FunctionOptions options;
  options.input_signature = given(1) ? v[1] : Value::None();
  options.autograph = v[2].is_undef() || IsTrue(v[2]);
  options.jit_compile = given(3) ? v[3] : given(9) ? v[9] : Value::None();
  options.reduce_retracing = (given(4) && IsTrue(v[4])) || (given(8) && IsTrue(v[8]));
  if (given(0)) return MakeFunction(v[0], std::move(options));
  static const MethodDef kDecorator = {"decorated", Decorate, "inner_function"};
  // The options travel as a tuple bound to the decorator.
  return MakeNativeFunction(
      &kDecorator, MakeTuple({options.input_signature, Value::Bool(options.autograph), options.jit_compile,
                              Value::Bool(options.reduce_retracing)}));
}

Value Decorate(Interp&, Args args) {
  CheckArgs("decorated", args, 2, 2);
  TupleObject* bound = args[0].as<TupleObject>();
  FunctionOptions options;
  options.input_signature = bound->items[0];
  options.autograph = IsTrue(bound->items[1]);
  options.jit_compile = bound->items[2];
  options.reduce_retracing = IsTrue(bound->items[3]);
  return MakeFunction(args[1], std::move(options));
}

Value RunEagerly(Interp&, Args args) {
  static ArgParser parser("@run_functions_eagerly", "run_eagerly");
  Value v[1];
  parser.Parse(args, v);
  Function::run_eagerly = IsTrue(v[0]);
  return Value::None();
}
Value RunsEagerly(Interp&, Args args) {
  CheckNoArguments("functions_run_eagerly", args);
  return Value::Bool(Function::run_eagerly);
}

const TfFunction kFunctions[] = {
    {"tf.function",
     {"function", TfFunctionFn,
      "func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, "
      "experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None"}},
    {"tf.config.run_functions_eagerly, tf.config.experimental_run_functions_eagerly",
     {"run_functions_eagerly", RunEagerly, "run_eagerly"}},
    {"tf.config.functions_run_eagerly", {"functions_run_eagerly", RunsEagerly, ""}},
};
TP_TF_NAMES(kFunctions);

}  // namespace

constinit TypeObject PolyFunctionType(Spec());
TP_REGISTER_HIDDEN_TYPE(PolyFunctionType);
static const TfObject kTypes[] = {
    {"tf.types.experimental.PolymorphicFunction, tf.types.experimental.GenericFunction",
     [] { return TypeValue(&PolyFunctionType); }},
    {"tf.types.experimental.ConcreteFunction", [] { return TypeValue(&ConcreteFunctionType); }},
};
TP_TF_NAMES(kTypes);
TP_REGISTER_METHODS(PolyFunctionType, kMethods);

namespace {

Value SpecOf(const TraceType& type) {
  if (type.kind() == TraceType::Kind::kTensor)
    return MakeTensorSpec(type.dtype(), type.shape(),
                          type.name().empty() ? Value::None() : MakeStr(type.name()));
  return Call(LookupTf("tf.__internal__.VariableSpec"),
              ArgList({MakeShape(type.shape()), MakeDType(type.dtype()), Value::Bool(type.trainable()),
                       Value::Int(type.alias())}));
}
Value TypeValueOf(const TraceTypeRef& type) {
  if (!type) return Value::None();
  if (type->kind() == TraceType::Kind::kTensor || type->kind() == TraceType::Kind::kVariable)
    return SpecOf(*type);
  std::vector<TraceTypeRef> flat;
  type->Flatten(&flat);
  const Value specs = MakeList({});
  for (const TraceTypeRef& t : flat) ListAppend(specs.as<ListObject>(), SpecOf(*t));
  return MakeTuple({MakeStr(type->Repr()), specs});
}

}  // namespace

Value TypeParts(const FunctionType& type, const Value& captures) {
  const Value parameters = MakeList({});
  for (const Parameter& p : type.parameters())
    ListAppend(parameters.as<ListObject>(), MakeTuple({MakeStr(p.name), MakeStr(ParameterKindName(p.kind)),
                                                       Value::Bool(p.optional), TypeValueOf(p.type)}));
  return MakeTuple({MakeStr(type.ToString()), parameters, TypeValueOf(type.output()), captures});
}

Value MakeFunction(Value python_function, FunctionOptions options) {
  TypeObject* type = options.restored.is_undef() ? &PolyFunctionType : &RestoredFunctionType;
  ReadyType(type);
  InstallStager();
  if (!IsCallable(python_function))
    RaiseText(&TypeErrorType, fmt::format("{} is not a callable object", Repr(python_function)));
  const Value given = GetAttrOrUndef(python_function, "__name__");
  std::string name = !given.is_undef() && IsStr(given) ? std::string(StrView(given)) : "function";
  auto function = std::make_unique<Function>(std::move(python_function), std::move(name), std::move(options));
  auto* object = New<PolyFunctionObject>(type);
  object->function = function.release();
  new (&object->bound_methods) Value();
  GcTrack(object);
  return Value::Own(object);
}

}  // namespace tp
