// Connectionist temporal classification: the loss with its gradient (TensorFlow: ctc_loss_calculator.h), and
// the beam search (ctc_beam_search.h). All in logarithms, as described in A. Graves, "Supervised sequence
// labelling with recurrent neural networks", chapter 7.
#include <cmath>
#include <list>
#include <map>

#include "kernels/op.h"

namespace tp {
namespace {

constexpr float kLogZero = -std::numeric_limits<float>::infinity();

template <class T>
T LogSumExp(T a, T b) {
  if (a == static_cast<T>(kLogZero) && b == static_cast<T>(kLogZero)) return a;
  return a > b ? a + std::log1p(std::exp(b - a)) : b + std::log1p(std::exp(a - b));
}

std::string Joined(const std::vector<int32_t>& labels) {
  std::string text;
  for (int32_t label : labels) text += (text.empty() ? "" : ",") + std::to_string(label);
  return text;
}

// ---- the loss
struct LossOptions {
  bool collapse, merge, ignore_longer;
};

// The labels with a blank before each and one behind the last; false where they are wrong.
bool WithBlanks(KernelContext& c, const LossOptions& options, int64_t b, int64_t steps, int64_t classes,
                const std::vector<int32_t>& labels, std::vector<int32_t>* blanked) {
  if (labels.empty()) return Fail(c, "Labels length is zero in batch {}", b), false;
  std::vector<int32_t> kept;
  bool finished = false;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (i > 0 && options.collapse && labels[i] == labels[i - 1]) continue;
    if (labels[i] >= classes - 1) {
      finished = true;
    } else if (finished) {
      return Fail(c,
                  "Saw a non-null label (index >= num_classes - 1) following a null label, batch: {} "
                  "num_classes: {} labels: {} labels seen so far: {}",
                  b, classes, Joined(labels), Joined(kept)),
             false;
    } else {
      kept.push_back(labels[i]);
    }
  }
  for (int32_t label : kept)
    if (label < 0)
      return Fail(c, "All labels must be nonnegative integers, batch: {} labels: {}", b, Joined(kept)), false;
  if (!options.ignore_longer && static_cast<int64_t>(labels.size()) > steps)
    return Fail(c,
                "Not enough time for target transition sequence (required: {}, available: {}){}You can turn "
                "this error into a warning by using the flag ignore_longer_outputs_than_inputs",
                labels.size(), steps, b),
           false;
  const int32_t blank = static_cast<int32_t>(classes - 1);
  for (int32_t label : kept) {
    blanked->push_back(blank);
    blanked->push_back(label);
  }
  blanked->push_back(blank);
  return true;
}

// One sequence: its loss, and the gradient with respect to its logits.
template <class T>
class SequenceLoss {
 public:
  SequenceLoss(const std::vector<int32_t>& labels, int64_t steps, int64_t classes, bool merge)
      : labels_(labels),
        u_(static_cast<int64_t>(labels.size())),
        t_(steps),
        classes_(classes),
        merge_(merge),
        y_(static_cast<size_t>(steps * classes)),
        alpha_(static_cast<size_t>(u_ * steps), kLogZero),
        beta_(alpha_) {}

  // `logits` and `grad` of one step lie `stride` behind those of the step before.
  T Run(const T* logits, T* grad, int64_t stride) {
    for (int64_t t = 0; t < t_; ++t) Softmax(logits + t * stride, &y_[static_cast<size_t>(t * classes_)]);
    Forward();
    Backward();
    T log_p = kLogZero;
    for (int64_t u = 0; u < u_; ++u) log_p = LogSumExp(log_p, Alpha(u, 0) + Beta(u, 0));
    std::vector<T> sums(static_cast<size_t>(classes_));
    for (int64_t t = 0; t < t_; ++t) {
      const T* y = &y_[static_cast<size_t>(t * classes_)];
      std::fill(sums.begin(), sums.end(), static_cast<T>(kLogZero));
      for (int64_t u = 0; u < u_; ++u) {
        T& sum = sums[static_cast<size_t>(Label(u))];
        sum = LogSumExp(sum, Alpha(u, t) + Beta(u, t));
      }
      for (int64_t k = 0; k < classes_; ++k)
        grad[t * stride + k] =
            log_p == static_cast<T>(kLogZero) ? y[k] : y[k] - std::exp(sums[static_cast<size_t>(k)] - log_p);
    }
    return -log_p;
  }

