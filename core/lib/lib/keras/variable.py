"""Variables and their paths under the names that metrics know (tensors.py and state.py have them)."""
from tensorflow_lib.keras.state import current_path, name_scope
from tensorflow_lib.keras.tensors import Variable


def tf_variable(variable):
  """The tf.Variable of a Keras variable; a tf.Variable itself."""
  return variable.value if isinstance(variable, Variable) else variable
