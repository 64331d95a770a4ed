"""The abstract base classes of containers."""
from _collections_abc import *
from _collections_abc import (Hashable, Iterable, Iterator, Generator, Reversible, Sized, Container, Callable,
                              Collection, Set, MutableSet, Mapping, MappingView, KeysView, ItemsView, ValuesView,
                              MutableMapping, Sequence, MutableSequence, ByteString)
