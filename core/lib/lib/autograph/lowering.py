"""AutoGraph's converters up to the calls: function scopes, directives, break, continue, return, asserts
(autograph/converters/)."""
import tensorflow as tf
from tensorflow_lib.autograph import names
from tensorflow_lib.autograph.tree import (
    Node, Walker, assign, call, constant, copied, dotted, expression, items, name, negated, thunk)


class Unsupported(NotImplementedError):
  pass


Unsupported.__name__ = Unsupported.__qualname__ = 'UnsupportedLanguageElementError'
Unsupported.__module__ = 'tensorflow.python.autograph.pyct.errors'


class Checker(Walker):
  """Refuses what AutoGraph does not convert (core/unsupported_features_checker.py)."""

  def visit_Attribute(self, node):
    if node.attr.startswith('__') and not node.attr.endswith('__'):
      raise Unsupported('mangled names are not yet supported')
    return self.generic_visit(node)

  def visit_For(self, node):
    if node.orelse:
      raise Unsupported('for/else statement not yet supported')
    return self.generic_visit(node)

  def visit_While(self, node):
    if node.orelse:
      raise Unsupported('while/else statement not yet supported')
    return self.generic_visit(node)

  def visit_Yield(self, node):
    raise Unsupported('generators are not supported')

  visit_YieldFrom = visit_Yield


class Options:
  """What to_code was asked for: ConversionOptions."""

  def __init__(self, recursive, features):
    self.recursive = recursive
    self.features = frozenset(features)  # names of tf.autograph.experimental.Feature

  def uses(self, feature):
    return 'ALL' in self.features or feature in self.features

  def node(self, top):
    """The expression that makes the options of the function itself, or of those that it calls or holds."""
    if not top and self.recursive and not self.features:
      return dotted('ag__.STD')
    features = [dotted('ag__.Feature.' + f) for f in self.features]
    values = (('recursive', constant(self.recursive)), ('user_requested', constant(top)),
              ('optional_features', features[0] if len(features) == 1 else items(features)),
              ('internal_convert_user_code', constant(True if top else self.recursive)))
    return call('ag__.ConversionOptions', keywords=[Node('keyword', arg=k, value=v) for k, v in values])


class Context:
  """What all converters of one function share."""

  def __init__(self, namespace, options):
    self.namespace = namespace  # globals and what the closure holds, by name
    self.options = options
    self.taken = set()

  def new_symbol(self, root, reserved=()):
    """A name that nothing has (pyct/naming.py)."""
    held = {part for qn in reserved for part in qn.qn if isinstance(part, str)}
    pieces = root.split('_')
    n = 0
    if pieces[-1].isdigit():
      root, n = '_'.join(pieces[:-1]), int(pieces[-1])
    new = root
    while new in self.namespace or new in held or new in self.taken:
      n += 1
      new = '%s_%d' % (root, n)
    self.taken.add(new)
    return new


class Functions(Walker):
  """Puts the bodies of functions into scopes."""

  def __init__(self, context):
    self.context = context
    self.level = 0

  def visit_Lambda(self, node):
    self.level += 1
    node = self.generic_visit(node)
    self.level -= 1
    if self.level:
      return call('ag__.autograph_artifact', copied(node))
    scope = self.context.new_symbol('lscope', node.notes['scope'].referenced())
    node.notes['context_name'] = scope
    inner = thunk(copied(node.body))
    inner.args.args = [name(scope, 'Param')]
    node.body = call('ag__.with_function_scope', inner, constant(scope), self.context.options.node(True))
    return node

  def visit_FunctionDef(self, node):
    scope = self.context.new_symbol('fscope', node.notes['body_scope'].referenced())
    node.notes['context_name'] = scope
    self.level += 1
    node = self.generic_visit(node)
    self.level -= 1
    if self.level:
      node.decorator_list.append(dotted('ag__.autograph_artifact'))
    else:
      node.decorator_list = []
    doc = []
    if node.body and node.body[0].kind == 'Expr' and node.body[0].value.kind == 'Constant':
      doc, node.body = node.body[:1], node.body[1:]
    enter = call('ag__.FunctionScope', constant(node.name), constant(scope),
                 self.context.options.node(self.level == 0))
    item = Node('withitem', context_expr=enter, optional_vars=name(scope, 'Store'))
    node.body = doc + [Node('With', items=[item], body=copied(node.body))]
    return node


