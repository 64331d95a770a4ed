"""tf.autograph.to_code: the Python code that AutoGraph makes of a function (impl/api.py, converters/). Nothing here
runs when functions are traced: the evaluator stages a function from its own tree."""
import tensorflow as tf
from tensorflow_lib.autograph import flow, names
from tensorflow_lib.autograph.lowering import Checker, Context, Options, Unsupported, lower
from tensorflow_lib.autograph.names import QN, Literal
from tensorflow_lib.autograph.tree import (
    Node, Walker, assign, call, constant, copied, expression, function, items, name, read, thunk, with_context)
from tensorflow_lib.autograph.unparse import Writer, unparse


class ConversionError(Exception):
  """AutoGraph could not convert a function."""


ConversionError.__module__ = 'tensorflow.python.autograph.impl.api'


class _Calls(Walker):
  """f(x) becomes ag__.converted_call(f, (x,), None, fscope)."""

  def __init__(self, context):
    self.context = context
    self.scopes = []

  def visit_Lambda(self, node):
    if 'context_name' not in node.notes:
      return self.generic_visit(node)
    self.scopes.append(node.notes['context_name'])
    node = self.generic_visit(node)
    self.scopes.pop()
    return node

  def visit_FunctionDef(self, node):
    node.decorator_list = self.visit_block(node.decorator_list)
    node.args.defaults = self.visit_block(node.args.defaults)
    node.args.kw_defaults = [None if d is None else self.visit(d) for d in node.args.kw_defaults]
    self.scopes.append(node.notes['context_name'])
    node.body = self.visit_block(node.body)
    if node.returns:
      node.returns = self.visit(node.returns)
    self.scopes.pop()
    return node

  def visit_With(self, node):
    node.body = self.visit_block(node.body)
    return node

  def visit_Call(self, node):
    called = str(node.func.notes.get('qn', ''))
    scope = self.scopes[-1]
    node = self.generic_visit(node)
    if called.startswith('ag__.') or called.startswith(scope + '.'):
      return node
    if called in ('pdb.set_trace', 'ipdb.set_trace', 'breakpoint'):
      return node
    if called == 'print' and not self.context.options.uses('BUILTIN_FUNCTIONS'):
      return node
    args, plain = None, []
    for arg in node.args + [None]:
      if (arg is None or arg.kind == 'Starred') and plain:
        args = items(plain) if args is None else Node('BinOp', left=args, op='+', right=items(plain))
        plain = []
      if arg is None:
        continue
      if arg.kind == 'Starred':
        starred = call('tuple', arg.value)
        args = starred if args is None else Node('BinOp', left=args, op='+', right=starred)
      else:
        plain.append(arg)
    keywords = call('dict', keywords=node.keywords) if node.keywords else constant(None)
    return call('ag__.converted_call', node.func, items([]) if args is None else args, keywords, name(scope))


def _node_of(qn, ctx='Load'):
  """The expression that a qualified name is."""
  if qn.has_key:
    return Node('Subscript', value=_node_of(qn.parent), slice=_node_of(qn.qn[1]), ctx=ctx)
  if qn.has_attr:
    return Node('Attribute', value=_node_of(qn.parent), attr=qn.qn[1], ctx=ctx)
  return constant(qn.qn[0].value) if isinstance(qn.qn[0], Literal) else name(qn.qn[0], ctx)


