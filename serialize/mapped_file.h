// A file mapped for reading.
#pragma once

#include <string>
#include <string_view>

#include "core/base/ref.h"
#include "core/base/status.h"

namespace tp {

class MappedFile : public RefCounted {
 public:
  // Maps a regular file; pipes and devices are refused. Errors as OpenBundle's.
  static Status Open(const std::string& path, Ref<MappedFile>* file);
  ~MappedFile() override;
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace tp
