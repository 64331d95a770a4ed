# the library: random_module
import random
r = random.Random(42)
print(r.random(), r.randint(1, 100), r.choice('abc'), r.sample(range(100), 5), r.gauss(0, 1), r.gauss(0, 1), r.uniform(1, 2), r.getrandbits(100), r.randrange(0, 100, 7))
l = list(range(10)); r.shuffle(l); print(l, r.choices([1,2,3], k=5), r.choices('ab', [1, 9], k=5), r.sample([1,2,3,4], 2), r.sample(range(10**6), 3), r.normalvariate(0, 1), r.expovariate(2), r.betavariate(2, 3), r.gammavariate(0.5, 1), r.gammavariate(2, 1), r.triangular(), r.lognormvariate(0, 1), r.vonmisesvariate(0, 1), r.paretovariate(2), r.weibullvariate(1, 2), r.randbytes(5))
random.seed(1); print(random.random(), random.randint(0, 2**31 - 1)); random.seed('abc'); print(random.random()); random.seed(b'xy'); print(random.random()); random.seed(2.5); print(random.random()); random.seed(10**40); print(random.random()); random.seed(-5); print(random.random())
s = random.getstate(); a = random.random(); random.setstate(s); print(a == random.random())
for f in [lambda: random.randint(5, 1), lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.sample({1}, 1), lambda: random.randrange(0), lambda: random.choices([], k=1), lambda: random.seed([]), lambda: random.randrange(1, 2, 0)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
r = random.Random(7); print([r.randint(-10**20, 10**20) for _ in range(3)], r.sample(['a','b','c'], k=2, counts=[3,2,1]))
