"""XLA's time for an iteration of the loop of exec_scalar.cc, through JAX (pip install jax)."""
import time

import jax
import jax.numpy as jnp
from jax import lax

N = 100000
loop = jax.jit(lambda n: lax.while_loop(
    lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] * jnp.float32(1.0001) + jnp.float32(1.0)),
    (0, jnp.float32(0.5)))[1])
loop(N).block_until_ready()
best = 1e9
for _ in range(100):
    begin = time.perf_counter()
    loop(N).block_until_ready()
    best = min(best, time.perf_counter() - begin)
print(f"xla while, ns an iteration: {best / N * 1e9:.2f} (best of 100)")
