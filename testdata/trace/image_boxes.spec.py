# tf.image: boxes that are kept, random boxes, windows, PNG and BMP files, gradients of colours and patches.
import numpy as np
import tensorflow as tf


def show(label, *tensors):
    for t in tf.nest.flatten(tensors):
        if not isinstance(t, tf.Tensor) or t.dtype == tf.string:
            print(label, t if t is None else t.numpy())
            continue
        values = t.numpy() if t.dtype.is_integer else np.round(t.numpy().astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, values.tolist())


def fails(label, f, *args):
    try:
        f(*args)
        print(label, "passes")
    except (tf.errors.OpError, ValueError, TypeError, LookupError) as e:
        print(label, type(e).__name__, str(e).split("\n")[0][:250])


def graph(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    names = [op.name for op in concrete.graph.get_operations()]
    print(label, len(names), names[-12:], [str(t.shape) for t in tf.nest.flatten(concrete.structured_outputs)])
    show(label, concrete(*args))


def size_of(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    print(label, len(concrete.graph.get_operations()))
    show(label, concrete(*args))


def gradient(f):
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        weights = tf.reshape(tf.cast(tf.range(1, tf.size(y) + 1), y.dtype), tf.shape(y))
        return tape.gradient(y, x, output_gradients=weights)
    return g


rs = np.random.RandomState(1)
image = tf.constant(np.round(rs.uniform(0, 1, (2, 4, 5, 3)), 2).astype(np.float32))

print("# colours and patches")
colours = tf.constant([[0.2, 0.5, 0.9], [0.9, 0.5, 0.1], [0.5, 0.9, 0.2], [0.5, 0.5, 0.5], [0.0, 0.0, 0.0]])
show("hsv", tf.image.rgb_to_hsv(colours), gradient(tf.image.rgb_to_hsv)(colours))
size_of("hsv gradient", gradient(tf.image.rgb_to_hsv), colours)
fails("hsv", tf.image.rgb_to_hsv, image[..., :2])
fails("hsv in a graph", tf.function(lambda x: tf.image.rgb_to_hsv(x)), image[..., :2])
for sizes, strides, rates, padding in [(2, 1, 1, "VALID"), (3, 2, 1, "SAME"), (2, 1, 2, "SAME")]:
    patches = lambda x: tf.image.extract_patches(
        x, [1, sizes, sizes, 1], [1, strides, strides, 1], [1, rates, rates, 1], padding)
    show("patches", gradient(patches)(image[:, :3, :4, :1]))
    size_of("patches gradient", gradient(patches), image[:, :3, :4, :1])

print("# boxes that are kept")
boxes = tf.constant([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1],
                     [0, 100, 1, 101]])
scores = tf.constant([0.9, 0.75, 0.6, 0.95, 0.5, 0.3])
overlaps = tf.constant(np.round(rs.uniform(0, 1, (6, 6)), 2).astype(np.float32))
show("overlaps", tf.image.non_max_suppression_overlaps(overlaps, scores, 4, 0.5))
show("padded", tf.image.non_max_suppression_padded(boxes, scores, 5, 0.5, pad_to_max_output_size=True))
show("padded", tf.image.non_max_suppression_padded(boxes, scores, 5, 0.5, 0.4))
show("in tiles", tf.image.non_max_suppression_padded(
    tf.stack([boxes, boxes]), tf.stack([scores, scores[::-1]]), 5, 0.5, pad_to_max_output_size=True, tile_size=2))
batch = tf.reshape(tf.concat([boxes, boxes + 0.05], 0), [2, 6, 1, 4])
classes = tf.constant(np.round(rs.uniform(0, 1, (2, 6, 3)), 2).astype(np.float32))
for options in [{}, {"pad_per_class": True}, {"clip_boxes": False, "score_threshold": 0.3}]:
    combined = lambda b, s: tf.image.combined_non_max_suppression(b, s, 2, 5, **options)
    show("combined", combined(batch, classes))
    graph("combined", combined, batch, classes)
fails("kept", tf.image.non_max_suppression, boxes, scores, 3, 1.5)
fails("kept", tf.image.non_max_suppression, boxes[0], scores, 3)
fails("kept", tf.image.non_max_suppression, boxes, scores[1:], 3)
fails("kept", tf.image.non_max_suppression, boxes, scores, -1)
fails("overlaps", tf.image.non_max_suppression_overlaps, overlaps[1:], scores, 3)
fails("combined", tf.image.combined_non_max_suppression, tf.tile(batch, [1, 1, 2, 1]), classes, 2, 5)
fails("combined", tf.image.combined_non_max_suppression, batch, classes, 0, 5)
fails("combined in a graph", tf.function(lambda b: tf.image.combined_non_max_suppression(b, classes, 2, 5)),
      tf.tile(batch, [1, 1, 2, 1]))
fails("batched", tf.image.non_max_suppression_padded, tf.stack([boxes]), tf.stack([scores]), 5)

print("# random boxes")
size = tf.constant([40, 50, 3])
for i in range(4):
    show("stateless", tf.image.stateless_sample_distorted_bounding_box(
        size, [[[0.1, 0.2, 0.5, 0.9]]], [i, 7], min_object_covered=0.2))
show("no box", tf.image.stateless_sample_distorted_bounding_box(
    tf.constant([40, 50, 3], tf.int64), tf.zeros([0, 0, 4]), [3, 7], area_range=[0.5, 1.0],
    aspect_ratio_range=[0.3, 3.0], use_image_if_no_bounding_boxes=True))
tf.random.set_seed(3)
for i in range(3):
    show("seeded", tf.image.sample_distorted_bounding_box(size, [[[0.1, 0.2, 0.5, 0.9]]], seed=4))
fails("no box", tf.image.stateless_sample_distorted_bounding_box, size, tf.zeros([0, 0, 4]), [1, 2])
fails("outside", tf.image.stateless_sample_distorted_bounding_box, size, [[[0.1, 0.2, 0.5, 1.9]]], [1, 2])

print("# windows")
show("centred", tf.image.extract_glimpse(image, (3, 2), [[0.0, 0.0], [0.1, 0.1]]))
show("outside", tf.image.extract_glimpse(image, (2, 4), [[1.0, 1.0], [-1.0, -1.0]], noise="zero"))
show("pixels", tf.image.extract_glimpse(image, (2, 2), [[1.0, 1.0], [2.0, 3.0]], centered=False, normalized=False))
show("centred pixels", tf.image.extract_glimpse(image, (2, 2), [[-1.0, 1.0], [0, 0]], normalized=False, noise="zero"))
fails("glimpse", tf.image.extract_glimpse, image, (3, 2), [[0.0, 0.0]])
fails("glimpse", gradient(lambda x: tf.image.extract_glimpse(x, (3, 2), [[0.0, 0.0], [0.0, 0.0]])), image)

print("# measures")
first = tf.constant(np.round(rs.uniform(0, 1, (1, 17, 16, 1)), 2).astype(np.float32))
second = tf.constant(np.round(rs.uniform(0, 1, (1, 17, 16, 1)), 2).astype(np.float32))
show("ssim map", tf.image.ssim(first, second, 1.0, filter_size=15, return_index_map=True))
scales = lambda x: tf.image.ssim_multiscale(x, second, 1.0, power_factors=(0.3, 0.3, 0.4), filter_size=3)
show("scales", scales(first))

print("# files")
for shape in [(2, 3, 1), (3, 2, 3), (1, 5, 4), (5, 1, 2), (2, 2, 2, 3)]:
    for dtype in ["uint8", "uint16"]:
        pixels = (np.arange(np.prod(shape)) * 37 % 251).reshape(shape).astype(dtype) * (257 if dtype == "uint16" else 1)
        for compression in (-1, 0, 9):
            show("png", tf.io.encode_png(pixels, compression=compression))
        if len(shape) == 3:
            for channels in (0, 1, 3, 4):
                show("pixels", tf.io.decode_png(tf.io.encode_png(pixels), channels=channels),
                     tf.io.decode_png(tf.io.encode_png(pixels), channels=channels, dtype=tf.uint16))
png = tf.io.encode_png(np.arange(12, dtype=np.uint8).reshape(2, 2, 3)).numpy()
show("image", tf.io.decode_image(png), tf.io.decode_image(png, dtype=tf.float32),
     tf.io.decode_image(png, channels=1, dtype=tf.float64, expand_animations=False))
print(tf.io.is_jpeg(png).numpy(), tf.function(lambda b: (
    tf.io.decode_png(b, channels=3), tf.io.decode_image(b), tf.io.decode_image(b, expand_animations=False)
)).get_concrete_function(tf.TensorSpec([], tf.string)).structured_outputs)
for bad in [b"", b"abc", png[:20], png[:50], png[:60] + b"x" + png[61:]]:
    fails("png", tf.io.decode_png, bad)
fails("channels", lambda: tf.io.decode_png(png, channels=2))
fails("channels", tf.io.encode_png, np.zeros((2, 2, 5), np.uint8))
fails("rank", tf.io.encode_png, np.zeros((2, 5), np.uint8))
fails("level", lambda: tf.io.encode_png(np.zeros((2, 5, 1), np.uint8), compression=10))


def bmp(width, height, bits, pixels):
    fields = [(54 + len(pixels), 4), (0, 4), (54, 4), (40, 4), (width, 4), (height, 4), (1, 2), (bits, 2), (0, 24)]
    return b"BM" + b"".join((x % 2 ** (8 * n)).to_bytes(n, "little") for x, n in fields) + pixels


show("bmp", tf.io.decode_bmp(bmp(2, 2, 24, bytes(range(16)))), tf.io.decode_bmp(bmp(1, -1, 32, bytes(range(4)))),
     tf.io.decode_bmp(bmp(2, -2, 24, bytes(range(16))), channels=4))
fails("bmp", tf.io.decode_png, bmp(1, 1, 32, bytes(range(4))))
fails("bmp", tf.io.decode_bmp, png)
fails("bmp", tf.io.decode_bmp, bmp(1, 1, 32, bytes(range(3))))
