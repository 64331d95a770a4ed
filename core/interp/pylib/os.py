"""Names, paths, files of the spec and a private copy of the environment; no processes."""
import sys
import _os
from _os import getcwd, getpid, rename, stat_kind as _kind
import posixpath as path

sys.modules["os.path"] = path
name = "posix"
sep, altsep, extsep, pathsep, linesep, devnull = "/", None, ".", ":", "\n", "/dev/null"
curdir, pardir = ".", ".."
error = OSError
PathLike = path.PathLike
fspath = path.fspath


class _Environ(dict):
    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("str expected, not %s" % type(key).__name__)
        if not isinstance(value, str):
            raise TypeError("str expected, not %s" % type(value).__name__)
        dict.__setitem__(self, key, value)

    def __repr__(self):
        return "environ(" + dict.__repr__(self) + ")"


environ = _Environ(_os.environ())


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


def unsetenv(key):
    environ.pop(key, None)


def cpu_count():
    return _os.cpu_count()


def listdir(path="."):
    return _os.listdir(fspath(path))


def mkdir(path, mode=0o777):
    _os.mkdir(fspath(path))


def makedirs(name, mode=0o777, exist_ok=False):
    name = fspath(name)
    head = path.dirname(name.rstrip("/"))
    # The current folder is there, seen or not.
    if head and path.normpath(head) != curdir and not path.exists(head):
        makedirs(head, exist_ok=True)
    if not (exist_ok and path.isdir(name)):
        mkdir(name)


def remove(path):
    _os.remove(fspath(path), False)


unlink = remove


def rmdir(path):
    _os.remove(fspath(path), True)


def replace(src, dst):
    _os.rename(fspath(src), fspath(dst))


def walk(top, topdown=True):
    names = listdir(top)
    folders = [n for n in names if path.isdir(path.join(top, n))]
    row = top, folders, [n for n in names if n not in folders]
    if topdown:
        yield row
    for n in folders:
        yield from walk(path.join(top, n), topdown)
    if not topdown:
        yield row


class stat_result:
    """Size, mode and the time of the last change; what else a file system knows is not there."""

    def __init__(self, size, changed, mode):
        self.st_size, self.st_mtime_ns, self.st_mtime, self.st_mode = size, changed, changed / 10**9, mode

    def __repr__(self):
        return "os.stat_result(st_mode=%d, st_size=%d, st_mtime=%d)" % (self.st_mode, self.st_size, self.st_mtime)


def stat(path):
    return stat_result(*_os.stat(fspath(path)))


def urandom(n):
    raise NotImplementedError("os.urandom is not in the spec language")


def _refuse(what):
    def refused(*args, **kwargs):
        raise NotImplementedError(f"os.{what} is not in the spec language")
    refused.__name__ = what
    return refused


for _n in ("system popen fork forkpty execv execve execvp execl spawnv kill killpg abort _exit wait waitpid pipe dup dup2 "
           "open close read write chdir chmod chown link symlink mkfifo setuid nice times uname getlogin umask "
           "startfile scandir removedirs lstat "
           "access truncate utime").split():
    globals()[_n] = _refuse(_n)
for _n in ("chroot closerange confstr copy_file_range ctermid device_encoding eventfd eventfd_read eventfd_write execle execlp "
           "execlpe execvpe fchdir fchmod fchown fdatasync fdopen fpathconf fstat fstatvfs fsync ftruncate fwalk get_blocking "
           "get_inheritable getgrouplist getgroups getloadavg getpgid getpgrp getpriority getrandom getresgid getresuid "
           "getsid getxattr initgroups isatty lchown listxattr lockf login_tty lseek major makedev memfd_create minor mknod "
           "openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv pwrite "
           "pwritev readlink readv register_at_fork removexattr sched_get_priority_max sched_get_priority_min "
           "sched_getaffinity sched_getparam sched_getscheduler sched_param sched_rr_get_interval sched_setaffinity "
           "sched_setparam sched_setscheduler sched_yield sendfile set_blocking set_inheritable setegid seteuid setgid "
           "setgroups setpgid setpgrp setpriority setregid setresgid setresuid setreuid setsid setxattr spawnl spawnle "
           "spawnlp spawnlpe spawnve spawnvp spawnvpe splice statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname wait3 wait4 "
           "waitid writev DirEntry statvfs_result uname_result times_result waitid_result confstr_names pathconf_names "
           "sysconf_names getuid geteuid getgid getegid getppid").split():
    globals()[_n] = _refuse(_n)
defpath, supports_bytes_environ = "/bin:/usr/bin", True


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getcwdb():
    return fsencode(getcwd())


def getenvb(key, default=None):
    value = environ.get(fsdecode(key))
    return default if value is None else fsencode(value)


def renames(old, new):
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)


def get_exec_path(env=None):
    return (environ if env is None else env).get("PATH", defpath).split(pathsep)


def strerror(code, /):
    from _os_numbers import texts
    return "Success" if code == 0 else texts.get(code, "Unknown error %d" % code)


# What a process that waits for another would be told.
def WIFEXITED(status):
    return status & 0x7f == 0


def WEXITSTATUS(status):
    return status >> 8 & 0xff


def WIFSIGNALED(status):
    return 0 < status & 0x7f < 0x7f


def WTERMSIG(status):
    return status & 0x7f


def WIFSTOPPED(status):
    return status & 0xff == 0x7f


WSTOPSIG = WEXITSTATUS


def WIFCONTINUED(status):
    return status == 0xffff


def WCOREDUMP(status):
    return status & 0x80 != 0


def waitstatus_to_exitcode(status):
    if WIFEXITED(status):
        return WEXITSTATUS(status)
    if WIFSIGNALED(status):
        return -WTERMSIG(status)
    raise ValueError("invalid wait status: %d" % status)


def get_terminal_size(fd=1, /):
    raise OSError(25, "Inappropriate ioctl for device")


def __getattr__(name):
    from _os_numbers import numbers
    if name in numbers:
        return numbers[name]
    if name == "terminal_size":
        import shutil
        return shutil._TerminalSize
    if name == "environb":
        return {fsencode(k): fsencode(v) for k, v in environ.items()}
    raise AttributeError("module 'os' has no attribute %r" % name)
