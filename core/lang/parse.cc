// Parse: bytes, text, tokens, tree, and all errors in source order.
#include "core/lang/parse.h"

#include <algorithm>

#include "core/base/stable_sort.h"
#include "core/lang/check.h"
#include "core/lang/decode.h"
#include "core/lang/parser.h"
#include "core/lang/resolve.h"
#include "core/lang/token.h"

namespace tp::ast {
namespace {

void SortByPlace(std::vector<Diagnostic>* errors) {
  StableSort(errors, [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
}

}  // namespace

ParseResult Parse(std::string name, std::string bytes, ParseMode mode) {
  ParseResult result;
  result.module = std::make_unique<Module>();
  Module& module = *result.module;
  DecodedSource source = DecodeSource(std::move(bytes), name);
  module.file = std::make_unique<SourceFile>(std::move(name), std::move(source.text));
  if (!source.error.empty()) {
    Diagnostic diagnostic;
    diagnostic.kind = "SyntaxError";
    diagnostic.message = std::move(source.error);
    diagnostic.file = module.file.get();
    const uint32_t end = static_cast<uint32_t>(module.file->text().size());
    diagnostic.span = {end, end};
    result.errors.push_back(std::move(diagnostic));
    return result;
  }
  uint32_t begin = 0;
  const uint32_t end = static_cast<uint32_t>(module.file->text().size());
  // eval() strips white space in front.
  if (mode == ParseMode::kExpression)
    while (begin < end && (module.file->text()[begin] == ' ' || module.file->text()[begin] == '\t')) ++begin;
  Parser parser(module, Scan(*module.file, {begin, end}), &result.errors);
  if (mode == ParseMode::kFile) {
    module.body = parser.ParseFile();
  } else if (Expr* expr = parser.ParseEval()) {
    auto* stmt = module.arena.New<ExprStmt>();
    stmt->kind = StmtKind::kExpr;
    stmt->span = expr->span;
    stmt->value = expr;
    Stmt* first = stmt;
    module.body.stmts = module.arena.Copy(&first, 1);
  }
  parser.AddScanErrors();
  SortByPlace(&result.errors);
  // Behind this one nothing was read, and what is missing there is no mistake.
  const auto last = std::find_if(result.errors.begin(), result.errors.end(), [](const Diagnostic& d) {
    return d.message == "too many levels of indentation";
  });
  if (last != result.errors.end()) result.errors.erase(last + 1, result.errors.end());
  return result;
}

ParseResult ParseAndResolve(std::string name, std::string bytes, ParseMode mode) {
  ParseResult result = Parse(std::move(name), std::move(bytes), mode);
  if (!result.errors.empty()) return result;
  for (Diagnostic& error : Resolve(*result.module)) result.errors.push_back(std::move(error));
  for (Diagnostic& error : CheckSemantics(*result.module)) result.errors.push_back(std::move(error));
  SortByPlace(&result.errors);
  result.unsupported = CheckSubset(*result.module);
  return result;
}

}  // namespace tp::ast
