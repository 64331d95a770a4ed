#include "core/trace/function.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/limits.h"
#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/trace/errors.h"
#include "core/trace/observer.h"
#include "core/trace/retrace.h"
#include "core/trace/structure.h"
#include "core/trace/tracer.h"

namespace tp {

bool Function::run_eagerly = false;
bool Function::saving = false;
TraceObserver* TraceObserver::current = nullptr;

namespace {
std::vector<Function*>& Registry() {
  static std::vector<Function*>* const all = new std::vector<Function*>;
  return *all;
}
}  // namespace

const std::vector<Function*>& Function::All() { return Registry(); }

Function::Function(Value python_function, std::string name, FunctionOptions options)
    : python_function_(std::move(python_function)),
      name_(std::move(name)),
      options_(std::move(options)),
      signature_(std::make_unique<PySignature>(python_function_, options_.input_signature)) {
  Registry().push_back(this);
}

Function::~Function() { std::erase(Registry(), this); }

std::unique_ptr<Function> Function::Clone(Value python_function) const {
  return std::make_unique<Function>(std::move(python_function), name_, options_);
}

Ref<ConcreteFunction> Function::FindOrTrace(const BoundArguments& bound, bool creation) {
  TypeContext context;
  std::vector<Value> flat;
  const Ref<FunctionType> asked =
      signature_->Monomorphic(bound, context, signature_->has_input_signature(), &flat);
  std::vector<Ref<FunctionType>> candidates;
  std::vector<size_t> index;
  for (size_t i = 0; i < traces_.size(); ++i)
    if (traces_[i].creation == creation && traces_[i].saving == saving) {
      candidates.push_back(traces_[i].type);
      index.push_back(i);
    }
  if (const int found = Dispatch(*asked, candidates); found >= 0)
    return traces_[index[static_cast<size_t>(found)]].function;

  Ref<FunctionType> wanted = asked;
  if (options_.reduce_retracing && !signature_->has_input_signature())
    for (const Ref<FunctionType>& other : candidates)
      if (Ref<FunctionType> wider = wanted->Generalize(*other)) wanted = std::move(wider);
  TraceRequest request;
  request.function = python_function_;
  request.name = name_;
  request.autograph = options_.autograph;
  request.type = wanted;
  request.values = std::move(flat);
  request.signature = signature_.get();
  creation_.allowed = creation;
  request.creation = &creation_;
  const RetraceRecord record = RecordRetrace(*this, *asked, creation);
  if (limits.traces > 0 && tracing_count() >= limits.traces)
    RaiseLimit(Limit::kTraces, fmt::format("`{}` was traced again{}", name_,
                                           record.argument.empty() ? "" : ", for `" + record.argument + "`"));
  const auto begin = std::chrono::steady_clock::now();
  Ref<ConcreteFunction> made = Trace(request);
  if (TraceObserver::current)
    TraceObserver::current->OnTrace(
        *made, std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count());
  made->retrace = record;
  FinishRetrace(*made);
  traces_.push_back({wanted, creation, saving, made});
  return made;
}

Value Function::CallConcrete(ConcreteFunction& function, const BoundArguments& bound) {
  TypeContext context;
  std::vector<Value> flat;
  const Ref<FunctionType> unused =
      signature_->Monomorphic(bound, context, signature_->has_input_signature(), &flat);
  return function.CallFlat(InputsOf(*function.type, flat));
}

// The first call: variables may be created. `traced_again`: there are some, so the function is to be traced
// once more. `unlifted`: why their values could not be computed outside, "" if they were.
Ref<ConcreteFunction> Function::FirstTrace(const BoundArguments& bound, bool* traced_again,
                                           std::string* unlifted) {
  initialized_ = true;
  Ref<ConcreteFunction> first;
  try {
    first = FindOrTrace(bound, /*creation=*/true);
  } catch (...) {
    // A failed first trace leaves the function as it was, but for what TensorFlow keeps: the list of
    // variables.
    creation_.pending.clear();
    throw;
  }
  *traced_again = false;
  if (creation_.created.empty()) return first;
  *traced_again = true;
  *unlifted = LiftInitializers(creation_);
  creation_.pending.clear();
  return first;
}

// The trace behind a first one that made variables.
Ref<ConcreteFunction> Function::TraceAgain(const BoundArguments& bound) {
  const size_t first = traces_.size() - 1;
  try {
    return FindOrTrace(bound, /*creation=*/false);
  } catch (...) {
    traces_[first].failed = true;
    throw;
  }
}

Value Function::Call(Args args) {
  if (run_eagerly && options_.restored.is_undef()) return tp::Call(python_function_, args);
  Context& context = Context::Get();
  ++calls_;
  static CallKey* const key =
      new CallKey;  // of the call that is being looked up; free again before the call runs
  const bool plain = initialized_ && context.executing_eagerly() && !context.recording() &&
                     context.variable_watchers.empty();
  const bool keyed = plain && MakeKey(args, key);
  if (keyed)
    if (ConcreteFunction* hit = FindFast(*key)) {
      // The call may come back here, or drop this function: it takes the tensors out of the shared key.
      const Ref<ConcreteFunction> keep(hit);
      Value result = hit->CallEagerly(&key->tensors);
      if (history_) history_->CalledWithoutTracing();
      return result;
    }
  const int traced = tracing_count();
  Value result = CallSlowly(args, plain, key);
  if (!context.executing_eagerly() || !options_.restored.is_undef()) return result;
  if (!history_) history_ = &HistoryOf(python_function_);
  if (traced == tracing_count())
    history_->CalledWithoutTracing();
  else
    history_->CalledWithTracing(python_function_);
  return result;
}

Value Function::CallSlowly(Args args, bool plain, CallKey* key) {
  const BoundArguments bound = signature_->Bind(args, /*allow_specs=*/false);
  if (!initialized_) {
    bool again;
    std::string unlifted;
    const Ref<ConcreteFunction> first = FirstTrace(bound, &again, &unlifted);
    if (!again) return CallConcrete(*first, bound);
    const Ref<ConcreteFunction> second = TraceAgain(bound);
    // Values that depend on the arguments: the first trace initialises the variables when it runs.
    return CallConcrete(unlifted.empty() ? *second : *first, bound);
  }
  const bool creation = creation_.created.empty();
  const Ref<ConcreteFunction> function = FindOrTrace(bound, creation);
  Value result = CallConcrete(*function, bound);
  if (creation && !creation_.created.empty())
    Raise(&ValueErrorType,
          "Creating variables on a non-first call to a function decorated with tf.function.");
  if (plain && MakeKey(args, key) && key->tensors.size() == function->num_arguments() &&
      std::none_of(function->captures.begin(), function->captures.end(),
                   [](const Val& v) { return v.symbolic(); }))
    AddFast(*key, function);
  key->Clear();
  return result;
}

Ref<ConcreteFunction> Function::GetConcreteFunction(Args args) {
  // With an input signature and no arguments the signature itself is meant.
  ArgList specs;
  if (signature_->has_input_signature() && args.num_pos == 0 && args.num_kw == 0) {
    ForEach(signature_->input_signature(), [&](Value spec) { specs.Add(std::move(spec)); });
    args = specs;
  }
  const BoundArguments bound = signature_->Bind(args, /*allow_specs=*/true);
  if (!initialized_) {
    bool again;
    std::string unlifted;
    const Ref<ConcreteFunction> first = FirstTrace(bound, &again, &unlifted);
    if (creation_.created.empty()) return first;
    if (!unlifted.empty()) RaiseUnliftable(unlifted);
    return TraceAgain(bound);
  }
  const bool creation = creation_.created.empty();
  const Ref<ConcreteFunction> function = FindOrTrace(bound, creation);
  if (creation && !creation_.created.empty())
    Raise(&ValueErrorType,
          "Creating variables on a non-first call to a function decorated with tf.function.");
  return function;
}

std::vector<Ref<ConcreteFunction>> Function::ConcreteFunctions() {
  if (!options_.restored.is_undef()) {
    std::vector<Ref<ConcreteFunction>> saved;
    ForEach(options_.restored,
            [&](const Value& f) { saved.push_back(f.as<ConcreteFunctionObject>()->function); });
    return saved;
  }
  if (signature_->has_input_signature()) GetConcreteFunction({});
  std::vector<Ref<ConcreteFunction>> all;
  for (const TraceEntry& entry : traces_) all.push_back(entry.function);
  return all;
}

void Function::Traverse(GcVisitor& visit) {
  visit(python_function_);
  visit(options_.input_signature);
  visit(options_.restored);
  for (TraceEntry& entry : traces_) {
    visit(entry.function->structured_outputs);
    for (Value& v : entry.function->structured_inputs) visit(v);
  }
}

void Function::Clear() {
  python_function_ = Value();
  options_.input_signature = Value();
  options_.restored = Value();
  fast_.clear();
  last_hit_ = nullptr;
  if (!TraceObserver::current) return traces_.clear();
  // What is told of the traces stays.
  for (TraceEntry& entry : traces_) {
    entry.function->structured_outputs = Value();
    entry.function->structured_inputs.clear();
  }
}

}  // namespace tp
