// Queues of tuples of tensors, as resources (TensorFlow: queue_op.cc, queue_base.cc, fifo_queue.cc,
// padding_fifo_queue.cc, priority_queue.cc, random_shuffle_queue.cc), and the lock of tf.CriticalSection
// (mutex_ops.cc). One thread runs a spec and no op waits for another one: what would wait is an error.
#include <algorithm>
#include <deque>
#include <mutex>

#include "core/ir/runner.h"
#include "kernels/move.h"
#include "kernels/op.h"
#include "kernels/philox.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

using Tuple = std::vector<Tensor>;

int64_t Priority(const Tuple& tuple) { return *tuple[0].data<int64_t>(); }
bool Later(const Tuple& a, const Tuple& b) { return Priority(a) > Priority(b); }

class Queue : public Resource {
 public:
  std::string_view kind() const override { return "tensorflow::QueueInterface"; }
  std::string_view label;  // "FIFOQueue"
  int number = 0;          // what errors call it
  int64_t capacity = -1, stay = 0;
  std::vector<DType> types;
  std::vector<Shape> shapes;  // none: any
  bool padded = false, by_priority = false, shuffled = false, closed = false;
  PhiloxSingles next{Philox()};
  std::deque<Tuple> tuples;  // by priority: a heap
  std::mutex mutex;

  std::string Name() const { return fmt::format("{} '{}'", label, number); }
  int64_t size() const { return static_cast<int64_t>(tuples.size()); }

  void Put(Tuple tuple) {
    tuples.push_back(std::move(tuple));
    if (by_priority) std::push_heap(tuples.begin(), tuples.end(), Later);
  }
  Tuple Take() {
    if (by_priority) std::pop_heap(tuples.begin(), tuples.end(), Later);
    if (shuffled) std::swap(tuples[next() % tuples.size()], tuples.back());
    Tuple tuple;
    if (by_priority || shuffled) {
      tuple = std::move(tuples.back());
      tuples.pop_back();
    } else {
      tuple = std::move(tuples.front());
      tuples.pop_front();
    }
    return tuple;
  }
};

Queue* QueueOf(KernelContext& c) {
  auto* queue = dynamic_cast<Queue*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (queue == nullptr) FailAs(c, Code::kNotFound, "the handle does not refer to a queue");
  return queue;
}

template <class R>
std::string Names(const R& types) {
  std::string text;
  for (const DType type : types) text += (text.empty() ? "" : ", ") + std::string(DTypeName(type));
  return text;
}

void NewKernel(KernelContext& c) {
  auto queue = MakeRef<Queue>();
  queue->label = c.op().name().substr(0, c.op().name().size() - 2);
  queue->types = c.Attr<std::vector<DType>>("component_types");
  queue->shapes = c.Attr<std::vector<Shape>>("shapes");
  queue->capacity = c.Attr<int64_t>("capacity", -1);
  queue->padded = queue->label == "PaddingFIFOQueue";
  queue->by_priority = queue->label == "PriorityQueue";
  queue->shuffled = queue->label == "RandomShuffleQueue";
  if (!queue->shapes.empty() && queue->shapes.size() != queue->types.size())
    return Fail(c, "Different number of component types.  Types: {}, Shapes: [{}]", Names(queue->types),
                fmt::join(queue->shapes, ", "));
  if (queue->by_priority) {
    queue->types.insert(queue->types.begin(), DType::kInt64);
    if (!queue->shapes.empty()) queue->shapes.insert(queue->shapes.begin(), Shape());
  }
  if (queue->shuffled) {
    queue->stay = c.Attr<int64_t>("min_after_dequeue");
    if (queue->stay < 0) return Fail(c, "min_after_dequeue {} must be >= 0", queue->stay);
    if (queue->capacity >= 0 && queue->stay >= queue->capacity)
      return Fail(c, "min_after_dequeue {} must be < capacity {}", queue->stay, queue->capacity);
    const auto seed = c.Attr<int64_t>("seed"), seed2 = c.Attr<int64_t>("seed2");
    queue->next = PhiloxSingles(seed != 0 || seed2 != 0
                                    ? Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2))
                                    : random_state::Reserve(c.node_key(), "", 0, 0, uint64_t{1} << 32));
  }
  static std::atomic<int> made = 0;
  queue->number = made++;
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(queue);
  c.SetOutput(0, handle);
}

