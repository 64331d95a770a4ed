// tf.cond, tf.while_loop, tf.switch_case, and what of tf.autograph changes how functions are staged.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/composite.h"
#include "core/trace/control_flow.h"
#include "core/trace/specs.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

Value TfCond(Interp&, Args args) {
  static ArgParser parser("@", "pred, true_fn=None, false_fn=None, name=None");
  Value v[4];
  parser.Parse(args, v);
  constexpr const char* kBranches[] = {"true_fn", "false_fn"};
  for (int i : {0, 1})
    if (v[i + 1].is_undef() || v[i + 1].is_none())
      RaiseText(&TypeErrorType, fmt::format("cond(): '{}' argument required", kBranches[i]));
  for (int i : {0, 1})
    if (!IsCallable(v[i + 1])) RaiseText(&TypeErrorType, fmt::format("'{}' must be callable.", kBranches[i]));
  if (v[0].is_bool()) {
    if (Context::Get().graph())
      RaiseException(Call(TypeValue(&TypeErrorType), MakeStr("pred must not be a Python bool"), v[0]));
    return Call(v[0].is_true() ? v[1] : v[2]);
  }
  if (Context::Get().executing_eagerly()) {
    const Value predicate = MakeTensor(ConvertToTensor(v[0]));
    // constant_value gives an array.
    return Call(IsTrue(CallMethod(predicate, "numpy")) ? v[1] : v[2]);
  }
  const std::string name = v[3].is_undef() || v[3].is_none() ? "cond" : Str(v[3]);
  return Cond(
      v[0], [&] { return Call(v[1]); }, [&] { return Call(v[2]); }, name,
      [&](int branch) { return Str(v[branch + 1]); });
}

// The loop variables as arguments.
Value CallWith(const Value& f, const Value& variables) {
  Value* items;
  int64_t size;
  if (!AsSequence(variables, &items, &size)) return Call(f, Args{&variables, 1, 0, nullptr});
  return Call(f, Args{items, static_cast<uint32_t>(size), 0, nullptr});
}

