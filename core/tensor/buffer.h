// Buffer: the bytes of a tensor, 64-byte aligned. Its memory comes from a pool of size classes (so that a
// warm call allocates nothing), from a mapped file, or is borrowed from an arena that outlives the run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ref.h"
#include "core/tensor/dtype.h"

namespace tp {

inline constexpr size_t kAlignment = 64;

class Buffer : public RefCounted {
 public:
  // Room for `count` elements of `dtype`; elements of managed dtypes are default-constructed, others are not
  // initialised. Null where the memory is not to be had or the limit of SetMemoryLimit is passed.
  static Ref<Buffer> Allocate(DType dtype, int64_t count);
  // Wraps memory that `owner` keeps alive (a mapped file); writable only where the caller says so.
  static Ref<Buffer> Wrap(void* data, size_t bytes, Ref<RefCounted> owner, bool writable);
  // The same for a run's arena, whose memory is used for other values later.
  static Ref<Buffer> WrapArena(void* data, size_t bytes, Ref<RefCounted> owner);

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  bool writable() const { return writable_; }
  bool in_arena() const { return in_arena_; }

 protected:
  void Destroy() const override;

 private:
  Buffer() = default;

  void* data_ = nullptr;
  size_t bytes_ = 0;
  int64_t count_ = 0;  // elements to destroy, where managed
  Ref<RefCounted> owner_;
  DType dtype_ = DType::kInvalid;
  bool writable_ = true, in_arena_ = false;
  int8_t size_class_ = -1;  // of the pool; -1 where the memory is not the pool's
};

// Live bytes of all buffers of the pool, and their peak since the last ResetPeakBytes.
int64_t LiveBytes();
int64_t PeakBytes();
void ResetPeakBytes();
// Allocate fails where live bytes would pass this. 0: no limit.
void SetMemoryLimit(int64_t bytes);

}  // namespace tp
