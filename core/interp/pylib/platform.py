"""The machine that a spec may count on: nothing of the real one is looked up."""
import collections
import sys as _sys

uname_result = collections.namedtuple("uname_result", "system node release version machine processor")


def uname():
    return uname_result("Linux", "localhost", "", "", machine(), "")


def system():
    return "Linux"


def machine():
    return "x86_64"


def node():
    return "localhost"


def release():
    return ""


def version():
    return ""


def processor():
    return ""


def python_version():
    return "%d.%d.%d" % _sys.version_info[:3]


def python_version_tuple():
    return tuple(python_version().split("."))


def python_implementation():
    return "CPython"


def python_branch():
    return ""


def python_revision():
    return ""


def python_build():
    return "main", ""


def python_compiler():
    return "GCC"


def architecture(executable=None, bits="", linkage=""):
    return "64bit", "ELF"


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    return "glibc", ""


def platform(aliased=False, terse=False):
    return "Linux-x86_64-with-glibc"


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    return release, versioninfo, machine


def win32_ver(release="", version="", csd="", ptype=""):
    return release, version, csd, ptype