Value TfWhileLoop(Interp& in, Args args) {
  static ArgParser parser("@while_loop_v2",
                          "cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, "
                          "back_prop=True, swap_memory=False, maximum_iterations=None, name=None");
  Value v[9];
  parser.Parse(args, v);
  if (!IsCallable(v[0])) Raise(&TypeErrorType, "'cond' must be callable.");
  if (!IsCallable(v[1])) Raise(&TypeErrorType, "'body' must be callable.");
  const bool is_sequence = IsList(v[2]) || IsTuple(v[2]);
  const bool limited = !v[7].is_undef() && !v[7].is_none();
  if (Context::Get().executing_eagerly()) {
    if (!IsTrue(v[2])) Raise(&ValueErrorType, "'loop_vars' must be provided.");
    Len(v[2]);
    // A count of turns is a variable beside the others, which stay what they are.
    const auto with_count = [&](int64_t turns, const Value& values) {
      return limited ? MakeList({Value::Int(turns), values}) : ToList(values);
    };
    const Value specs = MapStructure(with_count(0, v[2]), [](const Value& leaf) {
      if (HasComponents(leaf)) return leaf;
      const Val val = ConvertToTensor(leaf);
      return MakeTensorSpec(val.dtype(), val.shape());
    });
    Value variables = v[2];
    const int64_t most = limited ? IndexInt64(IsTensor(v[7]) ? CallMethod(v[7], "numpy") : v[7]) : INT64_MAX;
    for (int64_t turn = 0; turn < most && IsTrue(CallWith(v[0], variables)); ++turn) {
      in.Tick();
      variables = CallWith(v[1], variables);
      const Value list = with_count(turn + 1, variables);
      if (StructureDifference(specs, list).empty()) continue;
      Call(LookupTf("tf.nest.assert_same_structure"), specs, list);
    }
    return MapStructure(variables, [](const Value& leaf) {
      return IsTensor(leaf) || HasComponents(leaf) ? leaf : MakeTensor(ConvertToTensor(leaf));
    });
  }
  std::vector<Value> leaves;
  FlattenTensors(v[2], &leaves);
  std::vector<Val> tensors;
  for (const Value& leaf : leaves) tensors.push_back(ConvertToTensor(leaf));
  auto pack = [&](std::span<const Val> flat) {
    size_t next = 0;
    return MapTensors(v[2], [&](const Value&) { return MakeTensor(flat[next++]); });
  };
  WhileOptions options;
  if (!v[8].is_undef() && !v[8].is_none()) options.name = Str(v[8]);
  if (limited) options.maximum_iterations = v[7];
  if (v[4].is_int()) options.parallel_iterations = v[4].as_int();
  if (!v[3].is_undef() && !v[3].is_none()) {
    std::vector<Value> shapes;
    Flatten(v[3], &shapes);
    for (const Value& shape : shapes)
      options.invariants.push_back(IsTensorSpec(shape) ? SpecShape(shape) : AsShape(shape));
    if (shapes.size() != tensors.size())
      Raise(&ValueErrorType, "The two structures don't have the same nested structure.");
  }
  options.check = [&](size_t i, const Val& converted) {
    const std::string name = tensors[i].symbolic() ? TensorName(tensors[i]) : "";
    if (converted.dtype() != tensors[i].dtype())
      RaiseText(&TypeErrorType,
                fmt::format("Loop var {0} enters the loop with type {1} but has type {2} after 1 iteration. "
                            "{0} type should remain constant.",
                            name, Str(MakeDType(tensors[i].dtype())), Str(MakeDType(converted.dtype()))));
    const tp::Shape before = options.invariants.empty() ? WithoutSymbols(tensors[i].shape())
                                                        : options.invariants[i],
                    after = WithoutSymbols(converted.shape());
    if (!IsSubshape(after, before))
      RaiseText(&ValueErrorType,
                fmt::format(
                    "Input tensor `{}` enters the loop with shape {}, but has shape {} after one iteration. "
                    "To allow the shape to vary across iterations, use the `shape_invariants` argument "
                    "of tf.while_loop to specify a less-specific shape.",
                    name, before.ToString(), after.ToString()));
  };
  std::vector<Val> results = While(
      tensors, [&](std::span<const Val> flat) { return ConvertToTensor(CallWith(v[0], pack(flat))); },
      [&](std::span<const Val> flat) {
        Value next = CallWith(v[1], pack(flat));
        if (is_sequence && !IsList(next) && !IsTuple(next)) next = MakeList({next});
        std::vector<Value> out;
        FlattenTensors(next, &out);
        if (out.size() != tensors.size()) Call(LookupTf("tf.nest.assert_same_structure"), next, v[2]);
        const auto nones = std::count_if(out.begin(), out.end(), [](const Value& v) { return v.is_none(); });
        if (nones > 0)
          RaiseText(&AssertionErrorType, fmt::format("body_graph has {} outputs; Expected: {}",
                                                     out.size() + 2 - nones, out.size() + 2));
        return out;
      },
      options);
  if (!v[5].is_undef() && !IsTrue(v[5]))  // back_prop
    for (Val& result : results) result = Context::Get().Op("StopGradient", {result});
  return pack(results);
}

// control_flow_switch_case.py: _indexed_case_verify_and_canonicalize_args. The branches by their keys.
std::vector<Value> BranchesOf(const Value& index, const Value& given) {
  if (!IsTensor(index))
    RaiseText(&TypeErrorType, "'branch_index' must be a Tensor, got " + Repr(TypeValue(TypeOf(index))));
  if (!IsInteger(ValOf(index).dtype()))
    RaiseText(&TypeErrorType,
              "'branch_index' must be an integer Tensor, got " + Str(MakeDType(ValOf(index).dtype())));
  if (!IsTrue(given)) Raise(&ValueErrorType, "Must provide at least one item in 'branch_fns'");
  if (!IsList(given) && !IsTuple(given) && !IsDict(given))
    Raise(&TypeErrorType, "'branch_fns' must be a list, tuple, or dict");
  std::vector<Value> items;
  bool plain = true;
  ForEach(IsDict(given) ? CallMethod(given, "items") : given, [&](Value item) {
    plain &= IsCallable(item);
    items.push_back(std::move(item));
  });
  if (plain) return items;
  std::map<int64_t, Value> by_key;
  std::vector<int64_t> keys;
  for (const Value& item : items) {
    if (!IsTuple(item) || Len(item) != 2)
      RaiseText(&TypeErrorType, "Each entry in 'branch_fns' must be a 2-tuple. Received " + Str(item) + ".");
    Value* pair = item.as<TupleObject>()->items;
    if (!pair[0].is_int() && !pair[0].is_bool())
      RaiseText(&TypeErrorType, "key must be a Python `int`, got " + Repr(TypeValue(TypeOf(pair[0]))));
    if (!IsCallable(pair[1])) RaiseText(&TypeErrorType, "fn for key " + Str(pair[0]) + " must be callable.");
    keys.push_back(pair[0].as_int());
    by_key[keys.back()] = pair[1];
  }
  const auto count = static_cast<int64_t>(keys.size());
  if (by_key.size() != keys.size() || by_key.begin()->first < 0 || by_key.rbegin()->first >= count) {
    std::sort(keys.begin(), keys.end());
    RaiseText(&ValueErrorType,
              fmt::format("branch indices (keys) must form contiguous range of [0 to {}) but found {{{}}}",
                          count, fmt::join(keys, ",")));
  }
  std::vector<Value> branches;
  for (auto& [key, branch] : by_key) branches.push_back(std::move(branch));
  return branches;
}

