// The children of a node, whatever its kind: for passes that look at few kinds and go through all.
#pragma once

#include "core/lang/ast.h"

namespace tp::ast {

class ChildVisitor {
 public:
  virtual ~ChildVisitor() = default;
  virtual void Visit(Stmt* stmt) = 0;
  virtual void Visit(Expr* expr) = 0;
  virtual void Visit(Pattern* pattern) = 0;
};

// Calls Visit for each direct child that is there, in the order of Python's fields. Bodies of functions and
// classes are children too, parameters' defaults and annotations likewise.
void VisitChildren(Stmt* stmt, ChildVisitor& visitor);
void VisitChildren(Expr* expr, ChildVisitor& visitor);
void VisitChildren(Pattern* pattern, ChildVisitor& visitor);

}  // namespace tp::ast
