# tf.image: values (to three digits), graphs, gradients, errors.
import numpy as np
import tensorflow as tf


def show(label, *tensors):
    for t in tf.nest.flatten(tensors):
        if t is None:
            print(label, None)
            continue
        values = t.numpy() if t.dtype.is_bool or t.dtype.is_integer else np.round(t.numpy().astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, values.tolist())


def fails(label, f, *args):
    try:
        f(*args)
        print(label, "passes")
    except (tf.errors.OpError, ValueError, TypeError, LookupError) as e:
        print(label, type(e).__name__, str(e).split("\n")[0][:150])


def graph(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    ops = [op.type for op in concrete.graph.get_operations()]
    print(label, len(ops), ops if len(ops) < 40 else ops[:40])
    return concrete


a = tf.constant([[4.0, 1.0, 0.5], [1.0, 3.0, 1.0], [0.5, 1.0, 2.0]])
b = tf.constant([[1.0, 0.0], [2.0, 1.0], [3.0, -1.0]])
batch = tf.stack([a, 2.0 * a + tf.eye(3)])
wide = tf.constant([[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, -1.0, 2.0]])
image = tf.reshape(tf.range(2 * 4 * 5 * 3, dtype=tf.float32), [2, 4, 5, 3]) / 119.0
bright = tf.cast(image * 255.0, tf.uint8)
one = image[0]


def gradient(f):
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            out = f(x)
        return tape.gradient(out, x)
    return g


# ---- moving pixels
for f in (tf.image.flip_left_right, tf.image.flip_up_down, tf.image.rot90, tf.image.transpose):
    show(f.__name__, f(one[:2, :2]), f(image[:, :2, :2]))
    concrete = graph(f.__name__, f, tf.TensorSpec([2, 4, 5, 3]))
    show(f.__name__, tf.reduce_sum(concrete(image), [0, 2, 3]))
show("rot90", [tf.image.rot90(one[:2, :3, :1], k) for k in range(5)])
show("crop", tf.image.crop_to_bounding_box(one, 1, 2, 2, 2), tf.image.central_crop(one, 0.5))
show("pad", tf.image.pad_to_bounding_box(one[:1, :2, :1], 1, 0, 3, 3), tf.image.resize_with_crop_or_pad(one[..., :1], 2, 7))
show("patches", tf.image.extract_patches(image, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
     tf.shape(tf.image.extract_patches(image, [1, 3, 3, 1], [1, 1, 1, 1], [1, 2, 2, 1], "SAME")))
show("dtype", tf.image.convert_image_dtype(bright[0, 0], tf.float32), tf.image.convert_image_dtype(one[0], tf.uint8),
     tf.image.convert_image_dtype(one[0], tf.uint8, saturate=True), tf.image.convert_image_dtype(bright[0, 0], tf.uint16))

# ---- sizes
for method in ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"):
    for size in ([2, 3], [6, 9], [4, 5]):
        show(f"{method} {size}", tf.image.resize(image, size, method=method)[0, :, :, 0])
for method in ("bilinear", "bicubic", "area", "lanczos3"):
    show("antialias " + method, tf.image.resize(image, [2, 2], method, antialias=True)[0, ..., 0])
show("aspect", tf.image.resize(one, [8, 8], preserve_aspect_ratio=True)[..., 0], tf.image.resize(bright, [2, 2], "nearest"))
for method in ("bilinear", "nearest"):
    concrete = graph("resize " + method, lambda x, m=method: tf.image.resize(x, [3, 3], m), tf.TensorSpec([None, None, None, 3]))
    print(concrete.structured_outputs)
    show("resize", concrete(image)[1, :, :, 1])

# ---- colour
show("grey", tf.image.rgb_to_grayscale(one), tf.image.rgb_to_grayscale(bright[0]), tf.image.grayscale_to_rgb(one[:1, :, :1]))
show("hsv", tf.image.rgb_to_hsv(one), tf.image.hsv_to_rgb(tf.image.rgb_to_hsv(one)))
show("yuv", tf.image.rgb_to_yuv(one[0]), tf.image.yuv_to_rgb(one[0]), tf.image.rgb_to_yiq(one[0]), tf.image.yiq_to_rgb(one[0]))
show("adjust", tf.image.adjust_brightness(one[0], 0.1), tf.image.adjust_contrast(one, 2.0)[0], tf.image.adjust_gamma(one[0], 2.0))
show("hue", tf.image.adjust_hue(one, 0.25)[0], tf.image.adjust_saturation(one, 0.5)[0])
show("standard", tf.image.per_image_standardization(one)[0], tf.image.total_variation(image))
for f in (tf.image.rgb_to_grayscale, tf.image.rgb_to_hsv, tf.image.hsv_to_rgb, lambda x: tf.image.adjust_contrast(x, 2.0),
          lambda x: tf.image.adjust_brightness(x, 0.1), tf.image.per_image_standardization, tf.image.total_variation):
    graph("colour", f, tf.TensorSpec([2, 4, 5, 3]))

# ---- measures, boxes
show("psnr", tf.image.psnr(image, image * 0.9, 1.0))
show("ssim", tf.image.ssim(image, image * 0.9, 1.0, filter_size=3))
show("edges", tf.image.sobel_edges(image)[0, :, :, 0], tf.image.image_gradients(image)[0][0, :, :, 0])
boxes = tf.constant([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.9, 1.0], [2.0, 2.0, 3.0, 3.0], [0.0, 0.1, 1.0, 1.1]])
scores = tf.constant([0.9, 0.8, 0.7, 0.6])
show("crops", tf.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0], [0.25, 0.5, 1.5, 0.0]], [0, 1], [2, 3])[..., 0],
     tf.image.crop_and_resize(image, [[0.1, 0.2, 0.9, 0.8]], [1], [2, 2], "nearest")[..., 0])
