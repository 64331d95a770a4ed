"""ZIP archives, as far as .npz files need them."""
import struct
import zlib


def write(members, pack):
  """The bytes of an archive of (name, data) pairs."""
  parts, index, at = [], [], 0
  for name, data in members:
    name = name.encode()
    body = data
    if pack:
      body = zlib.compress(data, -1, -15)
    fields = struct.pack('<HHHHHIIIHH', 20, 0, 8 if pack else 0, 0, 0x21, zlib.crc32(data), len(body), len(data), len(name), 0)
    parts += [b'PK\x03\x04', fields, name, body]
    index.append(b'PK\x01\x02' + struct.pack('<H', 20) + fields + struct.pack('<HHHII', 0, 0, 0, 0o600 << 16, at) + name)
    at += 30 + len(name) + len(body)
  listed = b''.join(index)
  end = b'PK\x05\x06' + struct.pack('<HHHHIIH', 0, 0, len(index), len(index), len(listed), at, 0)
  return b''.join(parts) + listed + end


def read(data):
  """(name, function that gives the member's bytes) for each member."""
  end = data.rfind(b'PK\x05\x06')
  if end < 0:
    raise ValueError('File is not a zip file')
  count, _, at = struct.unpack('<HII', data[end + 10:end + 20])
  members = []
  for _ in range(count):
    if data[at:at + 4] != b'PK\x01\x02':
      raise ValueError('Bad magic number for central directory')
    how = struct.unpack('<H', data[at + 10:at + 12])[0]
    size, whole, length, extra, comment = struct.unpack('<IIHHH', data[at + 20:at + 34])
    place = struct.unpack('<I', data[at + 42:at + 46])[0]
    name = data[at + 46:at + 46 + length].decode()
    members.append((name, _reader(data, place, size, how)))
    at += 46 + length + extra + comment
  return members


def _reader(data, place, size, how):
  def get():
    length, extra = struct.unpack('<HH', data[place + 26:place + 30])
    begin = place + 30 + length + extra
    body = data[begin:begin + size]
    if how == 0:
      return body
    if how != 8:
      raise NotImplementedError('a .npz member that is packed by method %d is not supported by tracepack' % how)
    return zlib.decompress(body, -15)
  return get