Value TfSwitchCase(Interp&, Args args) {
  static ArgParser parser("@switch_case", "branch_index, branch_fns, default=None, name='switch_case'");
  Value v[4];
  parser.Parse(args, v);
  std::vector<Value> branches = BranchesOf(v[0], v[1]);
  const bool has_default = !v[2].is_undef() && !v[2].is_none();
  if (has_default) branches.push_back(v[2]);
  if (Context::Get().executing_eagerly()) {
    const Value number = IsTensor(v[0]) ? CallMethod(v[0], "numpy") : v[0];
    int64_t i = IndexInt64(number);
    if (i < 0 || i >= static_cast<int64_t>(branches.size())) i = static_cast<int64_t>(branches.size()) - 1;
    return Call(branches[static_cast<size_t>(i)]);
  }
  std::vector<RegionFn> regions;
  for (const Value& b : branches) regions.push_back([&b] { return Call(b); });
  const std::string name = v[3].is_undef() || v[3].is_none() ? "switch_case" : Str(v[3]);
  std::string old;
  Context::Get().EnterScope(name, &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  } leave{&old};
  return SwitchCase(ConvertToTensor(v[0], DType::kInt32), regions);
}

// tf.autograph.experimental.set_loop_options does nothing where it is called: the stager reads it.
Value TfSetLoopOptions(Interp&, Args args) {
  static ArgParser parser("@set_loop_options",
                          "parallel_iterations=None, swap_memory=None, maximum_iterations=None, "
                          "shape_invariants=None");
  Value v[4];
  parser.Parse(args, v);
  return Value::None();
}

Value MarkUnconverted(Interp&, Args args) {
  CheckArgs("do_not_convert", args, 0, 1);
  if (args.num_pos == 0 || args[0].is_none()) {
    static const MethodDef kSelf = {"do_not_convert", MarkUnconverted, "func=None"};
    return MakeNativeFunction(&kSelf);
  }
  SetAttr(args[0], InternStr("__ag_do_not_convert__"), Value::Bool(true));
  return args[0];
}

// functional_ops.While in a graph: cond(*loop_vars) and body(*loop_vars), a list of as many, on flat tensors.
Value TfPlainWhile(Interp&, Args args) {
  std::vector<Val> tensors;
  for (const Value& v : *args[2].as<ListObject>()) tensors.push_back(ConvertToTensor(v));
  const auto pack = [](std::span<const Val> flat) {
    ListObject* const list = NewList();
    Value result = Value::Own(list);
    for (const Val& v : flat) ListAppend(list, MakeTensor(v));
    return result;
  };
  WhileOptions options;
  options.name = "While";
  options.maximum_iterations = Value::None();
  return pack(While(
      tensors,
      [&](std::span<const Val> flat) { return ConvertToTensor(CallWith(args[0], pack(flat)), DType::kBool); },
      [&](std::span<const Val> flat) {
        const Value next = CallWith(args[1], pack(flat));
        ListObject* const values = next.as<ListObject>();
        return std::vector<Value>(values->begin(), values->end());
      },
      options));
}

const TfFunction kControlFlow[] = {
    {"tf.cond", {"cond", TfCond, "pred, true_fn=None, false_fn=None, name=None"}},
    {"tf.while_loop",
     {"while_loop", TfWhileLoop,
      "cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, "
      "swap_memory=False, maximum_iterations=None, name=None"}},
    {"tf.__internal__.plain_while", {"plain_while", TfPlainWhile, "cond, body, loop_vars"}},
    {"tf.switch_case",
     {"switch_case", TfSwitchCase, "branch_index, branch_fns, default=None, name='switch_case'"}},
    {"tf.autograph.experimental.set_loop_options",
     {"set_loop_options", TfSetLoopOptions,
      "parallel_iterations=None, swap_memory=None, maximum_iterations=None, shape_invariants=None"}},
    {"tf.autograph.experimental.do_not_convert", {"do_not_convert", MarkUnconverted, "func=None"}},
};
TP_TF_NAMES(kControlFlow);

}  // namespace
}  // namespace tp
