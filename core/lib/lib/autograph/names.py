"""Qualified names: x, self.x, a[i] (pyct/qual_names.py), and what each block reads and binds
(pyct/static_analysis/activity.py).

The sets hold names in the order in which CPython's sets do, and the steps that make them are TensorFlow's: what
to_code prints follows the order of their tables."""
from tensorflow_lib.autograph.tree import Walker


class Literal:
  """A constant as a key."""

  def __init__(self, value):
    self.value = value

  def __hash__(self):
    return hash((self.value,))

  def __eq__(self, other):
    return isinstance(other, Literal) and self.value == other.value

  def __str__(self):
    return "'{}'".format(self.value) if isinstance(self.value, str) else str(self.value)


class QN:
  """A name, an attribute of one or an item of one."""

  def __init__(self, base, attr=None, key=None):
    self.has_attr = attr is not None
    self.has_key = key is not None
    self.parent = base if self.has_attr or self.has_key else None
    self.qn = (base, attr) if self.has_attr else (base, key) if self.has_key else (base,)
    if isinstance(base, Literal):
      assert base.value not in ('.', '[', ']')
    self.code = hash(self.qn + (self.has_attr, self.has_key))
    if self.has_key:
      self.text = '{}[{}]'.format(base, key)
    elif self.has_attr:
      self.text = '{}.{}'.format(base, attr)
    else:
      self.text = str(base)

  def is_symbol(self):
    return isinstance(self.qn[0], str)

  def is_composite(self):
    return self.parent is not None

  def owners(self):
    """The names that this one is a part of."""
    found = set()
    if self.parent is not None:
      found.add(self.parent)
      found.update(self.parent.owners())
    return found

  def support(self):
    """The simple names that this one rests on."""
    found = set()
    if self.parent is None:
      found.add(self)
    else:
      found.update(self.parent.support())
      if self.has_key:
        found.update(self.qn[1].support())
    return found

  def ssf(self):
    """A name made of it: a_b of a.b, a_sub_b of a[b]."""
    base = self.qn[0]
    if isinstance(base, Literal):  # TensorFlow's slip
      raise TypeError('can only concatenate str (not "Literal") to str')
    last = [p.ssf() if isinstance(p, QN) else p for p in self.qn[1:]]
    return ('_sub_' if self.has_key else '_').join([base.ssf() if isinstance(base, QN) else base] + last)

  def __hash__(self):
    return self.code

  def __eq__(self, other):
    return (isinstance(other, QN) and self.code == other.code and self.has_attr == other.has_attr and
            self.has_key == other.has_key and self.qn == other.qn)

  def __lt__(self, other):
    return self.text < other.text

  def __str__(self):
    return self.text

  __repr__ = __str__


class _Namer(Walker):

  def visit_Name(self, node):
    node = self.generic_visit(node)
    node.notes['qn'] = QN(node.id)
    return node

  def visit_Attribute(self, node):
    node = self.generic_visit(node)
    if 'qn' in node.value.notes:
      node.notes['qn'] = QN(node.value.notes['qn'], attr=node.attr)
    return node

  def visit_Subscript(self, node):
    node = self.generic_visit(node)
    key = node.slice
    if key.kind in ('Tuple', 'Slice'):
      return node
    if key.kind == 'Constant' and key.value is not ...:
      key = QN(Literal(key.value))
    elif 'qn' in key.notes:
      key = key.notes['qn']
    else:
      return node
    if 'qn' in node.value.notes:
      node.notes['qn'] = QN(node.value.notes['qn'], key=key)
    return node


def resolve(node):
  """Notes the qualified names of all names, attributes and items."""
  return _Namer().visit(node)


class Scope:
  """What a block does. An isolated one is a function's or a class's: its names are not its parent's."""

  def __init__(self, parent, isolated=True):
    self.parent = parent
    self.isolated = isolated
    self.isolated_names = set()
    self.read = set()
    self.modified = set()
    self.deleted = set()
    self.bound = set()
    self.globals = set()
    self.nonlocals = set()
    self.annotations = set()
    self.params = set()

  def referenced(self):
    """All that this block and those around it read."""
    return self.read if self.parent is None else self.read | self.parent.referenced()

  def copy_from(self, other):
    if self.parent is not None:
      self.parent.copy_from(other.parent)
    self.isolated_names = other.isolated_names.copy()
    self.modified = other.modified.copy()
    self.read = other.read.copy()
    self.deleted = other.deleted.copy()
    self.bound = other.bound.copy()
    self.annotations = other.annotations.copy()
    self.params = other.params.copy()

  def merge_from(self, other):
    if self.parent is not None:
      self.parent.merge_from(other.parent)
    self.isolated_names.update(other.isolated_names)
    self.read.update(other.read)
    self.modified.update(other.modified)
    self.bound.update(other.bound)
    self.deleted.update(other.deleted)
    self.annotations.update(other.annotations)
    self.params.update(other.params)

  def finish(self):
    parent = self.parent
    if parent is None:
      return
    if self.isolated:
      parent.read.update(self.read - self.bound)
      parent.annotations.update(self.annotations - self.bound)
    else:
      parent.read.update(self.read - self.isolated_names)
      parent.modified.update(self.modified - self.isolated_names)
      parent.bound.update(self.bound - self.isolated_names)
      parent.globals.update(self.globals)
      parent.nonlocals.update(self.nonlocals)
      parent.annotations.update(self.annotations)


