#!/usr/bin/env python3
"""Random programs, run here and under this CPython: `python3 differential.py TRACEPACK [KIND [FIRST [COUNT]]]`.

A kind is a way to make a program of a seed; without one, or with `all`, every kind is run (`python3 differential.py`
lists them). Standard output, standard error and the exit status have to be equal. Programs of independent lines are compared line by line and the lines that differ are printed;
other programs are shrunk, a statement at a time, and printed with both outputs."""
import ast
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import random_classes
import random_flow
import random_library
import random_lines
import random_programs

KINDS = {
    'mixed': lambda seed: random_programs.Maker(seed).program(),
    **random_lines.KINDS,
    **random_library.KINDS,
    **random_classes.KINDS,
    **random_flow.KINDS,
}

# Forks a process for each program, so that CPython starts once: what a program sees is a fresh `__main__`.
SERVER = '''
import collections, functools, itertools, math, textwrap, dataclasses, enum, typing, string, copy, operator, contextlib
def wait_for_program():
  import os, signal, sys
  hook = sys.__excepthook__
  for line in sys.stdin:
    folder = line.strip()
    if os.fork() == 0:
      os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
      os.dup2(os.open(folder + "/out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
      os.dup2(os.open(folder + "/err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
      os.chdir(folder)
      signal.alarm(20)
      sys.argv = ["case.py"]
      sys.excepthook = lambda kind, value, tb: hook(kind, value.with_traceback(tb and tb.tb_next), tb)
      with open("case.py") as file:
        code = compile(file.read(), "case.py", "exec")
      for name in "wait_for_program collections functools itertools math textwrap dataclasses enum typing string copy operator contextlib".split():
        del globals()[name]
      globals()["__file__"] = "case.py"
      return code
    status = os.waitstatus_to_exitcode(os.wait()[1])
    sys.stdout.write(f"{status}\\n"); sys.stdout.flush()
  sys.exit()
exec(wait_for_program())
'''


