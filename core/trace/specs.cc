#include "core/trace/specs.h"

#include "core/interp/interp.h"

namespace tp {
namespace {

Value SpecClass() { return GetAttr(TheInterp().Import("tensorflow"), "TensorSpec"); }

}  // namespace

bool IsTensorSpec(const Value& v) {
  // The class is loaded only where an instance of some class of that name turns up.
  if (!v.is_object() || !v.object()->type->is_heap()) return false;
  for (uint32_t i = 0; i < v.object()->type->mro_size; ++i)
    if (std::string_view(v.object()->type->mro[i]->name) == "TensorSpec") return IsInstanceOf(v, SpecClass());
  return false;
}

DType SpecDType(const Value& v) { return AsDType(GetAttr(v, "dtype")); }
tp::Shape SpecShape(const Value& v) { return AsShape(GetAttr(v, "shape")); }
Value SpecName(const Value& v) { return GetAttr(v, "name"); }

Value MakeTensorSpec(DType dtype, const tp::Shape& shape, const Value& name) {
  return Call(SpecClass(), MakeShape(shape), MakeDType(dtype), name);
}

}  // namespace tp
