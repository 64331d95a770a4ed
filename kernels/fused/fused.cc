// The kernel of all elementwise ops and of `_Fused`: finds the op's compiled program, broadcasts the inputs,
// and runs the program tile by tile. An eager op is a program of one instruction, a fused group one of many;
// each lane of each instruction is the same function of the same numbers, so all routes give equal bits, for
// any cut into tiles and threads.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "core/base/parallel.h"
#include "core/ir/kernel.h"
#include "kernels/fused/broadcast.h"
#include "kernels/fused/program.h"

namespace tp::fused {
namespace {

constexpr size_t kTileBytes = 48 * 1024;  // temporaries of one thread: within the first-level cache
constexpr int64_t kMaxTile = 1024;
constexpr int64_t kMinRow = 256;       // elements; tiles of shorter rows would be too short
constexpr int64_t kGrain = 16 * 1024;  // elements a thread takes at once

// --- finding the program
// ------------------------------------------------------------------------------------

struct CacheEntry {
  const OpInfo* op = nullptr;
  uint64_t types = 0;
  Ref<const AttrSet> attrs;
  Ref<Program> program;
};

uint64_t TypesKey(std::span<const Tensor> inputs) {
  uint64_t key = inputs.size();
  for (const Tensor& input : inputs) key = key * 32 + static_cast<uint64_t>(input.dtype());
  if (inputs.size() <= 11) return key;
  key = 1469598103934665603u;  // many inputs: a hash of 64 bits
  for (const Tensor& input : inputs)
    key = (key ^ static_cast<uint64_t>(input.dtype())) * 1099511628211u + (key >> 29);
  return key | uint64_t{1} << 63;
}

// A dtype as the message of Cast names it.
std::string_view CastName(DType dtype) {
  return dtype == DType::kFloat32   ? "float"
         : dtype == DType::kFloat64 ? "double"
         : dtype == DType::kFloat16 ? "half"
                                    : DTypeName(dtype);
}

// May the cache hold these attributes? Tensors and graphs of a bundle live no longer than its bytes. (No op
// that comes here has any; a bundle may say so all the same.)
bool OutliveBundles(const AttrSet& attrs) {
  return std::none_of(attrs.items().begin(), attrs.items().end(), [](const AttrSet::Item& item) {
    return item.second.As<Tensor>() || item.second.As<FuncAttr>() || item.second.As<std::vector<FuncAttr>>();
  });
}

// The program of the context's op, from this thread's cache; null (an error is set) where the expression
// cannot be compiled for these dtypes.
const Program* Find(KernelContext& c) {
  constexpr size_t kEntries = 512;
  static thread_local CacheEntry cache[kEntries];
  const uint64_t types = TypesKey(c.inputs());
  uint64_t hash =
      (reinterpret_cast<uintptr_t>(&c.op()) >> 4) ^ types * 0x9e3779b97f4a7c15u ^ c.attrs().Hash();
  hash ^= hash >> 17;
  CacheEntry& entry = cache[(hash * 0x9e3779b97f4a7c15u) >> 55];
  if (entry.op == &c.op() && entry.types == types && entry.program->table == &Tiles() &&
      (entry.attrs.get() == &c.attrs() || *entry.attrs == c.attrs()))
    return entry.program.get();
  SmallVector<DType, 8> dtypes;
  for (const Tensor& input : c.inputs()) dtypes.push_back(input.dtype());
  Expression expression;
  if (Status status = OpExpression(c.op(), c.attrs(), dtypes, &expression); !status.ok()) {
    c.Error(std::move(status));
    return nullptr;
  }
  for (const ExprNode& node : expression.nodes)
    if (node.kind == ExprNode::kCast && !CastTile(expression.nodes[node.args[0]].dtype, node.dtype)) {
      c.Error(MakeStatus(Code::kUnimplemented, "Cast {} to {} is not supported",
                         CastName(expression.nodes[node.args[0]].dtype), CastName(node.dtype)));
      return nullptr;
    }
  const bool kept = OutliveBundles(c.attrs());
  entry = {kept ? &c.op() : nullptr, types, kept ? Ref<const AttrSet>(&c.attrs()) : nullptr,
           MakeRef<Program>(expression, static_cast<int>(dtypes.size()))};
  return entry.program.get();
}

// --- running it
// ---------------------------------------------------------------------------------------------

class Run {
 public:
  Run(const Program& program, KernelContext& c, const Broadcast& shape, void* out)
      : program_(program), c_(c), shape_(shape), out_(static_cast<char*>(out)) {
    int buffers = static_cast<int>(program.numbers.size()) + program.num_temps;
    auto width = static_cast<int64_t>(program.width);
    for (int i = 0; i < program.num_inputs; ++i) {
      buffers += shape.kind(i) != Broadcast::kFlat;
      by_rows_ |= shape.kind(i) == Broadcast::kGeneral;
      width = std::max(width, static_cast<int64_t>(shape.size(i)));
    }
    const int64_t fits = buffers == 0 ? kGrain : static_cast<int64_t>(kTileBytes) / width / buffers;
    tile_ = buffers == 0 ? kGrain : std::clamp<int64_t>(fits / 64 * 64, 64, kMaxTile);
    slot_bytes_ = static_cast<size_t>(tile_ * width);
    scratch_bytes_ = static_cast<size_t>(buffers) * slot_bytes_;
    out_size_ = DTypeSize(program.result);
    by_rows_ = by_rows_ && shape.Row(0) >= kMinRow;
  }

