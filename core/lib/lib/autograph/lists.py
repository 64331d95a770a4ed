"""The converters of Feature.LISTS: lists and their items as TensorFlow's (converters/lists.py, slices.py)."""
from tensorflow_lib.autograph import names
from tensorflow_lib.autograph.tree import Node, Walker, assign, call, constant, copied, items, name, with_context


def _options(kind, *keys):
  return [Node('keyword', arg='opts', value=call('ag__.' + kind, keywords=[
      Node('keyword', arg=key, value=constant(None)) for key in keys]))]


def _stored(target):
  return with_context(copied(target), 'Store')


class Lists(Walker):
  """Displays become new_list; append, pop and stack become functions of the list."""

  def __init__(self, context):
    self.context = context
    self.pops = [[]]  # of each statement around: (call, name of what it pops)

  def visit_List(self, node):
    node = self.generic_visit(node)
    return call('ag__.new_list', copied(node))

  def visit_Expr(self, node):
    node = self.generic_visit(node)
    return node.value if isinstance(node.value, list) else node

  def visit_Call(self, node):
    node = self.generic_visit(node)
    if node.func.kind != 'Attribute':
      return node
    attr, target = node.func.attr, node.func.value
    if attr == 'append' and len(node.args) == 1:
      return [assign(_stored(target), call('ag__.list_append', copied(target), copied(node.args[0])))]
    if attr == 'pop' and len(node.args) <= 1:
      root = target.notes['qn'].ssf() if 'qn' in target.notes else 'list_'
      popped = self.context.new_symbol(root, node.notes['args_scope'].referenced())
      self.pops[-1].append((node, popped))
      return name(popped)
    if attr == 'stack' and len(node.args) == 1 and (not node.keywords or node.keywords[0].arg == 'strict'):
      options = _options('ListStackOpts', 'element_dtype')
      options[0].value.keywords.append(Node('keyword', arg='original_call', value=copied(node.func)))
      return call('ag__.list_stack', copied(node.args[0]), keywords=options)
    return node

  def after(self, node):
    before = []
    for popping, popped in self.pops.pop():
      target = popping.func.value
      element = copied(popping.args[0]) if popping.args else constant(None)
      value = call('ag__.list_pop', copied(target), element,
                   keywords=_options('ListPopOpts', 'element_dtype', 'element_shape'))
      before.append(assign(items([_stored(target), name(popped, 'Store')], 'Store'), value))
    return before + (node if isinstance(node, list) else [node]), None

  def block(self, nodes):
    done = []
    for node in nodes:
      self.pops.append([])
      done += self.after(self.visit(node))[0]
    return done

  def visit_FunctionDef(self, node):
    node.args = self.generic_visit(node.args)
    node.decorator_list = self.visit_block(node.decorator_list)
    node.body = self.block(node.body)
    return node

  def visit_For(self, node):  # its iterator stays
    node.target = self.visit(node.target)
    node.body = self.block(node.body)
    node.orelse = self.block(node.orelse)
    return node

  def visit_While(self, node):
    node.test = self.visit(node.test)
    node.body = self.block(node.body)
    node.orelse = self.block(node.orelse)
    return node

  visit_If = visit_While

  def visit_With(self, node):
    node.items = self.visit_block(node.items)
    node.body = self.block(node.body)
    return node


class Slices(Walker):
  """Items that are read become get_item, those that are assigned set_item."""

  def visit_Assign(self, node):
    node = self.generic_visit(node)
    if len(node.targets) != 1:
      raise NotImplementedError('multiple assignment')
    target = node.targets[0]
    if target.kind != 'Subscript' or target.slice.kind in ('Tuple', 'Slice'):
      return node
    return [assign(_stored(target.value), call('ag__.set_item', copied(target.value), copied(target.slice),
                                               copied(node.value)))]

  def visit_Subscript(self, node):
    node = self.generic_visit(node)
    if node.slice.kind in ('Tuple', 'Slice') or node.ctx != 'Load':
      return node
    return call('ag__.get_item', copied(node.value), copied(node.slice), keywords=_options('GetItemOpts', 'element_dtype'))


def lower(node, context):
  return Slices().visit(Lists(context).visit(names.analyse(node)))
