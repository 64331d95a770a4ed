#include "cli/inputs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>

#include "cli/function_report.h"
#include "core/base/default_seed.h"
#include "core/base/parallel.h"
#include "kernels/simd/simd.h"
#include "serialize/npy.h"

namespace tp::cli {
namespace {

[[noreturn]] void BadInput(std::string_view text, std::string_view why) {
  throw CommandError{
      kExitUsage, fmt::format("`--input {}`: {}", text, why),
      "`tracepack help inputs` shows the forms: `x=3`, `x=f32[2,2]:1,2,3,4`, `x=@x.npy`, `x=f32[32,784]`"};
}

template <class T>
bool ParseNumber(std::string_view text, T* value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

Tensor AllocateChecked(std::string_view text, DType dtype, const Shape& shape) {
  Tensor tensor = CheckedNumElements(shape) ? Tensor::Allocate(dtype, shape) : Tensor();
  if (!tensor.valid())
    throw CommandError{
        kExitIo,
        fmt::format("`--input {}`: no memory for {}{}", text, DTypeShortName(dtype), shape.ToBracketString()),
        ""};
  return tensor;
}

// One value of a list into *element, a scalar.
void ParseElement(std::string_view whole, std::string_view item, DType dtype, Tensor* element) {
  LiteralValue literal;
  uint64_t u;
  int64_t n;
  double d;
  if (dtype == DType::kString)
    literal = std::string(item);
  else if (item == "True" || item == "true")
    literal = true;
  else if (item == "False" || item == "false")
    literal = false;
  else if (dtype == DType::kUint64 && ParseNumber(item, &u))
    return void(*(*element = AllocateChecked(whole, dtype, Shape())).data<uint64_t>() = u);
  else if (ParseNumber(item, &n))
    literal = n;
  else if (ParseNumber(item, &d))
    literal = d;
  else
    BadInput(whole, fmt::format("`{}` is not a value", item));
  const auto tensor = AsTensor(literal, dtype);
  if (!tensor) BadInput(whole, fmt::format("`{}` does not fit {}", item, DTypeName(dtype)));
  *element = *tensor;
}

Tensor ParseList(std::string_view whole, DType dtype, const Shape& shape, std::string_view values) {
  Tensor tensor = AllocateChecked(whole, dtype, shape), element;
  int64_t i = 0;
  for (bool more = !values.empty(); more; ++i) {
    const size_t comma = values.find(',');
    const std::string_view item = values.substr(0, comma);
    more = comma != std::string_view::npos && comma + 1 < values.size();
    values.remove_prefix(std::min(item.size() + 1, values.size()));
    if (i >= tensor.num_elements())
      BadInput(whole, fmt::format("more than {} values", tensor.num_elements()));
    ParseElement(whole, item, dtype, &element);
    if (dtype == DType::kString)
      tensor.data<std::string>()[i] = element.scalar<std::string>();
    else
      std::memcpy(static_cast<char*>(tensor.raw_data()) + static_cast<size_t>(i) * DTypeSize(dtype),
                  element.raw_data(), DTypeSize(dtype));
  }
  if (i != tensor.num_elements())
    BadInput(whole,
             fmt::format("{} for {}{}", Count(i, "value"), DTypeShortName(dtype), shape.ToBracketString()));
  return tensor;
}

Tensor ReadFile(std::string_view whole, std::string_view file) {
  std::string member;
  std::string path(file);
  if (const size_t colon = path.rfind(".npz:"); colon != std::string::npos) {
    member = path.substr(colon + 5);
    path.resize(colon + 4);
  }
  NamedTensors arrays;
  if (Status status = ReadArrays(path, &arrays); !status.ok())
    throw CommandError{kExitIo, status.message(), ""};
  for (auto& [name, tensor] : arrays)
    if (name == member || (member.empty() && arrays.size() == 1)) return tensor;
  if (member.empty())
    BadInput(whole, fmt::format("{} has {} arrays: say which, `@{}:NAME`", path, arrays.size(), path));
  BadInput(whole, fmt::format("{} has no array `{}`", path, member));
}

// SplitMix64: a small generator whose numbers are the same everywhere.
struct Stream {
  uint64_t state;
  uint64_t Next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
};

}  // namespace

bool ParseType(std::string_view text, int64_t least_dim, DType* dtype, Shape* shape) {
  const size_t bracket = text.find('[');
  const auto named = DTypeFromName(text.substr(0, bracket));
  if (!named) return false;
  *dtype = *named;
  *shape = Shape();
  if (bracket == std::string_view::npos) return true;
  if (text.back() != ']') return false;
  std::string_view dims = text.substr(bracket + 1, text.size() - bracket - 2);
  while (!dims.empty()) {
    const size_t comma = dims.find(',');
    const std::string_view text_of_dim = dims.substr(0, comma);
    int64_t dim = kUnknownDim;
    if (text_of_dim != "?" && (!ParseNumber(text_of_dim, &dim) || dim < 0)) return false;
    if (dim < least_dim) return false;
    shape->Append(dim);
    if (comma == std::string_view::npos) break;
    dims.remove_prefix(comma + 1);
  }
  return shape->rank() <= kMaxRank;
}

bool ParseLiteral(std::string_view text, LiteralValue* value) {
  int64_t n;
  double d;
  if (text == "None")
    *value = std::monostate();
  else if (text == "True")
    *value = true;
  else if (text == "False")
    *value = false;
  else if (ParseNumber(text, &n))
    *value = n;
  else if (ParseNumber(text, &d))
    *value = d;
  else if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front())
    *value = std::string(text.substr(1, text.size() - 2));
  else
    return false;
  return true;
}

uint64_t ParseSeed(Env& env, const Arguments& arguments) {
  if (arguments.Get("seed") == "random") {
    const uint64_t seed = std::random_device()();
    env.NoteF("seed {}", seed);
    return seed;
  }
  return static_cast<uint64_t>(arguments.GetInt("seed", 0, 0));
}

void SetSimd(const Arguments& arguments) {
  if (const std::string simd = arguments.Get("simd"); !simd.empty() && !ForceSimdTarget(simd))
    Fail(kExitUsage, "`--simd {}`: this machine and program run on {}", simd, fmt::join(SimdTargets(), ", "));
}

uint64_t SetMachine(Env& env, const Arguments& arguments) {
  SetSimd(arguments);
  if (arguments.Has("threads")) SetThreadCount(static_cast<int>(arguments.GetInt("threads", 1, 1)));
  return default_seed = ParseSeed(env, arguments);
}

Tensor RandomTensor(DType dtype, const Shape& shape, uint64_t seed, uint64_t stream) {
  Tensor tensor = Tensor::Allocate(dtype, shape);
  if (!tensor.valid())
    throw CommandError{kExitIo,
                       fmt::format("no memory for {}{}", DTypeShortName(dtype), shape.ToBracketString()), ""};
  Stream random{seed * 0x2545f4914f6cdd1du + stream};
  // Irwin-Hall: the sum of twelve uniform numbers less six has mean 0 and variance 1, with no library
  // function whose last bit differs between machines.
  auto normal = [&] {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.Unit();
    return sum;
  };
  if (dtype == DType::kString) {
    for (std::string& s : tensor.elements<std::string>()) s = "s" + std::to_string(random.Next() % 10);
    return tensor;
  }
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (T& element : tensor.elements<T>()) {
      if constexpr (std::is_same_v<T, bool>)
        element = random.Next() >> 63;
      else if constexpr (std::is_integral_v<T>)
        element = static_cast<T>(random.Next() % 10);
      else if constexpr (std::is_floating_point_v<T>)
        element = static_cast<T>(normal());
      else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        element = T(static_cast<float>(normal()));
      else
        element =
            T(static_cast<typename T::value_type>(normal()), static_cast<typename T::value_type>(normal()));
    }
  });
  return tensor;
}

