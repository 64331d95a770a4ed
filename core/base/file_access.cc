#include "core/base/file_access.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace tp {
namespace {

namespace fs = std::filesystem;

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

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

FileAccess& FileAccess::Get() {
  static auto* const access = new FileAccess;
  return *access;
}

void FileAccess::Allow(std::vector<std::string> read, std::vector<std::string> write) {
  read_ = std::move(read);
  write_ = std::move(write);
}

const std::string& FileAccess::Scratch() {
  if (!scratch_.empty()) return scratch_;
  const char* parent = std::getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : P_tmpdir) + "/tracepack.XXXXXX";
  if (mkdtemp(name.data())) {
    scratch_ = RealPath(name);
    std::atexit([] {
      std::error_code error;
      fs::remove_all(Get().scratch_, error);
    });
  }
  return scratch_;
}

bool FileAccess::Allowed(const std::string& real, bool write) const {
  const auto below = [&](const std::string& folder) { return Below(real, RealPath(folder)); };
  return (!scratch_.empty() && Below(real, scratch_)) || std::any_of(write_.begin(), write_.end(), below) ||
         (!write && std::any_of(read_.begin(), read_.end(), below));
}

int FileAccess::Find(const std::string& path, Use use, std::string* real) {
  if (path.empty()) return ENOENT;
  const bool write = use != Use::kRead, relative = path[0] != '/';
  const auto in_scratch = [&](std::string found) {
    *real = std::move(found);
    return *real != scratch_ && Below(*real, scratch_);
  };
  if (relative && redirected_ && in_scratch(RealPath(scratch_ + "/" + path))) return 0;
  *real = write ? TargetPath(path) : RealPath(path);
  if (!real->empty() && Allowed(*real, write)) return 0;
  const std::string outside = real->empty() ? fs::absolute(path).lexically_normal().string() : *real;
  if (real->empty() && Allowed(outside, write)) return ENOENT;
  // Below the current folder, which who runs the spec has chosen, what is not there may be said not to be.
  if (!write && real->empty() && relative && Below(outside, RealPath("."))) return ENOENT;
  if (!relative || use != Use::kCreate) return EACCES;
  // A folder that the spec made beside itself is in the scratch folder alone.
  if (real->empty()) return redirected_ && in_scratch(TargetPath(scratch_ + "/" + path)) ? 0 : EACCES;
  if (Scratch().empty()) return EACCES;
  const std::string instead = (fs::path(scratch_) / path).lexically_normal().string();
  if (!Below(instead, scratch_)) return EACCES;
  std::error_code error;
  fs::create_directories(fs::path(instead).parent_path(), error);
  if (!in_scratch(TargetPath(instead))) return EACCES;
  redirected_ = true;
  return 0;
}

int FileAccess::ReadWhole(const std::string& real, std::string* bytes) {
  const Descriptor file{open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  struct stat s;
  if (file.fd < 0 || fstat(file.fd, &s) != 0) return errno;
  if (S_ISDIR(s.st_mode)) return EISDIR;
  if (!S_ISREG(s.st_mode)) return EINVAL;
  bytes->resize(static_cast<size_t>(s.st_size));
  size_t done = 0;
  while (done < bytes->size()) {
    const ssize_t n = read(file.fd, bytes->data() + done, bytes->size() - done);
    if (n < 0 && errno != EINTR) return errno;
    if (n == 0) break;
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
  bytes->resize(done);
  return 0;
}

int FileAccess::WriteWhole(const std::string& real, std::string_view bytes, int flags) {
  const Descriptor file{
      open(real.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0666)};
  if (file.fd < 0) return errno;
  while (!bytes.empty()) {
    const ssize_t n = write(file.fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) return errno;
    bytes.remove_prefix(n > 0 ? static_cast<size_t>(n) : 0);
  }
  return 0;
}

Status FileAccess::Read(const std::string& path, std::string* bytes) {
  std::string real;
  int error = Find(path, Use::kRead, &real);
  if (error == 0) error = ReadWhole(real, bytes);
  return error == 0 ? Status() : FileError(error, path, false);
}

Status FileAccess::Write(const std::string& path, std::string_view bytes, int flags, bool make_folders) {
  std::string real;
  if (make_folders)
    for (size_t at = path.find('/', 1); at != path.npos; at = path.find('/', at + 1))
      if (Find(path.substr(0, at), Use::kCreate, &real) == 0) mkdir(real.c_str(), 0777);
  int error = Find(path, Use::kCreate, &real);
  if (error == 0) error = WriteWhole(real, bytes, flags);
  return error == 0 ? Status() : FileError(error, path, true);
}

std::string_view FileRefusal(bool write) {
  return write ? "a spec writes below its scratch folder (tempfile) and `--allow-write DIR`"
               : "a spec reads below its own folder and `--allow-read DIR`";
}

Status FileError(int error, const std::string& path, bool write) {
  if (error == EACCES)
    return {Code::kPermissionDenied, path + "; Permission denied (" + std::string(FileRefusal(write)) + ")"};
  const Code code = error == ENOENT                       ? Code::kNotFound
                    : error == EEXIST                     ? Code::kAlreadyExists
                    : error == EISDIR                     ? Code::kFailedPrecondition
                    : error == EINVAL || error == ENOTDIR ? Code::kInvalidArgument
                    : error == ENOSPC || error == EFBIG   ? Code::kResourceExhausted
                                                          : Code::kUnknown;
  return {code, path + "; " + std::strerror(error)};
}

}  // namespace tp
