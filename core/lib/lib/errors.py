"""tf.errors: the exceptions of failed ops (framework/errors_impl.py)."""
import tensorflow as tf

_MODULE = 'tensorflow.python.framework.errors_impl'


#: tf.errors.OpError
class OpError(Exception):
  """An op failed: `message` says why, `error_code` is the number of its class."""

  def __init__(self, node_def, op, message, error_code, *args):
    super().__init__()
    self._node_def = node_def
    self._op = op
    self._message = message
    self._error_code = error_code

  @property
  def message(self):
    return self._message

  @property
  def op(self):
    return self._op

  @property
  def node_def(self):
    return self._node_def

  @property
  def error_code(self):
    return self._error_code

  @property
  def experimental_payloads(self):
    return {}

  def __str__(self):
    return self._message

  def __repr__(self):
    return '%s()' % type(self).__name__


OpError.__module__ = _MODULE

#: tf.errors.OK
OK = 0


#: tf.errors.CancelledError
class CancelledError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 1)


#: tf.errors.UnknownError
class UnknownError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 2)


#: tf.errors.InvalidArgumentError
class InvalidArgumentError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 3)


#: tf.errors.DeadlineExceededError
class DeadlineExceededError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 4)


#: tf.errors.NotFoundError
class NotFoundError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 5)


#: tf.errors.AlreadyExistsError
class AlreadyExistsError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 6)


#: tf.errors.PermissionDeniedError
class PermissionDeniedError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 7)


#: tf.errors.ResourceExhaustedError
class ResourceExhaustedError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 8)


#: tf.errors.FailedPreconditionError
class FailedPreconditionError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 9)


#: tf.errors.AbortedError
class AbortedError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 10)


#: tf.errors.OutOfRangeError
class OutOfRangeError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 11)


#: tf.errors.UnimplementedError
class UnimplementedError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 12)


#: tf.errors.InternalError
class InternalError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 13)


#: tf.errors.UnavailableError
class UnavailableError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 14)


#: tf.errors.DataLossError
class DataLossError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 15)


#: tf.errors.UnauthenticatedError
class UnauthenticatedError(OpError):
  def __init__(self, node_def, op, message, *args):
    super().__init__(node_def, op, message, 16)


#: tf.errors.OperatorNotAllowedInGraphError
class OperatorNotAllowedInGraphError(TypeError):
  """Python asked a tensor of a graph for its value."""


#: tf.errors.InaccessibleTensorError
class InaccessibleTensorError(ValueError):
  """A tensor of a graph was used outside of it."""


for _cls in [CancelledError, UnknownError, InvalidArgumentError, DeadlineExceededError, NotFoundError,
             AlreadyExistsError, PermissionDeniedError, ResourceExhaustedError, FailedPreconditionError,
             AbortedError, OutOfRangeError, UnimplementedError, InternalError, UnavailableError, DataLossError,
             UnauthenticatedError, OperatorNotAllowedInGraphError, InaccessibleTensorError]:
  _cls.__module__ = _MODULE


#: tf.__internal__.MultilineMessageKeyError
class MultilineMessageKeyError(KeyError):
  """A KeyError that shows a text, not the repr of its key (autograph/pyct/error_utils.py)."""

  def __init__(self, message, original_key):
    super().__init__(original_key)
    self.__message = message

  def __str__(self):
    return self.__message


MultilineMessageKeyError.__name__ = KeyError.__name__
MultilineMessageKeyError.__module__ = 'tensorflow.python.autograph.pyct.error_utils'


# ---- the numbers of the classes
#: tf.errors.CANCELLED
CANCELLED = 1
#: tf.errors.UNKNOWN
UNKNOWN = 2
#: tf.errors.INVALID_ARGUMENT
INVALID_ARGUMENT = 3
#: tf.errors.DEADLINE_EXCEEDED
DEADLINE_EXCEEDED = 4
#: tf.errors.NOT_FOUND
NOT_FOUND = 5
#: tf.errors.ALREADY_EXISTS
ALREADY_EXISTS = 6
#: tf.errors.PERMISSION_DENIED
PERMISSION_DENIED = 7
#: tf.errors.RESOURCE_EXHAUSTED
RESOURCE_EXHAUSTED = 8
#: tf.errors.FAILED_PRECONDITION
FAILED_PRECONDITION = 9
#: tf.errors.ABORTED
ABORTED = 10
#: tf.errors.OUT_OF_RANGE
OUT_OF_RANGE = 11
#: tf.errors.UNIMPLEMENTED
UNIMPLEMENTED = 12
#: tf.errors.INTERNAL
INTERNAL = 13
#: tf.errors.UNAVAILABLE
UNAVAILABLE = 14
#: tf.errors.DATA_LOSS
DATA_LOSS = 15
#: tf.errors.UNAUTHENTICATED
UNAUTHENTICATED = 16
