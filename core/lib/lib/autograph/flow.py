"""The control flow graphs of a function and those inside (pyct/cfg.py) and what follows from them: which names are
defined before a block, which are wanted after it (reaching_definitions.py, reaching_fndefs.py, liveness.py)."""
from tensorflow_lib.autograph.tree import CHILDREN, STATEMENTS, Node, Walker
from tensorflow_lib.autograph.unparse import unparse


class _Step:
  """A node of the graph: a statement, a test, an iterator, parameters."""

  def __init__(self, node):
    self.node = node
    self.next = []
    self.prev = []

  def __repr__(self):
    node = self.node
    if node.kind in ('FunctionDef', 'ClassDef'):
      return ('def ' if node.kind == 'FunctionDef' else 'class ') + node.name
    return unparse(node.context_expr if node.kind == 'withitem' else node)


class _Graph:
  """A function's graph while it grows. `leaves` are the steps that the next one follows."""

  def __init__(self):
    self.entry = None
    self.index = {}
    self.leaves = set()
    self.active = []
    self.owners = {}
    self.edges = []
    self.guards = {}  # of a jump the finally blocks that it passes
    self.finals = {}  # of such a block [first step, leaves]
    self.pending = []
    self.direct = {}
    self.exits = {}
    self.heads = {}
    self.continues = {}
    self.raises = {}
    self.splits = {}
    self.branch_leaves = {}

  def connect(self, first, second):
    for step in list(first):
      if second not in step.next:
        step.next.append(second)
        second.prev.append(step)
        self.edges.append((step, second))

  def new(self, node):
    if node in self.index:
      raise ValueError('%s added twice' % node)
    step = _Step(node)
    self.index[node] = step
    self.owners[step] = list(self.active)
    if self.entry is None:
      self.entry = step
    self.connect(self.leaves, step)
    for section in self.pending:
      self.finals[section][0] = step
    self.pending = []
    return step

  def add(self, node):
    step = self.new(node)
    self.leaves = {step}
    return step

  def jump(self, node, guards):
    step = self.new(node)
    self.leaves = set()
    self.guards[step] = guards
    return step

  def through_guards(self, step):
    """What a jump flows out of: the ends of the finally blocks on its way."""
    cursor = {step}
    if step in self.guards:
      for section in self.guards.pop(step):
        first, ends = self.finals[section]
        self.connect(cursor, first)
        cursor = ends
    return cursor

  def exit_section(self, section):
    for step in self.exits.pop(section):
      self.leaves |= self.through_guards(step)

  def enter_loop(self, section, entry):
    self.continues[section] = []
    self.heads[section] = self.add(entry)

  def exit_loop(self, section):
    head = self.heads.pop(section)
    self.connect(self.leaves, head)
    for step in self.continues.pop(section):
      self.connect(self.through_guards(step), head)
    self.leaves = {head}

  def enter_branches(self, section):
    # An else of a try that starts with an if comes here twice.
    assert section not in self.branch_leaves
    self.branch_leaves[section] = []

  def branch(self, section):
    if section in self.splits:
      self.branch_leaves[section].append(self.leaves)
      # The set of the split itself, as TensorFlow's: the branches' leaves may grow it.
      self.leaves = self.splits[section]
    else:
      self.splits[section] = self.leaves

  def exit_branches(self, section):
    for leaves in self.branch_leaves.pop(section):
      self.leaves |= leaves
    del self.splits[section]

  def enter_finally(self, section):
    self.finals[section] = [None, None]
    self.direct[section] = bool(self.leaves)
    self.pending.append(section)

  def exit_finally(self, section):
    self.finals[section][1] = self.leaves
    if not self.direct.pop(section):
      self.leaves = set()

  def finish(self):
    """Of each statement with blocks the steps before and after it."""
    self.stmt_next, self.stmt_prev = {}, {}
    for step in self.index.values():
      for stmt in self.owners[step]:
        self.stmt_next.setdefault(stmt, [])
        self.stmt_prev.setdefault(stmt, [])
    for first, second in self.edges:
      for stmt in self.owners[first]:
        if stmt not in self.owners[second]:
          self.stmt_next[stmt].append(second)
      for stmt in self.owners[second]:
        if stmt not in self.owners[first]:
          self.stmt_prev[stmt].append(first)


