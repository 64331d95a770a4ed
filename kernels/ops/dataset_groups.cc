// Elements of a dataset reduced by key (TensorFlow: group_by_reducer_dataset_op.cc).
#include <map>

#include "kernels/dataset_op.h"

namespace tp {
namespace {

// Everything is read before the first result; keys come in order.
void GroupByReducerKernel(KernelContext& c) {
  const Ref<const Dataset> from = DatasetOf(c);
  const int keys = 1 + ListLength(c, "Tkey_func_other_arguments");
  const int inits = keys + ListLength(c, "Tinit_func_other_arguments");
  const int reduces = inits + ListLength(c, "Treduce_func_other_arguments");
  const DatasetFunction key_of = FunctionOf(c, "key_func", 1, keys);
  const DatasetFunction init = FunctionOf(c, "init_func", keys, inits);
  const DatasetFunction reduce = FunctionOf(c, "reduce_func", inits, reduces);
  const DatasetFunction finalize = FunctionOf(c, "finalize_func", reduces, c.num_inputs());
  if (c.failed()) return;
  SetMade(c, -2, [=] {
    struct State {
      SharedSource source;
      std::map<int64_t, Element> states;
    };
    auto state = std::make_shared<State>();
    state->source = from->Begin();
    return MakeSource([=](Runner& runner, Element* element, bool* end) -> Status {
      while (state->source) {
        Element row, made;
        bool over = false;
        TP_RETURN_IF_ERROR(state->source->Next(runner, &row, &over));
        if (over) {
          state->source.reset();
          break;
        }
        TP_RETURN_IF_ERROR(key_of.Call(runner, row, &made));
        if (made.size() != 1 || made[0].dtype() != DType::kInt64 || made[0].rank() != 0)
          return InvalidArgument("`key_func` must return a scalar int64.");
        const int64_t key = ScalarInt(made[0]);
        const auto [at, fresh] = state->states.try_emplace(key);
        if (fresh) TP_RETURN_IF_ERROR(init.Call(runner, {Tensor::Scalar<int64_t>(key)}, &at->second));
        Element args = at->second;
        args.insert(args.end(), row.begin(), row.end());
        TP_RETURN_IF_ERROR(reduce.Call(runner, args, &at->second));
      }
      *end = state->states.empty();
      if (*end) return {};
      const Element last = std::move(state->states.begin()->second);
      state->states.erase(state->states.begin());
      return finalize.Call(runner, last, element);
    });
  });
}

}  // namespace

TP_OP(ExperimentalGroupByReducerDataset){
    .name = "ExperimentalGroupByReducerDataset",
    .inputs =
        "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
        "init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: "
        "Treduce_func_other_arguments, finalize_func_other_arguments: Tfinalize_func_other_arguments",
    .outputs = "handle: variant",
    .attrs =
        "key_func: func, init_func: func, reduce_func: func, finalize_func: func, Tkey_func_other_arguments: "
        "list(type) >= 0, Tinit_func_other_arguments: list(type) >= 0, Treduce_func_other_arguments: "
        "list(type) "
        ">= 0, Tfinalize_func_other_arguments: list(type) >= 0, " TP_DATASET_ATTRS_PLAIN,
    .doc = "finalize_func of the state that reduce_func makes of the elements with one key, for each key.",
    .shape = ScalarHandles,
    .kernel = GroupByReducerKernel,
    .no_gradient = true,
};

}  // namespace tp