// ---- putting in
// A tensor of its own with the elements [at, at + its size) of `from`: inputs' memory is the plan's.
Tensor CopyOf(const Tensor& from, const Shape& shape, int64_t at) {
  Tensor copy = Tensor::Allocate(from.dtype(), shape);
  Mover(from.dtype()).Copy(&copy, 0, from, at, copy.num_elements());
  return copy;
}

bool Fits(const Shape& shape, const Shape& want) {
  if (!want.has_rank()) return true;
  if (shape.rank() != want.rank()) return false;
  for (int d = 0; d < want.rank(); ++d)
    if (IsKnown(want[d]) && shape[d] != want[d]) return false;
  return true;
}

// False (an error is set) where the inputs are no tuple of the queue, or no batch of them.
bool Checked(KernelContext& c, const Queue& queue, bool many) {
  std::vector<DType> types;
  for (int i = 1; i < c.num_inputs(); ++i) types.push_back(c.input(i).dtype());
  if (types != queue.types)
    return Fail(c, "Signature mismatch, have: resource, {}-> expected: resource, {}->", Names(types),
                Names(queue.types)),
           false;
  int64_t batch = 0;
  for (int i = 1; i < c.num_inputs(); ++i) {
    const Shape& shape = c.input(i).shape();
    Shape want = queue.shapes.empty() ? Shape::UnknownRank() : queue.shapes[static_cast<size_t>(i - 1)];
    if (many) {
      if (shape.rank() == 0)
        return Fail(c, "All input tensors must have at least one dimension, component {} has none", i - 1),
               false;
      if (i == 1) batch = shape[0];
      if (shape[0] != batch)
        return Fail(
                   c,
                   "All input tensors must have the same size in the 0th dimension. Component {} has {}, and "
                   "should have {}",
                   i - 1, shape[0], batch),
               false;
      if (want.has_rank()) {
        Shape batched{batch};
        for (const Dim dim : want) batched.Append(dim);
        want = batched;
      }
    }
    if (!Fits(shape, want))
      return Fail(c, "Shape mismatch in tuple component {}. Expected {}, got {}", i - 1, want, shape), false;
    if (i == 1 && queue.by_priority && shape.rank() != (many ? 1 : 0))
      return Fail(c, "Expected priority element to be a scalar, but received shape: {}", shape), false;
  }
  if (queue.closed) return FailAs(c, Code::kCancelled, "{} is closed.", queue.Name()), false;
  const int64_t count = many ? batch : 1;
  if (queue.capacity >= 0 && queue.size() + count > queue.capacity)
    return FailAs(c, Code::kUnimplemented,
                  "{} is full (capacity {}, current size {}, to be put in {}): TensorFlow would wait for "
                  "another "
                  "thread to take something out, and here is one thread",
                  queue.Name(), queue.capacity, queue.size(), count),
           false;
  return true;
}

void EnqueueKernel(KernelContext& c) {
  Queue* queue = QueueOf(c);
  if (queue == nullptr) return;
  const std::lock_guard lock(queue->mutex);
  const bool many = c.op().name() == "QueueEnqueueManyV2";
  if (!Checked(c, *queue, many)) return;
  const int64_t count = many ? c.input(1).dim(0) : 1;
  for (int64_t k = 0; k < count; ++k) {
    Tuple tuple;
    for (int i = 1; i < c.num_inputs(); ++i) {
      Shape shape = c.input(i).shape();
      if (many) {
        shape = Shape();
        for (int d = 1; d < c.input(i).rank(); ++d) shape.Append(c.input(i).dim(d));
      }
      tuple.push_back(CopyOf(c.input(i), shape, k * shape.num_elements()));
    }
    queue->Put(std::move(tuple));
  }
}

// ---- taking out
// False (an error is set) where there are not so many.
bool Enough(KernelContext& c, const Queue& queue, int64_t wanted) {
  if (queue.closed && queue.size() < wanted)
    return FailAs(c, Code::kOutOfRange,
                  "{} is closed and has insufficient elements (requested {}, current size {})", queue.Name(),
                  wanted, queue.size()),
           false;
  if (!queue.closed && queue.size() - queue.stay < wanted)
    return FailAs(
               c, Code::kUnimplemented,
               "{} has too few elements (requested {}, current size {}{}): TensorFlow would wait for another "
               "thread to put something in, and here is one thread",
               queue.Name(), wanted, queue.size(),
               queue.stay > 0 ? fmt::format(", {} of which stay", queue.stay) : ""),
           false;
  return true;
}

