#include "serialize/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

namespace tp {
namespace {

Status ReadError(const std::string& path, int error) {
  std::string reason = std::strerror(error);
  if (error == ENOENT)
    reason = "no such file";
  else if (error == EISDIR)
    reason = "it is a folder";
  else if (!reason.empty())
    reason[0] = static_cast<char>(std::tolower(reason[0]));
  const Code code = error == ENOENT   ? Code::kNotFound
                    : error == EACCES ? Code::kPermissionDenied
                                      : Code::kUnknown;
  return {code, fmt::format("cannot read {}: {}", path, reason)};
}

}  // namespace

Status MappedFile::Open(const std::string& path, Ref<MappedFile>* file) {
  // O_NONBLOCK: a FIFO must not hang here.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return ReadError(path, errno);
  struct stat info;
  Status status;
  if (::fstat(fd, &info) != 0) {
    status = ReadError(path, errno);
  } else if (S_ISDIR(info.st_mode)) {
    status = ReadError(path, EISDIR);
  } else if (!S_ISREG(info.st_mode)) {
    status = {Code::kUnknown, fmt::format("cannot read {}: it is not a regular file", path)};
  } else {
    auto mapped = MakeRef<MappedFile>();
    mapped->size_ = static_cast<size_t>(info.st_size);
    if (mapped->size_ > 0) {
      void* data = ::mmap(nullptr, mapped->size_, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data == MAP_FAILED) {
        status = ReadError(path, errno);
        mapped->size_ = 0;
      } else {
        mapped->data_ = data;
      }
    }
    *file = std::move(mapped);
  }
  ::close(fd);
  return status;
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(data_, size_);
}

}  // namespace tp