class _Builder(Walker):
  """Makes the graphs; changes nothing in the tree."""

  def __init__(self):
    self.stack = []
    self.graph = None
    self.graphs = {}
    self.around = []

  def generic_visit(self, node):
    for field in CHILDREN[node.kind]:
      child = getattr(node, field)
      if isinstance(child, (list, tuple)):
        for item in child:
          if isinstance(item, Node):
            self.visit(item)
      elif isinstance(child, Node):
        self.visit(child)

  def passed(self, kinds):
    """The innermost section of these kinds and the finally blocks up to it."""
    finals = []
    for node in reversed(self.around):
      if node.kind == 'Try' and node.finalbody:
        finals.append(node)
      if node.kind in kinds:
        return node, finals
    raise AssertionError('not enclosed by any of {}'.format(kinds))

  def basic(self, node):
    self.generic_visit(node)
    self.graph.add(node)

  visit_Import = visit_ImportFrom = visit_Expr = visit_NamedExpr = visit_Assign = visit_AnnAssign = basic
  visit_AugAssign = visit_Pass = visit_Global = visit_Nonlocal = visit_Assert = visit_Delete = basic

  def leave(self, node, kinds):
    self.generic_visit(node)
    section, finals = self.passed(kinds)
    step = self.graph.jump(node, finals)
    self.graph.exits[section].append(step)
    return step

  def visit_Return(self, node):
    self.leave(node, ('FunctionDef',))

  def visit_Break(self, node):
    self.leave(node, ('While', 'For'))

  def visit_Continue(self, node):
    section, finals = self.passed(('While', 'For'))
    self.graph.continues[section].append(self.graph.jump(node, finals))

  def visit_Raise(self, node):
    step = self.leave(node, ('FunctionDef',))
    for outer in reversed(self.around):
      if outer.kind == 'Try':
        for handler in outer.handlers:
          self.graph.raises.setdefault(handler, []).append(step)
      if outer.kind == 'FunctionDef':
        break

  def visit_ClassDef(self, node):
    if self.graph is None:
      return self.generic_visit(node)
    self.graph.add(node)
    self.stack.append(self.graph)
    self.graph = _Graph()
    self.around.append(node)
    self.basic(node)
    self.around.pop()
    self.graph = self.stack.pop()

  def visit_FunctionDef(self, node):
    if self.graph is not None:
      self.graph.add(node)
    self.stack.append(self.graph)
    self.graph = _Graph()
    self.around.append(node)
    self.graph.exits[node] = []
    self.basic(node.args)
    if node.kind == 'Lambda':
      self.leave(node.body, ('Lambda',))
    else:
      self.each(node.body)
    self.graph.exit_section(node)
    self.around.pop()
    self.graph.finish()
    self.graphs[node] = self.graph
    self.graph = self.stack.pop()

  visit_Lambda = visit_FunctionDef

  def each(self, block):
    for stmt in block:
      self.visit(stmt)

  def visit_If(self, node):
    graph = self.graph
    graph.active.append(node)
    graph.enter_branches(node)
    self.basic(node.test)
    graph.branch(node)
    self.each(node.body)
    graph.branch(node)
    self.each(node.orelse)
    graph.exit_branches(node)
    graph.active.remove(node)

  def loop(self, node, head):
    graph = self.graph
    graph.active.append(node)
    self.around.append(node)
    graph.exits[node] = []
    self.generic_visit(head)
    graph.enter_loop(node, head)
    if 'extra_test' in node.notes:
      self.basic(node.notes['extra_test'])
    self.each(node.body)
    graph.exit_loop(node)
    self.around.pop()
    self.each(node.orelse)
    graph.exit_section(node)
    graph.active.remove(node)

  def visit_While(self, node):
    self.loop(node, node.test)

  def visit_For(self, node):
    self.loop(node, node.iter)

  def visit_ExceptHandler(self, node):
    graph = self.graph
    graph.active.append(node)
    graph.leaves.update(graph.raises.get(node, ()))
    if node.type is not None:
      self.visit(node.type)
    self.each(node.body)
    graph.active.remove(node)

  def visit_Try(self, node):
    graph = self.graph
    graph.active.append(node)
    self.around.append(node)
    self.each(node.body)
    if node.orelse:
      graph.enter_branches(node.orelse[0])
      graph.branch(node.orelse[0])
      self.each(node.orelse)
      graph.branch(node.orelse[0])
      graph.exit_branches(node.orelse[0])
    self.around.pop()
    if node.handlers:
      graph.enter_branches(node.handlers[0])
      for handler in node.handlers:
        graph.branch(node.handlers[0])
        self.visit(handler)
      graph.branch(node.handlers[0])
      graph.exit_branches(node.handlers[0])
    if node.finalbody:
      graph.enter_finally(node)
      self.each(node.finalbody)
      graph.exit_finally(node)
    graph.active.remove(node)

  def visit_With(self, node):
    for item in node.items:
      self.basic(item)
    self.each(node.body)