 private:
  int32_t Label(int64_t u) const { return labels_[static_cast<size_t>(u)]; }
  bool Blank(int64_t u) const { return Label(u) == classes_ - 1; }
  T& Alpha(int64_t u, int64_t t) { return alpha_[static_cast<size_t>(u * t_ + t)]; }
  T& Beta(int64_t u, int64_t t) { return beta_[static_cast<size_t>(u * t_ + t)]; }
  T LogY(int64_t u, int64_t t) const { return std::log(y_[static_cast<size_t>(t * classes_ + Label(u))]); }
  int64_t First(int64_t t) const { return std::max<int64_t>(0, u_ - 2 * (t_ - t)); }
  int64_t End(int64_t t) const { return std::min(u_, 2 * (t + 1)); }
  // May the path go from label `a` to `b`, two behind or before, without the blank between?
  bool Skips(int64_t a, int64_t b) const { return !Blank(a) && !(merge_ && Label(a) == Label(b)); }

  void Softmax(const T* x, T* y) {
    const T top = *std::max_element(x, x + classes_);
    T sum = 0;
    for (int64_t k = 0; k < classes_; ++k) sum += y[k] = std::exp(x[k] - top);
    for (int64_t k = 0; k < classes_; ++k) y[k] /= sum;
  }
  void Forward() {
    Alpha(0, 0) = LogY(0, 0);
    if (u_ > 1) Alpha(1, 0) = LogY(1, 0);
    for (int64_t t = 1; t < t_; ++t)
      for (int64_t u = First(t); u < End(t); ++u) {
        T sum = kLogZero;
        if (merge_ || Blank(u)) sum = Alpha(u, t - 1);
        if (u > 0) sum = LogSumExp(sum, Alpha(u - 1, t - 1));
        if (u > 1 && Skips(u, u - 2)) sum = LogSumExp(sum, Alpha(u - 2, t - 1));
        Alpha(u, t) = LogY(u, t) + sum;
      }
  }
  void Backward() {
    for (int64_t u = std::max<int64_t>(0, u_ - 2); u < u_; ++u) Beta(u, t_ - 1) = 0;
    for (int64_t t = t_ - 2; t >= 0; --t)
      for (int64_t u = First(t); u < End(t); ++u) {
        T& sum = Beta(u, t);
        if (merge_ || Blank(u)) sum = LogSumExp(sum, Beta(u, t + 1) + LogY(u, t + 1));
        if (u + 1 < u_) sum = LogSumExp(sum, Beta(u + 1, t + 1) + LogY(u + 1, t + 1));
        if (u + 2 < u_ && Skips(u, u + 2)) sum = LogSumExp(sum, Beta(u + 2, t + 1) + LogY(u + 2, t + 1));
      }
  }

