import tensorflow as tf


import numpy as np, tensorflow as tf
T = tf.test.TestCase()
T2 = tf.test.TestCase('__init__') if False else T
def say(name, fn):
  try: r = fn(); print('#', name, '->', repr(r))
  except AssertionError as e: print('#', name, '-> AssertionError', str(e))
  except Exception as e: print('#', name, '->', type(e).__name__, str(e))
say('eq', lambda: T.assertAllEqual([1, 2], tf.constant([1, 2]))); say('eq', lambda: T.assertAllEqual([1, 2], tf.constant([1, 3]))); say('eq', lambda: T.assertAllEqual([1, 2], [1, 2, 3])); say('eq', lambda: T.assertAllEqual(['a'], tf.constant(['b']))); say('eq', lambda: T.assertAllEqual(['a'], tf.constant(['a']))); say('eq', lambda: T.assertAllEqual(1., 2.)); say('eq', lambda: T.assertAllEqual(np.nan, np.nan)); say('eq', lambda: T.assertAllEqual([1], [1.5], msg='hey'))
say('close', lambda: T.assertAllClose([1., 2.], [1., 2.0000001])); say('close', lambda: T.assertAllClose([1., 2.], [1., 2.1])); say('close', lambda: T.assertAllClose({'a': 1.}, {'a': 2.})); say('close', lambda: T.assertAllClose({'a': 1.}, {'b': 1.})); say('close', lambda: T.assertAllClose([1.], [[1.]])); say('close', lambda: T.assertAllClose({'a': 1.}, 3)); say('close', lambda: T.assertAllClose((1., [2., 3.]), (1., [2., 3.5]))); say('close', lambda: T.assertAllClose(tf.constant(1.), 1.1, rtol=.2)); say('close', lambda: T.assertAllClose([1., 2.], [1., 2.1], msg='m'))
say('ac', lambda: T.assertAllCloseAccordingToType(np.float16([1.]), np.float16([1.001]))); say('ac', lambda: T.assertAllCloseAccordingToType(np.float32([1.]), np.float32([1.001])))
say('nc', lambda: T.assertNotAllClose([1.], [1.])); say('nc', lambda: T.assertNotAllClose([1.], [2.])); say('ne', lambda: T.assertNotAllEqual([1], [1])); say('ne', lambda: T.assertNotAllEqual([1], [2]))
say('gt', lambda: T.assertAllGreater([1, 2], 0)); say('gt', lambda: T.assertAllGreater([1, 2], 1)); say('lt', lambda: T.assertAllLess([1, 2], 2)); say('ge', lambda: T.assertAllGreaterEqual([1, 2], 2)); say('le', lambda: T.assertAllLessEqual([1, 2], 1))
say('range', lambda: T.assertAllInRange([1., 2.], 0, 3)); say('range', lambda: T.assertAllInRange([1., 5.], 0, 3)); say('range', lambda: T.assertAllInRange([0., 5.], 0, 3, open_lower_bound=True)); say('range', lambda: T.assertAllInRange([np.nan], 0, 3)); say('range', lambda: T.assertAllInRange(['a'], 0, 3)); say('set', lambda: T.assertAllInSet([1, 2], [1, 2])); say('set', lambda: T.assertAllInSet([1, 5], [1, 2]))
say('near', lambda: T.assertNear(1., 1.1, .2)); say('near', lambda: T.assertNear(1., 1.1, .01)); say('near', lambda: T.assertNear(1., 1.1, .01, 'mm')); say('an', lambda: T.assertArrayNear([1., 2.], [1., 2.5], .1)); say('nd', lambda: T.assertNDArrayNear(np.ones(2), np.zeros(2), .1))
say('shape', lambda: T.assertShapeEqual(np.ones([2]), tf.ones([2]))); say('shape', lambda: T.assertShapeEqual(np.ones([2]), tf.ones([3]))); say('shape', lambda: T.assertShapeEqual([1], tf.ones([3]))); say('dt', lambda: T.assertDTypeEqual(tf.constant(1.), np.float32)); say('dt', lambda: T.assertDTypeEqual(tf.constant(1), np.float32)); say('dev', lambda: T.assertDeviceEqual('/cpu:0', '/device:CPU:0')); say('dev', lambda: T.assertDeviceEqual('/cpu:0', '/cpu:1'))
say('dict', lambda: T.assertDictEqual({'a': 1}, {'a': 1})); say('dict', lambda: T.assertDictEqual({'a': 1}, {'a': 2})); say('dict', lambda: T.assertDictEqual({'a': 1}, {'b': 2}))
say('ev', lambda: T.evaluate(tf.constant([1, 2]))); say('ev', lambda: T.evaluate({'a': tf.constant(1), 'b': [tf.constant('x')]})); say('ev', lambda: T.evaluate(None)); say('ev', lambda: T.evaluate(tf.ragged.constant([[1], [2, 3]]))); say('ev', lambda: T.evaluate(tf.sparse.from_dense([1, 0]))); say('ev', lambda: T.evaluate(tf.Variable(2.))); say('ev', lambda: T.evaluate(3))
def raises():
  with T.assertRaisesRegex(tf.errors.InvalidArgumentError, 'Incompatible'): tf.constant([1, 2]) + tf.constant([1, 2, 3])
