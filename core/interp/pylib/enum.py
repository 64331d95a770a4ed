"""Enumerations."""

__all__ = ["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "auto", "unique", "EnumMeta", "EnumType", "member",
           "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP", "EnumCheck", "CONTINUOUS", "NAMED_FLAGS", "UNIQUE",
           "verify", "property", "global_enum", "global_enum_repr", "global_flag_repr", "global_str", "ReprEnum"]


class auto:
    def __init__(self, value=None):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class nonmember:
    def __init__(self, value):
        self.value = value


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_descriptor(obj):
    return hasattr(obj, "__get__") or hasattr(obj, "__set__") or hasattr(obj, "__delete__")


class _EnumDict(dict):
    def __init__(self):
        super().__init__()
        self._member_names = []
        self._last_values = []
        self._ignore = []
        self._generate_next_value = None

    def __setitem__(self, key, value):
        if _is_sunder(key):
            if key == "_generate_next_value_":
                self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
            elif key == "_ignore_":
                self._ignore = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            elif key not in ("_order_", "_missing_", "_numeric_repr_"):
                raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
        elif _is_dunder(key) or key in self._ignore or isinstance(value, nonmember):
            if isinstance(value, nonmember):
                value = value.value
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif isinstance(value, member) or not _is_descriptor(value):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            if isinstance(value, member):
                value = value.value
            if isinstance(value, auto):
                if value.value is None:
                    value.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                value = value.value
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                value = tuple(self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                              if isinstance(v, auto) else v for v in value)
            self._member_names.append(key)
            self._last_values.append(value)
        super().__setitem__(key, value)


Enum = Flag = ReprEnum = None


class _MemberProperty(property):
    def __set__(self, instance, value):
        raise AttributeError(f"<enum 'Enum'> cannot set attribute {self.fget.__name__!r}")

    def __delete__(self, instance):
        raise AttributeError(f"<enum 'Enum'> cannot delete attribute {self.fget.__name__!r}")


class EnumType(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        ns = _EnumDict()
        generate = Enum._generate_next_value_ if Enum is not None else None
        for base in bases:
            if hasattr(base, "_member_names_") and base._member_names_:
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
            generate = getattr(base, "_generate_next_value_", generate)
        ns._generate_next_value = generate
        return ns

    def __new__(metacls, name, bases, ns, *, boundary=None, _simple=False, **kwds):
        member_names = ns._member_names
        values = {key: ns[key] for key in member_names}
        body = {key: value for key, value in ns.items() if key not in values}
        if "_generate_next_value_" in body and not isinstance(body["_generate_next_value_"], staticmethod):
            body["_generate_next_value_"] = staticmethod(body["_generate_next_value_"])
        body["_member_names_"] = []
        body["_member_map_"] = {}
        body["_value2member_map_"] = {}
        body["_unhashable_values_"] = []
        data_type = object
        for base in bases:
            for b in base.__mro__:
                if b is object or isinstance(b, EnumType):
                    if isinstance(b, EnumType) and b._member_type_ is not object:
                        data_type = b._member_type_
                        break
                    continue
                if "__new__" in b.__dict__:
                    data_type = b
                    break
            if data_type is not object:
                break
        body["_member_type_"] = data_type
        cls = super().__new__(metacls, name, bases, body, **kwds)
        user_new = None
        if Enum is not None:  # not while Enum itself is made
            user_new = body.get("__new__") or next(
                (b.__dict__["_user_new_"] for b in cls.__mro__ if "_user_new_" in b.__dict__), None)
            if "__new__" in body:
                cls._user_new_ = body["__new__"]
            type.__setattr__(cls, "__new__", Enum.__new__)
            # What the mixed-in type shows of itself gives way to Enum's, but for ReprEnum's subclasses.
            for method in ("__repr__", "__str__", "__format__"):
                if method in body or ReprEnum is not None and method != "__repr__" and issubclass(cls, ReprEnum):
                    continue
                if getattr(cls, method) in (getattr(data_type, method), getattr(object, method)):
                    type.__setattr__(cls, method, getattr(bases[-1], method))
        is_flag = Flag is not None and issubclass(cls, Flag)
        for key in member_names:
            value = values[key]
            args = value if isinstance(value, tuple) else (value,)
            if data_type is tuple:
                args = (args,)
            if user_new is not None:
                new = user_new.__func__ if isinstance(user_new, staticmethod) else user_new
                item = new(cls, *args)
                if not hasattr(item, "_value_"):
                    item._value_ = value if data_type is object else data_type(*args)
            elif data_type is object:
                item = object.__new__(cls)
                item._value_ = value
            else:
                item = data_type.__new__(cls, *args)
                item._value_ = value if data_type in (int, str, float, bytes, bool) and len(args) == 1 else data_type(*args)
            value = item._value_
            item._name_ = key
            item.__objclass__ = cls
            item._sort_order_ = len(cls._member_names_)
            if cls.__init__ is not Enum_init:
                item.__init__(*args)
            for other in cls._member_map_.values():
                if other._value_ == value and type(other._value_) == type(value) or other._value_ == value:
                    item = other
                    break
            else:
                if not is_flag or not isinstance(value, int) or (value and value & (value - 1) == 0):
                    cls._member_names_.append(key)
            cls._member_map_[key] = item
            type.__setattr__(cls, key, item)
            try:
                cls._value2member_map_.setdefault(value, item)
            except TypeError:
                cls._unhashable_values_.append(value)
        if is_flag:
            mask = 0
            for item in cls._member_map_.values():
                if isinstance(item._value_, int):
                    mask |= item._value_
            cls._flag_mask_ = mask
            cls._boundary_ = boundary
        return cls

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        bases = (cls,) if type is None else (type, cls)
        ns = cls.__class__.__prepare__(value, bases)
        if isinstance(names, dict):
            names = list(names.items())
        else:
            names = list(names)
            if names and isinstance(names[0], str):
                generate, last = ns._generate_next_value, []
                pairs = []
                for i, n in enumerate(names):
                    v = generate(n, start, i, last[:])
                    last.append(v)
                    pairs.append((n, v))
                names = pairs
        for n, v in names:
            ns[n] = v
        if module is not None:
            ns["__module__"] = module
        else:
            ns["__module__"] = "__main__"
        return cls.__class__(value, bases, ns)

    def __bool__(cls):
        return True

    def __contains__(cls, item):
        if isinstance(item, cls):
            return item._name_ in cls._member_map_ or Flag is not None and issubclass(cls, Flag)
        if not isinstance(item, Enum):
            import warnings
            warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return True or\n"
                          "False depending on whether the value is a member or the value of a member",
                          DeprecationWarning, stacklevel=1)
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(item).__qualname__}' and "
                            f"'{cls.__class__.__qualname__}'")
        return False

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    @property
    def __members__(cls):
        from types import MappingProxyType
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return f"<flag {cls.__name__!r}>"
        return f"<enum {cls.__name__!r}>"

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {attr!r}.")
        super().__delattr__(attr)

    def __dir__(cls):
        return sorted(["__class__", "__contains__", "__doc__", "__getitem__", "__init_subclass__", "__iter__",
                       "__len__", "__members__", "__module__", "__name__", "__qualname__"] + cls._member_names_)


