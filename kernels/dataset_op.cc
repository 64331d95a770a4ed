#include "kernels/dataset_op.h"

#include "core/ir/graph.h"
#include "core/tensor/plain_type_name.h"
#include "kernels/move.h"

namespace tp {
namespace {

bool IsScalar(KernelContext& c, int i, std::string_view name) {
  if (c.input(i).rank() == 0) return true;
  Fail(c, "{} must be a scalar", name.empty() ? c.op().inputs()[static_cast<size_t>(i)].name : name);
  return false;
}

}  // namespace

Status ScalarHandles(ShapeContext& c) {
  const auto inputs = c.op().inputs();
  // Where an input stands is known before the first list, and behind the last one.
  const int count = static_cast<int>(inputs.size());
  bool behind = false;
  for (int i = 0; i < count; ++i) {
    const ArgInfo& arg = inputs[static_cast<size_t>(i)];
    behind |= arg.is_list();
    const bool last =
        std::none_of(inputs.begin() + i, inputs.end(), [](const ArgInfo& a) { return a.is_list(); });
    const bool plain = arg.dtype == DType::kInt64 || arg.dtype == DType::kBool || arg.dtype == DType::kString;
    if (arg.is_list() || !plain || (behind && !last)) continue;
    Shape unused;
    TP_RETURN_IF_ERROR(c.WithRank(behind ? c.num_inputs() - count + i : i, 0, &unused));
  }
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, Shape());
  return {};
}

int64_t IntArgument(KernelContext& c, int i, std::string_view name) {
  return IsScalar(c, i, name) ? ScalarInt(c.input(i)) : 1;
}

bool TruthArgument(KernelContext& c, int i, std::string_view name) {
  return IsScalar(c, i, name) && c.input(i).scalar<bool>();
}

std::string TextArgument(KernelContext& c, int i) {
  return IsScalar(c, i, {}) ? c.input(i).scalar<std::string>() : std::string();
}

Status RepeatedCall::Check(const Graph& graph, const RepeatedInputs& inputs) {
  bool known = inputs.size() == checked_.size() && !checked_.empty();
  for (size_t i = 0; i < inputs.num_varying() && known; ++i) known = checked_[i].Is(inputs[i]);
  if (known) return {};
  checked_.clear();
  const std::vector<ValueId>& wanted = graph.inputs_list;
  if (wanted.size() != inputs.size())
    return InvalidArgument("Type mismatch: actual {} arguments vs. expect {}", inputs.size(), wanted.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].dtype() != graph.dtype(wanted[i]))
      return InvalidArgument("Type mismatch: actual {} vs. expect {}", PlainTypeName(inputs[i].dtype()),
                             PlainTypeName(graph.dtype(wanted[i])));
    if (!AreCompatible(inputs[i].shape(), graph.shape(wanted[i])))
      return InvalidArgument("Incompatible shapes at component {}: expected {} but got {}.", i,
                             graph.shape(wanted[i]), inputs[i].shape());
  }
  for (size_t i = 0; i < inputs.size(); ++i) checked_.push_back({inputs[i].dtype(), inputs[i].shape()});
  return {};
}

Status RepeatedCall::Run(Runner& runner, Graph& graph, const RepeatedInputs& inputs, Element* results) {
  results->resize(graph.outputs_list.size());
  return Run(runner, graph, inputs, {{}, *results});
}

Status RepeatedCall::Run(Runner& runner, Graph& graph, const RepeatedInputs& inputs,
                         const RepeatedOutputs& results) {
  TP_RETURN_IF_ERROR(Check(graph, inputs));
  if (&runner != runner_) {
    runner_ = &runner;
    repeater_ = dynamic_cast<Repeater*>(&runner);
  }
  if (repeater_ != nullptr) return repeater_->RunAgain(graph, inputs, results, &kept_);
  Element all, made(results.size());
  for (size_t i = 0; i < inputs.size(); ++i) all.push_back(inputs[i]);
  TP_RETURN_IF_ERROR(runner.RunGraph(graph, all, made));
  for (size_t i = 0; i < made.size(); ++i) results[i] = std::move(made[i]);
  return {};
}

Status CheckComponents(const Element& element, std::span<const DType> types) {
  if (element.size() != types.size())
    return InvalidArgument("Number of components does not match: expected {} types but got {}.", types.size(),
                           element.size());
  for (size_t i = 0; i < types.size(); ++i)
    if (element[i].dtype() != types[i])
      return InvalidArgument("Data type mismatch at component {}: expected {} but got {}.", i,
                             PlainTypeName(types[i]), PlainTypeName(element[i].dtype()));
  return {};
}

void SetComponents(KernelContext& c, const Element& element) {
  const auto types = c.Attr<std::vector<DType>>("output_types");
  if (Status status = CheckComponents(element, types); !status.ok()) return c.Error(status);
  for (size_t i = 0; i < element.size(); ++i) c.SetOutput(static_cast<int>(i), element[i]);
}

Status BatchElements(const std::vector<Element>& elements, bool mapped, Element* batch) {
  batch->clear();
  for (size_t k = 0; k < elements[0].size(); ++k) {
    const Tensor& first = elements[0][k];
    Shape shape = first.shape();
    shape.Insert(0, static_cast<Dim>(elements.size()));
    Tensor out = Tensor::Allocate(first.dtype(), shape);
    if (!out.valid()) return MakeStatus(Code::kResourceExhausted, "no memory for a batch");
    for (size_t i = 0; i < elements.size(); ++i) {
      if (elements[i].size() != elements[0].size() || elements[i][k].dtype() != first.dtype())
        return InvalidArgument("Cannot batch elements of different components.");
      const Tensor& item = elements[i][k];
      if (mapped && item.num_elements() != first.num_elements())
        return InvalidArgument(
            "Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: {}, "
            "[batch]: {}",
            item.shape(), first.shape());
      if (item.shape() != first.shape())
        return InvalidArgument(
            "Cannot batch tensors with different shapes in component {}. First element had shape {} and "
            "element {} had shape {}.",
            k, first.shape(), i, item.shape());
      Mover(item.dtype())
          .Copy(&out, static_cast<int64_t>(i) * item.num_elements(), item, 0, item.num_elements());
    }
    batch->push_back(out);
  }
  return {};
}

}  // namespace tp
