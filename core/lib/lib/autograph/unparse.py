"""The text of a tree, as Python 3.11's ast.unparse writes it."""

_LEVELS = {'or': 4, 'and': 5, 'not': 6, '|': 8, '^': 9, '&': 10, '<<': 11, '>>': 11, '+': 12, '-': 12, '*': 13, '@': 13,
           '/': 13, '%': 13, '//': 13, '**': 15}
_NAMED, _TUPLE, _YIELD, _TEST, _COMPARE, _OPERAND, _FACTOR, _AWAIT, _ATOM = 0, 1, 2, 3, 7, 8, 14, 16, 17
_QUOTES = ("'", '"', '"""', "'''")


def _escaped(c):
  known = {'\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r'}
  n = ord(c)
  return known.get(c) or ('\\x%02x' if n < 256 else '\\u%04x' if n < 65536 else '\\U%08x') % n


def _literal(text, quotes, escape_whitespace=False):
  """The text between quotes and the quotes that it may stand in, the best first."""
  out = ''
  for c in text:
    if not escape_whitespace and c in '\n\t':
      out += c
    elif c == '\\' or not c.isprintable():
      out += _escaped(c)
    else:
      out += c
  possible = [q for q in quotes if ('\n' not in out or len(q) == 3) and q not in out]
  if not possible:
    text = repr(text)
    return text[1:-1], [next((q for q in quotes if text[0] in q), text[0])]
  if out:
    possible.sort(key=lambda q: q[0] == out[-1])
    if possible[0][0] == out[-1]:
      out = out[:-1] + '\\' + out[-1]
  return out, possible


