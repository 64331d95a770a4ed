// Casts around kernels that compute in few types.
#include "kernels/widen.h"

#include "core/ir/primitives.h"

namespace tp {

bool Widen(KernelContext& c, std::initializer_list<int> used, const Shape& shape, DType of_integers,
           Widened* widened) {
  const DType dtype = c.input(*used.begin()).dtype();
  const DType wide = IsInteger(dtype)           ? of_integers
                     : dtype == DType::kFloat64 ? DType::kFloat64
                                                : DType::kFloat32;
  widened->dtype = wide;
  widened->made = c.Output(0, dtype, shape);
  if (widened->made == nullptr) return false;
  for (int i : used) {
    widened->in.push_back(c.input(i));
    if (dtype == wide) continue;
    widened->in.back() = c.Scratch(wide, c.input(i).shape());
    const void* from[] = {c.input(i).raw_data()};
    if (!widened->in.back().valid()) return false;
    CastTile(dtype, wide)(from, widened->in.back().raw_data(), c.input(i).num_elements());
  }
  widened->out = dtype == wide ? *widened->made : c.Scratch(wide, shape);
  return widened->out.valid();
}

void Narrow(KernelContext& c, const Widened& widened) {
  Tensor* made = widened.made;
  if (widened.dtype == made->dtype() || c.failed()) return;
  const void* from[] = {widened.out.raw_data()};
  CastTile(widened.dtype, made->dtype())(from, made->raw_data(), made->num_elements());
}

}  // namespace tp
