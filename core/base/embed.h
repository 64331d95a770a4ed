// For build tools: texts as C++, compressed (core/base/packed_text.h).
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

std::string ReadFile(const std::string& path);

// A module of the spec language without its comments and docstrings, which are for those who read it here;
// each line stays where it is, for tracebacks. A docstring is one whose """ begins a line after a `:` or the
// file.
std::string WithoutComments(std::string_view text);

// Writes the texts as arrays, a few for all, and gives the initialisers of the PackedTexts.
std::vector<std::string> PackTexts(std::ostream& out, const std::vector<std::string>& texts);

}  // namespace tp
