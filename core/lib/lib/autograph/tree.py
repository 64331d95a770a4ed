"""Python's syntax trees as AutoGraph sees them (pyct/parser.py, gast): nodes, their reading and walking."""

# The fields of each kind of node that hold nodes or lists of nodes, in the order in which they are visited.
CHILDREN = {
    'FunctionDef': ('args', 'body', 'decorator_list', 'returns'),
    'AsyncFunctionDef': ('args', 'body', 'decorator_list', 'returns'),
    'ClassDef': ('bases', 'keywords', 'body', 'decorator_list'),
    'Return': ('value',), 'Delete': ('targets',), 'Assign': ('targets', 'value'),
    'AugAssign': ('target', 'value'), 'AnnAssign': ('target', 'annotation', 'value'),
    'For': ('target', 'iter', 'body', 'orelse'), 'AsyncFor': ('target', 'iter', 'body', 'orelse'),
    'While': ('test', 'body', 'orelse'), 'If': ('test', 'body', 'orelse'),
    'With': ('items', 'body'), 'AsyncWith': ('items', 'body'), 'Match': ('subject', 'cases'),
    'Raise': ('exc', 'cause'), 'Try': ('body', 'handlers', 'orelse', 'finalbody'),
    'TryStar': ('body', 'handlers', 'orelse', 'finalbody'), 'Assert': ('test', 'msg'),
    'Import': ('names',), 'ImportFrom': ('names',), 'Global': (), 'Nonlocal': (), 'Expr': ('value',),
    'Pass': (), 'Break': (), 'Continue': (),
    'BoolOp': ('values',), 'NamedExpr': ('target', 'value'), 'BinOp': ('left', 'right'), 'UnaryOp': ('operand',),
    'Lambda': ('args', 'body'), 'IfExp': ('test', 'body', 'orelse'), 'Dict': ('keys', 'values'), 'Set': ('elts',),
    'ListComp': ('elt', 'generators'), 'SetComp': ('elt', 'generators'), 'GeneratorExp': ('elt', 'generators'),
    'DictComp': ('key', 'value', 'generators'), 'Await': ('value',), 'Yield': ('value',), 'YieldFrom': ('value',),
    'Compare': ('left', 'comparators'), 'Call': ('func', 'args', 'keywords'),
    'FormattedValue': ('value', 'format_spec'), 'JoinedStr': ('values',), 'Constant': (), 'Attribute': ('value',),
    'Subscript': ('value', 'slice'), 'Starred': ('value',), 'Name': ('annotation',), 'List': ('elts',),
    'Tuple': ('elts',), 'Slice': ('lower', 'upper', 'step'),
    'comprehension': ('target', 'iter', 'ifs'), 'ExceptHandler': ('type', 'name', 'body'),
    'arguments': ('args', 'posonlyargs', 'vararg', 'kwonlyargs', 'kw_defaults', 'kwarg', 'defaults'),
    'keyword': ('value',), 'alias': (), 'withitem': ('context_expr', 'optional_vars'),
    'match_case': ('pattern', 'guard', 'body'), 'MatchValue': ('value',), 'MatchSingleton': (),
    'MatchSequence': ('patterns',), 'MatchMapping': ('keys', 'patterns'),
    'MatchClass': ('cls', 'patterns', 'kwd_patterns'), 'MatchStar': (), 'MatchAs': ('pattern',),
    'MatchOr': ('patterns',),
}
STATEMENTS = ('FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Return', 'Delete', 'Assign', 'AugAssign', 'AnnAssign',
              'For', 'AsyncFor', 'While', 'If', 'With', 'AsyncWith', 'Match', 'Raise', 'Try', 'TryStar', 'Assert',
              'Import', 'ImportFrom', 'Global', 'Nonlocal', 'Expr', 'Pass', 'Break', 'Continue')
# What a copy of a node keeps of what the analyses said about it.
KEPT = ('directives', 'extra_test', 'original', 'defined', 'context_name')


class Node:
  """A node: its fields are attributes, `notes` holds what analyses found."""

  def __init__(self, kind, **fields):
    self.kind = kind
    self.notes = {}
    for name in fields:
      setattr(self, name, fields[name])

  def __repr__(self):
    return '<gast.gast.{} object at {}>'.format(self.kind, hex(id(self)))


def name(text, ctx='Load'):
  return Node('Name', id=text, ctx=ctx, annotation=None)


def constant(value):
  return Node('Constant', value=value, is_u=False)


