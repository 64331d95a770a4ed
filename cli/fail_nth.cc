// Preloaded by fault_test: lets the FAIL_N-th call of one kind fail, counted from main: FAIL_MODE is m
// (memory), p (mmap), w (write), f (fsync), n (rename) or c (close). FAIL_COUNT names a file that is told how
// many calls of that kind there were.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

extern "C" {

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static std::atomic<long> calls{0};
static long target = -1;
static char mode = 0;
static bool counts = false;

static bool Fails(char kind, int error) {
  if (!counts || kind != mode || calls.fetch_add(1) + 1 != target) return false;
  errno = error;
  return true;
}

void* malloc(size_t n) { return Fails('m', ENOMEM) ? nullptr : __libc_malloc(n); }
void* calloc(size_t n, size_t size) { return Fails('m', ENOMEM) ? nullptr : __libc_calloc(n, size); }
void* realloc(void* p, size_t n) { return Fails('m', ENOMEM) ? nullptr : __libc_realloc(p, n); }
void* memalign(size_t align, size_t n) { return Fails('m', ENOMEM) ? nullptr : __libc_memalign(align, n); }
void* aligned_alloc(size_t align, size_t n) { return memalign(align, n); }
int posix_memalign(void** p, size_t align, size_t n) {
  void* memory = memalign(align, n);
  if (!memory) return ENOMEM;
  *p = memory;
  return 0;
}

#define FAIL_NTH(RESULT, NAME, PARAMETERS, ARGUMENTS, KIND, ERROR, FAILED)    \
  RESULT NAME PARAMETERS {                                                    \
    using Real = RESULT(*) PARAMETERS;                                        \
    static const Real real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, #NAME)); \
    return Fails(KIND, ERROR) ? FAILED : real ARGUMENTS;                      \
  }

FAIL_NTH(void*, mmap, (void* at, size_t n, int access, int flags, int fd, off_t offset),
         (at, n, access, flags, fd, offset), 'p', ENOMEM, reinterpret_cast<void*>(-1))
FAIL_NTH(ssize_t, write, (int fd, const void* data, size_t n), (fd, data, n), 'w', ENOSPC, -1)
FAIL_NTH(int, fsync, (int fd), (fd), 'f', EIO, -1)
FAIL_NTH(int, rename, (const char* from, const char* to), (from, to), 'n', EIO, -1)
FAIL_NTH(int, close, (int fd), (fd), 'c', EIO, -1)

using Main = int (*)(int, char**, char**);
static Main real_main;
static int CountingMain(int argc, char** argv, char** env) {
  counts = true;
  return real_main(argc, argv, env);
}

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*end)(),
                      void* stack) {
  if (const char* text = getenv("FAIL_N")) target = atol(text);
  if (const char* text = getenv("FAIL_MODE")) mode = *text;
  real_main = main;
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  return reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"))(CountingMain, argc, argv, init, fini,
                                                                        end, stack);
}

__attribute__((destructor)) static void TellCount() {
  counts = false;
  const char* path = getenv("FAIL_COUNT");
  const int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  if (fd < 0) return;
  char text[32];
  const int n = snprintf(text, sizeof text, "%ld", calls.load());
  syscall(SYS_write, fd, text, n);
}
}