class Directives(Walker):
  """Takes calls of set_loop_options and set_element_type out of the code."""

  def __init__(self, context):
    self.context = context
    self.loops = [[None, 0]]  # [node, statements seen]; the first is the function
    self.values = {}  # what an expression is before the function runs

  def visit_Name(self, node):
    if node.ctx == 'Load' and not node.notes.get('defined') and node.id in self.context.namespace:
      self.values[node] = self.context.namespace[node.id]
    return self.generic_visit(node)

  def visit_Attribute(self, node):
    node = self.generic_visit(node)
    value = self.values.get(node.value)
    if type(value) is type(tf) and hasattr(value, node.attr):
      self.values[node] = getattr(value, node.attr)
    return node

  def count(self):
    self.loops[-1][1] += 1

  def visit_Assign(self, node):
    self.count()
    return self.generic_visit(node)

  visit_AugAssign = visit_Assign

  def visit_Expr(self, node):
    self.count()
    node = self.generic_visit(node)
    if node.value.kind != 'Call':
      return node
    func = self.values.get(node.value.func)
    if func is None:
      return node
    if func is tf.autograph.experimental.set_loop_options:
      if self.loops[-1][1] > 1:
        raise ValueError('"set_loop_options" must be the first statement in the loop block')
      if len(self.loops) == 1:
        raise ValueError('"set_loop_options" must be used inside a statement')
      self.loops[-1][0].notes['directives'] = _loop_options(node.value)
      return None
    return node

  def visit_While(self, node):
    self.loops.append([node, 0])
    node = self.generic_visit(node)
    self.loops.pop()
    if not node.body:
      node.body = [Node('Pass')]
    return node

  visit_For = visit_While


_LOOP_OPTIONS = ('parallel_iterations', 'swap_memory', 'maximum_iterations', 'shape_invariants')


def _loop_options(node):
  """The options by name: those that stand by position have the names that are left."""
  given = {}
  for keyword in node.keywords:
    if keyword.arg is None:
      raise TypeError('keywords must be strings')
    given[keyword.arg] = keyword.value
  for key, value in zip([n for n in _LOOP_OPTIONS if n not in given], node.args):
    given[key] = value
  return [Node('Dict', keys=[constant(k) for k in given], values=list(given.values()))]


class Breaks(Walker):
  """`break` sets a variable that the loop tests."""

  def __init__(self, context):
    self.context = context
    self.loops = []  # [variable, used]

  def visit_Break(self, node):
    self.loops[-1][1] = True
    return [assign(self.loops[-1][0], constant(True)), Node('Continue')]

  def process(self, node, variable):
    self.loops.append([variable, False])
    node.body = self.visit_block(node.body)
    used = self.loops.pop()[1]
    node.orelse = self.visit_block(node.orelse)
    return used

  def variable(self, node):
    return self.context.new_symbol('break_', node.notes['body_scope'].referenced())

  def visit_While(self, node):
    variable = self.variable(node)
    node.test = self.visit(node.test)
    if not self.process(node, variable):
      return copied(node)
    test = Node('BoolOp', op='and', values=[negated(name(variable)), node.test])
    node.test = test
    return [assign(variable, constant(False)), copied(node)]

  def visit_For(self, node):
    variable = self.variable(node)
    node.target = self.visit(node.target)
    node.iter = self.visit(node.iter)
    if not self.process(node, variable):
      return copied(node)
    # The test stands outside of the tree: a mention in the body shows the analyses that it is read.
    node.body = [expression(items([name(variable)]))] + node.body
    node.notes['extra_test'] = negated(name(variable))
    return [assign(variable, constant(False)), copied(node)]