def build(node):
  """The graph of each def and lambda in it."""
  builder = _Builder()
  builder.visit(node)
  return builder.graphs


def _work(graph, start, visit, reverse=False):
  """Visits all steps from `start` until `visit` changes nothing."""
  todo, done = list(start), set()
  while todo:
    step = todo.pop(0)
    done.add(step)
    again = visit(step)
    for other in step.prev if reverse else step.next:
      if (again or other not in done) and (other not in todo):
        todo.append(other)


def _ignored(step):
  assert step.node.kind in ('Break', 'Continue', 'Raise', 'Pass'), (step.node, step)


class _Definitions(Walker):
  """Notes 'defined_in' at blocks; the first time 'original' at the function's own names and 'defined' at those that
  a definition reaches."""

  def __init__(self, graphs, first):
    self.graphs = graphs
    self.first = first
    self.graph = None
    self.out = None
    self.step = None

  def visit_FunctionDef(self, node):
    before = self.graph, self.out
    graph = self.graph = self.graphs[node]
    out = self.out = {step: set() for step in graph.index.values()}

    def flow(step):
      defined = set()
      for p in step.prev:
        defined |= out[p]
      scope = step.node.notes.get('scope')
      if scope is None:
        _ignored(step)
      else:
        defined -= scope.modified | scope.deleted
        defined |= (scope.bound | scope.globals) - scope.deleted
        defined |= scope.params
      changed = defined != out[step]
      out[step] = defined
      return changed
    _work(graph, [graph.entry], flow)
    node.args = self.visit(node.args)
    node.body = self.visit_block(node.body)
    self.graph, self.out = before
    return node

  def visit_Name(self, node):
    if self.graph is not None:
      assert self.step is not None, 'name node, %s, outside of any statement?' % node.id
      if self.step not in self.out:
        raise KeyError(self.step)
      if self.first:
        node.notes['original'] = True
        reaching = [p for p in self.step.prev if node.notes['qn'] in self.out[p]]
        node.notes['defined'] = bool(reaching)
    return node

  def before(self, node):
    defined = set()
    for step in self.graph.stmt_prev[node]:
      defined |= self.out[step]
    node.notes['defined_in'] = frozenset(defined)

  def block(self, node):
    self.before(node)
    return self.generic_visit(node)

  visit_If = visit_While = visit_Try = block

  def visit_For(self, node):
    self.before(node)
    outer = self.step
    self.step = self.graph.index[node.iter]
    node.target = self.visit(node.target)
    self.step = outer
    node.iter = self.visit(node.iter)
    node.body = self.visit_block(node.body)
    node.orelse = self.visit_block(node.orelse)
    return node

  def visit_ExceptHandler(self, node):
    self.before(node)
    node.body = self.visit_block(node.body)
    return node

  def visit(self, node):
    outer = self.step
    if self.graph is not None and node in self.graph.index:
      self.step = self.graph.index[node]
    node = Walker.visit(self, node)
    self.step = outer
    return node


