// The native part of base64, hashlib and zlib: module _binary, whose functions take bytes.
#include <md5.h>
#include <sha1.h>
#include <sha2.h>
#include <sys/types.h>
#include <zlib.h>

#include "core/base/coding.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

std::string_view Bytes(const Value& v) { return NeedBuffer(v); }

// digest(name, bytes)
Value Digest(Interp&, Args args) {
  CheckArgs("digest", args, 2, 2);
  const std::string_view name = StrView(args[0]), data = Bytes(args[1]);
  const auto* bytes = reinterpret_cast<const uint8_t*>(data.data());
  uint8_t out[SHA512_DIGEST_LENGTH];
  if (name == "md5") {
    MD5_CTX context;
    MD5Init(&context);
    MD5Update(&context, bytes, data.size());
    MD5Final(out, &context);
    return MakeBytes({reinterpret_cast<char*>(out), MD5_DIGEST_LENGTH});
  }
  if (name == "sha1") {
    SHA1_CTX context;
    SHA1Init(&context);
    SHA1Update(&context, bytes, data.size());
    SHA1Final(out, &context);
    return MakeBytes({reinterpret_cast<char*>(out), SHA1_DIGEST_LENGTH});
  }
  SHA2_CTX context;
  size_t size = SHA256_DIGEST_LENGTH;
  if (name == "sha256" || name == "sha224") {
    SHA256Init(&context);
    if (name == "sha224") {  // SHA-256 from other words, cut (FIPS 180-4)
      constexpr uint32_t kStart[] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                     0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
      std::copy(std::begin(kStart), std::end(kStart), context.state.st32);
      size = 28;
    }
    SHA256Update(&context, bytes, data.size());
    SHA256Final(out, &context);
  } else if (name == "sha384") {
    SHA384Init(&context);
    SHA384Update(&context, bytes, data.size());
    SHA384Final(out, &context);
    size = SHA384_DIGEST_LENGTH;
  } else {
    SHA512Init(&context);
    SHA512Update(&context, bytes, data.size());
    SHA512Final(out, &context);
    size = SHA512_DIGEST_LENGTH;
  }
  return MakeBytes({reinterpret_cast<char*>(out), size});
}

// b64encode(bytes, url)
Value Encode(Interp&, Args args) {
  CheckArgs("b64encode", args, 2, 2);
  return MakeBytes(Base64(Bytes(args[0]), IsTrue(args[1]), /*pad=*/true));
}
// b64decode(bytes, url): bytes, or what is wrong as a str.
Value Decode(Interp&, Args args) {
  CheckArgs("b64decode", args, 2, 2);
  std::string bytes;
  const char* const wrong = FromBase64(Bytes(args[0]), IsTrue(args[1]), &bytes);
  return wrong != nullptr ? MakeStr(wrong) : MakeBytes(bytes);
}

int Int(const Value& v) { return static_cast<int>(IndexInt64(v)); }

// deflate(bytes, level, window_bits, memory_level, strategy)
Value Pack(Interp&, Args args) {
  CheckArgs("deflate", args, 5, 5);
  return MakeBytes(Deflate(Bytes(args[0]), {.window_bits = Int(args[2]),
                                            .level = Int(args[1]),
                                            .memory_level = Int(args[3]),
                                            .strategy = Int(args[4])}));
}
// inflate(bytes, window_bits, members): (bytes, error, how many bytes were used, whether that was all)
Value Unpack(Interp&, Args args) {
  CheckArgs("inflate", args, 3, 3);
  const Unpacked made = Inflate(Bytes(args[0]), Int(args[1]), IsTrue(args[2]));
  return MakeTuple({MakeBytes(made.bytes), MakeStr(made.error), Value::Int(static_cast<int64_t>(made.used)),
                    Value::Bool(made.whole)});
}

// crc32(bytes, start), adler32(bytes, start)
Value Crc(Interp&, Args args) {
  CheckArgs("crc32", args, 2, 2);
  const std::string_view data = Bytes(args[0]);
  return Value::Int(static_cast<int64_t>(crc32_z(static_cast<uint32_t>(IndexInt64(args[1])),
                                                 reinterpret_cast<const Bytef*>(data.data()), data.size())));
}
Value Adler(Interp&, Args args) {
  CheckArgs("adler32", args, 2, 2);
  const std::string_view data = Bytes(args[0]);
  return Value::Int(static_cast<int64_t>(adler32_z(
      static_cast<uint32_t>(IndexInt64(args[1])), reinterpret_cast<const Bytef*>(data.data()), data.size())));
}

const MethodDef kBinary[] = {{"digest", Digest}, {"b64encode", Encode}, {"b64decode", Decode},
                             {"deflate", Pack},  {"inflate", Unpack},   {"crc32", Crc},
                             {"adler32", Adler}};
TP_REGISTER_FUNCTIONS(_binary, kBinary);

}  // namespace
}  // namespace tp