void DequeueKernel(KernelContext& c) {
  Queue* queue = QueueOf(c);
  if (queue == nullptr) return;
  const std::lock_guard lock(queue->mutex);
  if (!Enough(c, *queue, 1)) return;
  const Tuple tuple = queue->Take();
  if (tuple.size() != static_cast<size_t>(c.num_outputs()))
    return Fail(c, "Signature mismatch, the queue's tuples have {} components", tuple.size());
  for (int i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, tuple[static_cast<size_t>(i)]);
}

// The parts of some tuples as one tensor; what is smaller than others is filled up with zeros.
void PadInto(Tensor* out, int64_t k, const Tensor& part) {
  const Mover mover(part.dtype());
  const int rank = part.rank();
  const int64_t each = DimProduct(out->shape(), 1, rank + 1);
  if (part.num_elements() == each) return mover.Copy(out, k * each, part, 0, each);
  if (part.num_elements() == 0) return;
  const int64_t run = part.dim(rank - 1);
  for (int64_t row = 0; row * run < part.num_elements(); ++row) {
    int64_t rest = row, to = 0, stride = out->dim(rank);
    for (int d = rank - 2; d >= 0; --d) {
      to += rest % part.dim(d) * stride;
      rest /= part.dim(d);
      stride *= out->dim(d + 1);
    }
    mover.Copy(out, k * each + to, part, row * run, run);
  }
}

void DequeueManyKernel(KernelContext& c) {
  Queue* queue = QueueOf(c);
  if (queue == nullptr) return;
  const std::lock_guard lock(queue->mutex);
  const bool up_to = c.op().name() == "QueueDequeueUpToV2";
  int64_t n = ScalarInt(c.input(1));
  if (n < 0) return Fail(c, "Dequeue{}Op requested {} < 0 elements", up_to ? "UpTo" : "Many", n);
  if (queue->shapes.empty())
    return Fail(c, "{}'s DequeueMany and DequeueUpTo require the components to have specified shapes.",
                queue->label);
  if (up_to && queue->closed && queue->size() > 0) n = std::min(n, queue->size());
  if (n > 0 && !Enough(c, *queue, n)) return;
  if (queue->shapes.size() != static_cast<size_t>(c.num_outputs()))
    return Fail(c, "Signature mismatch, the queue's tuples have {} components", queue->shapes.size());
  std::vector<Tuple> taken;
  for (int64_t k = 0; k < n; ++k) taken.push_back(queue->Take());
  for (int i = 0; i < c.num_outputs(); ++i) {
    const size_t at = static_cast<size_t>(i);
    Shape shape{n};
    for (int d = 0; d < queue->shapes[at].rank(); ++d) {
      Dim dim = IsKnown(queue->shapes[at][d]) ? queue->shapes[at][d] : 0;
      for (const Tuple& tuple : taken) dim = std::max(dim, tuple[at].dim(d));
      shape.Append(dim);
    }
    Tensor* out = c.Output(i, queue->types[at], shape);
    if (out == nullptr) return;
    if (queue->padded) Mover(out->dtype()).Clear(out, 0, out->num_elements());
    for (int64_t k = 0; k < n; ++k) PadInto(out, k, taken[static_cast<size_t>(k)][at]);
  }
}

void CloseKernel(KernelContext& c) {
  Queue* queue = QueueOf(c);
  if (queue == nullptr) return;
  const std::lock_guard lock(queue->mutex);
  queue->closed = true;
}

void AskKernel(KernelContext& c) {
  Queue* queue = QueueOf(c);
  if (queue == nullptr) return;
  const std::lock_guard lock(queue->mutex);
  if (c.op().name() == "QueueSizeV2")
    c.SetOutput(0, Tensor::Scalar<int32_t>(static_cast<int32_t>(queue->size())));
  else
    c.SetOutput(0, Tensor::Scalar<bool>(queue->closed));
}

// What a lock and its holder are: with one thread, nothing is to be done for them.
class Lock : public Resource {
 public:
  std::string_view kind() const override { return "Mutex"; }
};

void NewLockKernel(KernelContext& c) {
  Tensor handle = Tensor::Allocate(c.op().name() == "MutexV2" ? DType::kResource : DType::kVariant, Shape());
  *handle.data<Ref<RefCounted>>() = MakeRef<Lock>();
  c.SetOutput(0, handle);
}

}  // namespace

#define TP_QUEUE(op, more, words)                                                                         \
  TP_OP(op) {                                                                                             \
    .name = #op, .outputs = "handle: resource",                                                           \
    .attrs = more ", capacity: int = -1, container: string = '', shared_name: string = ''", .doc = words, \
    .shape = shape::Scalar, .effect = Effect::kIo, .kernel = NewKernel, .no_gradient = true,              \
  }