  const std::vector<int32_t>& labels_;
  const int64_t u_, t_, classes_;
  const bool merge_;
  std::vector<T> y_, alpha_, beta_;
};

void LossKernel(KernelContext& c) {
  const Tensor &inputs = c.input(0), &indices = c.input(1), &values = c.input(2), &lengths = c.input(3);
  if (inputs.rank() != 3) return Fail(c, "inputs is not a 3-Tensor");
  if (lengths.rank() != 1) return Fail(c, "sequence_length is not a vector");
  if (indices.rank() != 2) return Fail(c, "labels_indices is not a matrix");
  if (indices.dim(1) <= 1)
    return Fail(c, "labels_indices second dimension must be >= 1. Received {}", indices.dim(1));
  if (values.rank() != 1) return Fail(c, "labels_values is not a vector");
  const int64_t steps = inputs.dim(0), batch = inputs.dim(1), classes = inputs.dim(2);
  if (batch == 0) return Fail(c, "batch_size must not be 0");
  if (lengths.dim(0) != batch)
    return Fail(c, "len(sequence_length) != batch_size.  len(sequence_length):  {} batch_size: {}",
                lengths.dim(0), batch);
  if (indices.dim(0) != values.dim(0))
    return Fail(
        c, "labels_indices and labels_values must contain the same number of rows, but saw shapes: {} vs. {}",
        indices.shape(), values.shape());
  std::vector<std::vector<int32_t>> labels(static_cast<size_t>(batch));
  for (int64_t i = 0; i < indices.dim(0); ++i) {
    const int64_t b = indices.data<int64_t>()[i * indices.dim(1)];
    if (b < 0 || b >= batch)
      return Fail(c, "labels batch index must be between 0 and {} but saw: {}", batch, b);
    labels[static_cast<size_t>(b)].push_back(values.data<int32_t>()[i]);
  }
  for (int64_t b = 0; b < batch; ++b)
    if (lengths.data<int32_t>()[b] > steps) return Fail(c, "sequence_length({}) <= {}", b, steps);
  Tensor* loss = c.Output(0, inputs.dtype(), lengths.shape());
  Tensor* grad = c.Output(1, inputs.dtype(), inputs.shape());
  if (loss == nullptr || grad == nullptr) return;
  for (Tensor* out : {loss, grad})
    std::memset(out->raw_data(), 0, static_cast<size_t>(out->num_elements()) * DTypeSize(out->dtype()));
  const LossOptions options{c.Attr("preprocess_collapse_repeated", false), c.Attr("ctc_merge_repeated", true),
                            c.Attr("ignore_longer_outputs_than_inputs", false)};
  std::vector<std::vector<int32_t>> blanked(labels.size());
  for (int64_t b = 0; b < batch; ++b) {
    const size_t at = static_cast<size_t>(b);
    if (lengths.data<int32_t>()[b] < 0) return Fail(c, "seq_len({}) < 0", b);
    if (!WithBlanks(c, options, b, lengths.data<int32_t>()[b], classes, labels[at], &blanked[at])) return;
  }
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    ParallelFor(batch, static_cast<double>(inputs.num_elements()) * 100, [&](int64_t b) {
      const size_t at = static_cast<size_t>(b);
      const int64_t length = lengths.data<int32_t>()[b];
      if (length == 0 || (options.ignore_longer && static_cast<int64_t>(labels[at].size()) > length)) return;
      SequenceLoss<T> sequence(blanked[at], length, classes, options.merge);
      loss->data<T>()[b] =
          sequence.Run(inputs.data<T>() + b * classes, grad->data<T>() + b * classes, batch * classes);
    });
  };
  if (inputs.dtype() == DType::kFloat32)
    run(float{});
  else
    run(double{});
}

Status LossShape(ShapeContext& c) {
  Shape inputs, indices, values, lengths;
  TP_RETURN_IF_ERROR(c.WithRank(0, 3, &inputs));
  TP_RETURN_IF_ERROR(c.WithRank(1, 2, &indices));
  TP_RETURN_IF_ERROR(c.WithRank(2, 1, &values));
  TP_RETURN_IF_ERROR(c.WithRank(3, 1, &lengths));
  Dim rows, batch;
  TP_RETURN_IF_ERROR(c.Merge(indices[0], values[0], &rows));
  TP_RETURN_IF_ERROR(c.Merge(inputs[1], lengths[0], &batch));
  inputs.set_dim(1, batch);
  c.Set(0, Shape{batch});
  c.Set(1, inputs);
  return {};
}

// ---- the beam search
// A sequence of labels, as the last one behind a shorter sequence.
struct Beam {
  struct Probability {
    double total = static_cast<double>(kLogZero), blank = total, label = total;
  };
  Beam* parent;
  int64_t label;
  Probability before, now;
  std::map<int64_t, std::unique_ptr<Beam>> children;

  Beam(Beam* parent, int64_t label) : parent(parent), label(label) {}
  bool Active() const { return now.total != static_cast<double>(kLogZero); }
  Beam* Child(int64_t next) {
    auto& child = children[next];
    if (child == nullptr) child = std::make_unique<Beam>(this, next);
    return child.get();
  }
};

// The likeliest beams, best first; equal ones in the order in which they came.
class Leaves {
 public:
  explicit Leaves(size_t width) : width_(width) {}
  bool full() const { return beams_.size() >= width_; }
  const std::vector<Beam*>& beams() const { return beams_; }
  Beam* worst() const { return beams_.back(); }
  void Push(Beam* beam) {
    if (full()) {
      if (!(beam->now.total > worst()->now.total)) return;
      beams_.pop_back();
    }
    const auto at = std::upper_bound(beams_.begin(), beams_.end(), beam,
                                     [](Beam* a, Beam* b) { return a->now.total > b->now.total; });
    beams_.insert(at, beam);
  }
  std::vector<Beam*> Take() { return std::exchange(beams_, {}); }

 private:
  size_t width_;
  std::vector<Beam*> beams_;
};

