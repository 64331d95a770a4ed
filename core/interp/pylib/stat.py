"""What the bits of a file's mode mean."""

for _pair in (
    'ST_MODE=0 ST_INO=1 ST_DEV=2 ST_NLINK=3 ST_UID=4 ST_GID=5 ST_SIZE=6 ST_ATIME=7 ST_MTIME=8 ST_CTIME=9 '
    'S_IFDIR=16384 S_IFCHR=8192 S_IFBLK=24576 S_IFREG=32768 S_IFIFO=4096 S_IFLNK=40960 S_IFSOCK=49152 S_IFDOOR=0 '
    'S_IFPORT=0 S_IFWHT=0 S_ISUID=2048 S_ISGID=1024 S_ENFMT=1024 S_ISVTX=512 S_IREAD=256 S_IWRITE=128 S_IEXEC=64 '
    'S_IRWXU=448 S_IRUSR=256 S_IWUSR=128 S_IXUSR=64 S_IRWXG=56 S_IRGRP=32 S_IWGRP=16 S_IXGRP=8 S_IRWXO=7 S_IROTH=4 '
    'S_IWOTH=2 S_IXOTH=1 UF_NODUMP=1 UF_IMMUTABLE=2 UF_APPEND=4 UF_OPAQUE=8 UF_NOUNLINK=16 UF_COMPRESSED=32 '
    'UF_HIDDEN=32768 SF_ARCHIVED=65536 SF_IMMUTABLE=131072 SF_APPEND=262144 SF_NOUNLINK=1048576 SF_SNAPSHOT=2097152 '
    'FILE_ATTRIBUTE_ARCHIVE=32 FILE_ATTRIBUTE_COMPRESSED=2048 FILE_ATTRIBUTE_DEVICE=64 FILE_ATTRIBUTE_DIRECTORY=16 '
    'FILE_ATTRIBUTE_ENCRYPTED=16384 FILE_ATTRIBUTE_HIDDEN=2 FILE_ATTRIBUTE_INTEGRITY_STREAM=32768 '
    'FILE_ATTRIBUTE_NORMAL=128 FILE_ATTRIBUTE_NOT_CONTENT_INDEXED=8192 FILE_ATTRIBUTE_NO_SCRUB_DATA=131072 '
    'FILE_ATTRIBUTE_OFFLINE=4096 FILE_ATTRIBUTE_READONLY=1 FILE_ATTRIBUTE_REPARSE_POINT=1024 '
    'FILE_ATTRIBUTE_SPARSE_FILE=512 FILE_ATTRIBUTE_SYSTEM=4 FILE_ATTRIBUTE_TEMPORARY=256 FILE_ATTRIBUTE_VIRTUAL=65536').split():
    _name, _, _number = _pair.partition('=')
    globals()[_name] = int(_number)


def S_IMODE(mode):
    return mode & 0o7777


def S_IFMT(mode):
    return mode & 0o170000


def _is(kind):
    return lambda mode: S_IFMT(mode) == kind


S_ISDIR, S_ISCHR, S_ISBLK, S_ISREG = _is(0o040000), _is(0o020000), _is(0o060000), _is(0o100000)
S_ISFIFO, S_ISLNK, S_ISSOCK = _is(0o010000), _is(0o120000), _is(0o140000)


def S_ISDOOR(mode):
    return False


S_ISPORT = S_ISWHT = S_ISDOOR


def filemode(mode):
    kind = {0o120000: "l", 0o140000: "s", 0o100000: "-", 0o060000: "b", 0o040000: "d", 0o020000: "c", 0o010000: "p"}
    made = [kind.get(S_IFMT(mode), "?")]
    for i, (special, set_, unset) in enumerate(((0o4000, "s", "S"), (0o2000, "s", "S"), (0o1000, "t", "T"))):
        bits = mode >> 6 - 3 * i & 7
        made.append(("r" if bits & 4 else "-") + ("w" if bits & 2 else "-"))
        made.append((set_ if bits & 1 else unset) if mode & special else "x" if bits & 1 else "-")
    return "".join(made)
