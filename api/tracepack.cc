// tracepack.h on Session: tensors cross by sharing their buffers.
#include "api/tracepack.h"

#include <fmt/format.h>

#include "api/session.h"
#include "core/base/parallel.h"
#include "core/tensor/print.h"
#include "serialize/reader.h"

namespace tracepack {

#define TP_SAME(name) static_assert(static_cast<int>(DType::name) == static_cast<int>(tp::DType::name))
TP_SAME(kFloat32);
TP_SAME(kFloat64);
TP_SAME(kInt32);
TP_SAME(kUint8);
TP_SAME(kInt16);
TP_SAME(kInt8);
TP_SAME(kString);
TP_SAME(kComplex64);
TP_SAME(kInt64);
TP_SAME(kBool);
TP_SAME(kBFloat16);
TP_SAME(kUint16);
TP_SAME(kComplex128);
TP_SAME(kFloat16);
TP_SAME(kUint32);
TP_SAME(kUint64);
#undef TP_SAME

struct Tensor::Rep {
  tp::Tensor tensor;
  std::vector<int64_t> shape;
};

struct Access {
  static Tensor Wrap(tp::Tensor tensor) {
    Tensor wrapped;
    if (!tensor.valid()) return wrapped;
    std::vector<int64_t> shape(tensor.shape().begin(), tensor.shape().end());
    wrapped.rep_ = std::make_shared<Tensor::Rep>(Tensor::Rep{std::move(tensor), std::move(shape)});
    return wrapped;
  }
  static tp::Tensor Unwrap(const Tensor& tensor) { return tensor.rep_ ? tensor.rep_->tensor : tp::Tensor(); }
};

namespace {

[[noreturn]] void Throw(Error::Kind kind, const tp::Status& status) { throw Error(kind, status.message()); }

tp::InputValue ToInput(const Input& input) {
  if (const auto* tensor = std::get_if<Tensor>(&input)) return Access::Unwrap(*tensor);
  tp::LiteralValue literal;
  std::visit(
      [&](const auto& value) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, Tensor>) literal = value;
      },
      input);
  return literal;
}

std::string Mismatches(const tp::BundleFunction& function, const tp::NamedInputs& inputs) {
  std::string text = fmt::format("no signature of `{}` takes these inputs", function.id);
  for (size_t i = 0; i < function.concretes.size(); ++i)
    for (const tp::Mismatch& m : tp::Session::Compare(function.concretes[i], inputs))
      text += fmt::format("\n  {}/{}: `{}` is {}, wanted {}{}{}", function.id, i + 1, m.input, m.given,
                          m.wanted, m.why.empty() ? "" : ": ", m.why);
  return text;
}

}  // namespace

Tensor::Tensor(DType dtype, std::vector<int64_t> shape) {
  const tp::Shape dims{std::span<const int64_t>(shape)};
  for (const int64_t dim : shape)
    if (dim < 0) throw std::length_error("Tensor: a negative dimension");
  tp::Tensor made;
  if (tp::CheckedNumElements(dims)) made = tp::Tensor::Allocate(static_cast<tp::DType>(dtype), dims);
  if (!made.valid()) throw std::length_error("Tensor: no memory for its elements");
  rep_ = std::make_shared<Rep>(Rep{std::move(made), std::move(shape)});
}
DType Tensor::dtype() const { return rep_ ? static_cast<DType>(rep_->tensor.dtype()) : DType::kInvalid; }
const std::vector<int64_t>& Tensor::shape() const {
  static const auto* const none = new std::vector<int64_t>;
  return rep_ ? rep_->shape : *none;
}
int64_t Tensor::size() const { return rep_ ? rep_->tensor.num_elements() : 0; }
void* Tensor::raw_data() const { return rep_ ? rep_->tensor.raw_data() : nullptr; }
std::string Tensor::TypeName() const {
  return rep_ ? std::string(tp::DTypeName(rep_->tensor.dtype())) : "absent";
}
std::string Tensor::ToString() const { return rep_ ? tp::ArrayStr(rep_->tensor) : "<no value>"; }

struct Bundle::Rep {
  tp::LoadedBundle loaded;
  std::vector<Function> functions;
  std::vector<std::string> variables;
};

