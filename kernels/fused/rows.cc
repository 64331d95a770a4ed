// _FusedRows: elementwise ops and reductions over the last dim, as fusion of rows makes them (layer norm,
// say): row by row, so that all between the inputs and the output stays in the first-level cache. Tile
// functions and loops of reductions are those of the separate ops, and so are the bits.
#include <charconv>
#include <cstring>

#include "core/base/parallel.h"
#include "kernels/fused/broadcast.h"
#include "kernels/fused/program.h"
#include "kernels/op.h"
#include "kernels/reduce.h"

namespace tp::fused {
namespace {

constexpr int64_t kTile = 1024;  // elements
constexpr int64_t kTogether =
    4;                        // rows that go through a stage before the next one: sums of several take less
constexpr size_t kWidth = 8;  // bytes of the widest ones

// "mean 0 2: sub(x0, x1)": values 0 and 2 (inputs, then results of the stages before) go in as x0 and x1;
// where a reduction stands first, the expression's row is reduced to one number.
struct Stage {
  const reduce::Loops* loops = nullptr;
  bool mean = false;
  SmallVector<int, 4> args;
  Ref<Program> program;
  DType dtype = DType::kInvalid;
};

struct Stages {
  Ref<const AttrSet> attrs;  // what they were made of
  SmallVector<DType, 8> types;
  const TileTable* table = nullptr;
  std::vector<Stage> list;
};

Status ParseStage(std::string_view text, std::span<const DType> types, Stage* stage) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return InvalidArgument("no stage: {}", text);
  std::vector<std::string> names;
  SmallVector<DType, 4> arg_types;
  std::string_view kind;
  for (size_t at = 0; at < colon;) {
    size_t end = std::min(text.find(' ', at), colon);
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    int value = -1;
    if (std::from_chars(word.data(), word.data() + word.size(), value).ec != std::errc()) {
      kind = word;
      continue;
    }
    if (value < 0 || static_cast<size_t>(value) >= types.size()) return InvalidArgument("no value {}", value);
    names.push_back(fmt::format("x{}", stage->args.size()));
    stage->args.push_back(value);
    arg_types.push_back(types[static_cast<size_t>(value)]);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  Expression expression;
  TP_RETURN_IF_ERROR(
      ParseExpression(text.substr(colon + 1), views, arg_types, nullptr, nullptr, &expression));
  for (const ExprNode& node : expression.nodes)
    if (node.kind == ExprNode::kCast && !CastTile(expression.nodes[node.args[0]].dtype, node.dtype))
      return InvalidArgument("no such cast: {}", text);
  stage->program = MakeRef<Program>(expression, static_cast<int>(views.size()));
  stage->dtype = stage->program->result;
  stage->mean = kind == "mean";
  for (const Instruction& step : stage->program->code)
    if (step.checked) return InvalidArgument("may fail: {}", text);
  if (stage->program->width > kWidth) return InvalidArgument("numbers too wide: {}", text);
  if (kind.empty() && stage->program->code[0].copies) return InvalidArgument("nothing to do: {}", text);
  if (kind.empty()) return {};
  const reduce::Kind reduction = kind == "max"   ? reduce::Kind::kMax
                                 : kind == "min" ? reduce::Kind::kMin
                                                 : reduce::Kind::kSum;
  if (IsFloating(stage->dtype)) stage->loops = reduce::LoopsOf(reduction, stage->dtype);
  return stage->loops != nullptr ? Status() : InvalidArgument("no such reduction: {}", text);
}

// The context's stages, from this thread's cache; null (an error is set) where they are none.
const std::vector<Stage>* Find(KernelContext& c) {
  static thread_local Stages cache[16];
  Stages& entry = cache[reinterpret_cast<uintptr_t>(&c.attrs()) / 64 % 16];
  SmallVector<DType, 8> types;
  for (const Tensor& input : c.inputs()) {
    if (!IsFloating(input.dtype())) return Fail(c, "rows of {}", DTypeName(input.dtype())), nullptr;
    types.push_back(input.dtype());
  }
  if (entry.attrs.get() == &c.attrs() && entry.table == &Tiles() &&
      std::equal(types.begin(), types.end(), entry.types.begin(), entry.types.end()))
    return &entry.list;
  entry = {Ref<const AttrSet>(&c.attrs()), types, nullptr, {}};
  for (const std::string& text : c.Attr<std::vector<std::string>>("stages")) {
    Stage stage;
    if (Status status = ParseStage(text, types, &stage); !status.ok())
      return c.Error(std::move(status)), nullptr;
    types.push_back(stage.dtype);
    entry.list.push_back(std::move(stage));
  }
  if (entry.list.empty() || entry.list.back().dtype != c.Attr<DType>("T"))
    return Fail(c, "the stages do not give T"), nullptr;
  entry.table = &Tiles();
  return &entry.list;
}

// An input or the result of a stage.
struct Value {
  int64_t step = 0;            // bytes from row to row
  size_t size = 0;             // of an element
  bool whole = false;          // has an element for each of a row; else one, in `buffer`
  bool spread = false;         // one that a whole stage reads: it fills the buffer
  const char* data = nullptr;  // of an input
  size_t buffer = 0;           // offset in the scratch memory, of kTogether rows
};

class Rows {
 public:
  // False (an error is set) where the inputs do not line up.
  bool Init(KernelContext& c, const std::vector<Stage>& stages) {
    stages_ = &stages;
    Shape shape;
    for (const Tensor& input : c.inputs()) {
      const std::optional<Shape> both = BroadcastShapes(shape, input.shape());
      if (!both) return Fail(c, "Incompatible shapes: {} vs. {}", shape, input.shape()), false;
      shape = *both;
    }
    if (shape.rank() == 0) return Fail(c, "no rows in scalars"), false;
    n_ = shape[shape.rank() - 1];
    const int64_t count = DimProduct(shape, 0, shape.rank());
    rows_ = n_ == 0 ? DimProduct(shape, 0, shape.rank() - 1) : count / n_;
    if (reduces()) shape.set_dim(shape.rank() - 1, 1);
    for (const Tensor& input : c.inputs()) {
      Value v;
      v.size = DTypeSize(input.dtype());
      v.data = static_cast<const char*>(input.raw_data());
      const int64_t elements = input.num_elements();
      v.whole = input.rank() > 0 && input.dim(input.rank() - 1) == n_;
      const int64_t all = v.whole ? count : rows_, one = v.whole ? n_ : 1;
      if (elements != all && elements != one) return Fail(c, "rows do not line up: {}", input.shape()), false;
      v.step = elements == all ? one * static_cast<int64_t>(v.size) : 0;
      values_.push_back(v);
    }
    tile_ = std::clamp<int64_t>(n_, 1, kTile);
    together_ = n_ > 4 * kTile ? 1 : kTogether;
    out_ = c.Output(0, stages.back().dtype, shape);
    if (out_ == nullptr) return false;
    for (const Stage& stage : stages) AddStage(stage);
    for (size_t s = 0; s < stages.size(); ++s)
      if (stages[s].loops != nullptr && !whole_[s]) return Fail(c, "no row to reduce"), false;
    if (!reduces() && !values_.back().whole) return Fail(c, "the last stage gives no rows"), false;
    for (Value& v : values_)
      if (!v.whole || v.data == nullptr) v.buffer = Room(together_ * Step(v));
    line_ = Room(together_ * n_ * static_cast<int64_t>(kWidth));
    numbers_at_ = Room(kTogether * static_cast<int64_t>(kWidth));
    int temps = 0;
    for (const Stage& stage : stages) {
      numbers_.push_back(scratch_);
      scratch_ += stage.program->numbers.size() * TileBytes();
      temps = std::max(temps, stage.program->num_temps);
    }
    temps_ = scratch_;
    scratch_ += static_cast<size_t>(temps) * TileBytes();
    return true;
  }

