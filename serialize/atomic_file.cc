// A file is replaced whole or not at all: written beside the target, synced, renamed over it, the folder
// synced.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "serialize/writer.h"

namespace tp {
namespace {

Status WriteError(const std::string& path, int error) {
  std::string reason = std::strerror(error);
  if (error == ENOENT)
    reason = "no such folder";
  else if (error == EISDIR)
    reason = "it is a folder";
  else if (!reason.empty())
    reason[0] = static_cast<char>(std::tolower(reason[0]));
  const Code code = error == ENOENT                     ? Code::kNotFound
                    : error == EACCES || error == EROFS ? Code::kPermissionDenied
                    : error == ENOSPC || error == EDQUOT || error == EFBIG || error == EMFILE
                        ? Code::kResourceExhausted
                        : Code::kUnknown;
  return {code, fmt::format("cannot write {}: {}", path, reason)};
}

// 0, or the errno of what failed.
int WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

// While it lives, a signal that ends the process takes the unfinished file away first.
class Unfinished {
 public:
  explicit Unfinished(const char* file) {
    path = file;
    for (size_t i = 0; i < std::size(kSignals); ++i) {
      ::sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler == SIG_DFL) std::signal(kSignals[i], TakeAway);
    }
  }
  ~Unfinished() {
    for (size_t i = 0; i < std::size(kSignals); ++i)
      if (before_[i].sa_handler == SIG_DFL) ::sigaction(kSignals[i], &before_[i], nullptr);
    path = nullptr;
  }
  Unfinished(const Unfinished&) = delete;

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
  static inline std::atomic<const char*> path{nullptr};

  static void TakeAway(int signal) {
    if (const char* file = path.exchange(nullptr)) ::unlink(file);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  struct sigaction before_[std::size(kSignals)];
};

}  // namespace

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  // Through a link the file that it names is replaced, not the link.
  std::string target = path;
  if (char* real = ::realpath(path.c_str(), nullptr)) {
    target = real;
    std::free(real);
  }
  struct stat info;
  const bool replaces = ::stat(target.c_str(), &info) == 0;
  if (replaces) {
    if (S_ISDIR(info.st_mode)) return WriteError(path, EISDIR);
    if (!S_ISREG(info.st_mode)) {
      // A device or a pipe: nothing to replace.
      const int fd = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
      if (fd < 0) return WriteError(path, errno);
      const int error = WriteAll(fd, bytes);
      ::close(fd);
      return error ? WriteError(path, error) : Status();
    }
  }
  const std::string temporary = fmt::format("{}.tmp.{}", target, ::getpid());
  ::unlink(temporary.c_str());  // of a killed process that had our number
  const Unfinished unfinished(temporary.c_str());
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return WriteError(path, errno);
  // What is replaced keeps its permissions. A file system that has none may refuse: no reason to fail.
  if (replaces) [[maybe_unused]]
    const int kept = ::fchmod(fd, info.st_mode & 07777);
  int error = WriteAll(fd, bytes);
  if (!error && ::fsync(fd) != 0) error = errno;
  if (::close(fd) != 0 && !error) error = errno;
  if (!error && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error) {
    ::unlink(temporary.c_str());
    return WriteError(path, error);
  }
  const size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  if (const int folder_fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder_fd >= 0) {
    ::fsync(folder_fd);
    ::close(folder_fd);
  }
  return {};
}

}  // namespace tp