Bundle::Bundle(const std::string& path) {
  auto rep = std::make_shared<Rep>();
  if (const tp::Status status = tp::OpenBundle(path, {}, &rep->loaded); !status.ok())
    Throw(status.code() == tp::Code::kDataLoss ? Error::Kind::kBundle : Error::Kind::kIo, status);
  for (const tp::BundleFunction& function : rep->loaded.contents.functions) {
    Function f{function.id, {}};
    for (const tp::BundleConcrete& concrete : function.concretes) {
      Signature signature{concrete.type->Short(), {}, {}};
      for (const tp::InputSlot& slot : tp::InputSlots(concrete))
        signature.inputs.push_back({slot.path, slot.type->Short()});
      for (const tp::OutputSlot& slot : tp::OutputSlots(concrete)) signature.outputs.push_back(slot.path);
      f.signatures.push_back(std::move(signature));
    }
    rep->functions.push_back(std::move(f));
  }
  for (const tp::BundleVariable& variable : rep->loaded.contents.variables)
    rep->variables.push_back(variable.name);
  rep_ = std::move(rep);
}
const std::vector<Function>& Bundle::functions() const { return rep_->functions; }
const std::vector<std::string>& Bundle::variables() const { return rep_->variables; }

struct Context::Rep {
  explicit Rep(std::shared_ptr<const Bundle::Rep> b)
      : bundle(std::move(b)), session(bundle->loaded.contents) {}
  const tp::BundleVariable& Variable(size_t number) const {
    const auto& variables = bundle->loaded.contents.variables;
    if (number >= variables.size())
      throw Error(Error::Kind::kUsage, fmt::format("variable {} of {}", number, variables.size()));
    return variables[number];
  }
  std::shared_ptr<const Bundle::Rep> bundle;
  tp::Session session;
};

Context::Context(const Bundle& bundle) : rep_(std::make_unique<Rep>(bundle.rep_)) {}
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;
Context::~Context() = default;

std::vector<Tensor> Context::Call(const std::string& name, const std::map<std::string, Input>& inputs) {
  const tp::BundleFunction* function = rep_->session.FindFunction(name);
  if (!function) {
    std::string known;
    for (const Function& f : rep_->bundle->functions) known += (known.empty() ? "" : ", ") + f.name;
    throw Error(Error::Kind::kUsage, fmt::format("no function `{}` in the bundle; it has {}", name, known));
  }
  tp::NamedInputs named;
  for (const auto& [path, input] : inputs) named.emplace(path, ToInput(input));
  if (const std::string unknown = tp::Session::UnknownInput(*function, named); !unknown.empty())
    throw Error(Error::Kind::kUsage, fmt::format("`{}` has no input `{}`", function->id, unknown));
  const int chosen = tp::Session::Select(*function, named);
  if (chosen < 0) throw Error(Error::Kind::kUsage, Mismatches(*function, named));
  std::vector<tp::Tensor> outputs;
  const tp::Status status =
      rep_->session.Call(function->concretes[static_cast<size_t>(chosen)], named, &outputs);
  if (!status.ok()) Throw(Error::Kind::kExecution, status);
  std::vector<Tensor> results;
  for (const tp::OutputSlot& slot : tp::OutputSlots(function->concretes[static_cast<size_t>(chosen)]))
    results.push_back(Access::Wrap(outputs[static_cast<size_t>(slot.index)]));
  return results;
}

Tensor Context::variable(size_t number) const {
  rep_->Variable(number);
  return Access::Wrap(rep_->session.variable(number));
}
void Context::set_variable(size_t number, const Tensor& value) {
  const tp::BundleVariable& variable = rep_->Variable(number);
  const tp::Tensor tensor = Access::Unwrap(value);
  if (!tensor.valid() || tensor.dtype() != variable.dtype ||
      !tp::AreCompatible(tensor.shape(), variable.shape))
    throw Error(Error::Kind::kUsage,
                fmt::format("variable `{}` is {}{}", variable.name, tp::DTypeShortName(variable.dtype),
                            variable.shape.ToBracketString()));
  rep_->session.set_variable(number, tensor);
}

void SetThreads(int threads) { tp::SetThreadCount(threads); }

}  // namespace tracepack