class _ControlFlow(Walker):
  """if, while and for become functions that ag__.if_stmt, while_stmt and for_stmt call."""

  def __init__(self, context):
    self.context = context
    self.scopes = []

  def visit_Lambda(self, node):
    self.scopes.append(node.notes['scope'])
    node = self.generic_visit(node)
    self.scopes.pop()
    return node

  def visit_FunctionDef(self, node):
    self.scopes.append(node.notes['body_scope'])
    node = self.generic_visit(node)
    self.scopes.pop()
    return node

  def declarations(self, variables):
    variables = set(variables)
    global_ = self.scopes[-1].globals & variables
    lines = [Node('Global', names=[str(v) for v in global_])] if global_ else []
    rest = [v for v in variables if not v.is_composite() and v not in global_]
    return lines + ([Node('Nonlocal', names=[str(v) for v in rest])] if rest else [])

  def accessors(self, variables, declarations, get, set_):
    if not variables:
      return [function(get, [Node('Return', value=items([]))]), function(set_, [Node('Pass')], ['block_vars'])]
    values = [call('ag__.ldu', thunk(_node_of(v)), constant(str(v))) if v.is_composite() else _node_of(v)
              for v in variables]
    targets = items([_node_of(v, 'Store') for v in variables], 'Store')
    return [function(get, [Node('Return', value=items(values))]),
            function(set_, copied(declarations) + [assign(targets, name('vars_'))], ['vars_'])]

  def variables(self, node, modified):
    """The names that the block hands out and on, those that it must find undefined, and how many it hands out."""
    live_in, live_out = node.notes['live_in'], node.notes['live_out']
    scope = self.scopes[-1]
    basic = frozenset([s for s in modified
                       if not s.is_composite() and (s in live_in or s in live_out or s in scope.nonlocals)])
    composite = frozenset([s for s in modified if s.is_composite() and
                           all([p in live_in for p in tuple(s.support()) if p.is_symbol()])])
    undefined = modified - node.notes['defined_in'] - scope.globals - scope.nonlocals
    undefined = tuple([v for v in undefined if not v.is_composite()])
    inputs = basic & live_in - live_out
    variables = sorted(tuple(basic | composite), key=lambda v: (v in inputs, v))
    return variables, undefined, len(variables) - len(inputs)

  def symbols(self, reserved, *roots):
    return [self.context.new_symbol(root, reserved) for root in roots]

  def finish(self, heads, undefined, callee, args, variables, last):
    undefined = [assign(str(v), call('ag__.Undefined', constant(str(v)))) for v in undefined]
    quoted = items([constant(str(v)) for v in variables])
    return heads + undefined + [expression(call(callee, *args, quoted, last))]

  def visit_If(self, node):
    node = self.generic_visit(node)
    body, orelse = node.notes['body_scope'], node.notes['orelse_scope']
    variables, undefined, outs = self.variables(node, body.bound | orelse.bound)
    lines = self.declarations(variables)
    reserved = body.referenced() | orelse.referenced()
    get, set_, body_name, else_name = self.symbols(reserved, 'get_state', 'set_state', 'if_body', 'else_body')
    heads = self.accessors(variables, lines, get, set_)
    heads.append(function(body_name, copied(lines) + copied(node.body)))
    heads.append(function(else_name, copied(lines) + (copied(node.orelse) or [Node('Pass')])))
    args = [copied(node.test), name(body_name), name(else_name), name(get), name(set_)]
    return self.finish(heads, undefined, 'ag__.if_stmt', args, variables, constant(outs))

  def options(self, node):
    if 'directives' not in node.notes:
      return Node('Dict', keys=[], values=[])
    keys, values = zip(*zip(node.notes['directives'][0].keys, node.notes['directives'][0].values))
    return Node('Dict', keys=list(keys), values=list(values))

  def visit_While(self, node):
    node = self.generic_visit(node)
    body = node.notes['body_scope']
    variables, undefined, _ = self.variables(node, body.bound)
    lines = self.declarations(variables)
    get, set_, body_name, test_name = self.symbols(body.referenced(), 'get_state', 'set_state', 'loop_body',
                                                   'loop_test')
    heads = self.accessors(variables, lines, get, set_)
    heads.append(function(body_name, copied(lines) + copied(node.body)))
    heads.append(function(test_name, [Node('Return', value=copied(node.test))]))
    args = [name(test_name), name(body_name), name(get), name(set_)]
    return self.finish(heads, undefined, 'ag__.while_stmt', args, variables, self.options(node))

  def visit_For(self, node):
    node = self.generic_visit(node)
    body, each = node.notes['body_scope'], node.notes['iterate_scope']
    variables, undefined, _ = self.variables(node, body.bound | each.bound)
    lines = self.declarations(variables)
    reserved = body.referenced() | each.referenced()
    get, set_ = self.symbols(reserved, 'get_state', 'set_state')
    heads = self.accessors(variables, lines, get, set_)
    options = self.options(node)
    options.keys.append(constant('iterate_names'))
    options.values.append(constant(unparse(node.target)))
    extra, test = [], constant(None)
    if 'extra_test' in node.notes:
      test_name, = self.symbols(reserved, 'extra_test')
      extra = [function(test_name, copied(lines) + [Node('Return', value=copied(node.notes['extra_test']))])]
      test = name(test_name)
    item, body_name = self.symbols(reserved, 'itr', 'loop_body')
    first = [assign(with_context(copied(node.target), 'Store'), name(item))]
    heads.append(function(body_name, copied(lines) + first + copied(node.body), [item]))
    args = [copied(node.iter), test, name(body_name), name(get), name(set_)]
    return self.finish(heads + extra, undefined, 'ag__.for_stmt', args, variables, options)


class _Choices(Walker):
  """a if b else c becomes ag__.if_exp; those inside of one stay."""

  def visit_IfExp(self, node):
    return call('ag__.if_exp', copied(node.test), thunk(copied(node.body)), thunk(copied(node.orelse)),
                constant(unparse(node.test)))


class _Logic(Walker):
  """and, or, not, chains of comparisons, and == where it is asked for."""

  def __init__(self, context):
    self.equality = {'==': 'ag__.eq', '!=': 'ag__.not_eq'} if context.options.uses('EQUALITY_OPERATORS') else {}

  def both(self, func, left, right):
    return call(func, thunk(copied(left)), thunk(copied(right)))

  def visit_Compare(self, node):
    node = self.generic_visit(node)
    left, tree = node.left, None
    for op, right in zip(node.ops, node.comparators):
      if op in self.equality:
        one = call(self.equality[op], copied(left), copied(right))
      else:
        one = Node('Compare', left=copied(left), ops=[op], comparators=[copied(right)])
      tree = one if tree is None else self.both('ag__.and_', tree, one)
      left = right
    return tree

  def visit_UnaryOp(self, node):
    node = self.generic_visit(node)
    return call('ag__.not_', copied(node.operand)) if node.op == 'not' else node

  def visit_BoolOp(self, node):
    node = self.generic_visit(node)
    right = node.values[-1]
    for left in reversed(node.values[:-1]):
      right = self.both('ag__.' + node.op + '_', left, right)
    return right