NamedInputs ParseInputs(const Arguments& arguments, uint64_t seed) {
  NamedInputs inputs;
  uint64_t stream = 1000;
  for (const std::string& given : arguments.All("input")) {
    const size_t equals = given.find('=');
    if (equals == std::string::npos || equals == 0) BadInput(given, "it is not NAME=VALUE");
    std::string name = given.substr(0, equals);
    std::replace(name.begin(), name.end(), '"', '\'');  // batch["image"]
    const std::string_view text = std::string_view(given).substr(equals + 1);
    if (inputs.count(name)) BadInput(given, "the input is given twice");
    InputValue value;
    LiteralValue literal;
    DType dtype;
    Shape shape;
    if (!text.empty() && text[0] == '@') {
      value = ReadFile(given, text.substr(1));
    } else if (ParseLiteral(text, &literal)) {
      value = literal;
    } else if (const size_t colon = text.find(':');
               colon != std::string_view::npos && ParseType(text.substr(0, colon), 0, &dtype, &shape)) {
      value = ParseList(given, dtype, shape, text.substr(colon + 1));
    } else if (ParseType(text, 0, &dtype, &shape)) {
      AllocateChecked(given, dtype, shape);
      value = RandomTensor(dtype, shape, seed, stream++);
    } else if (text.starts_with('[')) {
      BadInput(given, fmt::format("a list needs its dtype and shape: `{}=f32[3]:1,2,3`", name));
    } else if (!text.empty() && text.find_first_of("[]@:,=") == std::string_view::npos) {
      BadInput(given, fmt::format("a string needs quotes: `{}='{}'`", name, text));
    } else {
      BadInput(given, "the value is neither a literal, a typed list, a file nor a type");
    }
    inputs.emplace(name, std::move(value));
  }
  return inputs;
}

