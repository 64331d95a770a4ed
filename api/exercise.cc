#include "api/exercise.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "api/session.h"
#include "core/tensor/buffer.h"

namespace tp {
namespace {

constexpr int64_t kMaxBytes = int64_t{64} << 20, kMaxElements = 1 << 16;
constexpr auto kMaxTime = std::chrono::milliseconds(100);

// Sets a flag when a time has passed, unless destroyed before.
class Alarm {
 public:
  explicit Alarm(std::atomic<bool>* flag)
      : thread_([this, flag] {
          std::unique_lock lock(mutex_);
          if (!done_.wait_for(lock, kMaxTime, [this] { return over_; })) flag->store(true);
        }) {}
  ~Alarm() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool over_ = false;
  std::thread thread_;
};

// A tensor of ones for an input; false where there is none to be had.
bool MakeInput(DType dtype, const Shape& wanted, Tensor* tensor) {
  if (!wanted.has_rank() || dtype == DType::kResource || dtype == DType::kVariant) return false;
  Shape shape;
  for (Dim dim : wanted) shape.Append(IsKnown(dim) ? dim : 2);
  const auto count = CheckedNumElements(shape);
  if (!count || *count > kMaxElements) return false;
  *tensor = Tensor::Allocate(dtype, shape);
  if (!tensor->valid()) return false;
  if (dtype == DType::kString)
    std::fill_n(tensor->data<std::string>(), *count, "one");
  else if (dtype == DType::kFloat32)
    std::fill_n(tensor->data<float>(), *count, 1.0f);
  else if (dtype == DType::kFloat64)
    std::fill_n(tensor->data<double>(), *count, 1.0);
  else  // small numbers of any other kind
    for (size_t i = 0; i < tensor->bytes(); ++i)
      static_cast<char*>(tensor->raw_data())[i] = i % DTypeSize(dtype) == 0;
  return true;
}

void CallEach(const BundleContents& contents) {
  for (const BundleFunction& function : contents.functions)
    for (const BundleConcrete& concrete : function.concretes) {
      std::atomic<bool> stop{false};
      Session session(contents);
      session.executor().set_print([](std::string_view, bool) {});
      session.executor().set_interrupt(&stop);
      NamedInputs inputs;
      bool possible = true;
      for (const InputSlot& slot : InputSlots(concrete)) {
        if (slot.graph_input < 0) continue;
        Tensor tensor;
        possible &= slot.type->kind() == TraceType::Kind::kTensor &&
                    MakeInput(slot.type->dtype(), slot.type->shape(), &tensor);
        inputs.emplace(slot.path, std::move(tensor));
      }
      if (!possible) continue;
      const Alarm alarm(&stop);
      std::vector<Tensor> outputs;
      (void)session.Call(concrete, inputs, &outputs);
    }
}

}  // namespace

Status Exercise(std::string_view bytes, const ReadOptions& options) {
  SetMemoryLimit(LiveBytes() + kMaxBytes);
  LoadedBundle loaded;
  const Status status = ReadBundle(bytes, nullptr, options, &loaded);
  if (status.ok()) CallEach(loaded.contents);
  loaded = LoadedBundle();
  SetMemoryLimit(0);
  return status;
}

}  // namespace tp