def _copy_of(scope):
  new = Scope(None if scope.parent is None else _copy_of(scope.parent))
  new.copy_from(scope)
  return new


class _Activity(Walker):

  def __init__(self):
    self.scope = Scope(None)
    self.comprehensions = []  # the targets of those around
    self.owners = []  # defs, lambdas and classes around
    self.augmented = False
    self.annotation = False
    self.annotations_only = False

  def in_constructor(self):
    return (len(self.owners) > 1 and self.owners[-2].kind == 'ClassDef' and self.owners[-1].kind == 'FunctionDef' and
            self.owners[-1].name == '__init__')

  def track(self, node, alters_parent=False):
    if self.annotations_only and not self.annotation:
      return
    qn = node.notes.get('qn')
    if qn is None:
      return
    for targets in self.comprehensions:
      if qn in targets or qn.owners() & targets:
        return
    ctx, scope = node.ctx, self.scope
    if ctx == 'Store':
      if self.comprehensions:
        self.comprehensions[-1].add(qn)
        return
      scope.modified.add(qn)
      scope.bound.add(qn)
      if alters_parent:
        scope.modified.add(qn.parent)
      if self.augmented:
        scope.read.add(qn)
    elif ctx == 'Load':
      scope.read.add(qn)
      if self.annotation:
        scope.annotations.add(qn)
    elif ctx == 'Param':
      scope.bound.add(qn)
      scope.params.add(qn)
    else:
      scope.read.add(qn)
      scope.bound.add(qn)
      scope.deleted.add(qn)

  def enter(self, isolated):
    self.scope = Scope(self.scope, isolated)

  def leave(self, node=None, tag='scope'):
    scope = self.scope
    scope.finish()
    self.scope = scope.parent
    if node is not None:
      node.notes[tag] = scope

  def statement(self, node):
    self.enter(False)
    node = self.generic_visit(node)
    self.leave(node)
    return node

  visit_Import = visit_ImportFrom = visit_Expr = visit_Raise = visit_Return = visit_Assign = statement
  visit_Delete = visit_Assert = visit_withitem = statement

  def annotated(self, node):
    self.annotation = True
    node = self.visit(node)
    self.annotation = False
    return node

  def declared(self, node, *kinds):
    self.enter(False)
    for text in node.names:
      for kind in (self.scope.read, *(getattr(self.scope, kind) for kind in kinds)):
        kind.add(QN(text))
    self.leave(node)
    return node

  def visit_Global(self, node):
    return self.declared(node, 'globals')

  def visit_Nonlocal(self, node):
    return self.declared(node, 'bound', 'nonlocals')

  def visit_AnnAssign(self, node):
    self.enter(False)
    node.target = self.visit(node.target)
    if node.value is not None:
      node.value = self.visit(node.value)
    node.annotation = self.annotated(node.annotation)
    self.leave(node)
    return node

  def visit_AugAssign(self, node):
    self.enter(False)
    self.augmented = True
    node.target = self.visit(node.target)
    self.augmented = False
    node.value = self.visit(node.value)
    self.leave(node)
    return node

  def visit_Name(self, node):
    if node.annotation:
      node.annotation = self.annotated(node.annotation)
    self.track(node)
    return node

  def visit_alias(self, node):
    qn = QN(node.name.split('.')[0] if node.asname is None else node.asname)
    self.scope.modified.add(qn)
    self.scope.bound.add(qn)
    return node

  def visit_Attribute(self, node):
    node = self.generic_visit(node)
    qn = node.notes.get('qn')
    self.track(node, self.in_constructor() and qn is not None and qn.has_attr and qn.parent.qn == ('self',))
    return node

  def visit_Subscript(self, node):
    node = self.generic_visit(node)
    self.track(node)
    return node

  def visit_Call(self, node):
    self.enter(False)
    node.args = self.visit_block(node.args)
    node.keywords = self.visit_block(node.keywords)
    self.leave(node, 'args_scope')
    node.func = self.visit(node.func)
    return node

  def branches(self, node, blocks):
    # Each block starts from the state before the first one; what they did is put together at the end.
    before = _copy_of(self.scope)
    after = []
    for block, tag in blocks:
      self.scope.copy_from(before)
      self.enter(False)
      self.visit_block(block)
      self.leave(node, tag)
      after.append(_copy_of(self.scope))
    for scope in after:
      self.scope.merge_from(scope)
    return node

  def comprehension(self, node):
    self.comprehensions.append(set())
    node.generators = self.visit_block(node.generators)
    if node.kind == 'DictComp':
      node.key = self.visit(node.key)
      node.value = self.visit(node.value)
    else:
      node.elt = self.visit(node.elt)
    self.comprehensions.pop()
    return node

  visit_DictComp = visit_ListComp = visit_SetComp = visit_GeneratorExp = comprehension

  def visit_comprehension(self, node):
    node.iter = self.visit(node.iter)
    node.target = self.visit(node.target)
    return self.generic_visit(node)

  def visit_ClassDef(self, node):
    self.owners.append(node)
    self.enter(False)
    node.decorator_list = self.visit_block(node.decorator_list)
    self.scope.modified.add(QN(node.name))
    self.scope.bound.add(QN(node.name))
    node.bases = self.visit_block(node.bases)
    node.keywords = self.visit_block(node.keywords)
    self.leave(node)
    self.enter(True)
    node = self.generic_visit(node)
    self.leave()
    self.owners.pop()
    return node

  def parameters(self, args):
    for params in (args.posonlyargs, args.args, (args.vararg,), args.kwonlyargs, (args.kwarg,)):
      for param in params:
        if param is not None:
          self.visit(param)

  def parameter_annotations(self, args):
    for default in args.kw_defaults + args.defaults:
      if default is not None:
        self.visit(default)
    self.annotations_only = True
    self.parameters(args)
    self.annotations_only = False

  def visit_FunctionDef(self, node):
    self.owners.append(node)
    self.enter(False)
    node.decorator_list = self.visit_block(node.decorator_list)
    if node.returns:
      node.returns = self.annotated(node.returns)
    self.parameter_annotations(node.args)
    self.scope.modified.add(QN(node.name))
    self.scope.bound.add(QN(node.name))
    self.leave(node)
    self.enter(True)
    self.enter(False)
    self.parameters(node.args)
    self.leave(node.args)
    self.enter(False)
    node.body = self.visit_block(node.body)
    self.leave(node, 'body_scope')
    self.leave(node, 'all_scope')
    self.owners.pop()
    return node

  def visit_Lambda(self, node):
    self.owners.append(node)
    self.enter(False)
    self.parameter_annotations(node.args)
    self.leave(node)
    self.enter(True)
    self.enter(False)
    self.parameters(node.args)
    self.leave(node.args)
    self.enter(False)
    node.body = self.visit(node.body)
    if 'scope' not in node.body.notes:
      node.body.notes['scope'] = self.scope
    self.leave(node, 'body_scope')
    whole = self.scope
    self.leave(node, 'all_scope')
    # A lambda counts as used where it stands.
    self.scope.read.update(whole.read - whole.bound)
    self.owners.pop()
    return node

  def visit_With(self, node):
    self.enter(False)
    node = self.generic_visit(node)
    self.leave(node, 'body_scope')
    return node

  def visit_If(self, node):
    self.enter(False)
    node.test = self.visit(node.test)
    self.leave(node.test)
    return self.branches(node, ((node.body, 'body_scope'), (node.orelse, 'orelse_scope')))

  visit_While = visit_If

  def visit_For(self, node):
    self.enter(False)
    node.target = self.visit(node.target)
    node.iter = self.visit(node.iter)
    self.leave(node.iter)
    self.enter(False)
    self.visit(node.target)
    if 'extra_test' in node.notes:
      self.statement(node.notes['extra_test'])
    self.leave(node, 'iterate_scope')
    return self.branches(node, ((node.body, 'body_scope'), (node.orelse, 'orelse_scope')))

  def visit_ExceptHandler(self, node):
    self.enter(False)
    if node.name is not None:
      self.scope.isolated_names.add(node.name.notes['qn'])
    node = self.generic_visit(node)
    self.leave()
    return node


def analyse(node):
  """Notes qualified names and scopes."""
  return _Activity().visit(resolve(node))
