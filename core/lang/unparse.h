// The text of a tree, as Python 3.11's ast.unparse writes it: one statement a line, no comments, parentheses
// only where the grammar needs them.
#pragma once

#include <string>
#include <string_view>

#include "core/lang/ast.h"

namespace tp::ast {

// How strongly an operator binds, the weakest first. What is written where Level n is wanted gets parentheses
// if it binds less.
enum class Level : int {
  kNamedExpr,
  kTuple,
  kYield,
  kTest,  // IfExp, Lambda
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kArith,
  kTerm,
  kFactor,
  kPower,
  kAwait,
  kAtom,
};
inline Level Next(Level level) {
  return level == Level::kAtom ? level : static_cast<Level>(static_cast<int>(level) + 1);
}

class Unparser {
 public:
  virtual ~Unparser() = default;

  // Appends to the text.
  virtual void Write(const Expr* expr, Level level = Level::kTest);
  virtual void Write(const Stmt* stmt);
  void Write(const Block& block);  // indented by one more level
  void Write(const Pattern* pattern);
  void Write(const Parameters& params, bool annotations = true);

  const std::string& text() const { return text_; }

 protected:
  // A new line with the indentation, then `text`.
  void Line(std::string_view text);
  // The text of an expression alone.
  std::string Text(const Expr* expr, Level level = Level::kTest);
  void Args(const CallExpr* call);
  template <typename T, typename F>
  void Separated(const T& items, F&& write) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) text_ += ", ";
      first = false;
      write(item);
    }
  }

  std::string text_;
  int indent_ = 0;

 private:
  void Operator(const Expr* expr, Level level);
  void Comprehension(const ComprehensionExpr* expr, char open, char close);
  void Items(const List<Expr*>& items);
  void Constant(const ConstantExpr* constant);
  void FString(const JoinedStrExpr* expr);
  void FStringPart(const Expr* part);
  void Function(const FunctionDefStmt* def, std::string_view keyword);
  void Class(const ClassDefStmt* def);
  void Body(const Block& body, bool docstring);
  void Try(const TryStmt* stmt);
  void Elses(const IfStmt* stmt);

  bool avoid_backslashes_ = false;
};

std::string Unparse(const Expr* expr);
std::string Unparse(const Stmt* stmt);

}  // namespace tp::ast