  void All() {
    if (out_->num_elements() == 0) return;
    double row_ns = 50;
    for (const Stage& stage : *stages_) row_ns += (stage.program->item_ns + 0.1) * static_cast<double>(n_);
    ParallelRanges(rows_, std::max<int64_t>(1, 16384 / std::max<int64_t>(n_, 1)), row_ns,
                   [&](int64_t begin, int64_t end) { Range(begin, end); });
  }

 private:
  bool reduces() const { return stages_->back().loops != nullptr; }
  size_t TileBytes() const { return (static_cast<size_t>(tile_) * kWidth + 63) / 64 * 64; }
  size_t Room(int64_t bytes) {
    const size_t at = scratch_;
    scratch_ += (static_cast<size_t>(bytes) + 63) / 64 * 64;
    return at;
  }
  // Bytes from row to row in the scratch memory.
  int64_t Step(const Value& v) const { return (v.whole ? n_ : tile_) * static_cast<int64_t>(v.size); }

  void AddStage(const Stage& stage) {
    bool whole = false;
    for (int arg : stage.args) whole = whole || values_[arg].whole;
    for (int arg : stage.args) values_[arg].spread = values_[arg].spread || whole;
    whole_.push_back(whole);
    Value v;
    v.size = DTypeSize(stage.dtype);
    v.whole = whole && stage.loops == nullptr;
    values_.push_back(v);
  }

