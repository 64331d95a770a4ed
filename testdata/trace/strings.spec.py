# tf.strings: regular expressions, joins, parts, hashes, numbers, code points; errors as TensorFlow says them.
import tensorflow as tf
t=tf.strings
def tryit(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:200].split('}} ')[-1])
words=['x'*i+str(i) for i in list(range(0,40))+[55,56,57,58,59,60,61,62,63,64,65,66,90,127,128,129,130,200,500]]+['é','日本']
print(t.to_hash_bucket_fast(words,2**62).numpy().tolist())
print(t.to_hash_bucket_strong(words,2**62,[3,-1]).numpy().tolist())
print(t.to_hash_bucket(words,2**62).numpy().tolist())
tryit(lambda: t.regex_replace(["ab"],"(","x"))
tryit(lambda: t.regex_replace(["ab","aab"],"(a)",r"<\1>"))
tryit(lambda: t.regex_replace(["ab","aab"],"a","x",replace_global=False))
tryit(lambda: t.regex_replace(["ab"],"(a)",r"\2"))
tryit(lambda: t.regex_replace(["ab"],tf.constant("(a)"),tf.constant(r"\2")))
tryit(lambda: t.regex_full_match(["ab"],"("))
tryit(lambda: t.regex_full_match(["ab","b"],"a.*"))
tryit(lambda: t.regex_replace(["ab"],tf.constant(["(a)"]),tf.constant(r"\1")))
tryit(lambda: t.reduce_join([["a","b"]],axis=2))
tryit(lambda: t.reduce_join([["a","b"]],axis=[0,0]))
tryit(lambda: t.reduce_join([["a","b"],["c","d"]]))
tryit(lambda: t.reduce_join([["a","b"],["c","d"]],axis=[1,0],separator=' ',keepdims=True))
tryit(lambda: t.reduce_join(tf.zeros([0,2],tf.string),axis=0))
tryit(lambda: t.substr(["abc"],5,1)); tryit(lambda: t.substr("abc",5,1));tryit(lambda: t.substr(["abc","defg"],[1,2],[1,1]));tryit(lambda: t.substr("abcdef",[1,2],[1,1]));tryit(lambda: t.substr([["abc"],["def"]],[1,2],[1,2]))
tryit(lambda: t.substr(["abc"],-5,1)); tryit(lambda: t.substr(["abc"],1,-1)); 
tryit(lambda: t.substr(["héllo"],1,2,unit='UTF8_CHAR'));  tryit(lambda: t.substr(["héllo"],-2,1,unit='UTF8_CHAR'))
tryit(lambda: t.as_string(["a"],precision=1)); tryit(lambda: t.as_string([1],precision=1)); tryit(lambda: t.as_string([1.],scientific=True,shortest=True)); tryit(lambda: t.as_string([1],fill='ab')); tryit(lambda: t.as_string([True],width=7)); tryit(lambda: t.as_string([1+2j],precision=1,width=9)); tryit(lambda: t.as_string([1+2j],scientific=True)); tryit(lambda: t.as_string([1],scientific=True)); tryit(lambda: t.as_string(["abc"],width=7));tryit(lambda: t.as_string([1],shortest=True));tryit(lambda: t.as_string([7,8],fill='0')); tryit(lambda: t.as_string(tf.constant([1],tf.uint8),width=4,fill='-')); tryit(lambda: t.as_string(tf.constant([1.5],tf.bfloat16)));tryit(lambda: t.as_string([5],width=4,fill='x'))
tryit(lambda: t.unicode_transcode([b'a\x01\xffb'], 'UTF-8','UTF-8', replace_control_characters=True))
tryit(lambda: t.unicode_transcode([b'a\x01\xffb'], 'UTF-8','UTF-16-BE', errors='ignore'))
tryit(lambda: t.unicode_transcode([b'a\x01\xffb'], 'UTF-8','UTF-16-BE', errors='strict'))
tryit(lambda: t.unicode_script([65,0x391,0x5d0,0x11a00,0x10ffff,0x1f600]))
tryit(lambda: t.to_hash_bucket_strong(["a"],5,[1]))
tryit(lambda: t.unsorted_segment_join(["a","b"],[0,5],3)); tryit(lambda: t.unsorted_segment_join(["a","b"],[0,-1],3)); tryit(lambda: t.unsorted_segment_join(["a","b"],[0,1,2],3)); tryit(lambda: t.unsorted_segment_join([["a","b"],["c","d"]],[1,1],3,separator=';')); tryit(lambda: t.unsorted_segment_join([["a","b"],["c","d"]],[[1,0],[1,0]],2))
tryit(lambda: t.to_number(["1e400","nan"],tf.float32)); tryit(lambda: t.to_number(["0x10"],tf.float32)); tryit(lambda: t.to_number(["99999999999"],tf.int32));tryit(lambda: t.to_number([" 5 "],tf.int32));tryit(lambda: t.to_number(["+5"],tf.int32))
tryit(lambda: tf.io.decode_raw(["abcd","ab"],tf.uint8)); tryit(lambda: tf.io.decode_raw(["abcd"],tf.int16,little_endian=False)); tryit(lambda: tf.io.decode_raw(["abc"],tf.int16)); tryit(lambda: tf.io.decode_raw(["abcd","a"],tf.uint8,fixed_length=3))
@tf.function
def f(s, p):
  return t.regex_replace(s,p,"x"), t.reduce_join(s), t.reduce_join(s,0), t.substr(s,[1,1],[1,2]), t.unsorted_segment_join(s,[0,0],1), t.regex_full_match(s,'a.')
