import sys


def _resolve(name, package):
    level = len(name) - len(name.lstrip('.'))
    if not package:
        raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f"{bits[0]}.{name[level:]}" if name[level:] else bits[0]


def import_module(name, package=None):
    if name.startswith('.'):
        name = _resolve(name, package)
    if name not in sys.modules:
        __import__(name)
    return sys.modules[name]


def invalidate_caches():
    pass