  // What one number of row r is for all rows that go together.
  void Spread(const Value& v, const char* from, int64_t r, char* scratch) const {
    Broadcast::Fill(v.size, from, v.spread ? tile_ : 1, scratch + v.buffer + r * Step(v));
  }

  void Range(int64_t begin, int64_t end) const {
    char* const scratch = Scratch(scratch_);
    for (size_t s = 0; s < stages_->size(); ++s) {
      const auto& numbers = (*stages_)[s].program->numbers;
      for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i].Fill(scratch + numbers_[s] + i * TileBytes(), tile_);
    }
    const size_t inputs = values_.size() - stages_->size();
    for (int64_t row = begin; row < end; row += together_) {
      const int64_t count = std::min(together_, end - row);
      for (size_t i = 0; i < inputs; ++i)
        if (const Value& v = values_[i]; !v.whole && (row == begin || v.step != 0))
          for (int64_t r = 0; r < count; ++r) Spread(v, v.data + (row + r) * v.step, r, scratch);
      for (size_t s = 0; s < stages_->size(); ++s) RunStage(s, inputs + s, row, count, scratch);
    }
  }

  // Where row r of those that begin at `row` lies.
  const char* At(const Value& v, int64_t row, int64_t r, const char* scratch) const {
    return v.whole && v.data != nullptr ? v.data + (row + r) * v.step : scratch + v.buffer + r * Step(v);
  }

  void RunStage(size_t s, size_t value, int64_t row, int64_t count, char* scratch) const {
    const Stage& stage = (*stages_)[s];
    const Value& v = values_[value];
    const bool last = value + 1 == values_.size();
    const int64_t size = static_cast<int64_t>(v.size), out_step = (reduces() ? 1 : n_) * size;
    char* const out = static_cast<char*>(out_->raw_data()) + row * out_step;
    if (v.whole) return Compute(s, row, count, last ? out : scratch + v.buffer, n_ * size, scratch);
    char* from = scratch + line_;
    if (stage.loops == nullptr) {
      Compute(s, row, count, from, size, scratch);
    } else {
      char* const numbers = scratch + numbers_at_;
      const Instruction& first = stage.program->code[0];
      if (first.copies) {  // rows are reduced where they lie
        const Value& x = values_[stage.args[first.args[0]]];
        const bool apart = x.data != nullptr && x.step == 0;
        for (int64_t r = 0; r < count; r += apart ? 1 : count)
          stage.loops->runs(At(x, row, r, scratch), apart ? 1 : count, n_, numbers + r * size);
      } else {
        Compute(s, row, count, from, n_ * size, scratch);
        stage.loops->runs(from, count, n_, numbers);
      }
      from = numbers;
      if (stage.mean && stage.dtype == DType::kFloat32) Divide<float>(from, count);
      if (stage.mean && stage.dtype == DType::kFloat64) Divide<double>(from, count);
      if (last) std::memcpy(out, from, static_cast<size_t>(count * size));
    }
    for (int64_t r = 0; !last && r < count; ++r) Spread(v, from + r * size, r, scratch);
  }

