"""What losses, metrics and optimizers call names by."""
from tensorflow_lib.keras.state import auto_name as unique_name
from tensorflow_lib.keras.state import to_snake_case as snake_case
