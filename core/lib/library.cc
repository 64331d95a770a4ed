#include "core/lib/library.h"

#include <vector>

namespace tp {
namespace {

std::string_view Until(std::string_view* text, char end) {
  const size_t at = text->find(end);
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(at + 1);
  return part;
}

std::vector<LibraryName> ReadIndex() {
  std::vector<LibraryName> names;
  for (std::string_view rest = UnpackedText(kLibraryIndex); !rest.empty();) {
    LibraryName& entry = names.emplace_back();
    entry.name = Until(&rest, ' ');
    entry.module = Until(&rest, ' ');
    entry.symbol = Until(&rest, ' ');
    entry.plain = Until(&rest, '\n');
  }
  return names;
}

}  // namespace

std::span<const LibraryName> LibraryNames() {
  static const std::vector<LibraryName>* const names = new std::vector<LibraryName>(ReadIndex());
  return *names;
}

}  // namespace tp
