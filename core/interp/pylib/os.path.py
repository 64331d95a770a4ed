"""Paths as text."""
from posixpath import *
from posixpath import (PathLike, fspath, isabs, join, split, splitext, splitdrive, basename, dirname, normpath, abspath,
                       realpath, normcase, commonprefix, commonpath, relpath, expanduser, expandvars, exists, lexists,
                       isfile, isdir, islink, ismount, getmtime, getsize)