class Asserts(Walker):

  def visit_Assert(self, node):
    node = self.generic_visit(node)
    if node.msg is not None and node.msg.kind != 'Constant':
      raise NotImplementedError('can only convert string messages for now.')
    message = constant('Assertion error') if node.msg is None else node.msg
    return [expression(call('ag__.assert_stmt', copied(node.test), thunk(copied(message))))]


class _Block:

  def __init__(self, whole=False):
    self.whole = whole  # a loop's body, or a function's
    self.used = False
    self.guard_now = False
    self.guard_next = False

  def step(self):
    guarded = self.guard_now
    self.guard_now, self.guard_next = self.guard_next, False
    return guarded


def _guarded(variable, node):
  new = Node('If', test=negated(name(variable)), body=copied(node if isinstance(node, list) else [node]), orelse=[])
  return new, new.body


class _Blocks(Walker):
  """Walks bodies by `block`, which the pass defines."""

  def visit_With(self, node):
    node.items = self.visit_block(node.items)
    node.body = self.block(node.body)
    return node

  def visit_Try(self, node):
    node.body = self.block(node.body)
    node.orelse = self.block(node.orelse)
    node.finalbody = self.block(node.finalbody)
    node.handlers = self.visit_block(node.handlers)
    return node

  def visit_ExceptHandler(self, node):
    node.body = self.block(node.body)
    return node


class Continues(_Blocks):
  """`continue` sets a variable; what follows it in the loop's body runs unless it is set."""

  def __init__(self, context):
    self.context = context
    self.loops = [[None, False]]  # [variable, used]
    self.blocks = [_Block()]

  def visit_Continue(self, node):
    self.loops[-1][1] = True
    for block in reversed(self.blocks):
      block.guard_next = True
      if block.whole:
        break
    return [assign(self.loops[-1][0], constant(True))]

  def after(self, node):
    variable, used = self.loops[-1]
    if used and self.blocks[-1].step():
      return _guarded(variable, node)
    return node, None

  def block(self, nodes, whole=False):
    self.blocks.append(_Block(whole))
    nodes = self.visit_block(nodes, self.after)
    self.blocks.pop()
    return nodes

  def loop(self, node):
    variable = self.context.new_symbol('continue_', node.notes['body_scope'].referenced())
    self.loops.append([variable, False])
    node.body = self.block(node.body, True)
    if self.loops.pop()[1]:
      node.body = [assign(variable, constant(False))] + node.body
    node.orelse = self.block(node.orelse)
    return node

  def visit_While(self, node):
    node.test = self.visit(node.test)
    return self.loop(node)

  def visit_For(self, node):
    node.target = self.generic_visit(node.target)
    node.iter = self.generic_visit(node.iter)
    return self.loop(node)

  def visit_If(self, node):
    node.body = self.block(node.body)
    node.orelse = self.block(node.orelse)
    return node


class ReturnBranches(Walker):
  """Moves what follows an `if` that returns on one side into the other side."""

  def __init__(self):
    self.returns = [False]

  def visit_Return(self, node):
    self.returns[-1] = True
    return node

  def after(self, node):
    if node.notes.get('returns'):
      self.returns[-1] = True
    if node.kind == 'If' and node.notes.get('body_returns'):
      return node, node.orelse
    if node.kind == 'If' and node.notes.get('orelse_returns'):
      return node, node.body
    return node, None

  def block(self, nodes):
    self.returns.append(False)
    nodes = self.visit_block(nodes, self.after)
    return nodes, self.returns.pop()

  def visit_While(self, node):
    node.test = self.visit(node.test)
    node.body, _ = self.block(node.body)
    node.orelse, _ = self.block(node.orelse)
    return node

  def visit_For(self, node):
    node.iter = self.visit(node.iter)
    node.target = self.visit(node.target)
    node.body, _ = self.block(node.body)
    node.orelse, _ = self.block(node.orelse)
    return node

  def visit_With(self, node):
    node.items = self.visit_block(node.items)
    node.body, returns = self.block(node.body)
    if returns:
      node.notes['returns'] = True
    return node

  def visit_Try(self, node):
    node.body, _ = self.block(node.body)
    node.orelse, _ = self.block(node.orelse)
    node.finalbody, _ = self.block(node.finalbody)
    node.handlers = self.visit_block(node.handlers)
    return node

  def visit_ExceptHandler(self, node):
    node.body, _ = self.block(node.body)
    return node

  def visit_If(self, node):
    node.test = self.visit(node.test)
    node.body, body = self.block(node.body)
    node.orelse, orelse = self.block(node.orelse)
    node.notes['body_returns'], node.notes['orelse_returns'] = body, orelse
    if body and orelse:
      self.returns[-1] = True
    return node

  def visit_FunctionDef(self, node):
    node.args = self.visit(node.args)
    node.body, _ = self.block(node.body)
    return node


