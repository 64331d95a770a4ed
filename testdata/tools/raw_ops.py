#!/usr/bin/env python3
"""Raw ops called with random arguments: `PYTHON_WITH_TENSORFLOW raw_ops.py TRACEPACK MODE [SEED [TRIALS [OP...]]]`.

MODE hostile and staged look for what no arguments may do: each op runs in a process of its own with 6 GB of address space,
and a crash, a sanitizer's report, an internal error or more than 200 s is printed. With a program built with sanitizers
(which cannot have that limit) set ASAN=1. MODE verbose is hostile and prints each call before it. MODE gentle compares:
small arguments that ought to fit, here and in TensorFlow; results and the errors' types that differ are printed, three
an op (but not where TensorFlow has no kernel for the dtypes); random ops differ by their nature. raw_ops.spec.py makes the calls; TensorFlow tells the ops' parameters."""
import concurrent.futures
import inspect
import json
import os
import re
import resource
import runpy
import shutil
import subprocess
import sys
import tempfile

SPEC = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'raw_ops.spec.py')
UNSAFE = {'Abort', 'ReadFile', 'WriteFile', 'MatchingFiles'}  # they end the process or look around in the machine


def signatures():
  """For each op its parameters: name, has a default, is an input, a list, the dtype's number, the attribute's type."""
  import tensorflow as tf
  from tensorflow.python.framework import op_def_registry
  found = {}
  for name in dir(tf.raw_ops):
    op = op_def_registry.get(name)
    if not op or name in UNSAFE:
      continue
    inputs = {a.name: (bool(a.number_attr or a.type_list_attr), a.type) for a in op.input_arg}
    kinds = {a.name: a.type for a in op.attr}
    parameters = [p for p in inspect.signature(getattr(tf.raw_ops, name)).parameters.values() if p.name != 'name']
    found[name] = [(p.name, p.default is not inspect.Parameter.empty, p.name in inputs, *inputs.get(p.name, (False, 0)), kinds.get(p.name, ''))
                   for p in parameters]
  return found


def run(program, mode, seed, trials, op, folder):
  limit = None if os.environ.get('ASAN') else lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
  try:
    return subprocess.run([program, 'exec', 'raw_ops.spec.py', '--', mode, seed, trials, op], cwd=folder, capture_output=True,
                          text=True, errors='replace', timeout=200, preexec_fn=limit)
  except subprocess.TimeoutExpired:
    return None


def complaint(done):
  if done is None:
    return 'more than 200 s'
  if done.returncode == 0 and 'runtime error' not in done.stderr:
    return None
  lines = [l.strip()[:200] for l in done.stderr.split('\n') if re.search(r'ERROR: Add|runtime error|internal error| #[1-4] ', l)]
  return '%d %s' % (done.returncode, ' | '.join(lines[:7]) or done.stderr[-300:])


def oracle(mode, seed, trials, op, folder):
  """What the spec prints under TensorFlow, in a child, which a crash of TensorFlow may end."""
  read, write = os.pipe()
  child = os.fork()
  if child == 0:
    import signal
    signal.alarm(60)
    os.dup2(write, 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.chdir(folder)
    sys.argv = ['raw_ops.spec.py', mode, seed, trials, op]
    try:
      runpy.run_path('raw_ops.spec.py', run_name='__main__')
    finally:
      sys.stdout.flush()
      os._exit(0)
  os.close(write)
  with os.fdopen(read, errors='replace') as f:
    printed = f.read()
  os.waitpid(child, 0)
  return printed.split('\n')


def same(a, b):
  """Equal but for the last digits of floats."""
  if a == b:
    return True
  number = r'-?\d+\.?\d*(?:e[-+]\d+)?'
  x, y = re.findall(number, a), re.findall(number, b)
  close = lambda u, v: abs(float(u) - float(v)) <= 2e-5 * max(1, abs(float(u)), abs(float(v)))
  return re.sub(number, '#', a) == re.sub(number, '#', b) and len(x) == len(y) and all(map(close, x, y))


def main(program, mode, seed='1', trials='100', *ops):
  folder = tempfile.mkdtemp()
  shutil.copy(SPEC, folder)
  known = signatures()
  with open(os.path.join(folder, 'signatures.json'), 'w') as f:
    json.dump(known, f)
  bad = 0
  program = os.path.abspath(program)
  with concurrent.futures.ThreadPoolExecutor(1 if mode == 'gentle' else 2) as pool:
    for op, done in zip(ops or known, pool.map(lambda op: run(program, mode, seed, trials, op, folder), ops or known)):
      if mode == 'verbose':
        print(done.stderr if done else 'more than 200 s')
      problem = complaint(done)
      if problem:
        print(op, problem, flush=True)
        bad += 1
      elif mode == 'gentle' and 'absent' not in done.stdout:
        pairs = zip(oracle(mode, seed, trials, op, folder), done.stdout.split('\n'))
        differ = [p for p in pairs if p[0] and ' {' not in p[0] and 'NotFound' not in p[0] and not same(*p)]
        for a, b in differ[:3]:
          print('TensorFlow: %s\nhere:       %s' % (a[:300], b[:300]), flush=True)
        bad += len(differ) > 0
  shutil.rmtree(folder)
  sys.exit(bad > 0)


main(*sys.argv[1:])