  void All() {
    ParallelRanges(shape_.count(), kGrain, program_.item_ns,
                   [this](int64_t begin, int64_t end) { Range(begin, end); });
  }

 private:
  void Range(int64_t begin, int64_t end) {
    SmallVector<const void*, 24> slots(program_.num_inputs + program_.numbers.size() + program_.num_temps,
                                       nullptr);
    SmallVector<char*, 24> buffer(slots.size(), nullptr);
    char* next = Scratch(scratch_bytes_);
    const int64_t most = std::min(tile_, end - begin);
    for (int i = 0; i < static_cast<int>(slots.size()); ++i) {
      if (i < program_.num_inputs && shape_.kind(i) == Broadcast::kFlat) continue;
      slots[i] = buffer[i] = next;
      next += slot_bytes_;
      const int number = i - program_.num_inputs;
      if (i < program_.num_inputs) {
        if (shape_.kind(i) == Broadcast::kScalar)
          shape_.Gather(i, c_.input(i).raw_data(), 0, most, buffer[i]);
      } else if (number < static_cast<int>(program_.numbers.size())) {
        program_.numbers[number].Fill(buffer[i], most);
      }
    }
    for (int64_t at = begin, n; at < end; at += n) {
      n = std::min(tile_, end - at);
      if (by_rows_) n = std::min(n, shape_.Row(at));
      for (int i = 0; i < program_.num_inputs; ++i) {
        const char* data = static_cast<const char*>(c_.input(i).raw_data());
        if (shape_.kind(i) == Broadcast::kFlat)
          slots[i] = data + at * shape_.size(i);
        else if (shape_.kind(i) == Broadcast::kGeneral)
          slots[i] = shape_.Tile(i, data, at, n, buffer[i]);
      }
      if (Status status = program_.RunTile(slots.data(), out_ + at * out_size_, n); !status.ok())
        Fail(std::move(status));
    }
  }

  void Fail(Status status) {
    while (failing_.test_and_set(std::memory_order_acquire)) {
    }
    c_.Error(std::move(status));
    failing_.clear(std::memory_order_release);
  }

