// The loops behind Mover. Built for speed (.bazelrc).
#include "kernels/move.h"

#include "kernels/op.h"

namespace tp {
namespace {

template <class T>
void Move(void* to, int64_t to_step, const void* from, int64_t from_step, int64_t n) {
  T* const z = static_cast<T*>(to);
  const T* const x = static_cast<const T*>(from);
  if (n == 1) {
    *z = *x;
  } else if (to_step == 1 && from_step == 1) {
    std::copy_n(x, n, z);
  } else if (to_step == 1) {
    for (int64_t i = 0; i < n; ++i) z[i] = x[i * from_step];
  } else {
    for (int64_t i = 0; i < n; ++i) z[i * to_step] = x[i * from_step];
  }
}

}  // namespace

Mover::Mover(DType dtype) {
  DispatchMoved(dtype, [&](auto zero) {
    using T = decltype(zero);
    static const T cleared{};
    fn_ = Move<T>;
    zero_ = &cleared;
    size_ = sizeof(T);
  });
}

}  // namespace tp
