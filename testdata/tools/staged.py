#!/usr/bin/env python3
"""Random functions over tensors, staged here and by TensorFlow, and the code that AutoGraph makes of functions:
`PYTHON_WITH_TENSORFLOW staged.py TRACEPACK [KIND [FIRST [COUNT]]]`.

A kind is a way to make a program of a seed (without arguments: they are listed); `all` runs every one. A program is some
functions (random_staged.py, random_code.py). Each is called in a graph and eagerly with several arguments: results,
errors with their texts, trace counts, and the listings of the graphs and of the functions that they call have to be equal,
or, of the kinds of code, what tf.autograph.to_code gives. What differs is shrunk, a statement at a time, and printed with the
difference; of one sort only a few."""
import ast
import difflib
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_code
import random_staged
from differential import shrink

KINDS = {
    **{kind: (lambda seed, kind=kind: random_staged.Maker(seed, kind).program()) for kind in random_staged.KINDS},
    **random_code.KINDS,
}

# Forks a process for each program, so that TensorFlow is imported once.
SERVER = '''import os, sys
import tensorflow as tf
import runpy, signal, time
for line in sys.stdin:
  path, out = line.split()
  child = os.fork()
  if child == 0:
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1); os.dup2(os.open(out + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    os.chdir(os.path.dirname(path))
    sys.stdout.reconfigure(line_buffering=True)
    try:
      runpy.run_path(path, run_name="__main__")
    except BaseException as error:
      print("ended by", type(error).__name__, error)
    sys.stdout.flush()
    os._exit(0)
  end = time.time() + 60
  while time.time() < end and os.waitpid(child, os.WNOHANG)[0] == 0:
    time.sleep(0.005)
  else:
    try: os.kill(child, 9); os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError): pass
  sys.__stdout__.write("done\\n"); sys.__stdout__.flush()
'''


def same(p, q):
  """Whether outputs are equal; where an error shows code that AutoGraph made, but for the frames in errors."""
  if p == q:
    return True
  if p is None or q is None or 'autograph_generated_file' not in p:
    return False
  return without_frames(p) == without_frames(q)


def without_frames(text):
  return re.sub(r'(?:    File ".*\n.*\n)+', '', text or '')


class Sides:
  """Runs programs with TensorFlow and here, in a folder of its own."""

  def __init__(self, tracepack, folder):
    self.tracepack, self.folder = tracepack, folder
    self.path = os.path.join(folder, 'case.py')
    self.server = subprocess.Popen([sys.executable, '-c', SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, PYTHONHASHSEED='0', TF_CPP_MIN_LOG_LEVEL='3', CUDA_VISIBLE_DEVICES='-1'))

  def clean(self, text):
    text = re.sub(r'0x[0-9a-f]{6,}', '0xADDRESS', text.replace(self.folder + '/', ''))
    text = re.sub(r'name=(\w+?)_\d+, id\b', r'name=\1, id', re.sub(r'id=\d+', 'id', text))
    text = re.sub(r' *File "<(?:string|frozen runpy)>".*\n(?:\s*\n)?', '', text)  # how the program was started
    text = re.sub(r'    File "[^"]*/lib/python3.*\n.*\n', '', text)
    text = re.sub(r'__autograph_generated_file\w+', '__autograph_generated_file', text)
    return re.sub(r'(cond_true|cond_false|while_body|while_cond|_forward|_inference|branch\d+)_(\w+?_)?\d+', r'\1', text)

  def run(self, text):
    """What TensorFlow and tracepack print."""
    with open(self.path, 'w') as file:
      file.write(text)
    self.server.stdin.write(f'{self.path} {self.path}.out\n')
    self.server.stdin.flush()
    try:
      done = subprocess.run([self.tracepack, 'exec', 'case.py'], cwd=self.folder, capture_output=True, timeout=60)
      here = self.clean(done.stdout.decode(errors='backslashreplace'))
      if done.returncode:
        here += f'ended with {done.returncode}: ' + done.stderr.decode(errors='backslashreplace')[-600:]
    except subprocess.TimeoutExpired as error:
      here = self.clean((error.stdout or b'').decode(errors='backslashreplace')) + 'timeout\n'
    self.server.stdout.readline()
    with open(self.path + '.out', errors='backslashreplace') as file:
      return self.clean(file.read()), here


def sections(text):
  parts = re.split(r'^== (\w+)\n', text, flags=re.M)
  return dict(zip(parts[1::2], parts[2::2]))


