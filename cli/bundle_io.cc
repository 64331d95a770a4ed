#include "cli/bundle_io.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>

#include "serialize/layout.h"

namespace tp::cli {

int ExitCodeOf(const Status& status) {
  if (status.ok()) return kExitOk;
  return status.code() == Code::kDataLoss ? kExitBundle : kExitIo;
}

void CheckWritable(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) Fail(kExitIo, "cannot write {}: it is a folder", path);
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) Fail(kExitIo, "cannot write {}: no such folder", path);
  if (access(folder.c_str(), W_OK) != 0) Fail(kExitIo, "cannot write {}: the folder is not writable", path);
}

LoadedBundle LoadBundle(const std::string& path, const Arguments& arguments) {
  LoadedBundle loaded;
  const Status status = OpenBundle(path, {.digests = !arguments.Has("no-digest")}, &loaded);
  if (status.code() == Code::kDataLoss)
    throw CommandError{kExitBundle, path + ": " + status.message(),
                       path.ends_with(".py")
                           ? fmt::format("a spec is made a bundle by `tracepack build {} -o {}.tpk`", path,
                                         path.substr(0, path.find(".", path.rfind('/') + 1)))
                           : ""};
  if (!status.ok()) throw CommandError{kExitIo, status.message(), ""};
  return loaded;
}

bool LooksLikeBundle(const std::string& path) {
  unsigned char head[sizeof kBundleMagic] = {};
  // What a pipe gives is gone once it is read.
  std::error_code none;
  const auto kind = std::filesystem::status(path, none).type();
  if (kind != std::filesystem::file_type::regular)
    return kind == std::filesystem::file_type::not_found && path.ends_with(".tpk");
  std::FILE* file = path.ends_with(".py") ? nullptr : std::fopen(path.c_str(), "rb");
  if (!file) return path.ends_with(".tpk");
  const size_t n = std::fread(head, 1, sizeof head, file);
  std::fclose(file);
  return path.ends_with(".tpk") || (n == sizeof head && std::memcmp(head, kBundleMagic, sizeof head) == 0);
}

}  // namespace tp::cli
