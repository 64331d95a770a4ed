// FlushDenormals: while it lives, floating point of this thread flushes denormals to zero, as TensorFlow's
// kernels do. Free where they are flushed already; the mode before comes back at the end. Worker threads
// inherit it (core/base/parallel.h).
#pragma once

#include <xmmintrin.h>

namespace tp {

class FlushDenormals {
 public:
  FlushDenormals() : before_(_mm_getcsr()) {
    if ((before_ & kFlush) != kFlush) _mm_setcsr(before_ | kFlush);
  }
  ~FlushDenormals() {
    if ((before_ & kFlush) != kFlush) _mm_setcsr(before_);
  }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  static constexpr unsigned int kFlush = 0x8040;  // flush to zero, denormals are zero
  unsigned int before_;
};

}  // namespace tp
