"""Variables and their paths under the names that metrics know (tensors.py and state.py have them)."""
from tensorflow_lib.keras.state import current_path, name_scope
from tensorflow_lib.keras.tensors import Variable
