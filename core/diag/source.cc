// Line table and column arithmetic of SourceFile.
#include "core/diag/source.h"

#include <algorithm>
#include <cstring>

namespace tp {

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  const char* const base = text_.data();
  const char* const end = base + text_.size();
  for (const char* at = base; at < end;) {
    const void* newline = std::memchr(at, '\n', end - at);
    if (!newline) break;
    at = static_cast<const char*>(newline) + 1;
    line_starts_.push_back(static_cast<uint32_t>(at - base));
  }
}

uint32_t SourceFile::Line(uint32_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<uint32_t>(after - line_starts_.begin());
}

Place SourceFile::At(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(text_.size()));
  Place place;
  place.line = Line(offset);
  const uint32_t start = line_starts_[place.line - 1];
  place.byte_column = offset - start;
  place.char_column = CountCodePoints(text().substr(start, place.byte_column));
  return place;
}

std::string_view SourceFile::LineText(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  const uint32_t start = line_starts_[line - 1];
  const size_t end = line < line_starts_.size() ? line_starts_[line] - 1 : text_.size();
  std::string_view found = text().substr(start, end - start);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

uint32_t CountCodePoints(std::string_view text) {
  uint32_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace tp