  template <class T>
  void Divide(char* numbers, int64_t count) const {
    for (int64_t r = 0; r < count; ++r) reinterpret_cast<T*>(numbers)[r] /= static_cast<T>(n_);
  }

  // The expression of a stage, to `to` and what follows by `step` bytes.
  void Compute(size_t s, int64_t row, int64_t count, char* to, int64_t step, char* scratch) const {
    const Stage& stage = (*stages_)[s];
    const Program& program = *stage.program;
    const int64_t n = whole_[s] ? n_ : 1, size = static_cast<int64_t>(DTypeSize(stage.dtype));
    SmallVector<const void*, 24> slots(static_cast<size_t>(program.num_inputs), nullptr);
    for (size_t i = 0; i < program.numbers.size(); ++i)
      slots.push_back(scratch + numbers_[s] + i * TileBytes());
    for (size_t i = 0; i < static_cast<size_t>(program.num_temps); ++i)
      slots.push_back(scratch + temps_ + i * TileBytes());
    for (int64_t r = 0; r < count; ++r, to += step)
      for (int64_t at = 0; at < n; at += tile_) {
        for (int i = 0; i < program.num_inputs; ++i) {
          const Value& x = values_[stage.args[i]];
          slots[i] = At(x, row, r, scratch) + (x.whole ? at * static_cast<int64_t>(x.size) : 0);
        }
        (void)program.RunTile(slots.data(), to + at * size, static_cast<size_t>(std::min(tile_, n - at)));
      }
  }

  const std::vector<Stage>* stages_ = nullptr;
  Tensor* out_ = nullptr;
  int64_t n_ = 0, rows_ = 0, tile_ = 0, together_ = 1;
  SmallVector<Value, 8> values_;
  SmallVector<bool, 8> whole_;      // of a stage: runs on whole rows
  SmallVector<size_t, 8> numbers_;  // of a stage: where the numbers of its expression lie
  size_t scratch_ = 0, line_ = 0, numbers_at_ = 0, temps_ = 0;  // its size; what lies where in it
};

[[gnu::cold]] Status RowsShape(ShapeContext& c) {
  TP_RETURN_IF_ERROR(shape::BroadcastAll(c));
  Shape out = c.output(0);
  const auto stages = c.Attr<std::vector<std::string>>("stages");
  if (!out.has_rank() || out.rank() == 0 || stages.empty()) return {};
  const char kind = stages.back()[0];
  if (kind >= 'a' && kind <= 'z') out.set_dim(out.rank() - 1, 1);
  c.Set(0, out);
  return {};
}

}  // namespace
}  // namespace tp::fused

namespace tp {

TP_OP(FusedRows){
    .name = "_FusedRows",
    .inputs = "args: Targs",
    .outputs = "y: T",
    .attrs = "Targs: list(type) >= 1, T: type, stages: list(string)",
    .doc =
        "Elementwise expressions and reductions over the last dim, one after the other; the last one's "
        "result.",
    .shape = fused::RowsShape,
    .kernel =
        [](KernelContext& c) {
          const std::vector<fused::Stage>* stages = fused::Find(c);
          fused::Rows rows;
          if (stages != nullptr && rows.Init(c, *stages)) rows.All();
        },
    .no_gradient = true,
};

}  // namespace tp
