#include "core/tensor/buffer.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include "core/base/large_alloc.h"
#include "core/base/limits.h"

namespace tp {
namespace {

// Size class c holds blocks of 64 << c bytes. Blocks up to 64 MiB are kept for reuse, a bounded sum of them.
constexpr int kClasses = 21;
constexpr int64_t kMaxKept = int64_t{256} << 20;

std::atomic<int64_t> peak{0};

// A free block's first bytes link to the next one.
struct FreeBlock {
  FreeBlock* next;
};

// Each thread keeps small blocks to itself; what is larger, or freed by a thread that ends, goes to the
// shared list.
class Pool {
 public:
  void* Take(int size_class) {
    std::lock_guard lock(mutex_);
    FreeBlock* block = lists_[size_class];
    if (!block) return nullptr;
    lists_[size_class] = block->next;
    kept_ -= int64_t{64} << size_class;
    return block;
  }
  // False where the pool is full: the caller frees the block.
  bool Give(void* data, int size_class) {
    std::lock_guard lock(mutex_);
    const int64_t bytes = int64_t{64} << size_class;
    if (kept_ + bytes > kMaxKept) return false;
    kept_ += bytes;
    auto* block = static_cast<FreeBlock*>(data);
    block->next = lists_[size_class];
    lists_[size_class] = block;
    return true;
  }

