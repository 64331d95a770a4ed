// Files for io, os and tempfile, which are written in the spec language. A spec reads below its own folder
// and
// --allow-read, and writes below a scratch folder, which goes when the process ends, and --allow-write; all
// else is a PermissionError before anything is opened.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

namespace fs = std::filesystem;

std::string scratch;  // made when it is first asked for

const std::string& Scratch() {
  if (!scratch.empty()) return scratch;
  const char* parent = std::getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : P_tmpdir) + "/tracepack.XXXXXX";
  if (mkdtemp(name.data())) {
    scratch = name;
    std::atexit([] {
      std::error_code error;
      fs::remove_all(scratch, error);
    });
  }
  return scratch;
}

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

// Absolute, links resolved; empty if there is no such file.
std::string RealPath(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string out = real ? real : "";
  free(real);
  return out;
}

// Where a file that may not be there yet would be; empty where its folder is not there.
std::string TargetPath(const std::string& path) {
  if (std::string real = RealPath(path); !real.empty()) return real;
  const size_t slash =
      path.find_last_not_of('/') == path.npos ? path.npos : path.rfind('/', path.find_last_not_of('/'));
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  if (name == "." || name == "..") return "";
  const std::string folder = RealPath(slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash));
  return folder.empty() ? "" : (folder == "/" ? "" : folder) + "/" + name;
}

bool Below(const std::string& path, const std::string& folder) {
  return !folder.empty() && (path == folder || path.rfind(folder == "/" ? "/" : folder + "/", 0) == 0);
}

bool Allowed(Interp& in, const std::string& real, bool write) {
  std::vector<std::string> folders = in.options().allow_write;
  folders.push_back(scratch);
  if (!write) {
    folders.insert(folders.end(), in.options().allow_read.begin(), in.options().allow_read.end());
    const std::string& spec = in.options().spec_path;
    const size_t slash = spec.rfind('/');
    folders.push_back(slash == spec.npos ? "." : slash == 0 ? "/" : spec.substr(0, slash));
  }
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& f) { return !f.empty() && Below(real, RealPath(f)); });
}

// The path of a call's first argument, which is allowed; else PermissionError or FileNotFoundError.
std::string Path(Interp& in, const Value& v, bool write) {
  if (!IsStr(v)) Raise(&TypeErrorType, "a path is a str, not %s", TypeNameOf(v).c_str());
  const std::string path(StrView(v));
  if (path.find('\0') != path.npos) Raise(&ValueErrorType, "embedded null byte");
  const std::string real = write ? TargetPath(path) : RealPath(path);
  if (!real.empty() && Allowed(in, real, write)) return real;
  // What is outside is not said to be there or not.
  const std::string outside = real.empty() ? fs::absolute(path).lexically_normal().string() : real;
  if (real.empty() && Allowed(in, outside, write)) RaiseOs(ENOENT, path);
  RaiseOs(EACCES, path,
          write ? "a spec writes below its scratch folder (tempfile) and `--allow-write DIR`"
                : "a spec reads below its own folder and `--allow-read DIR`");
}

