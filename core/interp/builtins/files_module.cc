// Files for io, os and tempfile, which are written in the spec language. What a spec may not touch
// (core/base/file_access.h) is a PermissionError before anything is opened.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "core/base/crc32c.h"
#include "core/base/file_access.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

namespace fs = std::filesystem;
using Use = FileAccess::Use;

// Where tempfile's files are in the scratch folder: apart from what a spec writes beside itself.
constexpr char kTemporary[] = ".tmp";

[[noreturn]] void RaiseOs(int error, const std::string& path, const char* text = nullptr) {
  TypeObject* type = &OSErrorType;
  switch (error) {
    case ENOENT:
      type = &FileNotFoundErrorType;
      break;
    case EEXIST:
      type = &FileExistsErrorType;
      break;
    case EISDIR:
      type = &IsADirectoryErrorType;
      break;
    case ENOTDIR:
      type = &NotADirectoryErrorType;
      break;
    case EACCES:
    case EPERM:
      type = &PermissionErrorType;
      break;
  }
  RaiseException(MakeException(
      type, ArgList{Value::Int(error), MakeStr(text ? text : std::strerror(error)), MakeStr(path)}));
}

// The path of a call's first argument, which is allowed; else PermissionError or FileNotFoundError.
std::string Path(const Value& v, Use use) {
  if (!IsStr(v)) Raise(&TypeErrorType, "a path is a str, not %s", TypeNameOf(v).c_str());
  const std::string path(StrView(v));
  if (path.find('\0') != path.npos) Raise(&ValueErrorType, "embedded null byte");
  std::string real;
  if (const int error = FileAccess::Get().Find(path, use, &real))
    RaiseOs(error, path, error == EACCES ? FileRefusal(use != Use::kRead).data() : nullptr);
  return real;
}

// "file", "dir", "other" for what the sandbox lets a spec see; "" for everything else.
Value StatKind(Interp&, Args args) {
  CheckArgs("stat_kind", args, 1, 1);
  if (!IsStr(args[0])) return MakeStr("");
  std::string path;
  struct stat s;
  if (FileAccess::Get().Find(std::string(StrView(args[0])), Use::kRead, &path) != 0 ||
      stat(path.c_str(), &s) != 0)
    return MakeStr("");
  return MakeStr(S_ISREG(s.st_mode) ? "file" : S_ISDIR(s.st_mode) ? "dir" : "other");
}

Value ReadFile(Interp&, Args args) {
  CheckArgs("read_file", args, 1, 1);
  const std::string real = Path(args[0], Use::kRead);
  std::string bytes;
  if (const int error = FileAccess::ReadWhole(real, &bytes))
    RaiseOs(error, std::string(StrView(args[0])), error == EINVAL ? "not a regular file" : nullptr);
  return MakeBytes(bytes);
}

// write_file(path, bytes, exclusive): the whole file.
Value WriteFile(Interp&, Args args) {
  CheckArgs("write_file", args, 3, 3);
  const std::string real = Path(args[0], Use::kCreate);
  if (!IsExact(args[1], &BytesType))
    Raise(&TypeErrorType, "bytes are written, not %s", TypeNameOf(args[1]).c_str());
  if (const int error =
          FileAccess::WriteWhole(real, args[1].as<BytesObject>()->view(), IsTrue(args[2]) ? O_EXCL : O_TRUNC))
    RaiseOs(error, std::string(StrView(args[0])));
  return Value::None();
}

// stat(path): (bytes, nanoseconds since 1970 of the last change, mode)
Value Stat(Interp&, Args args) {
  CheckArgs("stat", args, 1, 1);
  struct stat s;
  if (stat(Path(args[0], Use::kRead).c_str(), &s) != 0) RaiseOs(errno, std::string(StrView(args[0])));
  return MakeTuple({Value::Int(s.st_size),
                    Value::Int(int64_t{s.st_mtim.tv_sec} * 1000000000 + s.st_mtim.tv_nsec),
                    Value::Int(s.st_mode)});
}

// Names in a folder, in order: what the spec wrote beside itself is among what lies there.
Value ListFolder(Interp&, Args args) {
  CheckArgs("listdir", args, 1, 1);
  const std::string real = Path(args[0], Use::kRead), asked(StrView(args[0]));
  std::set<std::string> names;
  std::error_code error;
  FileAccess& access = FileAccess::Get();
  const auto list = [&](const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (std::string name = entry.path().filename(); name != kTemporary || folder != access.Scratch())
        names.insert(std::move(name));
  };
  list(real);
  if (error) RaiseOs(error.value(), asked);
  if (access.redirected() && asked[0] != '/')
    for (const fs::path& below : {fs::current_path(error), fs::path(access.Scratch())})
      if (std::string also; access.Find(below / asked, Use::kRead, &also) == 0 && also != real) list(also);
  auto out = ObjRef<ListObject>::Own(NewList());
  for (const std::string& name : names) ListAppend(out.get(), MakeStr(name));
  return std::move(out).ToValue();
}

Value MakeFolder(Interp&, Args args) {
  CheckArgs("mkdir", args, 1, 1);
  if (mkdir(Path(args[0], Use::kCreate).c_str(), 0777) != 0) RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

// remove(path, folder)
Value Remove(Interp&, Args args) {
  CheckArgs("remove", args, 2, 2);
  const std::string path = Path(args[0], Use::kChange);
  if ((IsTrue(args[1]) ? rmdir(path.c_str()) : unlink(path.c_str())) != 0)
    RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

Value Rename(Interp&, Args args) {
  CheckArgs("rename", args, 2, 2);
  const std::string from = Path(args[0], Use::kChange), to = Path(args[1], Use::kCreate);
  if (rename(from.c_str(), to.c_str()) != 0) RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

// masked_crc32c(bytes): the checksum of a TFRecord.
Value Checksum(Interp&, Args args) {
  CheckArgs("masked_crc32c", args, 1, 1);
  if (!IsExact(args[0], &BytesType)) Raise(&TypeErrorType, "bytes expected");
  return Value::Int(MaskedCrc32c(args[0].as<BytesObject>()->view()));
}

Value ScratchFolder(Interp&, Args) {
  const std::string& scratch = FileAccess::Get().Scratch();
  const std::string folder = scratch + "/" + kTemporary;
  if (scratch.empty() || (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)) RaiseOs(errno, P_tmpdir);
  return MakeStr(folder);
}

const MethodDef kOs[] = {
    {"stat_kind", StatKind},    {"read_file", ReadFile},    {"write_file", WriteFile}, {"stat", Stat},
    {"listdir", ListFolder},    {"mkdir", MakeFolder},      {"remove", Remove},        {"rename", Rename},
    {"scratch", ScratchFolder}, {"masked_crc32c", Checksum}};
TP_REGISTER_FUNCTIONS(_os, kOs);

Value Open(Interp& in, Args args) { return Call(GetAttr(in.Import("io"), "open"), args); }
const MethodDef kBuiltins[] = {{"open", Open}};
TP_REGISTER_FUNCTIONS(builtins, kBuiltins);

}  // namespace
}  // namespace tp