say('rr', raises)
def raises2():
  with T.assertRaisesRegex(ValueError, 'x'): raise ValueError('y')
say('rr', raises2)
def raises3():
  with T.assertRaises(ValueError): pass
say('rr', raises3)
def raises4():
  with T.assertRaisesOpError('ncomp'): tf.constant([1, 2]) + tf.constant([1, 2, 3])
say('op', raises4)
def raises5():
  with T.assertRaisesWithPredicateMatch(ValueError, lambda e: 'q' in str(e)): raise ValueError('y')
say('pm', raises5)
def raises6():
  with T.assertRaisesWithLiteralMatch(ValueError, 'y'): raise ValueError('y2')
say('lit', raises6)
def raises7():
  with T.assertRaisesIncompatibleShapesError(): tf.constant([1, 2]) + tf.constant([1, 2, 3])
say('inc', raises7)
def raises8():
  with T.assertRaisesOpError('zzz'): pass
say('op', raises8)
say('rag', lambda: T.assertAllEqual(tf.ragged.constant([[1], [2, 3]]), [[1], [2, 3]])); say('rag', lambda: T.assertAllEqual(tf.ragged.constant([[1], [2, 3]]), [[1], [2, 4]])); say('rag', lambda: T.assertAllClose(tf.ragged.constant([[1.], [2., 3.]]), [[1.], [2., 3.]]))
say('len', lambda: T.assertLen([1], 2)); say('emp', lambda: T.assertEmpty([1])); say('nemp', lambda: T.assertNotEmpty([])); say('sw', lambda: T.assertStartsWith('abc', 'b')); say('ew', lambda: T.assertEndsWith('abc', 'b')); say('bt', lambda: T.assertBetween(5, 1, 3)); say('se', lambda: T.assertSameElements([1, 2], [2, 3])); say('sub', lambda: T.assertContainsSubset([1, 5], [1, 2])); say('sae', lambda: T.assertSequenceAlmostEqual([1., 2.], [1., 2.5])); say('cc', lambda: T.assertItemsEqual([1, 2], [2, 2])); say('nce', lambda: T.assertNoCommonElements([1], [1])); say('ml', lambda: T.assertMultiLineEqual('a\nb', 'a\nc')); say('io', lambda: T.assertContainsInOrder(['a', 'c'], 'abc')); say('io', lambda: T.assertContainsInOrder(['c', 'a'], 'abc'))
say('base', lambda: T.assertEqual(1, 2)); say('base', lambda: T.assertTrue(0)); say('base', lambda: T.assertIn(1, [2])); say('base', lambda: T.assertIsInstance(1, str)); say('base', lambda: T.assertAlmostEqual(1., 1.1)); say('base', lambda: T.assertIsNone(1)); say('base', lambda: T.assertListEqual([1], [2])); say('base', lambda: T.assertCountEqual([1, 1], [1]))
C = tf.test
say('misc', lambda: (C.is_built_with_cuda(), C.is_built_with_rocm(), C.is_built_with_gpu_support(), C.is_built_with_xla(), C.is_gpu_available(), C.gpu_device_name(), C.is_cpu_target_available('x86'), C.is_cpu_target_available('arm')))
say('cg', lambda: C.compute_gradient(lambda x: x * x, [tf.constant([1., 2.])])); say('cg', lambda: C.compute_gradient(tf.matmul, [tf.ones([2, 2]), tf.constant([[1., 2.], [3., 4.]])], delta=.01)); say('cg', lambda: C.compute_gradient(lambda x: x, tf.constant(1.))); say('cg', lambda: C.compute_gradient(lambda x: x, [1])); say('cg', lambda: C.compute_gradient(lambda x: x * 1j, [tf.constant([1. + 2j], tf.complex64)])); say('cg', lambda: C.compute_gradient(lambda x: tf.cast(x, tf.int32), [1.]))
say('max err', lambda: round(float(max(np.max(np.abs(a - b)) for a, b in zip(*C.compute_gradient(tf.sin, [tf.constant([.5])])))), 3))
@tf.function
def inf(x):
  T.assertAllEqual(x, [1, 2]); return x
say('in fn', lambda: inf(tf.constant([1, 2])))
say('graphdef', lambda: C.assert_equal_graph_def(inf.get_concrete_function(tf.constant([1, 2])).graph.as_graph_def(), inf.get_concrete_function(tf.constant([1, 2])).graph.as_graph_def()))
say('graphdef', lambda: C.assert_equal_graph_def(3, 4))