def call(func, *args, keywords=()):
  """A call of `func`, a node or a dotted text like "ag__.ld"."""
  return Node('Call', func=dotted(func) if isinstance(func, str) else func, args=list(args), keywords=list(keywords))


def dotted(text):
  parts = text.split('.')
  node = name(parts[0])
  for part in parts[1:]:
    node = Node('Attribute', value=node, attr=part, ctx='Load')
  return node


def items(elts, ctx='Load'):
  return Node('Tuple', elts=list(elts), ctx=ctx)


def assign(target, value):
  return Node('Assign', targets=[name(target, 'Store') if isinstance(target, str) else target], value=value)


def no_arguments():
  return Node('arguments', args=[], posonlyargs=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None,
              defaults=[])


def thunk(body):
  """`lambda: body`."""
  return Node('Lambda', args=no_arguments(), body=body)


def function(name_, body, params=()):
  args = no_arguments()
  args.args = [name(p, 'Param') for p in params]
  return Node('FunctionDef', name=name_, args=args, body=body, decorator_list=[], returns=None)


def expression(value):
  return Node('Expr', value=value)


def negated(test):
  return Node('UnaryOp', op='not', operand=test)


def copied(node):
  """A deep copy without what the analyses noted, but for KEPT (ast_util.copy_clean)."""
  if isinstance(node, (list, tuple)):
    return [copied(n) for n in node]
  if not isinstance(node, Node):
    return node
  new = Node(node.kind)
  for field in node.__dict__:
    if field == 'notes':
      for key in KEPT:
        if key in node.notes:
          new.notes[key] = copied(node.notes[key])
    elif field != 'kind':
      setattr(new, field, copied(getattr(node, field)))
  return new


def with_context(node, ctx):
  """The target that `node` is when it is written or read: the context of names, attributes and sequences."""
  if node.kind in ('Name', 'Attribute', 'Subscript', 'Starred', 'List', 'Tuple'):
    node.ctx = ctx
  if node.kind in ('List', 'Tuple'):
    for element in node.elts:
      with_context(element, ctx)
  return node


class Walker:
  """Calls visit_KIND for each node from the top; what it returns takes the node's place."""

  def visit(self, node):
    method = getattr(self, 'visit_' + node.kind, None)
    return self.generic_visit(node) if method is None else method(node)

  def generic_visit(self, node):
    for field in CHILDREN[node.kind]:
      child = getattr(node, field)
      if isinstance(child, (list, tuple)):
        results = []
        for item in child:
          if isinstance(item, Node):
            item = self.visit(item)
            if item is None:
              continue
            if isinstance(item, (list, tuple)):
              results.extend(item)
              continue
          results.append(item)
        setattr(node, field, results)
      elif isinstance(child, Node):
        setattr(node, field, self.visit(child))
    return node

  def visit_block(self, nodes, after_visit=None):
    """The nodes' replacements; `after_visit` gives one's replacement and the list for all that follow, or None."""
    results = []
    destination = results
    for node in nodes:
      new = self.visit(node)
      following = None
      if after_visit and new:
        new, following = after_visit(new)
      if new:
        if isinstance(new, (list, tuple)):
          destination.extend(new)
        else:
          destination.append(new)
      if following is not None:
        destination = following
    return results


# ---- reading what the parser found: (Kind child …), […] for lists, ~ for what is absent
_FORMS = {
    'FunctionDef': ('name', 'args', 'body', 'decorator_list', 'returns'),
    'AsyncFunctionDef': ('name', 'args', 'body', 'decorator_list', 'returns'),
    'ClassDef': ('name', 'bases', 'keywords', 'body', 'decorator_list'),
    'AugAssign': ('target', 'op', 'value'), 'AnnAssign': ('target', 'annotation', 'value', 'simple'),
    'ImportFrom': ('module', 'names', 'level'), 'Global': ('names',), 'Nonlocal': ('names',),
    'BoolOp': ('op', 'values'), 'BinOp': ('left', 'op', 'right'), 'UnaryOp': ('op', 'operand'),
    'Compare': ('left', 'ops', 'comparators'), 'FormattedValue': ('value', 'conversion', 'format_spec'),
    'Attribute': ('value', 'attr', 'ctx'), 'Subscript': ('value', 'slice', 'ctx'), 'Starred': ('value', 'ctx'),
    'Name': ('id', 'ctx'), 'List': ('elts', 'ctx'), 'Tuple': ('elts', 'ctx'),
    'comprehension': ('target', 'iter', 'ifs', 'is_async'), 'keyword': ('arg', 'value'), 'alias': ('name', 'asname'),
    'MatchSingleton': ('value',), 'MatchMapping': ('keys', 'patterns', 'rest'),
    'MatchClass': ('cls', 'patterns', 'kwd_attrs', 'kwd_patterns'), 'MatchStar': ('name',),
    'MatchAs': ('pattern', 'name'),
}
_WORDS = {'None': None, 'True': True, 'False': False, 'Ellipsis': ...}


