"""The project's build rules: warnings, SIMD targets and test defaults stand here once."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")

# A `switch` over an enum without `default` that misses a case fails the build.
COPTS = ["-Wall", "-Wextra", "-Werror", "-Werror=switch", "-Wno-missing-field-initializers"]

# Cold blocks stay in their function: a part of its own costs an entry for unwinding. Code for size may take in what is
# an instruction longer than its call (a text's length, say, is then known). A buffer of 16 bytes is a std::string's,
# which needs no guard. (Unknown to clang.)
COPTS_GCC = select({
    "//build_defs:clang": [],
    "//conditions:default": ["-fno-reorder-blocks-and-partition", "--param=max-inline-insns-size=1", "--param=ssp-buffer-size=17"],
})

# The programs and the library are optimised as a whole when they are linked, which makes them a tenth smaller. Tests
# take the machine code that the same objects hold, too. `--config=quick` links the programs in that way as well:
# 2 seconds instead of 60, for work on them.
LTO_COPTS = select({
    "//build_defs:optimised": ["-flto", "-ffat-lto-objects"],
    "//conditions:default": [],
})
LTO_LINKOPTS = select({
    "//build_defs:quick": ["-fno-lto"],
    "//build_defs:optimised": ["-flto=auto", "--param=lto-partitions=4", "-ffunction-sections", "-fdata-sections"],
    "//conditions:default": [],
})

# Every file that uses Highway is built for AVX-512, AVX2 and SSE4 (all code is for SSE4.2 at least, .bazelrc).
HWY_COPTS = ["-DHWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_AVX3_DL)", "-DHWY_DISABLE_PCLMUL_AES", "-Wno-psabi"]

def tp_library(name, copts = [], **kw):
    # Static archives only: a shared library of each would be linked for nothing by `bazel build //...`.
    cc_library(name = name, copts = COPTS + COPTS_GCC + LTO_COPTS + copts, linkstatic = True, **kw)

# bfd packs relative relocations (24 bytes each otherwise), which gold cannot; it knows no --start-lib.
def tp_binary(name, copts = [], **kw):
    cc_binary(
        name = name,
        copts = COPTS + COPTS_GCC + LTO_COPTS + copts,
        features = ["-supports_start_end_lib"],
        linkopts = ["-fuse-ld=bfd", "-Wl,-z,pack-relative-relocs"] + LTO_LINKOPTS,
        **kw
    )

# For people to link; a version script among `linkopts` says what can be seen.
def tp_shared_library(name, copts = [], linkopts = [], **kw):
    cc_binary(
        name = name,
        copts = COPTS + COPTS_GCC + LTO_COPTS + copts,
        features = ["-supports_start_end_lib"],
        linkopts = ["-fuse-ld=bfd", "-Wl,-z,pack-relative-relocs", "-Wl,-soname," + name] + LTO_LINKOPTS + linkopts,
        linkshared = True,
        **kw
    )

def tp_test(name, srcs = None, deps = [], copts = [], **kw):
    kw.setdefault("size", "medium")
    cc_test(name = name, srcs = srcs or [name + ".cc"], copts = COPTS + COPTS_GCC + copts, deps = deps + ["@debian//:gtest"], linkopts = ["-fno-lto"], **kw)

def tp_benchmark(name, srcs = None, deps = [], copts = [], **kw):
    """A Google Benchmark program; built by `bazel build //...`, run by hand."""
    cc_binary(name = name, srcs = srcs or [name + ".cc"], copts = COPTS + COPTS_GCC + copts, deps = deps + ["@debian//:benchmark"], linkopts = ["-fno-lto"], testonly = True, **kw)

def tp_fuzz(name, **kw):
    cc_binary(name = name, testonly = True, linkopts = ["-fsanitize=fuzzer"], tags = ["manual", "fuzz"], **kw)
