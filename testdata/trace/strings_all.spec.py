# tf.strings.
import tensorflow as tf


def error(e):
  text = str(e)
  if text.startswith("{{"):
    text = text.split("}} ", 1)[1]
  return type(e).__name__ + ": " + text.replace("\n", " | ")[:500]


def leaf(t):
  return "%s%s %s" % (t.dtype.name, tuple(t.shape), t.numpy().tolist() if hasattr(t.numpy(), "tolist") else t.numpy()) \
      if isinstance(t, (tf.Tensor, tf.Variable)) else repr(t)


def show(name, f, *a):
  try:
    print(name, "->", " ; ".join(leaf(t) for t in tf.nest.flatten(f(*a), expand_composites=True)))
  except Exception as e:
    print(name, "!!", error(e))


def graph(name, f, *specs):
  try:
    cf = tf.function(f, autograph=False).get_concrete_function(*specs)
    print(name, "nodes", " ".join("%s=%s(%s)" % (n.name, n.op, ", ".join(n.input)) for n in cf.graph.as_graph_def().node))
    print(name, [str(getattr(t, "shape", t)) for t in cf.outputs])
    return cf
  except Exception as e:
    print(name, "!!", error(e))



T = tf.strings
S = tf.constant
x = S(['Hello World', '', 'a,b,,c', 'ÀÉ x'])
show('as_string', lambda: [T.as_string(S([1.5, -2.0, 3e10])), T.as_string(S([1, 2])), T.as_string(S([True, False])), T.as_string(S([1.123456789]), precision=3), T.as_string(S([1.5]), scientific=True), T.as_string(S([1.5]), shortest=True), T.as_string(S([5]), width=6, fill='0'), T.as_string(S([1+2j]))])
show('as_string err', lambda: T.as_string(S([1.5]), scientific=True, shortest=True))
show('as_string str', lambda: T.as_string(S(['a'])))
show('bytes_split', lambda: T.bytes_split(x))
show('bytes_split0', lambda: T.bytes_split('abc'))
show('format', lambda: T.format('a {} b {}', [S([1, 2]), S('x')]))
show('format1', lambda: T.format('{}', S(range(20)), summarize=2))
show('format err', lambda: T.format('{} {}', S([1])))
show('format ph', lambda: T.format('%s!', S(1.5), placeholder='%s'))
show('join', lambda: [T.join(['a', 'b']), T.join([S(['a', 'b']), 'c'], separator='-'), T.join([S([['a'], ['b']]), S([['c'], ['d']])])])
show('join err', lambda: T.join([S(['a', 'b']), S(['c'])]))
show('join none', lambda: T.join([]))
show('length', lambda: [T.length(x), T.length(x, unit='UTF8_CHAR')])
show('length err', lambda: T.length(x, unit='X'))
show('lower', lambda: [T.lower(x), T.lower(x, encoding='utf-8'), T.upper(x), T.upper(x, 'utf-8')])
show('ngrams', lambda: [T.ngrams(S(['a', 'b', 'c']), 2), T.ngrams(S([['a', 'b', 'c']]), [1, 2], separator='|'), T.ngrams(S(['a', 'b']), 3, pad_values=('L', 'R')), T.ngrams(S(['a']), 3, preserve_short_sequences=True)])
show('reduce_join', lambda: [T.reduce_join(S([['a', 'b'], ['c', 'd']])), T.reduce_join(S([['a', 'b'], ['c', 'd']]), 0), T.reduce_join(S([['a', 'b'], ['c', 'd']]), -1, keepdims=True, separator=' '), T.reduce_join(S([['a', 'b'], ['c', 'd']]), [0, 1])])
show('full', lambda: [T.regex_full_match(x, '.*o.*'), T.regex_full_match('ab', S('a.'))])
show('full err', lambda: T.regex_full_match(x, '('))
show('replace', lambda: [T.regex_replace(x, '[aeiou]', '<\\0>'), T.regex_replace('aaa', 'a', 'b', replace_global=False), T.regex_replace('ab', S('(a)(b)'), S('\\2\\1'))])
show('replace err', lambda: T.regex_replace('a', '(', 'b'))
show('split', lambda: [T.split(x), T.split(x, ','), T.split(x, ',', maxsplit=1), T.split('a b'), T.split(S([['a b'], ['c']]))])
show('strip', lambda: T.strip(S(['  a b ', '\t\n', ''])))
show('substr', lambda: [T.substr(x[:1], 1, 3), T.substr('Hello', -3, 2), T.substr(S(['abc', 'defg']), [1, 2], [1, 2]), T.substr('ÀÉx', 1, 1, unit='UTF8_CHAR')])
show('substr err', lambda: T.substr('abc', 5, 1))
show('hash', lambda: [T.to_hash_bucket(x, 100), T.to_hash_bucket_fast(x, 100), T.to_hash_bucket_strong(x, 100, [1, 2])])
show('number', lambda: [T.to_number(S(['1.5', '-2', '1e3'])), T.to_number('7', tf.int64), T.to_number('1.5', tf.float64), T.to_number(' 5 ', tf.int32)])
show('number err', lambda: T.to_number('x'))
show('number err2', lambda: T.to_number('1.5', tf.int32))
show('number err3', lambda: T.to_number('1.5', tf.int8))
show('udec', lambda: [T.unicode_decode('ÀÉx', 'UTF-8'), T.unicode_decode(x, 'UTF-8'), T.unicode_decode(b'a\xffb', 'UTF-8'), T.unicode_decode(b'a\xffb', 'UTF-8', errors='ignore'), T.unicode_decode(b'a\xffb', 'UTF-8', replacement_char=63)])
show('udec err', lambda: T.unicode_decode(b'a\xffb', 'UTF-8', errors='strict'))
show('udec off', lambda: T.unicode_decode_with_offsets(x, 'UTF-8'))
show('uenc', lambda: [T.unicode_encode([72, 233], 'UTF-8'), T.unicode_encode(tf.ragged.constant([[72], [0x20ac, 65]]), 'UTF-16-BE'), T.unicode_encode(S([[65, 66]]), 'UTF-32-BE')])
show('uenc err', lambda: T.unicode_encode([0xD800], 'UTF-8', errors='strict'))
show('script', lambda: T.unicode_script([65, 0x431, 0x4e2d]))
show('usplit', lambda: [T.unicode_split('ÀÉx', 'UTF-8'), T.unicode_split(x, 'UTF-8')])
show('usplit off', lambda: T.unicode_split_with_offsets('ÀÉx', 'UTF-8'))
show('utrans', lambda: [T.unicode_transcode('ÀÉ', 'UTF-8', 'UTF-16-BE'), T.unicode_transcode(b'\xe9', 'ISO-8859-1', 'UTF-8'), T.unicode_transcode(b'a\x00\xffb', 'UTF-8', 'UTF-8', replace_control_characters=True)])
show('utrans err', lambda: T.unicode_transcode(b'\xff', 'UTF-8', 'UTF-8', errors='strict'))
show('utrans err2', lambda: T.unicode_transcode(b'\xff', 'XX', 'UTF-8'))
show('unsorted', lambda: T.unsorted_segment_join(S(['a', 'b', 'c']), [1, 0, 1], 2, separator='-'))
show('unsorted err', lambda: T.unsorted_segment_join(S(['a', 'b', 'c']), [1, 0, 5], 2))
show('eq', lambda: [S('a') == 'a', x == '', tf.equal(x, 'a')])
show('add', lambda: S('a') + 'b')
show('sort', lambda: tf.sort(S(['b', 'a'])))
show('unique', lambda: tf.unique(S(['b', 'a', 'b'])))
show('cast', lambda: tf.cast(S(['1']), tf.int32))
show('lt', lambda: S('a') < 'b')
show('gather', lambda: tf.gather(x, [2, 0]))
for n, f in [('as_string', lambda s: T.as_string(tf.strings.length(s), width=3)), ('split', lambda s: T.split(s, ',')), ('join', lambda s: T.join([s, 'x'], '-')), ('ngrams', lambda s: T.ngrams(s, [1, 2])), ('regex', lambda s: T.regex_replace(s, 'a', 'b')), ('substr', lambda s: T.substr(s, 0, 2)), ('udec', lambda s: T.unicode_decode(s, 'UTF-8')), ('uenc', lambda s: T.unicode_encode(T.unicode_decode(s, 'UTF-8'), 'UTF-8')), ('number', lambda s: T.to_number(s, tf.int32)), ('rj', lambda s: T.reduce_join(s)), ('fmt', lambda s: T.format('{}', s)), ('bs', lambda s: T.bytes_split(s)), ('hash', lambda s: T.to_hash_bucket_fast(s, 7))]:
  graph(n, f, tf.TensorSpec([None], tf.string))
