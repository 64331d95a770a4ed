// Loops over datasets and their iterators in converted functions (TensorFlow: data/ops/dataset_autograph.py,
// autograph/operators/control_flow.py: _tf_iterator_for_stmt). A loop over a dataset is a scan whose state
// are the loop's variables, then take_while where it may break, then a reduction to the last state.
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/traceback.h"
#include "core/trace/closure.h"
#include "core/trace/loop_options.h"
#include "core/trace/structure.h"
#include "core/trace/user_code.h"

namespace tp {
namespace {

Value AsTuple(const std::vector<Value>& values) {
  return MakeTuple(values.data(), static_cast<int64_t>(values.size()));
}

std::vector<Value> Items(const Value& sequence) {
  std::vector<Value> items;
  ForEach(sequence, [&](Value item) { items.push_back(std::move(item)); });
  return items;
}

// A result of the loop's test as a tensor.
Val TestValue(const Value& test) { return ConvertToTensor(test, DType::kBool); }

void StageOverDataset(const Value& dataset, const StagedState& state,
                      const std::function<void(const Value& item)>& body,
                      const std::function<Value()>& extra_test) {
  Context& context = Context::Get();
  std::vector<Value> init = state.Get();
  state.PointHere();
  VerifyDefined(state, init);
  std::vector<std::string> names = state.names();
  // A reduction must have a state.
  const bool dummy = init.empty();
  auto nothing = [&] { return MakeTensor(context.Constant(Tensor::Scalar(int32_t{0}))); };
  if (dummy) {
    init.push_back(nothing());
    names.emplace_back("<internal dummy>");
  }
  auto get = [&] { return dummy ? std::vector<Value>{nothing()} : state.Get(); };
  auto set = [&](const std::vector<Value>& values) {
    if (!dummy) state.Set(values);
  };
  const Value scan = MakeClosure("scan_body", [&](Args args) -> Value {
    const Value entry = args[0], element = args[1];
    const StagedState::Inside inside(state);
    set(Items(entry));
    auto iteration = [&]() -> Value {
      body(element);
      state.PointHere();
      const std::vector<Value> exit = get();
      VerifyIteration(names, init, Items(entry), exit, {}, /*shapes=*/false);
      return AsTuple(exit);
    };
    if (!extra_test) {
      const Value unused = MakeTensor(context.Constant(Tensor::Scalar(true)));
      const Value next = iteration();
      return MakeTuple({next, MakeTuple({next, MakeTuple({unused})})});
    }
    const Val more = TestValue(extra_test());
    const Value next = Cond(MakeTensor(more), iteration, [&] { return entry; });
    return MakeTuple({next, MakeTuple({next, MakeTensor(more)})});
  });
  try {
    set(Items(
        CallMethod(dataset, "_staged_loop", {AsTuple(init), scan, Value::Bool(extra_test != nullptr)})));
  } catch (const PyError& error) {
    // What the body raised came through the library; its frames are none of the loop's.
    TracebackObject*& traceback = error.get()->traceback;
    while (traceback && traceback->code->source->path.starts_with("<tensorflow>/")) {
      TracebackObject* next = traceback->next;
      if (next) IncRef(next);
      DecRef(traceback);
      traceback = next;
    }
    // A `try` or `with` in the body has put the frame there already.
    Interp& in = TheInterp();
    if (traceback && traceback->code == in.frame->code) in.recorded = in.frame;
    throw;
  }
}

void StageOverIterator(const Value& iterator, const StagedState& state,
                       const std::function<void(const Value& item)>& body,
                       const std::function<Value()>& extra_test) {
  std::vector<Value> extra = {Value::Bool(true)};  // is there a next element?
  const std::vector<std::string> extra_names = {"<internal has_next>"};
  std::vector<std::string> names = extra_names;
  names.insert(names.end(), state.names().begin(), state.names().end());
  auto get = [&] {
    std::vector<Value> values = state.Get();
    values.insert(values.begin(), extra[0]);
    return values;
  };
  const std::vector<Value> init = get();
  state.PointHere();
  VerifyDefined(state, state.Get());
  const LoopOptions options = TakeLoopOptions();
  const LoopOptions::Pairs given = options.Invariants();
  std::vector<Value> invariants;
  for (const Value& v : init) invariants.push_back(LoopOptions::InvariantOf(given, v));
  SetLoopOptions(options);
  auto test = [&]() -> Value {
    const Value main = extra[0];
    if (!extra_test) return main;
    return Cond(MakeTensor(TestValue(main)), extra_test, [] { return Value::Bool(false); });
  };
  auto iteration = [&] {
    const Value next = CallMethod(iterator, "get_next_as_optional");
    extra[0] = CallMethod(next, "has_value");
    const std::vector<Value> entry = get();
    const Value exit = Cond(
        extra[0],
        [&]() -> Value {
          const Value element = CallMethod(next, "get_value");
          try {
            body(element);
          } catch (const PyError& error) {
            LeavesConditional(error, state.span());
            throw;
          }
          state.PointHere();
          const std::vector<Value> values = get();
          VerifyIteration(names, init, entry, values, invariants, /*shapes=*/true);
          return AsTuple(values);
        },
        [&] { return AsTuple(entry); });
    const std::vector<Value> values = Items(exit);
    extra[0] = values[0];
    state.Set({values.begin() + 1, values.end()});
  };
  StageLoop(state, test, iteration, extra_names, &extra);
}

}  // namespace

bool IsStagedIterable(const Value& v) {
  static StrObject* const name = InternStr("_staged_loop");
  return v.is_object() && v.object()->type->is_heap() && TypeLookup(v.object()->type, name) &&
         Context::Get().graph();
}

void StageDatasetLoop(const Value& iterable, const StagedState& state,
                      const std::function<void(const Value& item)>& body,
                      const std::function<Value()>& extra_test) {
  const bool whole = !GetAttr(iterable, "_staged_loop").is_none();
  if (whole) TakeLoopOptions();  // a loop over a dataset has none; those inside of it have their own
  (whole ? StageOverDataset : StageOverIterator)(iterable, state, body, extra_test);
}

}  // namespace tp