// One step of time with these logits.
void Step(const Tensor& inputs, int64_t row, int64_t classes, Leaves* leaves) {
  std::vector<double> x(static_cast<size_t>(classes));
  double top = -INFINITY, sum = 0;
  for (int64_t k = 0; k < classes; ++k)
    top = std::max(top, x[k] = ElementAsDouble(inputs, row * classes + k));
  for (double value : x) sum += std::exp(value - top);
  const double offset = top + std::log(sum);
  for (double& value : x) value -= offset;
  const std::vector<Beam*> branches = leaves->Take();
  for (Beam* b : branches) b->before = b->now;
  for (Beam* b : branches) {
    if (b->parent != nullptr) {
      if (b->parent->Active())
        b->now.label = LogSumExp(
            b->now.label, b->label == b->parent->label ? b->parent->before.blank : b->parent->before.total);
      b->now.label += x[static_cast<size_t>(b->label)];
    }
    b->now.blank = b->before.total + x.back();
    b->now.total = LogSumExp(b->now.blank, b->now.label);
    leaves->Push(b);
  }
  const auto is_candidate = [&](double total) {
    return total > static_cast<double>(kLogZero) && (!leaves->full() || total > leaves->worst()->now.total);
  };
  for (Beam* b : branches) {
    if (!is_candidate(b->before.total)) continue;
    for (int64_t k = 0; k < classes - 1; ++k) {
      Beam* child = b->Child(k);
      if (child->Active()) continue;
      child->now.blank = static_cast<double>(kLogZero);
      child->now.label = x[static_cast<size_t>(k)] + (k == b->label ? b->before.blank : b->before.total);
      child->now.total = child->now.label;
      if (is_candidate(child->now.total)) {
        if (leaves->full()) leaves->worst()->now = {};
        leaves->Push(child);
      } else {
        child->before = child->now = {};
      }
    }
  }
}

void BeamSearchKernel(KernelContext& c) {
  const Tensor &inputs = c.input(0), &lengths = c.input(1);
  if (inputs.rank() != 3) return Fail(c, "inputs is not a 3-Tensor");
  if (lengths.rank() != 1) return Fail(c, "sequence_length is not a vector");
  const int64_t steps = inputs.dim(0), batch = inputs.dim(1), classes = inputs.dim(2);
  if (batch == 0) return Fail(c, "batch_size must not be 0");
  if (lengths.num_elements() != batch)
    return FailAs(c, Code::kFailedPrecondition,
                  "len(sequence_length) != batch_size.  len(sequence_length):  {} batch_size: {}",
                  lengths.num_elements(), batch);
  for (int64_t b = 0; b < batch; ++b)
    if (ElementAsInt(lengths, b) > steps)
      return FailAs(c, Code::kFailedPrecondition, "sequence_length({}) <= {}", b, steps);
  const int64_t width = c.Attr<int64_t>("beam_width"), paths = c.Attr<int64_t>("top_paths");
  const bool merge = c.Attr("merge_repeated", true);
  Tensor* scores = c.Output(static_cast<int>(3 * paths), inputs.dtype(), Shape{batch, paths});
  if (scores == nullptr) return;
  if (paths > width) return Fail(c, "requested more paths than the beam width.");
  std::vector<std::vector<std::vector<int64_t>>> found(static_cast<size_t>(paths));
  for (int64_t b = 0; b < batch; ++b) {
    Beam root(nullptr, -1);
    root.now.total = root.now.blank = 0;
    Leaves leaves(static_cast<size_t>(width));
    leaves.Push(&root);
    for (int64_t t = 0; t < ElementAsInt(lengths, b); ++t) Step(inputs, t * batch + b, classes, &leaves);
    if (paths > static_cast<int64_t>(leaves.beams().size()))
      return Fail(c, "Less leaves in the beam search than requested.");
    for (int64_t p = 0; p < paths; ++p) {
      const Beam* beam = leaves.beams()[static_cast<size_t>(p)];
      const double score = beam->now.total;
      if (inputs.dtype() == DType::kFloat32)
        scores->data<float>()[b * paths + p] = static_cast<float>(score);
      else
        scores->data<double>()[b * paths + p] = score;
      std::vector<int64_t> labels;
      int64_t last = -1;
      for (; beam->parent != nullptr; beam = beam->parent) {
        if (!merge || beam->label != last) labels.push_back(beam->label);
        last = beam->label;
      }
      std::reverse(labels.begin(), labels.end());
      found[static_cast<size_t>(p)].push_back(std::move(labels));
    }
  }
  for (int64_t p = 0; p < paths; ++p) {
    int64_t count = 0, longest = 0, at = 0;
    for (const auto& labels : found[static_cast<size_t>(p)]) {
      count += static_cast<int64_t>(labels.size());
      longest = std::max(longest, static_cast<int64_t>(labels.size()));
    }
    Tensor* indices = c.Output(static_cast<int>(p), DType::kInt64, Shape{count, 2});
    Tensor* values = c.Output(static_cast<int>(paths + p), DType::kInt64, Shape{count});
    Tensor* shape = c.Output(static_cast<int>(2 * paths + p), DType::kInt64, Shape{2});
    if (indices == nullptr || values == nullptr || shape == nullptr) return;
    shape->data<int64_t>()[0] = batch;
    shape->data<int64_t>()[1] = longest;
    for (int64_t b = 0; b < batch; ++b) {
      const auto& labels = found[static_cast<size_t>(p)][static_cast<size_t>(b)];
      for (size_t i = 0; i < labels.size(); ++i, ++at) {
        indices->data<int64_t>()[at * 2] = b;
        indices->data<int64_t>()[at * 2 + 1] = static_cast<int64_t>(i);
        values->data<int64_t>()[at] = labels[i];
      }
    }
  }
}

