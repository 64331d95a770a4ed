# JPEG and GIF files: written, read whole and in parts, damaged; ops on the quality; what a graph knows of the shapes.
import tensorflow as tf
R = tf.raw_ops
def show(label, f):
  try:
    r = f()
    if isinstance(r, tf.Tensor):
      if r.dtype == tf.string:
        print(label, len(r.numpy()), hash_of(r.numpy()))
      else: print(label, r.dtype.name, r.shape, tf.reduce_sum(tf.cast(r, tf.float64)).numpy(), hash_of(r.numpy().tobytes()))
    else: print(label, r)
  except Exception as e:
    lines = str(e).split('\n')
    print(label, type(e).__name__, [l for l in lines if 'Error: ' in l][-1:] or lines[0][:250])
def hash_of(b):
  h = 0
  for x in b: h = (h * 31 + x) % 1000000007
  return h
def picture(h, w, c, seed):
  y = tf.reshape(tf.range(h), [h, 1, 1])
  x = tf.reshape(tf.range(w), [1, w, 1])
  k = tf.reshape(tf.range(c), [1, 1, c])
  v = (y * 7 + x * 5 * (k + 1) + (x * y) // 3 + seed * k) % 256
  noise = tf.random.stateless_uniform([h, w, c], [seed, 7], 0, 40, tf.int32)
  return tf.cast((v // 2 + noise + 40) % 256, tf.uint8)
for h, w, c in ((16, 16, 1), (17, 23, 3), (1, 1, 3)):
  im = picture(h, w, c, h)
  for kw in ({}, dict(quality=10), dict(quality=100), dict(quality=0), dict(progressive=True), dict(optimize_size=True), dict(chroma_downsampling=False),
             dict(density_unit='cm', x_density=7, y_density=9), dict(xmp_metadata='<x/>'), dict(progressive=True, chroma_downsampling=False, quality=60)):
    j = tf.io.encode_jpeg(im, **kw)
    show(f'enc {h} {w} {c} {kw}', lambda: j)
    show(' dec', lambda: tf.io.decode_jpeg(j))
    for d in (dict(channels=1), dict(channels=3), dict(ratio=2), dict(ratio=8), dict(fancy_upscaling=False), dict(dct_method='INTEGER_FAST'), dict(dct_method='INTEGER_ACCURATE'), dict(channels=3, ratio=4)):
      show(f' dec {d}', lambda: tf.io.decode_jpeg(j, **d))
    show(' img', lambda: tf.io.decode_image(j))
    show(' img16', lambda: tf.io.decode_image(j, dtype=tf.uint16))
    show(' imgf', lambda: tf.io.decode_image(j, 1, dtype=tf.float32))
    show(' png', lambda: tf.io.decode_png(j))
    show(' png16', lambda: tf.io.decode_png(j, dtype=tf.uint16))
    show(' gif', lambda: tf.io.decode_gif(j))
    show(' bmp', lambda: tf.io.decode_bmp(j))
    show(' shape', lambda: tf.io.extract_jpeg_shape(j))
    show(' shape64', lambda: tf.image.extract_jpeg_shape(j, tf.int64))
    for win in ([0, 0, h, w], [1, 2, 3, 2], [0, w // 2, h, w - w // 2], [-1, 0, 1, 1], [0, 0, h + 1, 1], [0, 0, 0, 1]):
      show(f' crop {win}', lambda: tf.io.decode_and_crop_jpeg(j, win))
    show(' cropg', lambda: tf.io.decode_and_crop_jpeg(j, [0, 0, h, (w + 1) // 2], channels=1))
    half = j.numpy()[:len(j.numpy()) // 2]
    show(' cut', lambda: tf.io.decode_jpeg(half))
    show(' head', lambda: tf.io.extract_jpeg_shape(half[:20]))
j = tf.io.encode_jpeg(picture(9, 9, 3, 1))
show('q', lambda: tf.io.encode_jpeg(picture(9, 9, 3, 1), quality=101))
show('f', lambda: tf.io.encode_jpeg(picture(9, 9, 3, 1), format='grayscale'))
show('f', lambda: tf.io.encode_jpeg(picture(9, 9, 1, 1), format='rgb'))
show('f', lambda: tf.io.encode_jpeg(picture(9, 9, 1, 1), format='x'))
show('d', lambda: tf.io.encode_jpeg(picture(9, 9, 1, 1), density_unit='mm'))
show('c', lambda: tf.io.encode_jpeg(picture(9, 9, 2, 1)))
show('r', lambda: tf.io.encode_jpeg(picture(9, 9, 2, 1)[0]))
show('e', lambda: tf.io.encode_jpeg(picture(9, 9, 3, 1)[:0]))
show('t', lambda: tf.io.encode_jpeg(tf.zeros([2, 2, 3])))
show('dr', lambda: tf.io.decode_jpeg(j, ratio=3))
show('dd', lambda: tf.io.decode_jpeg(j, dct_method='x'))
show('dc', lambda: tf.io.decode_jpeg(j, channels=4))
show('dc', lambda: tf.io.decode_jpeg(j, channels=2))
show('dc', lambda: tf.io.decode_jpeg(j, channels=-1))
show('v', lambda: tf.io.decode_jpeg([j, j]))
show('e', lambda: tf.io.decode_jpeg(''))
show('x', lambda: tf.io.decode_jpeg('abc'))
show('s', lambda: tf.io.extract_jpeg_shape('abc'))
show('s', lambda: tf.io.extract_jpeg_shape([j]))
show('w', lambda: tf.io.decode_and_crop_jpeg(j, [1, 2, 3]))
show('w', lambda: tf.io.decode_and_crop_jpeg(j, [[1, 2, 3, 4]]))
show('w', lambda: tf.io.decode_and_crop_jpeg(tf.io.encode_png(picture(9, 9, 3, 1)), [0, 0, 1, 1]))
for q in (0, 50, 100, 101, -1): show('var', lambda: R.EncodeJpegVariableQuality(images=picture(9, 9, 3, 1), quality=q))
show('var', lambda: R.EncodeJpegVariableQuality(images=picture(9, 9, 3, 1), quality=[3]))
show('var', lambda: R.EncodeJpegVariableQuality(images=picture(9, 9, 2, 1), quality=3))
show('var', lambda: R.EncodeJpegVariableQuality(images=picture(9, 9, 2, 1)[0], quality=3))
im = picture(12, 12, 3, 5)
show('adj', lambda: tf.image.adjust_jpeg_quality(im, 20))
show('adj', lambda: tf.image.adjust_jpeg_quality(tf.cast(im, tf.float32) / 255, tf.constant(75)))
show('adj', lambda: tf.image.adjust_jpeg_quality(im, 20, 'INTEGER_ACCURATE'))
show('srj', lambda: tf.image.stateless_random_jpeg_quality(im, 10, 90, (1, 2)))
show('rj', lambda: tf.image.random_jpeg_quality(im, 90, 10))
show('rj', lambda: tf.image.random_jpeg_quality(im, -1, 10))
tf.random.set_seed(5)
show('rj', lambda: tf.image.random_jpeg_quality(im, 5, 95))
show('rj', lambda: tf.image.random_jpeg_quality(im, 5, 95, seed=3))
@tf.function
def f(x):
  return tf.image.adjust_jpeg_quality(x, 30), tf.io.decode_jpeg('a' if False else tf.io.encode_jpeg(x), channels=3), tf.io.extract_jpeg_shape(tf.io.encode_jpeg(x)), tf.io.decode_gif(tf.constant('')), tf.io.decode_and_crop_jpeg(tf.io.encode_jpeg(x), [1, 2, 3, 4])
cf = f.get_concrete_function(tf.TensorSpec([None, None, 3], tf.uint8))
print([(o.name, o.type) for o in cf.graph.get_operations()])
print([t.shape for t in cf.structured_outputs])
for g in (lambda: tf.io.encode_jpeg(tf.zeros([2, 2], tf.uint8)), lambda: tf.io.decode_jpeg(['a']), lambda: tf.io.decode_gif(['a']), lambda: tf.io.extract_jpeg_shape(['a']), lambda: R.EncodeJpegVariableQuality(images=tf.zeros([2, 2, 3], tf.uint8), quality=[1]), lambda: tf.io.decode_jpeg('a', channels=-2)): show('trace', lambda: tf.function(g).get_concrete_function() and 0)
# gif: written by hand
def gif(w, h, frames, table=None, loop=False, cut=None):
  out = bytearray(b'GIF89a' + w.to_bytes(2, 'little') + h.to_bytes(2, 'little') + bytes([0x80 | 2 if table is None else 0x02, 0, 0]))
  colors = bytes((i * 37 + k * 91) % 256 for i in range(8) for k in range(3))
  if table is None: out += colors
  for left, top, fw, fh, px, transparent, local in frames:
    if transparent is not None: out += bytes([0x21, 0xf9, 4, 1, 0, 0, transparent, 0])
    out += b',' + b''.join(v.to_bytes(2, 'little') for v in (left, top, fw, fh)) + bytes([0x82 if local else 0])
    if local: out += bytes(reversed(colors))
    bits, n, codes = 0, 0, bytearray()
    for p in px:
      for code in (8, p):
        bits |= code << n
        n += 4
    bits |= 9 << n
    n += 4
    while n > 0:
      codes.append(bits & 255)
      bits >>= 8
      n -= 8
    out += bytes([3])
    for i in range(0, len(codes), 255):
      out += bytes([len(codes[i:i + 255])]) + codes[i:i + 255]
    out += b'\0'
  out += b';'
  return bytes(out)
px = lambda n, s: [(i * s + i // 3) % 8 for i in range(n)]
one = gif(5, 4, [(0, 0, 5, 4, px(20, 3), None, False)])
two = gif(5, 4, [(0, 0, 5, 4, px(20, 3), None, False), (1, 1, 3, 2, px(6, 5), 2, True)])
odd = gif(9, 9, [(2, 1, 4, 3, px(12, 3), 3, True), (0, 0, 6, 2, px(12, 1), None, False), (5, 5, 3, 3, px(9, 1), None, False)])
bare = gif(5, 4, [(0, 0, 5, 4, px(20, 3), None, False)], table=0)
for name, g in (('one', one), ('two', two), ('odd', odd), ('bare', bare), ('cut1', one[:-1]), ('cut2', one[:-6]), ('cut3', two[:-3]), ('cut4', two[:-12]), ('head', one[:10]), ('none', one[:37] + b';'), ('junk', one + b'xyz')):
  show('gif ' + name, lambda: tf.io.decode_gif(g))
  show(' image', lambda: tf.io.decode_image(g))
  show(' first', lambda: tf.io.decode_image(g, expand_animations=False))
  show(' png', lambda: tf.io.decode_png(g))
  show(' jpeg', lambda: tf.io.decode_jpeg(g))
  show(' bmp', lambda: tf.io.decode_bmp(g))
  show(' f', lambda: tf.io.decode_image(g, dtype=tf.float32))
  show(' c1', lambda: tf.io.decode_image(g, channels=1))
  show(' c3', lambda: tf.io.decode_image(g, channels=3))
  show(' c4', lambda: tf.io.decode_image(g, channels=4))
png = tf.io.encode_png(picture(5, 6, 3, 2))
show('png gif', lambda: tf.io.decode_gif(png))
show('png jpeg', lambda: tf.io.decode_jpeg(png))
show('png crop', lambda: tf.io.decode_and_crop_jpeg(png, [0, 0, 2, 2]))
show('png jpeg 1', lambda: tf.io.decode_jpeg(png, channels=1, ratio=2))
import struct
bmp = b'BM' + struct.pack('<IHHIIiiHHIIiiII', 0, 0, 0, 54, 40, 2, 2, 1, 24, 0, 0, 0, 0, 0, 0) + bytes(range(16))
for op in (tf.io.decode_bmp, tf.io.decode_png, tf.io.decode_jpeg, tf.io.decode_gif, tf.io.decode_image): show('bmp ' + op.__name__, lambda: op(bmp))
