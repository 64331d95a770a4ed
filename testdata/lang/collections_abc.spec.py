# The abstract classes without an import of their own.
import collections
print(isinstance([], collections.abc.Sequence), isinstance(collections.deque(), collections.abc.MutableSequence))
print(isinstance(collections.ChainMap(), collections.abc.Mapping), issubclass(collections.deque, collections.abc.Sequence))