class _Variables(Walker):
  """Reads of the function's own names become ag__.ld(name)."""

  def visit_Name(self, node):
    if node.ctx != 'Load' or 'original' not in node.notes:
      return node
    return call('ag__.ld', copied(node))

  def visit_Delete(self, node):
    node = self.generic_visit(node)
    simple = [t for t in node.targets if t.kind == 'Name']
    if not simple:
      return node
    results = [assign(t.id, call('ag__.Undefined', constant(t.id))) for t in simple]
    rest = [t for t in node.targets if t.kind != 'Name']
    return results + ([Node('Delete', targets=rest)] if rest else [])

  def visit_AugAssign(self, node):
    if node.target.kind != 'Name':
      return self.generic_visit(node)
    return [assign(node.target.id, call('ag__.ld', name(node.target.id))), node]


def converted(node, namespace, options, held=()):
  """The text of a def or lambda after all converters; `held` are the names that its closure has."""
  context = Context(namespace, options)
  new_name = context.new_symbol('tf__' + ('lam' if node.kind == 'Lambda' else node.name))
  args = node.args
  args.defaults = [constant(None) for _ in args.defaults]
  args.kw_defaults = [d and constant(None) for d in args.kw_defaults]
  Checker().visit(node)
  graphs = flow.build(node)
  node = flow.definitions(names.analyse(node), graphs, first=True)
  node = lower(node, context)
  node = _Calls(context).visit(names.resolve(node))
  graphs = flow.build(node)
  node = flow.definitions(names.analyse(node), graphs)
  node = _ControlFlow(context).visit(flow.liveness(node, graphs))
  node = _Variables().visit(_Logic(context).visit(_Choices().visit(node)))
  if node.kind == 'Lambda':
    node = assign(new_name, node)
  else:
    node.name = new_name
  # It stands in two functions that make it: the common indentation is taken off again.
  writer = Writer(2)
  writer.stmt(node)
  if writer.empty:
    # A docstring is not part of the body that goes into the scope: without more nothing is left.
    line = writer.empty + 5 + len(held)
    raise IndentationError("expected an indented block after 'with' statement on line {} (__autograph_generated_file.py, "
                           'line {})'.format(line, line + 1))
  if writer.refused:
    text, line = writer.refused
    raise SyntaxError('{} (__autograph_generated_file.py, line {})'.format(text, line + 5 + len(held)))
  return _dedented(writer.out) + '\n'


def _features(features):
  if features is None:
    return ()
  if not isinstance(features, (list, tuple, set, frozenset)):
    features = (features,)
  return [f.name for f in features]


def _code(entity, recursive, features):
  origin = getattr(entity, 'autograph_info__', None)
  try:
    found = tf.__internal__.code_tree(entity if origin is None else origin)
    if found is None:
      raise ValueError("Cannot apply autograph to a function that doesn't expose a __code__ object. If this is a "
                       '@tf.function, try passing f.python_function instead.')
    tree, namespace, held, not_found = found
    if not_found:
      raise Unsupported(not_found)
    if origin is not None:
      # Converted code has the name ag__ in its closure, which the code made of it binds itself.
      raise ValueError('closure mismatch, requested {}, but source function had {}'.format(
          tuple(sorted(held + ('ag__',))), held))
    node = read(tree)
    if node.kind == 'AsyncFunctionDef':
      raise ValueError('Unknown node type %s' % node)
    if held:
      namespace = dict(namespace)
      namespace.update({n: None for n in held})
    return converted(node, namespace, Options(recursive, features), held)
  except (ValueError, AttributeError, KeyError, NameError, AssertionError) as e:
    raise ConversionError('converting {}: {}: {}'.format(entity, e.__class__.__name__, str(e)))


#: tf.autograph.to_code =to_code
def to_code(entity, recursive=True, experimental_optional_features=None):
  """The Python code that AutoGraph makes of a function."""
  return _code(entity, recursive, _features(experimental_optional_features))


def check(entity, recursive, features):
  """Raises what TensorFlow does where `entity` cannot be converted."""
  _code(entity, recursive, _features(features))


def mark(function, origin):
  """`function` stands for the converted `origin`."""
  function.autograph_info__ = origin


def _dedented(text):
  lines = [line if line.strip(' \t') else '' for line in text.split('\n')]
  margin = None
  for line in lines:
    if line:
      space = line[:len(line) - len(line.lstrip(' \t'))]
      if margin is None:
        margin = space
      while not space.startswith(margin):
        margin = margin[:-1]
  return '\n'.join([line[len(margin):] if line else line for line in lines])