 private:
  std::mutex mutex_;
  FreeBlock* lists_[kClasses] = {};
  int64_t kept_ = 0;
};

Pool& SharedPool() {
  static Pool* const pool = new Pool;  // never destroyed: buffers of static life may outlive everything
  return *pool;
}

constexpr int kLocalClasses = 7;  // up to 4 KiB
constexpr int kLocalBlocks = 32;

constexpr int kLocalHeaders = 256;

// Without a constructor or destructor, so that reaching it costs no check of whether it was made;
// LocalPoolEnd gives back what is in it when its thread ends.
struct LocalPool {
  FreeBlock* lists[kLocalClasses];
  int counts[kLocalClasses];
  FreeBlock* headers;  // memory of Buffer objects
  int num_headers;
  bool ends;  // LocalPoolEnd is there
  bool dead;
};
constinit thread_local LocalPool local{};

struct LocalPoolEnd {
  ~LocalPoolEnd() {
    for (int c = 0; c < kLocalClasses; ++c)
      while (FreeBlock* block = local.lists[c]) {
        local.lists[c] = block->next;
        if (!SharedPool().Give(block, c)) std::free(block);
      }
    while (FreeBlock* header = local.headers) {
      local.headers = header->next;
      ::operator delete(header);
    }
    local.dead = true;
  }
};

// Called where something is put into the local pool.
bool LocalPoolLives() {
  if (local.dead) return false;
  if (!local.ends) [[unlikely]] {
    static thread_local LocalPoolEnd end;
    (void)&end;
    local.ends = true;
  }
  return true;
}

int SizeClass(size_t bytes) { return bytes <= 64 ? 0 : std::bit_width((bytes - 1) >> 6); }

void* TakeBlock(int size_class, size_t rounded) {
  if (size_class < kLocalClasses) {
    if (FreeBlock* block = local.lists[size_class]) {
      local.lists[size_class] = block->next;
      --local.counts[size_class];
      return block;
    }
  }
  if (size_class < kClasses)
    if (void* block = SharedPool().Take(size_class)) return block;
  return AllocateBlock(rounded, kAlignment);
}

void GiveBlock(void* data, int size_class) {
  if (size_class < kLocalClasses && local.counts[size_class] < kLocalBlocks && LocalPoolLives()) {
    auto* block = static_cast<FreeBlock*>(data);
    block->next = local.lists[size_class];
    local.lists[size_class] = block;
    ++local.counts[size_class];
  } else if (size_class >= kClasses || !SharedPool().Give(data, size_class)) {
    std::free(data);
  }
}

template <class T>
void ConstructAll(void* data, int64_t count) {
  std::uninitialized_value_construct_n(static_cast<T*>(data), count);
}

void Construct(DType dtype, void* data, int64_t count) {
  if (dtype == DType::kString)
    ConstructAll<std::string>(data, count);
  else if (IsManaged(dtype))
    ConstructAll<Ref<RefCounted>>(data, count);
}

void DestroyElements(DType dtype, void* data, int64_t count) {
  if (dtype == DType::kString)
    std::destroy_n(static_cast<std::string*>(data), count);
  else if (IsManaged(dtype))
    std::destroy_n(static_cast<Ref<RefCounted>*>(data), count);
}

// Whether the limits forbid a block with which `now` bytes of tensors are in use.
bool Passes(int64_t now, int64_t bytes) {
  if (limits.memory != 0 && now + memory_use.objects.load(std::memory_order_relaxed) > limits.memory) {
    if (limits.strict_memory) limit_reached.store(Limit::kMemory, std::memory_order_relaxed);
    return true;
  }
  if (limits.tensor == 0 || bytes <= limits.tensor) return false;
  limit_reached.store(Limit::kTensor, std::memory_order_relaxed);
  return true;
}

}  // namespace

Ref<Buffer> Buffer::Allocate(DType dtype, int64_t count) {
  int64_t bytes;
  if (__builtin_mul_overflow(count, static_cast<int64_t>(DTypeSize(dtype)), &bytes) || count < 0)
    return nullptr;
  const int size_class = SizeClass(static_cast<size_t>(bytes));
  if (size_class > 40) {
    Passes(INT64_MAX / 2, bytes);
    return nullptr;
  }
  // Above the pool's classes a block is only as large as needed (in pages), not a power of two.
  const size_t rounded = size_class < kClasses ? size_t{64} << size_class
                                               : (static_cast<size_t>(bytes) + 0x1fffff) & ~size_t{0x1fffff};
  std::atomic<int64_t>& live = memory_use.tensors;
  const int64_t now = live.fetch_add(rounded, std::memory_order_relaxed) + static_cast<int64_t>(rounded);
  void* data = Passes(now, bytes) ? nullptr : TakeBlock(size_class, rounded);
  if (!data) {
    if (limits.strict_memory && limit_reached == Limit::kNone) limit_reached = Limit::kMemory;
    live.fetch_sub(rounded, std::memory_order_relaxed);
    return nullptr;
  }
  if (now > peak.load(std::memory_order_relaxed)) peak.store(now, std::memory_order_relaxed);
  void* memory;
  if (FreeBlock* header = local.headers) {
    memory = header;
    local.headers = header->next;
    --local.num_headers;
  } else {
    memory = ::operator new(sizeof(Buffer));
  }
  auto* buffer = new (memory) Buffer;
  buffer->data_ = data;
  buffer->bytes_ = static_cast<size_t>(bytes);
  buffer->dtype_ = dtype;
  buffer->count_ = count;
  buffer->size_class_ = static_cast<int8_t>(size_class);
  if (IsManaged(dtype)) Construct(dtype, data, count);
  return Ref<Buffer>::Adopt(buffer);
}

Ref<Buffer> Buffer::Wrap(void* data, size_t bytes, Ref<RefCounted> owner, bool writable) {
  auto* buffer = new Buffer;
  buffer->data_ = data;
  buffer->bytes_ = bytes;
  buffer->owner_ = std::move(owner);
  buffer->writable_ = writable;
  return Ref<Buffer>::Adopt(buffer);
}

Ref<Buffer> Buffer::WrapArena(void* data, size_t bytes, Ref<RefCounted> owner) {
  Ref<Buffer> buffer = Wrap(data, bytes, std::move(owner), /*writable=*/false);
  buffer->in_arena_ = true;
  return buffer;
}

void Buffer::Destroy() const {
  auto* self = const_cast<Buffer*>(this);
  if (size_class_ >= 0) {
    if (IsManaged(dtype_)) DestroyElements(dtype_, data_, count_);
    const size_t rounded =
        size_class_ < kClasses ? size_t{64} << size_class_ : (bytes_ + 0x1fffff) & ~size_t{0x1fffff};
    memory_use.tensors.fetch_sub(rounded, std::memory_order_relaxed);
    GiveBlock(data_, size_class_);
  }
  self->~Buffer();
  if (local.num_headers < kLocalHeaders && LocalPoolLives()) {
    auto* header = reinterpret_cast<FreeBlock*>(self);
    header->next = local.headers;
    local.headers = header;
    ++local.num_headers;
  } else {
    ::operator delete(self);
  }
}

int64_t LiveBytes() { return memory_use.tensors.load(std::memory_order_relaxed); }
int64_t PeakBytes() { return peak.load(std::memory_order_relaxed); }
void ResetPeakBytes() { peak.store(LiveBytes()); }
void SetMemoryLimit(int64_t bytes) { limits.memory = bytes; }

}  // namespace tp