class _Functions(Walker):
  """Notes 'functions_in': the defs and lambdas that may be there when a step runs."""

  def __init__(self, graphs):
    self.graphs = graphs
    self.graph = None
    self.in_ = None

  def visit_FunctionDef(self, node):
    before = self.graph, self.in_
    outside = self.in_[self.graph.index[node]] if self.graph is not None and node in self.graph.index else ()
    graph = self.graphs[node]
    in_ = {step: set() for step in graph.index.values()}
    out = {step: set() for step in graph.index.values()}

    def flow(step):
      found = set(outside) if step is graph.entry else set(out[step])
      for p in step.prev:
        found |= out[p]
      in_[step] = found
      after = found | {step.node} if step.node.kind in ('Lambda', 'FunctionDef') else found
      changed = after != out[step]
      out[step] = after
      return changed
    _work(graph, [graph.entry], flow)
    self.graph, self.in_ = graph, in_
    node = self.generic_visit(node)
    self.graph, self.in_ = before
    return node

  visit_Lambda = visit_FunctionDef

  def visit(self, node):
    if self.graph is not None and node in self.graph.index:
      node.notes['functions_in'] = self.in_[self.graph.index[node]]
    extra = node.notes.get('extra_test')
    if extra is not None:
      extra.notes['functions_in'] = self.in_[self.graph.index[extra]]
    return Walker.visit(self, node)


class _Liveness(Walker):
  """Notes 'live_in' and 'live_out' at blocks."""

  def __init__(self, graphs):
    self.graphs = graphs
    self.graph = None
    self.in_ = None

  def visit_FunctionDef(self, node):
    before = self.graph, self.in_
    graph = self.graphs[node]
    in_ = {step: set() for step in graph.index.values()}

    def flow(step):
      live = set()
      for n in step.next:
        live |= in_[n]
      scope = step.node.notes.get('scope')
      if scope is None:
        _ignored(step)
      else:
        live = scope.read | (live - (scope.modified | scope.deleted))
        for other in step.node.notes['functions_in']:
          if other.kind != 'Lambda':
            whole = other.notes['all_scope']
            live |= whole.read - whole.bound
      changed = live != in_[step]
      in_[step] = live
      return changed
    _work(graph, graph.leaves, flow, reverse=True)
    self.graph, self.in_ = graph, in_
    node = self.generic_visit(node)
    self.graph, self.in_ = before
    return node

  visit_Lambda = visit_FunctionDef

  def visit(self, node):
    node = Walker.visit(self, node)
    if self.graph is not None and node.kind in STATEMENTS and node in self.graph.index:
      node.notes['live_in'] = frozenset(self.in_[self.graph.index[node]])
    return node

  def after(self, node, entry):
    live = set()
    for step in self.graph.stmt_next[node]:
      live.update(self.in_[step])
    node.notes['live_out'] = frozenset(live)
    return self.entered(node, entry)

  def entered(self, node, entry):
    if entry in self.graph.index:
      node.notes['live_in'] = frozenset(self.in_[self.graph.index[entry]])
    else:
      assert 'live_in' in entry.notes, 'If not matching a CFG node, must be a block statement: {}'.format(entry)
      node.notes['live_in'] = entry.notes['live_in']
    return node

  def visit_If(self, node):
    node = self.generic_visit(node)
    return self.after(node, node.test)

  visit_While = visit_If

  def visit_For(self, node):
    node = self.generic_visit(node)
    return self.after(node, node.iter)

  def visit_Try(self, node):
    node = self.generic_visit(node)
    return self.after(node, node.body[0])

  visit_ExceptHandler = visit_Try

  def visit_With(self, node):
    node = self.generic_visit(node)
    return self.entered(node, node.items[0])

  def visit_Expr(self, node):
    node = self.generic_visit(node)
    self.graph.index[node]
    return node


def definitions(node, graphs, first=False):
  return _Definitions(graphs, first).visit(node)


def liveness(node, graphs):
  return _Liveness(graphs).visit(_Functions(graphs).visit(node))