Status BeamSearchShape(ShapeContext& c) {
  Shape inputs, lengths;
  TP_RETURN_IF_ERROR(c.WithRank(0, 3, &inputs));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &lengths));
  Dim batch;
  TP_RETURN_IF_ERROR(c.Merge(inputs[1], lengths[0], &batch));
  const int paths = static_cast<int>(c.Attr<int64_t>("top_paths"));
  for (int p = 0; p < paths; ++p) {
    c.Set(p, Shape{kUnknownDim, 2});
    c.Set(paths + p, Shape{kUnknownDim});
    c.Set(2 * paths + p, Shape{2});
  }
  c.Set(3 * paths, Shape{batch, static_cast<Dim>(paths)});
  return {};
}

}  // namespace

TP_OP(CTCLoss){
    .name = "CTCLoss",
    .inputs = "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32",
    .outputs = "loss: T, gradient: T",
    .attrs =
        "preprocess_collapse_repeated: bool = false, ctc_merge_repeated: bool = true, "
        "ignore_longer_outputs_than_inputs: bool = false, T: {float32,float64} = float32",
    .doc =
        "The negative logarithm of the probability of the labels, whose blank is the last class, and its "
        "gradient.",
    .shape = LossShape,
    .kernel = LossKernel,
    .gradient =
        [](GradContext& g) {
          const Val once = g.Op(
              "PreventGradient", {g.output(1)},
              MakeAttrs(
                  {{"message",
                    "Currently there is no way to take the second  derivative of ctc_loss due to the fused "
                    "implementation's interaction  with tf.gradients()"}}));
          g.Set(0, grad::Mul(g, g.Op("ExpandDims", {g.grad(0), grad::Const(g, DType::kInt32, -1)}), once));
        },
    .examples =
        "[[[1. 0. 2.]] [[0.5 1. 0.]]], i64:[[0 0]], [0], [2] -> [1.1235068], [[[-0.1267398 0.09003057 "
        "0.03670925]] [[-0.55255973 0.5064804 0.04607932]]]",
};

TP_OP(CTCBeamSearchDecoder){
    .name = "CTCBeamSearchDecoder",
    .inputs = "inputs: T, sequence_length: int32",
    .outputs =
        "decoded_indices: top_paths * int64, decoded_values: top_paths * int64, decoded_shape: top_paths * "
        "int64, log_probability: T",
    .attrs =
        "beam_width: int >= 1, top_paths: int >= 1, merge_repeated: bool = true, T: {float32,float64} = "
        "float32",
    .doc = "The likeliest sequences of labels that a beam of some width finds, as sparse tensors.",
    .shape = BeamSearchShape,
    .kernel = BeamSearchKernel,
    .no_gradient = true,
    .examples =
        "[[[2. 0. 0.]] [[0. 2. 0.]]], [2] -> i64:[[0 0] [0 1]], i64:[0 1], i64:[1 2], [[-0.47908974]] | "
        "beam_width=4, top_paths=1",
};

}  // namespace tp
