"""The metaclass of abstract base classes: virtual subclasses and the set of abstract methods."""


class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        abstracts = {key for key, value in namespace.items() if getattr(value, "__isabstractmethod__", False)}
        for base in bases:
            for key in getattr(base, "__abstractmethods__", ()):
                value = getattr(cls, key, None)
                if getattr(value, "__isabstractmethod__", False):
                    abstracts.add(key)
        cls.__abstractmethods__ = frozenset(abstracts)
        cls._abc_registry = []
        return cls

    def register(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry.append(subclass)
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if cls.__subclasscheck__(subclass):
            return True
        subtype = type(instance)
        return subtype is not subclass and cls.__subclasscheck__(subtype)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        ok = cls.__subclasshook__(subclass)
        if ok is not NotImplemented:
            return ok
        if cls in getattr(subclass, "__mro__", ()):
            return True
        for registered in cls._abc_registry:
            if issubclass(subclass, registered):
                return True
        for child in type.__subclasses__(cls):
            if child is not subclass and issubclass(subclass, child):
                return True
        return False
