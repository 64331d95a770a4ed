// What the files of dataset ops share: datasets in variants, function attributes with what they capture, and
// datasets made of two lambdas.
#pragma once

#include <memory>
#include <utility>

#include "core/ir/repeat.h"
#include "kernels/dataset.h"
#include "kernels/op.h"

namespace tp {

// The dataset that a variant tensor holds; null where it holds something else.
inline Ref<const Dataset> DatasetIn(const Tensor& handle) {
  if (handle.dtype() != DType::kVariant || handle.num_elements() != 1) return nullptr;
  return Ref<const Dataset>(dynamic_cast<const Dataset*>(handle.scalar<Ref<RefCounted>>().get()));
}
// That of input `i`; null (an error is set) where there is none.
inline Ref<const Dataset> DatasetOf(KernelContext& c, int i = 0) {
  Ref<const Dataset> dataset = DatasetIn(c.input(i));
  if (!dataset) Fail(c, "input {} of {} is no dataset", i, c.op().name());
  return dataset;
}

// A scalar variant around an object.
inline Tensor VariantOf(Ref<RefCounted> object) {
  Tensor handle = Tensor::Allocate(DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(object);
  return handle;
}
inline void SetDataset(KernelContext& c, Ref<Dataset> dataset) {
  dataset->shapes = c.Attr<std::vector<Shape>>("output_shapes");
  c.SetOutput(0, VariantOf(std::move(dataset)));
}

// A graph that one source or reduction calls for element after element.
class RepeatedCall {
 public:
  RepeatedCall() = default;
  RepeatedCall(const RepeatedCall&) {}  // a copy belongs to another source
  RepeatedCall& operator=(const RepeatedCall&) = delete;

  // InvalidArgument where the graph does not take these: a dataset's elements may be others than its op
  // declares.
  Status Check(const Graph& graph, const RepeatedInputs& inputs);
  // Checks them and calls. What `results` held may be written again where nobody else has it.
  Status Run(Runner& runner, Graph& graph, const RepeatedInputs& inputs, Element* results);
  // The same; of the results some are a state, the others an element.
  Status Run(Runner& runner, Graph& graph, const RepeatedInputs& inputs, const RepeatedOutputs& results);

 private:
  struct Kind {
    DType dtype;
    Shape shape;
    bool Is(const Tensor& tensor) const {
      const int rank = shape.rank();
      bool same = tensor.dtype() == dtype && tensor.rank() == rank;
      for (int i = 0; i < rank && same; ++i) same = tensor.dim(i) == shape[i];
      return same;
    }
  };

  std::vector<Kind> checked_;  // the last inputs that were taken
  Ref<RefCounted> kept_;
  Runner* runner_ = nullptr;      // of the last call
  Repeater* repeater_ = nullptr;  // what it is besides
};

// InvalidArgument where an element's components are not of these dtypes.
Status CheckComponents(const Element& element, std::span<const DType> types);

// Makes the components of an element the outputs, which the attribute `output_types` declares.
void SetComponents(KernelContext& c, const Element& element);

// A function attribute with the values it captures. A source has its own.
struct DatasetFunction {
  Ref<Graph> graph;
  Element captured;
  mutable RepeatedCall call;

  Status Call(Runner& runner, const Element& args, Element* results) const {
    return call.Run(runner, *graph, {{}, args, captured}, results);
  }
};
// Its captures are inputs first … last - 1.
inline DatasetFunction FunctionOf(KernelContext& c, std::string_view name, int first, int last) {
  DatasetFunction f;
  f.graph = Ref<Graph>(c.Attr<FuncAttr>(name).graph());
  if (!f.graph) Fail(c, "{} has no function attribute `{}`", c.op().name(), name);
  for (int i = first; i < last; ++i) f.captured.push_back(c.input(i));
  return f;
}
inline int ListLength(KernelContext& c, std::string_view types) {
  return static_cast<int>(c.Attr<std::vector<DType>>(types).size());
}

// A source from a function f(runner, element, end).
template <class F>
std::unique_ptr<ElementSource> MakeSource(F f) {
  class Source final : public ElementSource {
   public:
    explicit Source(F f) : f_(std::move(f)) {}
    Status Next(Runner& runner, Element* element, bool* end) override { return f_(runner, element, end); }

   private:
    F f_;
  };
  return std::make_unique<Source>(std::move(f));
}

// Output 0 becomes the dataset of this cardinality whose sources `make` makes; nothing after an error.
template <class Make>
void SetMade(KernelContext& c, int64_t cardinality, Make make, bool maps = false) {
  class Made final : public Dataset {
   public:
    Made(Make make, int64_t cardinality) : make_(std::move(make)), cardinality_(cardinality) {}
    std::unique_ptr<ElementSource> Begin() const override { return make_(); }
    int64_t Cardinality() const override { return cardinality_; }

   private:
    Make make_;
    int64_t cardinality_;
  };
  if (c.failed()) return;
  auto made = MakeRef<Made>(std::move(make), cardinality);
  made->maps = maps;
  SetDataset(c, std::move(made));
}

// Lets go of what is large or an object; the rest may stand where the next element comes.
inline void LetGo(Element* element) {
  constexpr size_t kSmall = 4096;
  for (Tensor& tensor : *element)
    if (tensor.valid() && (tensor.buffer()->bytes() > kSmall || IsManaged(tensor.dtype()))) tensor.Reset();
}

// Lambdas are copied with their dataset: sources are held by shared pointers.
using SharedSource = std::shared_ptr<ElementSource>;

inline bool ScalarTruth(const Tensor& t) {
  return t.dtype() == DType::kBool && t.num_elements() == 1 && t.scalar<bool>();
}

// The value of input `i`, an int64; 1 (an error is set) where it is no scalar. `name`: where inputs before it
// are lists.
int64_t IntArgument(KernelContext& c, int i, std::string_view name = {});
// Of a bool.
bool TruthArgument(KernelContext& c, int i, std::string_view name = {});
// Of a string.
std::string TextArgument(KernelContext& c, int i);

// Every output is a scalar (a handle), and so are the inputs that are a number, a truth or a text.
Status ScalarHandles(ShapeContext& c);
// Outputs have the shapes that `output_shapes` declares.
inline Status DeclaredShapes(ShapeContext& c) {
  const auto shapes = c.Attr<std::vector<Shape>>("output_shapes");
  for (int i = 0; i < c.num_outputs() && i < static_cast<int>(shapes.size()); ++i) c.Set(i, shapes[i]);
  return {};
}

// "output_types: …, output_shapes: …, metadata: …": the attributes of nearly every dataset op.
#define TP_DATASET_ATTRS \
  "output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = ''"
#define TP_DATASET_ATTRS_PLAIN "output_types: list(type) >= 1, output_shapes: list(shape) >= 1"

// Joins elements of one shape along a new first dim. `mapped`: they come out of a map.
Status BatchElements(const std::vector<Element>& elements, bool mapped, Element* batch);

}  // namespace tp
