# tf.function on methods, in classes of all kinds.
import tensorflow as tf
# classes with tf.function methods, inheritance, properties, static
class Base:
    def __init__(self, k): self.k = k
    @tf.function
    def run(self, x):
        print('Base.run', type(self).__name__)
        return self.step(x) + self.k
    def step(self, x): return x
class Child(Base):
    def step(self, x): return x * 2
    @tf.function
    def run(self, x):
        print('Child.run')
        return super().run(x) + 1
b1, c2 = Base(1), Child(2)
print(b1.run(tf.constant(1)))
try: print(c2.run(tf.constant(1)))
except Exception as e: print(type(e).__name__, str(e))
try: print(Base(1).run(tf.constant(1)))
except Exception as e: print(type(e).__name__, str(e))
b = Base(1)
b.run(tf.constant(1)); b.k = 5; print(b.run(tf.constant(1)), b.run(tf.constant(1.)))
print(b.run.experimental_get_tracing_count(), Base.run, b.run)
class S:
    @staticmethod
    @tf.function
    def st(x): print('st'); return x + 1
    @classmethod
    @tf.function
    def cm(cls, x): print('cm', cls.__name__); return x + 2
    @property
    @tf.function
    def p(self): return tf.constant(3)
    scale = 2
    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def sig(self, x): return x * self.scale
s = S()
print(S.st(1), s.st(tf.constant(1)))
try: print(S.cm(1))
except Exception as e: print(type(e).__name__, str(e))
try: print(s.p())
except Exception as e: print(type(e).__name__, str(e))
try: print(s.p)
except Exception as e: print(type(e).__name__, str(e))
print(s.sig(2.0), s.sig(tf.constant(3.)), s.sig.get_concrete_function())
print(S.sig, s.sig.pretty_printed_concrete_signatures())
try: s.sig(1, 2)
except Exception as e: print(type(e).__name__, str(e))
class Callable:
    def __call__(self, x): print('call'); return x * 3
c = tf.function(Callable())
print(c(tf.constant(1)), c(tf.constant(2)), c.experimental_get_tracing_count())
class WithState(tf.Module):
    def __init__(self):
        super().__init__()
        self.built = False
    @tf.function
    def __call__(self, x):
        if not self.built:
            self.w = tf.Variable(tf.ones([x.shape[-1]]), name='w')
            self.built = True
        return x * self.w
w = WithState()
print(w(tf.constant([1., 2.])), w(tf.constant([[1., 2.]])), [v.name for v in w.variables])
try: print(w(tf.constant([1., 2., 3.])))
except Exception as e: print(type(e).__name__, str(e))
import abc
class Abs(abc.ABC):
    @abc.abstractmethod
    def go(self, x): ...
    @tf.function
    def all(self, x): return self.go(x) + 1
class Impl(Abs):
    def go(self, x): return tf.square(x)
im = Impl(); print(im.all(tf.constant(3)))
try: Abs()
except TypeError as e: print(e)
import dataclasses
@dataclasses.dataclass
class Cfg:
    lr: float = 0.1
    steps: int = 2
@tf.function
def train(cfg, x):
    print('trace', cfg)
    for _ in range(cfg.steps): x -= cfg.lr * x
    return x
cfg = Cfg()
try: print(train(cfg, tf.constant(1.0)), train(cfg, tf.constant(2.0)))
except Exception as e: print(type(e).__name__, str(e))
@dataclasses.dataclass(frozen=True)
class Fr:
    lr: float = 0.1
    steps: int = 2
print(train(Fr(), tf.constant(1.0)), train(Fr(), tf.constant(1.0)), train(Fr(0.5), tf.constant(1.0)))
class Meta(type): pass
class Enum_(__import__('enum').Enum):
    A = 1; B = 2
@tf.function
def en(e, x): print('trace', e); return x + e.value
print(en(Enum_.A, 1), en(Enum_.A, 1), en(Enum_.B, 1))
del b
import gc; gc.collect()
