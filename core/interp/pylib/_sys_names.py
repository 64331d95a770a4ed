"""What of sys is asked for less often."""
import sys


def _named(name, pairs, module="sys"):
    """A tuple whose items have names, printed as sys prints it."""
    names = [k for k, _ in pairs]

    class Made(tuple):
        def __repr__(self):
            return "%s.%s(%s)" % (module, name, ", ".join(["%s=%r" % p for p in zip(names, self)]))
    for i, k in enumerate(names):
        setattr(Made, k, property(lambda self, i=i: self[i]))
    Made.__name__ = Made.__qualname__ = name
    Made.__module__ = module
    Made.n_fields = Made.n_sequence_fields = len(names)
    return Made([v for _, v in pairs])


def _implementation():
    import types
    return types.SimpleNamespace(name="cpython", cache_tag="cpython-311", version=sys.version_info,
                                 hexversion=sys.hexversion, _multiarch="x86_64-linux-gnu")


def _refuse(name):
    def refused(*args, **kwargs):
        raise NotImplementedError("sys.%s is not in the spec language" % name)
    refused.__name__ = name
    return refused


def displayhook(value):
    if value is not None:
        print(repr(value))


_limit = [4300]


def set_int_max_str_digits(maxdigits):
    raise NotImplementedError("sys.set_int_max_str_digits is not in the spec language")


_values = dict(
    float_info=lambda: _named("float_info", [
        ("max", 1.7976931348623157e+308), ("max_exp", 1024), ("max_10_exp", 308), ("min", 2.2250738585072014e-308),
        ("min_exp", -1021), ("min_10_exp", -307), ("dig", 15), ("mant_dig", 53), ("epsilon", 2.220446049250313e-16),
        ("radix", 2), ("rounds", 1)]),
    int_info=lambda: _named("int_info", [("bits_per_digit", 30), ("sizeof_digit", 4), ("default_max_str_digits", 4300),
                                         ("str_digits_check_threshold", 640)]),
    hash_info=lambda: _named("hash_info", [("width", 64), ("modulus", 2305843009213693951), ("inf", 314159), ("nan", 0),
                                           ("imag", 1000003), ("algorithm", "siphash13"), ("hash_bits", 64),
                                           ("seed_bits", 128), ("cutoff", 0)]),
    thread_info=lambda: _named("thread_info", [("name", "pthread"), ("lock", "semaphore"), ("version", "glibc")]),
    flags=lambda: _named("flags", [
        ("debug", 0), ("inspect", 0), ("interactive", 0), ("optimize", 0), ("dont_write_bytecode", 0), ("no_user_site", 0),
        ("no_site", 0), ("ignore_environment", 0), ("verbose", 0), ("bytes_warning", 0), ("quiet", 0),
        ("hash_randomization", 0), ("isolated", 0), ("dev_mode", False), ("utf8_mode", 0), ("warn_default_encoding", 0),
        ("safe_path", False), ("int_max_str_digits", 4300)]),
    implementation=_implementation, orig_argv=lambda: [sys.executable] + sys.argv, float_repr_style=lambda: "short",
    abiflags=lambda: "", api_version=lambda: 1013, platlibdir=lambda: "lib", warnoptions=lambda: [],
    base_prefix=lambda: sys.prefix, exec_prefix=lambda: sys.prefix, base_exec_prefix=lambda: sys.prefix,
    pycache_prefix=lambda: None, meta_path=lambda: [], path_hooks=lambda: [], path_importer_cache=lambda: {},
    copyright=lambda: "Copyright (c) 2001-2023 Python Software Foundation.\nAll Rights Reserved.",
    displayhook=lambda: displayhook, __displayhook__=lambda: displayhook,
    builtin_module_names=lambda: ("builtins", "sys"), _xoptions=lambda: {})
_functions = dict(
    getfilesystemencodeerrors=lambda: "surrogateescape", getswitchinterval=lambda: 0.005, gettrace=lambda: None,
    getprofile=lambda: None, get_int_max_str_digits=lambda: 4300, getallocatedblocks=lambda: 0, getdlopenflags=lambda: 2,
    get_coroutine_origin_tracking_depth=lambda: 0, audit=lambda event, *args: None)
_refused = ("addaudithook breakpointhook call_tracing set_asyncgen_hooks get_asyncgen_hooks setdlopenflags unraisablehook "
            "set_coroutine_origin_tracking_depth setswitchinterval set_int_max_str_digits").split()


def find(name):
    if name in _values:
        value = _values[name]()
        setattr(sys, name, value)
        return value
    if name in _functions:
        return _functions[name]
    if name in _refused:
        return _refuse(name)
    if name in ("stdin", "__stdin__"):
        raise NotImplementedError("sys.%s is not in the spec language: a spec reads nothing that is typed" % name)
    if name == "stdlib_module_names":
        raise NotImplementedError("sys.stdlib_module_names is not in the spec language")
    raise AttributeError("module 'sys' has no attribute %r" % name)
