// From the bytes of a file to the text that is scanned: encoding (byte order mark, `coding:` cookie), line
// ends.
#pragma once

#include <string>

namespace tp::ast {

struct DecodedSource {
  std::string text;   // UTF-8 without byte order mark, '\n' line ends
  std::string error;  // empty, or Python's message; the text then ends where the trouble begins
};

// UTF-8, ASCII and Latin-1 are read; another encoding is an error that names it.
DecodedSource DecodeSource(std::string bytes, const std::string& file_name);

}  // namespace tp::ast
