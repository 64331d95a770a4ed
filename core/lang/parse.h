// Text to AST: the whole grammar of Python 3.11, all errors of a file in one run, in CPython's words and
// places.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/lang/ast.h"

namespace tp::ast {

enum class ParseMode : uint8_t {
  kFile,
  kExpression,  // one expression, as for eval()
};

struct ParseResult {
  // Never null. With errors it holds what could be understood, for tools; it must not be run.
  std::unique_ptr<Module> module;
  std::vector<Diagnostic> errors;       // SyntaxError, IndentationError, TabError; in source order
  std::vector<Diagnostic> unsupported;  // Python that is not in the spec language; in source order

  bool ok() const { return errors.empty() && unsupported.empty(); }
};

// `name` is the file's name as the user typed it, `bytes` what the file holds. Errors: never throws for what
// the text holds. Deep nesting is an error at CPython's limits ("too many nested parentheses"), never a
// crash. REQUIRES: called on a stack of at least 8 MiB.
ParseResult Parse(std::string name, std::string bytes, ParseMode mode = ParseMode::kFile);

// Parse, then Resolve and the checks of check.h if that found no errors. What most callers want.
ParseResult ParseAndResolve(std::string name, std::string bytes, ParseMode mode = ParseMode::kFile);

}  // namespace tp::ast
