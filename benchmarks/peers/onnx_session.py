"""ONNX Runtime on one graph, for the benchmarks of this folder: inputs and output are bound once, so that a run copies
nothing."""


def bound(nodes, inputs, shape, constants, threads):
    """What runs `nodes` on `inputs` (name -> array) once a call. They give "y", of float32 and of `shape`."""
    import numpy as np
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper
    types = {"f": TensorProto.FLOAT, "i": TensorProto.INT32}
    infos = [helper.make_tensor_value_info(k, types[v.dtype.kind], v.shape) for k, v in inputs.items()]
    graph = helper.make_graph(nodes, "g", infos, [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
                              initializer=[numpy_helper.from_array(v, k) for k, v in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    io = session.io_binding()
    for name, value in inputs.items():
        io.bind_ortvalue_input(name, ort.OrtValue.ortvalue_from_numpy(value))
    io.bind_ortvalue_output("y", ort.OrtValue.ortvalue_from_numpy(np.zeros(shape, np.float32)))
    return lambda: session.run_with_iobinding(io)
