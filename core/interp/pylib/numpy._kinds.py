"""Which attributes arrays and dtypes have in numpy._dtypes: native code looks here, so this is read when one is missing."""


def _later(table, name):
  def attribute(of):
    from numpy import _dtypes
    return getattr(_dtypes, table)[name](of)
  return attribute


attributes = {name: _later('attributes', name) for name in (
    'strides flags flat view tofile itemset byteswap base mT is_integer resize as_integer_ratio hex '
    'bit_length bit_count T conjugate cumsum itemsize nbytes choose partition argpartition flatten ravel '
    'prod copy put setflags').split()}
dtype_attributes = {name: _later('dtype_attributes', name) for name in (
    'char str num byteorder isnative alignment names fields subdtype shape ndim base hasobject flags '
    'metadata descr isbuiltin isalignedstruct newbyteorder').split()}