for r in f(tf.constant(["ab","cde"]),tf.constant("[ab]")): print(r)
for n in f.get_concrete_function(tf.TensorSpec([2],tf.string),tf.TensorSpec([],tf.string)).graph.as_graph_def().node: print(n.name,n.op,list(n.input))

for e in ['UTF-8', 'UTF-16-BE', 'UTF-16LE', 'US-ASCII', 'ISO-8859-1', 'bogus', 'UTF-32-BE']:
  tryit(lambda: t.unicode_decode([b'a\xc3\xa9\xffb\xe2\x82', b'\xf0\x9f\x98\x80\xc0\x80\xed\xa0\x80'], e).to_list())
for er in ['ignore', 'strict', 'replace']:
  tryit(lambda: t.unicode_decode_with_offsets([b'a\xc3\xa9\xffb\xe2\x82'], 'UTF-8', errors=er))
tryit(lambda: t.unicode_decode([b'a\x01\n\x7f'], 'UTF-8', replace_control_characters=True).to_list())
for er in ['ignore', 'strict', 'replace']:
  tryit(lambda: t.unicode_encode(tf.constant([[97, 0xd800, 0x110000, 98]]), 'UTF-8', errors=er))
for e in ['UTF-8', 'UTF-16-BE', 'UTF-32-BE']:
  tryit(lambda: t.unicode_encode(tf.constant([[97, 128512]]), e))
tryit(lambda: t.unicode_encode(tf.constant([97, 128512]), 'UTF-8'))
tryit(lambda: t.unicode_split(['h\u00e9', '\U0001f600x'], 'UTF-8'))
tryit(lambda: t.unicode_split_with_offsets(['h\u00e9', ''], 'UTF-8'))
tryit(lambda: t.bytes_split(['ab', ''])); tryit(lambda: t.bytes_split('ab'))
for s in ['a b c', 'a ', '', ' a  b ']:
  for m in [-1, 0, 1, 2]:
    print(repr(s), m, t.split([s], maxsplit=m).to_list(), t.split([s], sep=' ', maxsplit=m).to_list())
tryit(lambda: t.split([['a b', 'c'], ['', 'd e f']])); tryit(lambda: t.split('x--y', '--')); tryit(lambda: t.split(['a'], sep=['x', 'y']))
tryit(lambda: t.ngrams(['a', 'b', 'c'], 2)); tryit(lambda: t.ngrams(['a', 'b', 'c'], [2, 3], pad_values=('L', 'R')))
tryit(lambda: t.ngrams([['a', 'b', 'c']], 5, preserve_short_sequences=True))
tryit(lambda: t.ngrams(tf.ragged.constant([['a', 'b'], ['x'], []]), 3, pad_values='P', padding_width=1))
@tf.function
def words(s):
  parts = t.split(s, ',')
  return parts, parts.row_lengths(), t.join([parts, '!'])
print(words(tf.constant(['a,b', '', 'c']))); print(words(tf.constant(['x'])))
