"""Keras' settings under the names that losses and metrics know (state.py has them)."""
from tensorflow_lib.keras.state import epsilon, floatx, set_epsilon, set_floatx