class Returns(_Blocks):
  """`return` sets two variables; one return is left, at the end of the function."""

  def __init__(self, context):
    self.context = context
    self.functions = []  # (do_return, retval_)
    self.blocks = [_Block()]

  def visit_Return(self, node):
    for block in reversed(self.blocks):
      block.used = block.guard_next = True
      if block.whole:
        break
    done, value = self.functions[-1]
    result = copied(node.value) if node.value else constant(None)
    handler = Node('ExceptHandler', type=None, name=None,
                   body=[assign(done, constant(False)), Node('Raise', exc=None, cause=None)])
    return [Node('Try', body=[assign(done, constant(True)), assign(value, result)], handlers=[handler], orelse=[],
                 finalbody=[])]

  def after(self, node):
    if self.blocks[-1].used and self.blocks[-1].step():
      return _guarded(self.functions[-1][0], node)
    return node, None

  def block(self, nodes):
    self.blocks.append(_Block())
    nodes = self.visit_block(nodes, self.after)
    self.blocks.pop()
    return nodes

  def stopped(self, test):
    stop = negated(name(self.functions[-1][0]))
    return stop if test is None else Node('BoolOp', op='and', values=[stop, copied(test)])

  def visit_While(self, node):
    node.test = self.visit(node.test)
    node.body = self.block(node.body)
    if self.blocks[-1].used:
      node.test = self.stopped(node.test)
    node.orelse = self.block(node.orelse)
    return node

  def visit_For(self, node):
    node.iter = self.visit(node.iter)
    node.target = self.visit(node.target)
    node.body = self.block(node.body)
    if self.blocks[-1].used:
      node.notes['extra_test'] = self.stopped(node.notes.get('extra_test'))
    node.orelse = self.block(node.orelse)
    return node

  def visit_If(self, node):
    node.test = self.visit(node.test)
    node.body = self.block(node.body)
    node.orelse = self.block(node.orelse)
    return node

  def visit_FunctionDef(self, node):
    read = node.notes['body_scope'].referenced()
    done, value = self.context.new_symbol('do_return', read), self.context.new_symbol('retval_', read)
    self.functions.append((done, value))
    whole = _Block(True)
    self.blocks.append(whole)
    node.body = self.block(node.body)
    self.blocks.pop()
    self.functions.pop()
    if whole.used:
      scope = node.body[-1]
      last = call(node.notes['context_name'] + '.ret', name(value), name(done))
      scope.body = ([assign(done, constant(False)), assign(value, call('ag__.UndefinedReturnValue'))] +
                    copied(scope.body) + [Node('Return', value=last)])
    return node


def lower(node, context):
  """The converters up to the calls, each after the analyses that it wants."""
  node = Functions(context).visit(names.analyse(node))
  node = Directives(context).visit(node)
  node = Breaks(context).visit(names.analyse(node))
  if context.options.uses('ASSERT_STATEMENTS'):
    node = Asserts().visit(node)
  node = Continues(context).visit(names.analyse(node))
  node = ReturnBranches().visit(names.analyse(node))
  node = Returns(context).visit(names.analyse(node))
  if context.options.uses('LISTS'):
    from tensorflow_lib.autograph import lists
    node = lists.lower(node, context)
  return node