class Sides:
  """Runs programs under CPython and here, in a folder of its own."""

  def __init__(self, tracepack, folder):
    self.tracepack, self.folder = tracepack, folder
    self.path = os.path.join(folder, 'case.py')
    self.server = subprocess.Popen([sys.executable, '-c', SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   env=dict(os.environ, PYTHONHASHSEED='0'))

  def clean(self, data):
    # Frames inside the library: where it lies and how it is written is no part of the language.
    data = re.sub(rb'(?m)^  File "(?:[^"]*/lib/python3[^"]*|<frozen [^"]*|<string>)", line \d+, in .*\n(?:    .*\n)*', b'', data)
    data = re.sub(rb"<module '(\w+)' (?:from '[^']*'|\(built-in\))>", rb"<module '\1'>", data)
    # What generators that are closed at the very end complain of: a process that is a fork of another does not say it.
    data = re.sub(rb'(?:Exception ignored in: <generator .*\nTraceback .*\n(?: .*\n)*\S.*\n)+\Z', b'', data)
    text = re.sub(r'0x[0-9a-f]{6,}', '0xADDRESS', data.decode(errors='backslashreplace').replace(self.path, 'case.py'))
    return text

  def run(self, text):
    """What CPython and tracepack give for a program: for each its status, output and errors."""
    with open(self.path, 'w') as file:
      file.write(text)
    self.server.stdin.write(self.folder + '\n')
    self.server.stdin.flush()
    status = int(self.server.stdout.readline())
    if status == -signal.SIGALRM:  # it does not end
      return (status, '', ''), (status, '', '')
    there = (status, *(self.clean(open(os.path.join(self.folder, name), 'rb').read()) for name in ('out', 'err')))
    try:
      done = subprocess.run([self.tracepack, 'exec', '-q', 'case.py'], cwd=self.folder, capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
      return there, ('timeout', '', '')
    code = 1 if done.returncode == 3 and b'Traceback' in done.stderr else done.returncode
    errors = '\n'.join(line for line in self.clean(done.stderr).split('\n') if not line.startswith('note: '))
    return there, (code, self.clean(done.stdout), errors)

  def differ(self, text):
    there, here = self.run(text)
    return (there, here) if there != here else None


def shrink(text, differs):
  """Takes statements away as long as the outputs differ."""
  changed = True
  while changed:
    changed = False
    count = sum(isinstance(getattr(node, field, None), list) for node in ast.walk(ast.parse(text)) for field in ('body', 'orelse', 'finalbody'))
    for at in range(count):
      i = 0
      while True:
        tree = ast.parse(text)
        bodies = [(node, field) for node in ast.walk(tree) for field in ('body', 'orelse', 'finalbody') if isinstance(getattr(node, field, None), list)]
        if at >= len(bodies) or i >= len(getattr(*bodies[at])):
          break
        body = getattr(*bodies[at])
        del body[i]
        if not body and bodies[at][1] == 'body':
          body.append(ast.Pass())
        try:
          smaller = ast.unparse(tree) + '\n'
          ast.parse(smaller)
        except Exception:
          i += 1
          continue
        if smaller != text and len(smaller) < len(text) and differs(smaller):
          text, changed = smaller, True
        else:
          i += 1
  return text


def is_program(text):
  try:
    compile(text, 'case.py', 'exec')
    return True
  except SyntaxError:
    return False


def sections(output):
  """The outputs of a program of independent lines, by the numbers that its lines print first."""
  parts = re.split(r'(?m)^#(\d+) ', output)
  return dict(zip(map(int, parts[1::2]), parts[2::2]))


class Report:
  """Prints what differs; of one sort (the key) the first few only."""

  def __init__(self):
    self.found, self.sorts = 0, {}

  def add(self, key, text):
    self.found += 1
    self.sorts[key] = self.sorts.get(key, 0) + 1
    if self.sorts[key] <= 2:
      print(text, flush=True)


def compare_lines(sides, program, seed, report):
  """A program of lines: each line that differs, without the others."""
  if not is_program(program.text()):
    return 0
  there, here = sides.run(program.text())
  a, b = sections(there[1]), sections(here[1])
  different = [i for i in range(len(program.lines)) if a.get(i) != b.get(i)]
  for i in different[:10]:
    p, q = sides.run(program.text([i]))
    if p == q:
      if len(a) == len(program.lines) and i in b:
        report.add('alone', f'==== seed {seed}: only after other lines\n{program.lines[i]}\n- {a.get(i)}\n+ {b.get(i)}')
      continue
    sort = (program.keys[i], re.sub(r"'[^']*'|[0-9]+", '', q[1])[:60])
    report.add(sort, f'==== seed {seed}\n{program.lines[i]}\n- {p[1]}{p[2][-400:]}\n+ {q[1]}{q[2][-400:]}')
  if not different and there != here:
    report.add('end', f'==== seed {seed}: the ends differ\n{there[0]} {there[2]}\n{here[0]} {here[2]}')
  return len(program.lines)


def compare_program(sides, text, seed, report):
  if not is_program(text):
    return 0
  if not sides.differ(text):
    return 1
  end = time.time() + 25
  small = shrink(text, lambda t: time.time() < end and is_program(t) and sides.differ(t) is not None)
  there, here = sides.differ(small) or sides.differ(text) or (('flaky',) * 3,) * 2
  report.add('program', f'==== seed {seed}\n{small}---- CPython {there[0]}\n{there[1]}{there[2]}\n---- here {here[0]}\n{here[1]}{here[2]}')
  return 1


def main(tracepack=None, kind='all', first='0', count='100'):
  if not tracepack or kind != 'all' and kind not in KINDS:
    print('kinds:', *KINDS)
    return 2
  sys.setrecursionlimit(10000)
  bad = 0
  with tempfile.TemporaryDirectory() as folder:
    sides = Sides(os.path.abspath(tracepack), folder)
    for each in KINDS if kind == 'all' else [kind]:
      report, checks = Report(), 0
      for seed in range(int(first), int(first) + int(count)):
        # What is no program at all is made anew from another seed.
        program = next((p for p in (KINDS[each](seed + k * 10**8) for k in range(40)) if not isinstance(p, str) or is_program(p)), '')
        checks += (compare_program if isinstance(program, str) else compare_lines)(sides, program, seed, report)
      print(f'{each}: {count} programs from seed {first}, {checks} checks: {report.found} differ', flush=True)
      bad += report.found
  return bad > 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
