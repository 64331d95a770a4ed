// Arrays of lists whose items are of several kinds: numbers of Python and NumPy's, arrays and further lists.
#include <fmt/format.h>

#include <cstring>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/np/array.h"

namespace tp {

// Undefined where `v` is no list of numbers, or one that is read faster as a whole.
Value ArrayOfMixed(const Value& v, DType wanted);

namespace {

bool IsComplexNumber(const Value& v) {
  return v.is_object() && std::string_view(v.object()->type->name) == "complex";
}

// What a list holds: its shape as far as all items have one, and the dtype that takes them all.
struct Found {
  tp::Shape shape;
  DType dtype = DType::kInvalid;
  bool numbers = true;   // nothing else than numbers
  bool special = false;  // not only ints and floats, or not only bools, of Python
  bool ragged = false;

  void Add(DType other, bool of_numpy) {
    if (of_numpy || other == DType::kComplex128 ||
        (dtype != DType::kInvalid && (dtype == DType::kBool) != (other == DType::kBool)))
      special = true;
    dtype = dtype == DType::kInvalid ? other : PromoteTypes(dtype, false, other, false);
  }
};

void Cut(Found* found, int rank) {
  if (found->shape.rank() == rank) return;
  found->ragged = true;
  while (found->shape.rank() > rank) found->shape.Erase(found->shape.rank() - 1);
}

void Scan(const Value& v, int depth, bool first, Found* found) {
  const auto side = [&](int at, int64_t n) {
    if (first && !found->ragged) {
      found->shape.Append(n);
    } else if (at >= found->shape.rank() || found->shape[at] != n) {
      Cut(found, std::min(at, found->shape.rank()));
      found->ragged = true;
    }
  };
  if (IsNdarray(v)) {
    const Tensor& t = ArrayTensor(v);
    if (t.dtype() == DType::kString) found->numbers = false;
    for (int i = 0; i < t.rank(); ++i) side(depth + i, t.dim(i));
    if (!first) Cut(found, std::min(depth + t.rank(), found->shape.rank()));
    if (found->numbers) found->Add(t.dtype(), true);
    return;
  }
  if (IsList(v) || IsTuple(v)) {
    const int64_t n = Len(v);
    side(depth, n);
    for (int64_t i = 0; i < n && found->numbers; ++i)
      Scan(GetItem(v, Value::Int(i)), depth + 1, first && i == 0, found);
    return;
  }
  if (!first) Cut(found, std::min(depth, found->shape.rank()));
  if (v.is_bool())
    found->Add(DType::kBool, false);
  else if (IsAnyInt(v))
    found->Add(DType::kInt64, false);
  else if (v.is_float())
    found->Add(DType::kFloat64, false);
  else if (IsComplexNumber(v))
    found->Add(DType::kComplex128, false);
  else
    found->numbers = false;
}

char* Fill(const Value& v, DType dtype, char* to) {
  if (IsList(v) || IsTuple(v)) {
    const int64_t n = Len(v);
    for (int64_t i = 0; i < n; ++i) to = Fill(GetItem(v, Value::Int(i)), dtype, to);
    return to;
  }
  const Tensor t = NumpyFromPython(v, dtype);
  std::memcpy(to, t.raw_data(), t.bytes());
  return to + t.bytes();
}

}  // namespace

Value ArrayOfMixed(const Value& v, DType wanted) {
  if (!(IsList(v) || IsTuple(v)) || IsManaged(wanted)) return {};
  Found found;
  Scan(v, 0, true, &found);
  if (!found.numbers || found.dtype == DType::kInvalid) return {};
  if (found.ragged) {
    std::string text;
    for (int i = 0; i < found.shape.rank(); ++i) text += fmt::format("{}{}", i ? ", " : "", found.shape[i]);
    RaiseText(
        &ValueErrorType,
        fmt::format(
            "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
            "{} dimensions. The detected shape was ({}{}) + inhomogeneous part.",
            found.shape.rank(), text, found.shape.rank() == 1 ? "," : ""));
  }
  if (!found.special) return {};
  Tensor made = Tensor::Allocate(wanted == DType::kInvalid ? found.dtype : wanted, found.shape);
  Fill(v, made.dtype(), static_cast<char*>(made.raw_data()));
  return MakeArray(std::move(made), false);
}

}  // namespace tp
