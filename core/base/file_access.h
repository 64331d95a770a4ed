// Which files a spec or a graph may touch, and how they are read and written: one object of the process, set
// before anything runs. It reads below the spec's folder and --allow-read, writes below --allow-write and a
// scratch folder that goes when the process ends. A relative path that may not be written is a file of the
// scratch folder, and is found there first when it is read: a program that writes a file beside itself and
// reads it back runs as it is, and leaves nothing behind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace tp {

class FileAccess {
 public:
  static FileAccess& Get();

  // Folders as typed. Nothing may be read or written before, but below the scratch folder.
  void Allow(std::vector<std::string> read, std::vector<std::string> write);
  // Made when it is first asked for; "" where it cannot be made (errno says why).
  const std::string& Scratch();
  // True once a relative path was written into the scratch folder.
  bool redirected() const { return redirected_; }

  enum class Use { kRead, kChange, kCreate };
  // The real path of what may be read, or changed, or made (its folder is there): 0; else errno. EACCES where
  // it is not allowed: what is outside is not said to be there or not. ENOENT where it is allowed and not
  // there. Only what is made anew goes into the scratch folder instead, where its folder is there, too.
  int Find(const std::string& path, Use use, std::string* real);

  // What Find found, whole; 0 or errno. EINVAL: not a regular file.
  static int ReadWhole(const std::string& real, std::string* bytes);
  // `flags`: O_TRUNC, O_EXCL or O_APPEND. Links are not followed.
  static int WriteWhole(const std::string& real, std::string_view bytes, int flags);

  // For ops: TensorFlow's errors, "NAME; No such file or directory".
  Status Read(const std::string& path, std::string* bytes);
  Status Write(const std::string& path, std::string_view bytes, int flags, bool make_folders = false);

 private:
  FileAccess() = default;
  bool Allowed(const std::string& real, bool write) const;

  std::vector<std::string> read_, write_;
  std::string scratch_;
  bool redirected_ = false;
};

// Why a path is refused, for people.
std::string_view FileRefusal(bool write);
// TensorFlow's error of an errno (errors.h, IOError).
Status FileError(int error, const std::string& path, bool write);

}  // namespace tp