EnumMeta = EnumType


def Enum_init(self, *args, **kwds):
    pass


class Enum(metaclass=EnumType):
    __init__ = Enum_init

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for item in cls._member_map_.values():
                if item._value_ == value:
                    return item
        exc = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            exc = e
            result = None
        if isinstance(result, cls):
            return result
        if Flag is not None and issubclass(cls, Flag) and isinstance(result, int):
            return result
        error = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if result is None and exc is None:
            raise error
        if exc is None:
            exc = TypeError(f"error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member")
        if not isinstance(exc, ValueError):
            exc.__context__ = error
        raise exc

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        last = sorted(last_values)[-1] if all(isinstance(v, int) for v in last_values) else last_values[-1]
        try:
            return last + 1
        except TypeError:
            raise TypeError(f"unable to increment {last!r}") from None

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        value = self._value_
        return f"<{self.__class__.__name__}.{self._name_}: {value!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, format_spec):
        return str(self).__format__(format_spec)

    def __dir__(self):
        return sorted(set(["__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"]))

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @_MemberProperty
    def name(self):
        return self._name_

    @_MemberProperty
    def value(self):
        return self._value_


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    def __str__(self):
        return int.__repr__(self)

    def __format__(self, spec):
        return int.__format__(self, spec)


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        item = str.__new__(cls, *values)
        item._value_ = str(*values)
        return item

    def __str__(self):
        return str.__str__(self)

    def __format__(self, spec):
        return str.__format__(self, spec)

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        return 2 ** max(last_values).bit_length()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask = cls._flag_mask_
        if value < 0:
            value = (1 << mask.bit_length()) + value if -value <= mask else value
            value &= mask
        if value & ~mask:
            if issubclass(cls, int):
                pass
            else:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {'0b' + ' ' * 0}{bin(value)[2:].zfill(width)}"
                                 f"\n  allowed 0b{bin(mask)[2:].zfill(width)}" .replace("given 0b", "given 0b0 ")
                                 .replace("allowed 0b", "allowed 0b0 "))
        if value in cls._value2member_map_:
            return cls._value2member_map_[value]
        if cls._member_type_ is object:
            item = object.__new__(cls)
        else:
            item = cls._member_type_.__new__(cls, value)
        item._value_ = value
        names = [m._name_ for m in cls if m._value_ & value]
        unknown = value & ~mask
        item._name_ = "|".join(names) or None
        if unknown and names:
            item._name_ += f"|{unknown}"
        cls._value2member_map_[value] = item
        return item

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and "
                            f"{self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        for m in self.__class__:
            if m._value_ & self._value_:
                yield m

    def __len__(self):
        return bin(self._value_).count("1")

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _other(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return None

    def __or__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ ^ value)

    def __invert__(self):
        return self.__class__(self.__class__._flag_mask_ & ~self._value_)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__
    __hash__ = Enum.__hash__


