import numpy as np
def t(*fs):
  for f in fs:
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
def all_of(g, new):
  names = dict(beta=[(2, 3), (0.5, 0.5), (0.1, 2)], binomial=[(10, 0.3), (100, 0.4), (1000, 0.7), (5, 0.9), (100000, 0.5)], chisquare=[(3,), (0.5,)], exponential=[(2.0,)],
               f=[(3, 5)], gamma=[(2.0, 3.0), (0.5, 1.0), (1.0, 2.0)], geometric=[(0.5,), (0.1,)], gumbel=[(1, 2)], hypergeometric=[(10, 20, 8), (100, 50, 40), (7, 100, 20), (30, 5, 30)],
               laplace=[(0, 1)], logistic=[(1, 2)], lognormal=[(0, 0.5)], logseries=[(0.6,), (0.99,)], negative_binomial=[(3, 0.4)], noncentral_chisquare=[(3, 2.0), (0.5, 2.0), (3, 0)],
               noncentral_f=[(3, 4, 1.5)], pareto=[(3,)], poisson=[(3.5,), (50,), (0,), (1000,)], power=[(2.5,)], rayleigh=[(2,)], standard_cauchy=[()], standard_exponential=[()], standard_gamma=[(2.5,)],
               standard_t=[(4,)], triangular=[(0, 1, 3)], vonmises=[(0.5, 2), (0, 1e-9), (0, 1e-6)], wald=[(1, 2)], weibull=[(1.5,)], zipf=[(2.5,), (1.2,)])
  for name in sorted(names):
    for args in names[name]:
      m = getattr(g, name)
      print(name, args, m(*args, size=6).tolist(), repr(m(*args)), m(*args, size=(2, 2)).dtype)
  print(g.dirichlet([1, 2, 3]), g.dirichlet([0.5, 0.05], size=2), g.dirichlet([0.05, 0.02, 0.01]))
  print(g.multinomial(20, [0.2, 0.3, 0.5]), g.multinomial(1000, [0.1] * 10, size=2).tolist())
  print(g.poisson([1, 20, 300.0]), g.normal([0, 1], [1, 2]), g.gamma([[1], [2]], [1, 2]), g.binomial([10, 20], 0.5, size=(3, 2)))
  print(g.bytes(5), g.random(3))
all_of(np.random.RandomState(42), False)
all_of(np.random.default_rng(42), True)
np.random.seed(3)
print(np.random.poisson(4, 5), np.random.exponential(size=2), np.random.beta(1, 2), np.random.standard_normal(3))
s = np.random.get_state()
print(s[0], s[1][:3], s[2:])
a = np.random.rand(2); np.random.randn(1); np.random.set_state(s); print(a, np.random.rand(2))
print(sorted(np.random.get_state(legacy=False)))
r = np.random.default_rng(7)
print(r.standard_normal(5, dtype=np.float32), r.random(3, dtype=np.float32), r.integers(0, 100, 6, dtype=np.uint8), r.integers(0, 256, 3, dtype=np.uint8), r.integers(-5, 5, 5, dtype=np.int16), r.integers(0, 2, 5, dtype=bool))
print(r.permuted(np.arange(6).reshape(2, 3), axis=1), r.permuted(np.arange(5)))
print(r.bit_generator.state)
print([c.random() for c in r.spawn(2)], np.random.SeedSequence(12).spawn(2)[1].generate_state(3), np.random.SeedSequence(5))