class _Reader:

  def __init__(self, text):
    self.text = text
    self.at = 0

  def word(self):
    text, start = self.text, self.at
    end = start
    while text[end] not in ' ()[]':
      end += 1
    self.at = end
    return text[start:end]

  def quoted(self):
    text = self.text
    end = text.index("'", self.at + 1)
    raw = text[self.at + 1:end]
    self.at = end + 1
    pieces = raw.split('\\x')
    data = pieces[0].encode()
    for piece in pieces[1:]:
      data += bytes([int(piece[:2], 16)]) + piece[2:].encode()
    return data

  def values(self, close):
    found = []
    while True:
      while self.text[self.at] == ' ':
        self.at += 1
      c = self.text[self.at]
      if c == close:
        self.at += 1
        return found
      if c == '[':
        self.at += 1
        found.append(self.values(']'))
      elif c == '(':
        found.append(self.node())
      elif c == "'":
        found.append(self.quoted())
      else:
        word = self.word()
        found.append(None if word == '~' else word)

  def node(self):
    self.at += 1
    kind = self.word()
    return _made(kind, self.values(')'))


def _number(word):
  if word[0] in 'fj' and len(word) == 17:
    bits = int(word[1:], 16)
    exponent, fraction = (bits >> 52) & 2047, bits & ((1 << 52) - 1)
    if exponent == 2047:
      value = float('nan' if fraction else 'inf')
    elif exponent:
      value = float(fraction + (1 << 52)) * 2.0**(exponent - 1023 - 52) if exponent > 52 else float(
          fraction + (1 << 52)) * 2.0**(exponent - 1023) * 2.0**-52
    else:
      value = float(fraction) * 2.0**-1022 * 2.0**-52
    return value if word[0] == 'f' else complex(0.0, value)
  return int(word, 0)


def _param(node, kind='Param'):
  return None if node is None else Node('Name', id=node.arg, ctx=kind, annotation=node.annotation)


def _made(kind, values):
  if kind == 'Constant':
    if values[0] == 'b':
      return constant(values[1])
    if isinstance(values[0], bytes):
      node = constant(values[0].decode('utf-8', 'surrogatepass'))
      node.is_u = len(values) > 1
      return node
    return constant(_WORDS[values[0]] if values[0] in _WORDS else _number(values[0]))
  if kind == 'arg':
    return Node('arg', arg=values[0], annotation=values[1], default=values[2])
  if kind == 'arguments':
    posonly, positional, vararg, kwonly, kwarg = values
    params = [_param(p) for p in positional]
    return Node('arguments', args=params[int(posonly):], posonlyargs=params[:int(posonly)], vararg=_param(vararg),
                kwonlyargs=[_param(p) for p in kwonly], kw_defaults=[p.default for p in kwonly], kwarg=_param(kwarg),
                defaults=[p.default for p in positional if p.default is not None])
  node = Node(kind)
  fields = _FORMS.get(kind) or CHILDREN[kind]
  for field, value in zip(fields, values):
    setattr(node, field, value)
  if kind == 'Name':
    node.annotation = None
  elif kind == 'ExceptHandler':
    node.name = None if node.name is None else name(node.name, 'Store')
  elif kind == 'UnaryOp':
    node.op = node.op or '~'
  elif kind == 'Compare':
    # "is not" and "not in" are two words each.
    node.ops = ' '.join(node.ops).replace('is not', 'is_not').replace('not in', 'not_in').split()
    node.ops = [op.replace('_', ' ') for op in node.ops]
  elif kind == 'MatchSingleton':
    node.value = _WORDS[node.value]
  elif kind in ('comprehension', 'AnnAssign', 'ImportFrom'):
    last = fields[-1]
    setattr(node, last, int(getattr(node, last)))
  return node


def read(text):
  """The tree of the text that the parser wrote."""
  return _Reader(text).node()