void FillInputs(Env& env, const BundleConcrete& concrete, uint64_t seed, int64_t dim, NamedInputs* inputs) {
  std::string made;
  uint64_t stream = 0;
  const std::vector<InputSlot> slots = InputSlots(concrete);
  for (const InputSlot& slot : slots) {
    if (slot.type->kind() != TraceType::Kind::kTensor && slot.type->kind() != TraceType::Kind::kVariable)
      continue;
    ++stream;
    // A variable that is an argument twice is one input.
    const auto is_given = [&](const InputSlot& other) {
      return other.graph_input == slot.graph_input && inputs->count(other.path);
    };
    if (std::any_of(slots.begin(), slots.end(), is_given)) continue;
    Shape shape = slot.type->shape().has_rank() ? slot.type->shape() : Shape();
    for (int i = 0; i < shape.rank(); ++i)
      if (!IsKnown(shape[i])) shape.set_dim(i, dim);
    Tensor tensor = RandomTensor(slot.type->dtype(), shape, seed, stream);
    Append(&made, "{}`{}` {}{}", made.empty() ? "" : ", ", slot.path, DTypeShortName(tensor.dtype()),
           shape.ToBracketString());
    inputs->emplace(slot.path, std::move(tensor));
  }
  if (!made.empty()) env.NoteF("random input, seed {}: {}", seed, made);
}

bool HasUnknownDim(const TraceType& type) {
  if (type.kind() != TraceType::Kind::kTensor || !type.shape().has_rank()) return false;
  return std::any_of(type.shape().begin(), type.shape().end(), [](Dim d) { return !IsKnown(d); });
}