show("drawn", tf.image.draw_bounding_boxes(image[:1], [[[0.1, 0.2, 0.8, 0.9]]], [[1.0, 0.0, 0.5]])[0, :, :, 2])
show("nms with scores", tf.image.non_max_suppression_with_scores(boxes, scores, 4, 0.5, soft_nms_sigma=0.5))
show("nms", tf.image.non_max_suppression(boxes, scores, 3), tf.image.non_max_suppression(boxes, scores, 3, 0.95))

# ---- gradients
for label, f in [("bilinear", lambda x: tf.image.resize(x, [3, 7]) ** 2), ("nearest", lambda x: tf.image.resize(x, [3, 7], "nearest") ** 2),
                 ("flip", lambda x: tf.image.flip_left_right(x) ** 2), ("grey", tf.image.rgb_to_grayscale),
                 ("crop", lambda x: tf.image.central_crop(x, 0.5)),
                 ("variation", tf.image.total_variation), ("lanczos", lambda x: tf.image.resize(x, [2, 7], "lanczos3", antialias=True) ** 2),
                 ("crops", lambda x: tf.image.crop_and_resize(x, [[0.0, 0.1, 0.9, 1.0]], [1], [3, 3])),
                 ("ssim", lambda x: tf.image.ssim(x, image * 0.9, 1.0, filter_size=3))]:
    g = gradient(f)
    show("gradient of " + label, g(image)[1, :2, :, 0], tf.function(g)(image)[1, :2, :, 0])



@tf.function
def crop_gradients(pixels, places, method):
    with tf.GradientTape() as tape:
        tape.watch([pixels, places])
        crops = tf.image.crop_and_resize(pixels, places, [1, 0], [2, 3], method) ** 2
    return tape.gradient(crops, [pixels, places])


for method in ("bilinear", "nearest"):
    corners = tf.constant([[0.1, 0.2, 1.2, 0.7], [0.8, 1.0, 0.1, 0.0]])
    show("of crops " + method, crop_gradients(image, corners, method)[0][..., 0], crop_gradients(image, corners, method)[1])
    print([op.type for op in crop_gradients.get_concrete_function(image, corners, method).graph.get_operations()])
    pixels = tf.TensorSpec([None, None, None, 3])
    print([op.type for op in crop_gradients.get_concrete_function(pixels, corners, method).graph.get_operations()])
show("ten colours", [tf.image.draw_bounding_boxes(tf.zeros([1, 1, 1, depth]), tf.zeros([1, n, 4]), None)
                     for depth in (1, 3, 4) for n in (1, 2, 5, 10, 11)])

# ---- errors
boxes = tf.constant([[0.0, 0.0, 1.0, 1.0]])
fails("crops of one image", tf.image.crop_and_resize, one, boxes, [0], [2, 2])
fails("a box of three", tf.image.crop_and_resize, image, boxes[:, :3], [0], [2, 2])
fails("a box too few", tf.image.crop_and_resize, image, boxes, [0, 1], [2, 2])
fails("no such image", tf.image.crop_and_resize, image, boxes, [2], [2, 2])
fails("no size", tf.image.crop_and_resize, image, boxes, [0], [2, 0])
fails("not a number", tf.image.crop_and_resize, image, boxes * float("nan"), [0], [2, 2])
fails("boxes of fewer images", tf.image.draw_bounding_boxes, image, [boxes], [[1.0, 1.0, 1.0]])
fails("boxes of five", tf.image.draw_bounding_boxes, image[:1], tf.zeros([1, 1, 5]), [[1.0, 1.0, 1.0]])
fails("channels", tf.image.draw_bounding_boxes, image[:1, ..., :2], [boxes], [[1.0, 1.0, 1.0]])
fails("colours", tf.image.draw_bounding_boxes, image[:1], [boxes], [[1.0, 1.0]])
show("far outside", tf.image.draw_bounding_boxes(image[:1], [[[-5.0, -5.0, 9.0, 9.0], [0.0, -1e30, 1.0, 1e30]]], [[1.0, 0.0, 0.0]])[0, ..., 1])
fails("flip of a vector", tf.image.flip_left_right, [1.0])
fails("contrast has no gradient", gradient(lambda x: tf.image.adjust_contrast(x, 2.0)), image)
fails("too large a crop", tf.image.crop_to_bounding_box, one, 1, 1, 9, 9)
fails("negative", tf.image.crop_to_bounding_box, one, -1, 1, 2, 2)
fails("fraction", tf.image.central_crop, one, 1.5)
fails("size", tf.image.resize, one, [2])
fails("method", lambda: tf.image.resize(one, [2, 2], "cubist"))
fails("gamma", tf.image.adjust_gamma, one, -1.0)
fails("hue", tf.image.adjust_hue, one, 2.0)