class IntFlag(int, ReprEnum, Flag):
    def __str__(self):
        return int.__repr__(self)

    def __format__(self, spec):
        return int.__format__(self, spec)

    __or__ = Flag.__or__
    __and__ = Flag.__and__
    __xor__ = Flag.__xor__
    __ror__ = Flag.__or__
    __rand__ = Flag.__and__
    __rxor__ = Flag.__xor__
    __invert__ = Flag.__invert__
    __repr__ = Flag.__repr__
    __bool__ = Flag.__bool__
    __contains__ = Flag.__contains__
    __iter__ = Flag.__iter__


def unique(enumeration):
    duplicates = [(name, item._name_) for name, item in enumeration.__members__.items() if name != item._name_]
    if duplicates:
        details = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


property = __import__("types").DynamicClassAttribute
property.__module__ = "enum"


class FlagBoundary(StrEnum):
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


class EnumCheck(StrEnum):
    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


STRICT, CONFORM, EJECT, KEEP = FlagBoundary
CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """A class decorator that checks an enumeration."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        name, is_flag = enumeration.__name__, issubclass(enumeration, Flag)
        for check in self.checks:
            if check is UNIQUE:
                aliases = [(k, m.name) for k, m in enumeration.__members__.items() if k != m.name]
                if aliases:
                    raise ValueError("aliases found in %r: %s" % (enumeration, ", ".join(["%s -> %s" % a for a in aliases])))
            elif check is CONTINUOUS:
                values = {m.value for m in enumeration}
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if is_flag:
                    missing = [1 << i for i in range(low.bit_length(), high.bit_length() - 1) if 1 << i not in values]
                else:
                    missing = [i for i in range(low + 1, high) if i not in values]
                if missing:
                    raise ValueError(("invalid %s %r: missing values %s" % ("flag" if is_flag else "enum", name, ", ".join(
                        [str(m) for m in missing])))[:256])
            elif check is NAMED_FLAGS:
                names, lost, bits = [], 0, {m.value for m in enumeration}
                for alias, member in enumeration.__members__.items():
                    if member.value < 0 or member.value in bits:
                        continue
                    left = member.value
                    for bit in bits:
                        left &= ~bit
                    if left:
                        names.append(alias)
                        lost |= left
                if names:
                    head = "alias %s is missing" % names[0] if len(names) == 1 else "aliases %s and %s are missing" % (
                        ", ".join(names[:-1]), names[-1])
                    count = bin(lost).count("1")
                    value = "value 0x%x" % lost if count == 1 else "combined values of 0x%x" % lost
                    raise ValueError("invalid Flag %r: %s %s [use enum.show_flag_values(value) for details]" % (name, head, value))
        return enumeration


def show_flag_values(value):
    return [1 << i for i in range(value.bit_length()) if value >> i & 1]


def global_enum_repr(self):
    module = self.__class__.__module__.split(".")[-1]
    return "%s.%s" % (module, self._name_)


def global_flag_repr(self):
    module, name = self.__class__.__module__.split(".")[-1], self.__class__.__name__
    if self._name_ is None:
        return "%s.%s(%r)" % (module, name, self._value_)
    if "|" not in self._name_:
        return "%s.%s" % (module, self._name_)
    return "|".join(["%s.%s" % (module, n) for n in self._name_.split("|")])


def global_str(self):
    if self._name_ is None:
        return "%s(%r)" % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum(cls, update_str=False):
    import sys
    type.__setattr__(cls, "__repr__", global_flag_repr if issubclass(cls, Flag) else global_enum_repr)
    if not issubclass(cls, ReprEnum) or update_str:
        type.__setattr__(cls, "__str__", global_str)
    module = sys.modules[cls.__module__]
    for name, member in cls.__members__.items():
        setattr(module, name, member)
    return cls


def pickle_by_global_name(self, proto):
    return self.name


def pickle_by_enum_name(self, proto):
    return getattr, (self.__class__, self._name_)