void CheckDim(const Arguments& arguments, const NamedInputs& given,
              std::span<const std::pair<std::string, const BundleConcrete*>> signatures) {
  if (!arguments.Has("dim") || signatures.empty()) return;
  constexpr size_t kShown = 3;
  std::string all;
  size_t n = 0;
  for (const auto& [id, concrete] : signatures) {
    for (const InputSlot& slot : InputSlots(*concrete))
      if (HasUnknownDim(*slot.type) && !given.count(slot.path)) return;
    if (n++ < kShown) Append(&all, "{}`{}` is {}", all.empty() ? "" : ", ", id, RanAs(*concrete, given));
  }
  if (n > kShown) Append(&all, ", and {} more", n - kShown);
  Fail(kExitUsage, "`--dim` has no unknown dims to size: {}", all);
}

bool FunctionName::Names(std::string_view id) const {
  return name == id ||
         (id.size() > name.size() && id.ends_with(name) && id[id.size() - name.size() - 1] == '.');
}

FunctionName ParseFunctionName(std::string_view given) {
  const size_t slash = given.rfind('/');
  if (slash == std::string_view::npos) return {given};
  int64_t n;
  if (!ParseNumber(given.substr(slash + 1), &n) || n < 1 || n > (1 << 30))
    Fail(kExitUsage, "`{}` is not NAME or NAME/N", given);
  return {given.substr(0, slash), static_cast<size_t>(n)};
}

FunctionChoice ChooseFunction(const Session& session, const std::string& bundle, const std::string& given) {
  const FunctionName parsed = ParseFunctionName(given);
  const std::string name(parsed.name);
  const int trace = static_cast<int>(parsed.trace);
  std::vector<std::string> ids;
  for (const BundleFunction& f : session.contents().functions) ids.push_back(f.id);
  if (name.empty()) {
    if (ids.size() == 1) return {&session.contents().functions[0], trace};
    std::string list;
    for (const std::string& id : ids) list += (list.empty() ? "" : ", ") + id;
    Fail(kExitUsage, "say which function of {} with `-f`: {}", bundle, ids.empty() ? "it has none" : list);
  }
  const BundleFunction* function = session.FindFunction(name);
  if (!function) {
    std::string several;
    for (const std::string& id : ids)
      if (id.ends_with("." + name)) Append(&several, "{}`{}`", several.empty() ? "" : ", ", id);
    if (!several.empty()) Fail(kExitUsage, "more than one function `{}` in {}: {}", name, bundle, several);
    // The last part of an id may be what was misspelled.
    std::vector<std::string> parts = ids;
    for (const std::string& id : ids) parts.push_back(id.substr(id.rfind('.') + 1));
    std::string near = Nearest(name, parts);
    for (const std::string& id : ids)
      if (!near.empty() && id.ends_with("." + near)) near = id;
    Fail(kExitUsage, "no function `{}` in {}{}", name, bundle,
         near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  }
  if (trace > static_cast<int>(function->concretes.size()))
    Fail(kExitUsage, "`{}` has {} trace{}, not {}", function->id, function->concretes.size(),
         function->concretes.size() == 1 ? "" : "s", trace);
  return {function, trace};
}

std::string RanAs(const BundleConcrete& concrete, const NamedInputs& inputs) {
  // Only plain tensor parameters can have unknown dims with a size to show.
  std::string result;
  for (const Parameter& p : concrete.type->parameters()) {
    if (!p.type) continue;
    if (!result.empty()) result += ' ';
    result += p.name + "=";
    const auto given = inputs.find(p.name);
    if (p.type->kind() != TraceType::Kind::kTensor || given == inputs.end() || !p.type->shape().has_rank()) {
      result += p.type->Short();
      continue;
    }
    const auto tensor = AsTensor(given->second, p.type->dtype());
    result += std::string(DTypeShortName(p.type->dtype())) + "[";
    for (int i = 0; i < p.type->shape().rank(); ++i) {
      const Dim dim = p.type->shape()[i];
      result += (i ? "," : "") +
                (IsKnown(dim) ? std::to_string(dim) : fmt::format("?={}", tensor ? tensor->dim(i) : -1));
    }
    result += "]";
  }
  return result.empty() ? "()" : result;
}

}  // namespace tp::cli
