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

FunctionName FunctionNameOf(std::string_view name) {
  // A binary search by offsets: begin and end are where lines begin.
  const std::string_view text = UnpackedText(kFunctionNames);
  size_t begin = 0, end = text.size();
  while (begin < end) {
    size_t line = text.rfind('\n', (begin + end) / 2);
    line = line == std::string_view::npos || line < begin ? begin : line + 1;
    if (line >= end) line = begin;
    const size_t line_end = text.find('\n', line);
    std::string_view rest = text.substr(line, line_end + 1 - line);
    const std::string_view found = Until(&rest, ' ');
    if (found == name) {
      FunctionName result;
      result.qualname = Until(&rest, ' ');
      result.module = Until(&rest, ' ');
      result.dispatched = Until(&rest, '\n') == "dispatched";
      return result;
    }
    if (found < name)
      begin = line_end + 1;
    else
      end = line;
  }
  return {};
}

}  // namespace tp