def only(text, name):
  """The program with one of its functions alone."""
  keep = []
  for node in ast.parse(text).body:
    made = node.name if isinstance(node, ast.FunctionDef) else node.targets[0].id if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else ''
    mine = re.fullmatch(r'f\d+', made) and made != name
    calls = isinstance(node, ast.Expr) and re.match(r'(print|check)\(.*\bf\d+', ast.unparse(node)) and not re.search(r'\b%s\b' % name, ast.unparse(node))
    if not mine and not calls:
      keep.append(ast.unparse(node))
  return '\n'.join(keep) + '\n'


def compare(p, q):
  return '\n'.join(list(difflib.unified_diff(p.splitlines(), q.splitlines(), 'TensorFlow', 'here', lineterm='', n=0))[:40])


def sort_of(p, q):
  """What the first difference looks like without names and numbers: differences of one cause mostly have one sort."""
  lines = [l for l in compare(p, q).splitlines()[2:] if not l.startswith('@')]

  def line(sign):
    text = next((l for l in lines if l[0] == sign), '')
    if re.match(r'.   (\S+ \w+\(|\[)', text):
      return 'node'
    text = re.sub(r"'[^']*'|\d+|<.*?>", '', text[1:])
    return text[:70] if 'Error' in text else ' '.join(text.split()[:3])

  return line('-'), line('+')


def complete(text):
  """Whether what the helpers need is still there."""
  return all(made in text for used, made in (('box', 'box = Box(a)'), ('items', 'items = [a, a + 1]'), ('d[', 'd = {')) if re.search(r'\b' + re.escape(used), text))


def difference(sides, text, name, seconds):
  """Shrinks the function `name` of a program; None where it does not differ alone."""
  head, rest = split(only(text, name), name)
  end = time.time() + seconds

  def outputs(t):
    return tuple(sections(o).get(name) for o in sides.run(head + t))

  p, q = outputs(rest)
  if p is None or same(p, q):
    return None
  sort = sort_of(p, q or '')

  def differs(t):
    if time.time() > end or not all(part in t for part in (f'check({name}', name + ('(' if f'def {name}(' in rest else ' ='))) or not complete(t):
      return False
    p, q = outputs(t)
    return p is not None and q is not None and not same(p, q) and sort_of(p, q) == sort

  small = shrink(rest, differs)
  return small, *outputs(small)


def split(text, name):
  """The helpers, which stay, and the rest."""
  at = re.search(r'(?m)^(@.*\n)*(def %s\(|%s = )' % (name, name), text).start()
  return text[:at], text[at:]


def main(tracepack=None, kind='all', first='0', count='20'):
  if not tracepack or kind != 'all' and kind not in KINDS:
    print('kinds:', *KINDS)
    return 2
  found, sorts = 0, {}
  sys.setrecursionlimit(10000)
  with tempfile.TemporaryDirectory() as folder:
    sides = Sides(os.path.abspath(tracepack), folder)
    for each in KINDS if kind == 'all' else [kind]:
      functions = runs = differ = frames = 0
      for seed in range(int(first), int(first) + int(count)):
        text = KINDS[each](seed) + 'print("== end")\n'
        there, here = sides.run(text)
        a, b = sections(there), sections(here)
        a.pop('end', None)
        if not a or not b or 'timeout' in here:
          print(f'==== {each} {seed}: no result: {there[-300:]} | {here[-300:]}', flush=True)
          continue
        functions += len(a)
        runs += len(re.findall(r'^(?:graph|eager) \d', there, flags=re.M))
        for name in sorted(set(a)):
          if same(a[name], b.get(name)):
            continue
          if name == list(a)[-1] and '\n== end\n' not in there:
            continue  # TensorFlow was too slow for it
          if without_frames(a[name]) == without_frames(b.get(name)):
            frames += 1
            if frames > 3:
              continue
          else:
            differ += 1
          sort = sort_of(a[name], b.get(name, ''))
          sorts[sort] = sorts.get(sort, 0) + 1
          if sorts[sort] > 2:
            continue
          shrunk = difference(sides, text, name, 40)
          if shrunk is None:
            print(f'==== {each} {seed} {name}: only with the other functions\n{compare(a[name], b.get(name, ""))}', flush=True)
            continue
          small, p, q = shrunk
          print(f'==== {each} {seed} {name}\n{small}{compare(p or "", q or "")}', flush=True)
      print(f'{each}: {count} programs from seed {first}, {functions} functions, {runs} runs: {differ} differ, {frames} more in the frames of errors', flush=True)
      found += differ
  for sort, n in sorted(sorts.items(), key=lambda s: -s[1]):
    if n > 2:
      print(n, 'of', *sort, sep='\n  ')
  return found > 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