// "file", "dir", "other" for what the sandbox lets a spec see; "" for everything else.
Value StatKind(Interp& in, Args args) {
  CheckArgs("stat_kind", args, 1, 1);
  if (!IsStr(args[0])) return MakeStr("");
  const std::string path = RealPath(std::string(StrView(args[0])));
  struct stat s;
  if (path.empty() || !Allowed(in, path, false) || stat(path.c_str(), &s) != 0) return MakeStr("");
  return MakeStr(S_ISREG(s.st_mode) ? "file" : S_ISDIR(s.st_mode) ? "dir" : "other");
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

Value ReadFile(Interp& in, Args args) {
  CheckArgs("read_file", args, 1, 1);
  const std::string real = Path(in, args[0], false), shown(StrView(args[0]));
  const Descriptor file{open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  struct stat s;
  if (file.fd < 0 || fstat(file.fd, &s) != 0) RaiseOs(errno, shown);
  if (S_ISDIR(s.st_mode)) RaiseOs(EISDIR, shown);
  if (!S_ISREG(s.st_mode)) RaiseOs(EINVAL, shown, "not a regular file");
  std::string bytes(static_cast<size_t>(s.st_size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = read(file.fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno != EINTR) RaiseOs(errno, shown);
    if (n == 0) break;
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
  return MakeBytes(std::string_view(bytes).substr(0, done));
}

// write_file(path, bytes, exclusive): the whole file.
Value WriteFile(Interp& in, Args args) {
  CheckArgs("write_file", args, 3, 3);
  const std::string real = Path(in, args[0], true), shown(StrView(args[0]));
  const Descriptor file{open(
      real.c_str(),
      O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (IsTrue(args[2]) ? O_EXCL : O_TRUNC), 0666)};
  if (file.fd < 0) RaiseOs(errno, shown);
  if (!IsExact(args[1], &BytesType))
    Raise(&TypeErrorType, "bytes are written, not %s", TypeNameOf(args[1]).c_str());
  std::string_view left = args[1].as<BytesObject>()->view();
  while (!left.empty()) {
    const ssize_t n = write(file.fd, left.data(), left.size());
    if (n < 0 && errno != EINTR) RaiseOs(errno, shown);
    left.remove_prefix(n > 0 ? static_cast<size_t>(n) : 0);
  }
  return Value::None();
}

Value FileSize(Interp& in, Args args) {
  CheckArgs("file_size", args, 1, 1);
  struct stat s;
  if (stat(Path(in, args[0], false).c_str(), &s) != 0) RaiseOs(errno, std::string(StrView(args[0])));
  return Value::Int(s.st_size);
}

// Names in a folder, in order.
Value ListFolder(Interp& in, Args args) {
  CheckArgs("listdir", args, 1, 1);
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(Path(in, args[0], false), error))
    names.push_back(entry.path().filename().string());
  if (error) RaiseOs(error.value(), std::string(StrView(args[0])));
  std::sort(names.begin(), names.end());
  auto list = ObjRef<ListObject>::Own(NewList());
  for (const std::string& name : names) ListAppend(list.get(), MakeStr(name));
  return std::move(list).ToValue();
}

Value MakeFolder(Interp& in, Args args) {
  CheckArgs("mkdir", args, 1, 1);
  if (mkdir(Path(in, args[0], true).c_str(), 0777) != 0) RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

// remove(path, folder)
Value Remove(Interp& in, Args args) {
  CheckArgs("remove", args, 2, 2);
  const std::string path = Path(in, args[0], true);
  if ((IsTrue(args[1]) ? rmdir(path.c_str()) : unlink(path.c_str())) != 0)
    RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

Value Rename(Interp& in, Args args) {
  CheckArgs("rename", args, 2, 2);
  const std::string from = Path(in, args[0], true), to = Path(in, args[1], true);
  if (rename(from.c_str(), to.c_str()) != 0)
    RaiseOs(errno, std::string(StrView(args[0])));
  return Value::None();
}

Value ScratchFolder(Interp&, Args) {
  if (Scratch().empty()) RaiseOs(errno, P_tmpdir);
  return MakeStr(Scratch());
}

const MethodDef kOs[] = {{"stat_kind", StatKind}, {"read_file", ReadFile}, {"write_file", WriteFile},
                         {"file_size", FileSize}, {"listdir", ListFolder}, {"mkdir", MakeFolder},
                         {"remove", Remove},      {"rename", Rename},      {"scratch", ScratchFolder}};
TP_REGISTER_FUNCTIONS(_os, kOs);

Value Open(Interp& in, Args args) { return Call(GetAttr(in.Import("io"), "open"), args); }
const MethodDef kBuiltins[] = {{"open", Open}};
TP_REGISTER_FUNCTIONS(builtins, kBuiltins);

}  // namespace
}  // namespace tp
