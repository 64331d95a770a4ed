#include "core/lang/blocks.h"

#include "core/lang/walk.h"

namespace tp::ast {
namespace {

bool Holds(Span outer, Span place) { return outer.begin <= place.begin && place.begin < outer.end; }
bool Holds(const Block& block, Span place) {
  return !block.empty() && block.stmts[0]->span.begin <= place.begin &&
         place.begin < block.stmts[block.stmts.size() - 1]->span.end;
}

// True where no path through the block ends normally: AutoGraph then moves what follows into the other
// branch.
bool AlwaysReturns(const Block& block) {
  for (const Stmt* stmt : block) {
    if (stmt->kind == StmtKind::kReturn || stmt->kind == StmtKind::kRaise) return true;
    if (const auto* branch = As<IfStmt>(stmt);
        branch && !branch->orelse.empty() && AlwaysReturns(branch->body) && AlwaysReturns(branch->orelse))
      return true;
  }
  return false;
}

// Whether a `break` or `continue` of the loop around stands in it.
class JumpFinder : public ChildVisitor {
 public:
  void Visit(Stmt* stmt) override {
    if (stmt->kind == StmtKind::kBreak || stmt->kind == StmtKind::kContinue) found = true;
    if (found || stmt->kind == StmtKind::kFor || stmt->kind == StmtKind::kWhile ||
        stmt->kind == StmtKind::kFunctionDef || stmt->kind == StmtKind::kClassDef)
      return;
    VisitChildren(stmt, *this);
  }
  void Visit(Expr*) override {}
  void Visit(Pattern*) override {}
  bool found = false;
};

class Finder : public ChildVisitor {
 public:
  explicit Finder(Span place) : place_(place) {}

  // `holder`: the statement that the block belongs to. What AutoGraph puts in front of what follows a
  // `continue` stands in its line.
  void Body(const Block& block, const Stmt* loop, const Stmt* holder) {
    for (size_t i = 0; i < block.stmts.size(); ++i) {
      if (!Holds(block.stmts[i]->span, place_)) continue;
      for (size_t k = 0; k < i; ++k) {
        const auto* branch = As<IfStmt>(block.stmts[k]);
        if (branch && (AlwaysReturns(branch->body) || AlwaysReturns(branch->orelse))) {
          blocks.push_back(branch->span);
        } else if (loop) {
          JumpFinder jumps;
          jumps.Visit(block.stmts[k]);
          if (jumps.found) blocks.push_back(holder->span);
        }
      }
      Statement(block.stmts[i], loop);
      return;
    }
  }

  void Visit(Stmt* stmt) override {
    if (Holds(stmt->span, place_)) Statement(stmt, loop_);
  }
  void Visit(Expr* expr) override {
    if (!Holds(expr->span, place_) || expr->kind == ExprKind::kLambda) return;
    if (const auto* choice = As<IfExpr>(expr)) {
      if (!Holds(choice->test->span, place_)) blocks.push_back(expr->span);
    } else if (const auto* chain = As<CompareExpr>(expr);
               expr->kind == ExprKind::kBoolOp || (chain && chain->ops.size() > 1)) {
      blocks.push_back(expr->span);
    }
    VisitChildren(expr, *this);
  }
  void Visit(Pattern*) override {}

  std::vector<Span> blocks;

 private:
  void Statement(Stmt* stmt, const Stmt* loop) {
    loop_ = loop;
    if (const auto* branch = As<IfStmt>(stmt)) {
      if (place_.begin == stmt->span.begin) return;  // the statement itself, no part of it
      if (Holds(branch->test->span, place_)) return Visit(branch->test);
      blocks.push_back(stmt->span);
      return Body(Holds(branch->body, place_) ? branch->body : branch->orelse, loop, stmt);
    }
    if (const auto* turn = As<WhileStmt>(stmt)) {
      if (place_.begin == stmt->span.begin) return;  // the statement itself, no part of it
      blocks.push_back(stmt->span);
      if (Holds(turn->test->span, place_)) return Visit(turn->test);
      return Body(Holds(turn->body, place_) ? turn->body : turn->orelse, stmt, stmt);
    }
    if (const auto* turn = As<ForStmt>(stmt)) {
      if (Holds(turn->iter->span, place_)) return Visit(turn->iter);
      if (!Holds(turn->body, place_)) return;
      blocks.push_back(stmt->span);
      return Body(turn->body, stmt, stmt);
    }
    if (const auto* with = As<WithStmt>(stmt); with && Holds(with->body, place_))
      return Body(with->body, loop, stmt);
    if (const auto* tried = As<TryStmt>(stmt)) {
      for (const Block* block : {&tried->body, &tried->orelse, &tried->finalbody})
        if (Holds(*block, place_)) return Body(*block, loop, stmt);
      for (const ExceptHandler& handler : tried->handlers)
        if (Holds(handler.body, place_)) return Body(handler.body, loop, stmt);
    }
    VisitChildren(stmt, *this);
  }

  Span place_;
  const Stmt* loop_ = nullptr;
};

}  // namespace

std::vector<Span> BlocksAround(const FunctionInfo& info, Span place) {
  Finder finder(place);
  if (info.kind == FunctionKind::kFunction) {
    if (const auto* def = As<FunctionDefStmt>(info.stmt)) finder.Body(def->body, nullptr, nullptr);
  } else if (info.kind == FunctionKind::kLambda) {
    finder.Visit(const_cast<Expr*>(As<LambdaExpr>(info.expr)->body));
  }
  return finder.blocks;
}

Span StatementAt(const Block& body, uint32_t place) {
  class Innermost : public ChildVisitor {
   public:
    explicit Innermost(uint32_t place) : place_(place) {}
    void Visit(Stmt* stmt) override {
      if (place_ < stmt->span.begin || stmt->span.end <= place_) return;
      found = stmt->span;
      VisitChildren(stmt, *this);
    }
    void Visit(Expr*) override {}
    void Visit(Pattern*) override {}
    Span found;

   private:
    uint32_t place_;
  } innermost(place);
  for (Stmt* stmt : body.stmts) innermost.Visit(stmt);
  return innermost.found;
}

}  // namespace tp::ast