class Writer:
  """Appends the text of statements and expressions to `out`."""

  def __init__(self, indent=0, plain=False):
    self.out = ''
    self.indent = indent
    self.plain = plain  # no backslashes: inside the braces of an f-string
    self.star = False  # handlers are except*
    self.empty = 0  # the line of the first `with` that has no body
    self.refused = None  # the first thing that Python does not take: what is wrong, and its line
    self.declared = [{}]  # of each function around

  # ---- statements
  def line(self, text=''):
    if self.out:
      self.out += '\n'
    self.out += '    ' * self.indent + text

  def block(self, body):
    self.out += ':'
    self.indent += 1
    for stmt in body:
      self.stmt(stmt)
    self.indent -= 1

  def stmt(self, node):
    getattr(self, 'stmt_' + node.kind)(node)

  def refuse(self, text, ahead=0):
    """The line that was written last, or the one `ahead`, is wrong."""
    if not self.refused:
      self.refused = (text, self.out.count('\n') + 1 + ahead)

  def stmt_Expr(self, node):
    self.line(self.text(node.value, _YIELD))

  def stmt_Import(self, node):
    self.line('import ' + ', '.join([self.alias(a) for a in node.names]))

  def stmt_ImportFrom(self, node):
    self.line('from ' + '.' * node.level + (node.module or '') + ' import ' +
              ', '.join([self.alias(a) for a in node.names]))

  def alias(self, node):
    return node.name + (' as ' + node.asname if node.asname else '')

  def stmt_Assign(self, node):
    self.line(''.join([self.text(t, _TUPLE) + ' = ' for t in node.targets]) + self.text(node.value))
    if any([t.kind == 'Call' for t in node.targets]):
      self.refuse("cannot assign to function call here. Maybe you meant '==' instead of '='?")

  def stmt_AugAssign(self, node):
    self.line('{} {}= {}'.format(self.text(node.target), node.op, self.text(node.value)))

  def stmt_AnnAssign(self, node):
    target = self.text(node.target)
    if not node.simple and node.target.kind == 'Name':
      target = '(' + target + ')'
    self.line(target + ': ' + self.text(node.annotation) + (' = ' + self.text(node.value) if node.value else ''))
    if node.simple and target in self.declared[-1]:
      self.refuse("annotated name '%s' can't be %s" % (target, self.declared[-1][target]))

  def stmt_Return(self, node):
    self.line('return' + (' ' + self.text(node.value) if node.value else ''))

  def stmt_Pass(self, node):
    self.line('pass')

  def stmt_Break(self, node):
    self.line('break')

  def stmt_Continue(self, node):
    self.line('continue')

  def stmt_Delete(self, node):
    self.line('del ' + self.separated(node.targets))

  def stmt_Assert(self, node):
    self.line('assert ' + self.text(node.test) + (', ' + self.text(node.msg) if node.msg else ''))

  def stmt_Global(self, node):
    self.declared[-1].update({n: 'global' for n in node.names})
    self.line('global ' + ', '.join(node.names))

  def stmt_Nonlocal(self, node):
    self.declared[-1].update({n: 'nonlocal' for n in node.names})
    self.line('nonlocal ' + ', '.join(node.names))

  def stmt_Raise(self, node):
    text = 'raise'
    if node.exc:
      text += ' ' + self.text(node.exc)
      if node.cause:
        text += ' from ' + self.text(node.cause)
    self.line(text)

  def stmt_Try(self, node):
    before, self.star = self.star, node.kind == 'TryStar'
    self.line('try')
    self.block(node.body)
    for handler in node.handlers:
      text = 'except*' if self.star else 'except'
      if handler.type:
        text += ' ' + self.text(handler.type)
      if handler.name:
        text += ' as ' + handler.name.id
      self.line(text)
      self.block(handler.body)
    if node.orelse:
      self.line('else')
      self.block(node.orelse)
    if node.finalbody:
      self.line('finally')
      self.block(node.finalbody)
    self.star = before

  stmt_TryStar = stmt_Try

  def decorators(self, node):
    if self.out:
      self.out += '\n'
    for decorator in node.decorator_list:
      self.line('@' + self.text(decorator))

  def body(self, node):
    body = node.body
    self.out += ':'
    self.indent += 1
    if body and body[0].kind == 'Expr' and body[0].value.kind == 'Constant' and isinstance(body[0].value.value, str):
      text, quotes = _literal(body[0].value.value, ('"""', "'''"))
      self.line(('u' if body[0].value.is_u else '') + quotes[0] + text + quotes[0])
      body = body[1:]
    for stmt in body:
      self.stmt(stmt)
    self.indent -= 1

  def stmt_ClassDef(self, node):
    self.decorators(node)
    parts = [self.text(b) for b in node.bases] + [self.keyword(k) for k in node.keywords]
    self.line('class ' + node.name + ('(' + ', '.join(parts) + ')' if parts else ''))
    self.body(node)

  def stmt_FunctionDef(self, node):
    self.decorators(node)
    self.line(('async ' if node.kind == 'AsyncFunctionDef' else '') + 'def ' + node.name + '(' +
              self.arguments(node.args) + ')' + (' -> ' + self.text(node.returns) if node.returns else ''))
    self.declared.append({})
    self.body(node)
    self.declared.pop()

  stmt_AsyncFunctionDef = stmt_FunctionDef

  def stmt_For(self, node):
    self.line(('async ' if node.kind == 'AsyncFor' else '') + 'for ' + self.text(node.target, _TUPLE) + ' in ' +
              self.text(node.iter))
    self.block(node.body)
    if node.orelse:
      self.line('else')
      self.block(node.orelse)

  stmt_AsyncFor = stmt_For

  def stmt_If(self, node):
    self.line('if ' + self.text(node.test))
    self.block(node.body)
    while len(node.orelse) == 1 and node.orelse[0].kind == 'If':
      node = node.orelse[0]
      self.line('elif ' + self.text(node.test))
      self.block(node.body)
    if node.orelse:
      self.line('else')
      self.block(node.orelse)

  def stmt_While(self, node):
    self.line('while ' + self.text(node.test))
    self.block(node.body)
    if node.orelse:
      self.line('else')
      self.block(node.orelse)

  def stmt_With(self, node):
    parts = [self.text(i.context_expr) + (' as ' + self.text(i.optional_vars) if i.optional_vars else '')
             for i in node.items]
    self.line(('async ' if node.kind == 'AsyncWith' else '') + 'with ' + ', '.join(parts))
    if not node.body:
      self.empty = self.empty or self.out.count('\n') + 1
    self.block(node.body)

  stmt_AsyncWith = stmt_With

  def stmt_Match(self, node):
    self.line('match ' + self.text(node.subject))
    self.out += ':'
    self.indent += 1
    for case in node.cases:
      self.line('case ' + self.pattern(case.pattern) + (' if ' + self.text(case.guard) if case.guard else ''))
      self.block(case.body)
    self.indent -= 1

  def pattern(self, node, level=_TEST):
    kind = node.kind
    if kind == 'MatchValue':
      return self.text(node.value)
    if kind == 'MatchSingleton':
      return repr(node.value)
    if kind == 'MatchSequence':
      return '[' + ', '.join([self.pattern(p) for p in node.patterns]) + ']'
    if kind == 'MatchStar':
      return '*' + (node.name or '_')
    if kind == 'MatchMapping':
      parts = [self.text(k) + ': ' + self.pattern(p) for k, p in zip(node.keys, node.patterns)]
      return '{' + ', '.join(parts + (['**' + node.rest] if node.rest else [])) + '}'
    if kind == 'MatchClass':
      parts = [self.pattern(p) for p in node.patterns]
      parts += [a + '=' + self.pattern(p) for a, p in zip(node.kwd_attrs, node.kwd_patterns)]
      return self.text(node.cls, _ATOM) + '(' + ', '.join(parts) + ')'
    if kind == 'MatchAs':
      if node.name is None:
        return '_'
      if node.pattern is None:
        return node.name
      return self.closed(self.pattern(node.pattern, _OPERAND) + ' as ' + node.name, level > _TEST)
    return self.closed(' | '.join([self.pattern(p, _OPERAND + 1) for p in node.patterns]), level > _OPERAND)

  # ---- expressions
  def text(self, node, level=_TEST):
    return getattr(self, 'expr_' + node.kind)(node, level)

  def closed(self, text, parentheses):
    return '(' + text + ')' if parentheses else text

  def separated(self, nodes):
    return ', '.join([self.text(n) for n in nodes])

  def elements(self, nodes):
    return self.text(nodes[0]) + ',' if len(nodes) == 1 else self.separated(nodes)

  def keyword(self, node):
    return ('**' if node.arg is None else node.arg + '=') + self.text(node.value)

  def arguments(self, node):
    parts = []
    positional = node.posonlyargs + node.args
    defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
    for i, p in enumerate(positional):
      parts.append(self.param(p, defaults[i]))
      if i + 1 == len(node.posonlyargs):
        parts.append('/')
    if node.vararg or node.kwonlyargs:
      parts.append('*' + (self.param(node.vararg) if node.vararg else ''))
    for p, default in zip(node.kwonlyargs, node.kw_defaults):
      parts.append(self.param(p, default))
    if node.kwarg:
      parts.append('**' + self.param(node.kwarg))
    return ', '.join(parts)

  def param(self, node, default=None):
    text = node.id
    if node.annotation:
      text += ': ' + self.text(node.annotation)
    return text + ('=' + self.text(default) if default else '')

  def expr_NamedExpr(self, node, level):
    return self.closed(self.text(node.target, _ATOM) + ' := ' + self.text(node.value, _ATOM), level > _NAMED)

  def expr_Await(self, node, level):
    return self.closed('await ' + self.text(node.value, _ATOM), level > _AWAIT)

  def expr_Yield(self, node, level):
    return self.closed('yield' + (' ' + self.text(node.value, _ATOM) if node.value else ''), level > _YIELD)

  def expr_YieldFrom(self, node, level):
    return self.closed('yield from ' + self.text(node.value, _ATOM), level > _YIELD)

  def expr_Name(self, node, level):
    return node.id

  def expr_Constant(self, node, level):
    value = node.value
    if value is ...:
      return '...'
    if isinstance(value, (float, complex)):
      return repr(value).replace('inf', '1e309').replace('nan', '(1e309-1e309)')
    prefix = 'u' if node.is_u else ''
    if self.plain and isinstance(value, str):
      text, quotes = _literal(value, _QUOTES)
      return prefix + quotes[0] + text + quotes[0]
    return prefix + repr(value)

  def expr_JoinedStr(self, node, level):
    if self.plain:
      text, quotes = _literal(''.join([self.piece(v) for v in node.values]), _QUOTES)
      return 'f' + quotes[0] + text + quotes[0]
    parts = [(self.piece(v), v.kind == 'Constant') for v in node.values]
    quotes, done = list(_QUOTES), []
    for text, fixed in parts:
      text, possible = _literal(text, quotes, fixed)
      done.append(text)
      if not [q for q in possible if q in quotes]:
        quotes = ["'''"]
        done = [repr('"' + t)[2:-1] for t, _ in parts]
        break
      quotes = possible
    return 'f' + quotes[0] + ''.join(done) + quotes[0]

  def piece(self, node):
    if node.kind == 'JoinedStr':
      return ''.join([self.piece(v) for v in node.values])
    if node.kind == 'Constant':
      return node.value.replace('{', '{{').replace('}', '}}')
    inner = Writer(plain=True).text(node.value, _TEST + 1)
    if '\\' in inner:
      raise ValueError('Unable to avoid backslash in f-string expression part')
    text = '{' + (' ' if inner.startswith('{') else '') + inner
    if node.conversion:
      text += '!' + node.conversion
    return text + (':' + self.piece(node.format_spec) if node.format_spec else '') + '}'

  def expr_List(self, node, level):
    return '[' + self.separated(node.elts) + ']'

  def clauses(self, node):
    text = ''
    for clause in node.generators:
      text += ' async for ' if clause.is_async else ' for '
      text += self.text(clause.target, _TUPLE) + ' in ' + self.text(clause.iter, _TEST + 1)
      for test in clause.ifs:
        text += ' if ' + self.text(test, _TEST + 1)
    return text

  def expr_ListComp(self, node, level):
    return '[' + self.text(node.elt) + self.clauses(node) + ']'

  def expr_GeneratorExp(self, node, level):
    return '(' + self.text(node.elt) + self.clauses(node) + ')'

  def expr_SetComp(self, node, level):
    return '{' + self.text(node.elt) + self.clauses(node) + '}'

  def expr_DictComp(self, node, level):
    return '{' + self.text(node.key) + ': ' + self.text(node.value) + self.clauses(node) + '}'

  def expr_IfExp(self, node, level):
    return self.closed(self.text(node.body, _TEST + 1) + ' if ' + self.text(node.test, _TEST + 1) + ' else ' +
                       self.text(node.orelse), level > _TEST)

  def expr_Set(self, node, level):
    return '{' + self.separated(node.elts) + '}' if node.elts else '{*()}'

  def expr_Dict(self, node, level):
    if any([v.kind == 'Starred' for v in node.values]):
      self.refuse('cannot use a starred expression in a dictionary value', ahead=1)
    parts = ['**' + self.text(v, _OPERAND) if k is None else self.text(k) + ': ' + self.text(v)
             for k, v in zip(node.keys, node.values)]
    return '{' + ', '.join(parts) + '}'

  def expr_Tuple(self, node, level):
    return self.closed(self.elements(node.elts), not node.elts or level > _TUPLE)

  def expr_UnaryOp(self, node, level):
    mine = 6 if node.op == 'not' else _FACTOR
    return self.closed(node.op + (' ' if node.op == 'not' else '') + self.text(node.operand, mine), level > mine)

  def expr_BinOp(self, node, level):
    mine = _LEVELS[node.op]
    right = node.op == '**'
    return self.closed(self.text(node.left, mine + right) + ' ' + node.op + ' ' +
                       self.text(node.right, mine + (not right)), level > mine)

  def expr_Compare(self, node, level):
    text = self.text(node.left, _COMPARE + 1)
    for op, right in zip(node.ops, node.comparators):
      text += ' ' + op + ' ' + self.text(right, _COMPARE + 1)
    return self.closed(text, level > _COMPARE)

  def expr_BoolOp(self, node, level):
    mine = _LEVELS[node.op]
    parts = [self.text(v, min(mine + 1 + i, _ATOM)) for i, v in enumerate(node.values)]
    # The level of the whole is the last operand's: ast.unparse counts it up in place.
    return self.closed((' ' + node.op + ' ').join(parts), level > mine)

  def expr_Attribute(self, node, level):
    space = ' ' if node.value.kind == 'Constant' and isinstance(node.value.value, int) else ''
    return self.text(node.value, _ATOM) + space + '.' + node.attr

  def expr_Call(self, node, level):
    return self.text(node.func, _ATOM) + '(' + ', '.join(
        [self.text(a) for a in node.args] + [self.keyword(k) for k in node.keywords]) + ')'

  def expr_Subscript(self, node, level):
    key = self.elements(node.slice.elts) if node.slice.kind == 'Tuple' and node.slice.elts else self.text(node.slice)
    return self.text(node.value, _ATOM) + '[' + key + ']'

  def expr_Starred(self, node, level):
    return '*' + self.text(node.value, _OPERAND)

  def expr_Slice(self, node, level):
    return ((self.text(node.lower) if node.lower else '') + ':' + (self.text(node.upper) if node.upper else '') +
            (':' + self.text(node.step) if node.step else ''))

  def expr_Lambda(self, node, level):
    params = self.arguments(node.args)
    return self.closed('lambda' + (' ' + params if params else '') + ': ' + self.text(node.body), level > _TEST)


def unparse(node):
  """The text of an expression."""
  return Writer().text(node)
