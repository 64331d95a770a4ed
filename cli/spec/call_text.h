// Finds a call and its arguments in a spec's text, for carets. By brackets and commas alone: what is marked
// is what a reader would mark; where the text is not that plain, nothing is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diag/source.h"

namespace tp::cli {

// Lines and columns (in code points, from 1; the end exclusive) as offsets; nothing where they are not in the
// text.
std::optional<Span> SpanAt(const SourceFile& file, uint32_t line, uint32_t column, uint32_t end_line,
                           uint32_t end_column);

// The expression that the call gives for a parameter: by its keyword, else by its position (-1: unknown).
// "batch['image']" is looked for as `batch`.
std::optional<Span> ArgumentIn(const SourceFile& file, Span call, const std::string& parameter, int position);

// A letter, digit or underscore, or a byte of a letter beyond ASCII.
bool IsNameChar(char c);

// The parts between separators that stand outside of brackets and quotes; separators in a row count as one.
std::vector<std::string> SplitTop(std::string_view text, char separator);

}  // namespace tp::cli