TP_QUEUE(FIFOQueueV2, "component_types: list(type) >= 1, shapes: list(shape) = []",
         "A queue whose first tuple goes first.");
TP_QUEUE(PaddingFIFOQueueV2, "component_types: list(type) >= 1, shapes: list(shape) = []",
         "A queue whose first tuple goes first; what is taken out together is padded to one shape.");
TP_QUEUE(PriorityQueueV2, "component_types: list(type) = [], shapes: list(shape) = []",
         "A queue whose tuple with the smallest int64 before its components goes first.");
TP_QUEUE(
    RandomShuffleQueueV2,
    "component_types: list(type) >= 1, shapes: list(shape) = [], min_after_dequeue: int = 0, seed: int = 0, "
    "seed2: int = 0",
    "A queue of which any tuple goes.");

#define TP_ENQUEUE(op, words)                                                                          \
  TP_OP(op) {                                                                                          \
    .name = #op, .inputs = "handle: resource, components: Tcomponents",                                \
    .attrs = "Tcomponents: list(type) >= 1, timeout_ms: int = -1", .doc = words, .shape = shape::None, \
    .effect = Effect::kWrite, .kernel = EnqueueKernel, .no_gradient = true,                            \
  }

TP_ENQUEUE(QueueEnqueueV2, "Puts a tuple in.");
TP_ENQUEUE(QueueEnqueueManyV2, "Puts in as many tuples as the first dimension of the components says.");

TP_OP(QueueDequeueV2){
    .name = "QueueDequeueV2",
    .inputs = "handle: resource",
    .outputs = "components: component_types",
    .attrs = "component_types: list(type) >= 1, timeout_ms: int = -1",
    .doc = "Takes a tuple out.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = DequeueKernel,
    .no_gradient = true,
};

#define TP_DEQUEUE(op, words)                                                                              \
  TP_OP(op) {                                                                                              \
    .name = #op, .inputs = "handle: resource, n: int32", .outputs = "components: component_types",         \
    .attrs = "component_types: list(type) >= 1, timeout_ms: int = -1", .doc = words, .shape = shape::None, \
    .effect = Effect::kWrite, .kernel = DequeueManyKernel, .no_gradient = true,                            \
  }

TP_DEQUEUE(QueueDequeueManyV2, "Takes n tuples out, stacked.");
TP_DEQUEUE(QueueDequeueUpToV2, "Takes n tuples out, stacked; fewer where a closed queue has no more.");

TP_OP(QueueCloseV2){
    .name = "QueueCloseV2",
    .inputs = "handle: resource",
    .attrs = "cancel_pending_enqueues: bool = false",
    .doc = "From now on nothing is put in.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = CloseKernel,
    .no_gradient = true,
};

TP_OP(QueueIsClosedV2){
    .name = "QueueIsClosedV2",
    .inputs = "handle: resource",
    .outputs = "is_closed: bool",
    .doc = "Was the queue closed?",
    .shape = shape::Scalar,
    .effect = Effect::kWrite,
    .kernel = AskKernel,
    .no_gradient = true,
};

TP_OP(QueueSizeV2){
    .name = "QueueSizeV2",
    .inputs = "handle: resource",
    .outputs = "size: int32",
    .doc = "How many tuples there are.",
    .shape = shape::Scalar,
    .effect = Effect::kWrite,
    .kernel = AskKernel,
    .no_gradient = true,
};

TP_OP(MutexV2){
    .name = "MutexV2",
    .outputs = "resource: resource",
    .attrs = "container: string = '', shared_name: string = ''",
    .doc = "A new lock.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel = NewLockKernel,
    .no_gradient = true,
};

TP_OP(MutexLock){
    .name = "MutexLock",
    .inputs = "mutex: resource",
    .outputs = "mutex_lock: variant",
    .doc = "Holds a lock until what it gives is consumed.",
    .shape = shape::Scalar,
    .effect = Effect::kWrite,
    .kernel = NewLockKernel,
    .no_gradient = true,
};

TP_OP(ConsumeMutexLock){
    .name = "ConsumeMutexLock",
    .inputs = "mutex_lock: variant",
    .doc = "Lets a lock go.",
    .shape = shape::None,
    .effect = Effect::kIo,
    .kernel = [](KernelContext&) {},
    .no_gradient = true,
};

}  // namespace tp
