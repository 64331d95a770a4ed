// Diagnostics as people read them:
//
//   error: `async def` is not in the spec language
//     --> serve.spec.py:4:1
//   4 | async def serve(x):
//     | ^^^^^^^^^ help: use `def`; calls in one spec run one after another
//     = note
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diag/diagnostic.h"

namespace tp {

struct RenderOptions {
  bool color = false;  // the same characters, with colours around them
};

// The block of one diagnostic, each line ended. Without `file` only the first line, help and notes.
std::string Render(const Diagnostic& diagnostic, const RenderOptions& options = {});

// All of them, a blank line between.
std::string Render(const std::vector<Diagnostic>& diagnostics, const RenderOptions& options = {});

// Control characters as `\x1b`, at most `max_bytes` of the text and then "…": for text that comes from
// outside.
std::string Escape(std::string_view text, size_t max_bytes = 4096);

}  // namespace tp