  const Program& program_;
  KernelContext& c_;
  const Broadcast& shape_;
  char* out_;
  int64_t tile_ = 0;
  size_t out_size_ = 0, slot_bytes_ = 0, scratch_bytes_ = 0;
  bool by_rows_ = false;  // no tile reaches over a row's end
  std::atomic_flag failing_ = ATOMIC_FLAG_INIT;
};

// A whole program on inputs of one shape (scalars, above all): one tile, without broadcasting.
constexpr size_t kMaxFlatSlots = 16;
constexpr int64_t kMaxFlatTile = 64;  // elements, where numbers and temporaries take scratch memory

bool FitsFlat(const Program& program, const KernelContext& c) {
  const int n = program.num_inputs;
  const size_t scratch = program.numbers.size() + static_cast<size_t>(program.num_temps);
  if (n == 0 || static_cast<size_t>(n) + scratch > kMaxFlatSlots) return false;
  const Tensor& x = c.input(0);
  if (x.num_elements() > (scratch == 0 ? kGrain : kMaxFlatTile)) return false;
  if (scratch != 0 && program.code[0].dtype == DType::kString) return false;
  for (int i = 1; i < n; ++i)
    if (c.input(i).shape() != x.shape()) return false;
  return true;
}

void RunFlat(const Program& program, KernelContext& c, void* out, size_t count) {
  const void* slots[kMaxFlatSlots];
  size_t slot = 0;
  for (; slot < static_cast<size_t>(program.num_inputs); ++slot)
    slots[slot] = c.input(static_cast<int>(slot)).raw_data();
  if (const size_t scratch = program.numbers.size() + static_cast<size_t>(program.num_temps)) {
    const size_t room = (count + 3) / 4 * 64;  // up to 16 bytes an element, aligned
    char* next = Scratch(room * scratch);
    for (const Program::Number& number : program.numbers) {
      number.Fill(next, static_cast<int64_t>(count));
      slots[slot++] = next;
      next += room;
    }
    for (int i = 0; i < program.num_temps; ++i, next += room) slots[slot++] = next;
  }
  if (Status status = program.RunTile(slots, out, count); !status.ok()) c.Error(std::move(status));
}

// Strings (tf.strings join by `+`, ==, !=, where): element by element, through one-element tiles.
void RunStrings(const Program& program, KernelContext& c, const Broadcast& shape, Tensor* out) {
  if (program.code.size() != 1) return c.Error(MakeStatus(Code::kUnimplemented, "fused strings"));
  const Instruction& step = program.code[0];
  for (int64_t i = 0; i < shape.count(); ++i) {
    const void* in[3];
    for (int k = 0; k < step.num_args; ++k)
      in[k] = static_cast<const char*>(c.input(step.args[k]).raw_data()) +
              shape.Offset(step.args[k], i) * shape.size(step.args[k]);
    step.fn(in, static_cast<char*>(out->raw_data()) + i * DTypeSize(program.result), 1);
  }
}

// `Equal` and `NotEqual` of shapes that do not broadcast, where Python's == asked for no error.
bool AnswerIncompatible(KernelContext& c) {
  if (c.op().FindAttr("incompatible_shape_error") == nullptr || c.Attr("incompatible_shape_error", true))
    return false;
  if (Tensor* out = c.Output(0, DType::kBool, Shape())) *out->data<bool>() = c.op().name() == "NotEqual";
  return true;
}

void Kernel(KernelContext& c) {
  const Program* program = Find(c);
  if (program == nullptr) return;
  const Instruction& first = program->code[0];
  const int n = c.num_inputs();
  if (n == 1 && first.copies) return c.SetOutput(0, c.input(0));
  if (FitsFlat(*program, c)) {
    const Shape& shape = c.input(0).shape();
    Tensor* out = nullptr;
    for (int i = 0; i < n && !out; ++i)
      if (c.may_overwrite(i) && DTypeSize(c.input(i).dtype()) == DTypeSize(program->result) &&
          program->result != DType::kString)
        out = c.OutputInPlaceOf(i, 0, program->result, shape);
    if (out == nullptr) out = c.Output(0, program->result, shape);
    if (out != nullptr) RunFlat(*program, c, out->raw_data(), static_cast<size_t>(out->num_elements()));
    return;
  }
  Broadcast shape;
  if (Status status = shape.Init(c.inputs()); !status.ok()) {
    if (AnswerIncompatible(c)) return;
    if (c.op().name() == "SelectV2")
      status = InvalidArgument("condition {}, then {}, and else {} must be broadcastable",
                               c.input(0).shape().ToBracketString(), c.input(1).shape().ToBracketString(),
                               c.input(2).shape().ToBracketString());
    return c.Error(std::move(status));
  }
  Tensor* out = nullptr;
  for (int i = 0; i < n && !out; ++i)
    if (c.may_overwrite(i) && c.input(i).shape() == shape.shape() && program->result != DType::kString &&
        DTypeSize(c.input(i).dtype()) == DTypeSize(program->result))
      out = c.OutputInPlaceOf(i, 0, program->result, shape.shape());
  if (out == nullptr && !c.failed()) out = c.Output(0, program->result, shape.shape());
  if (out == nullptr || shape.count() == 0) return;
  if (first.dtype == DType::kString) return RunStrings(*program, c, shape, out);
  Run(*program, c, shape, out->raw_data()).All();
}

const RegisterElementwiseKernel kRegister(Kernel);

}  // namespace
}  // namespace tp::fused
