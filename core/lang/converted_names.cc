#include "core/lang/converted_names.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "core/lang/stage.h"
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

using stage::Function;
using stage::Low;
using stage::LowBlock;
using stage::LowKind;

bool Holds(Span outer, Span place) { return outer.begin <= place.begin && place.begin < outer.end; }

// Where a piece of text runs: in which functions made of blocks, the outermost first.
struct Region {
  const Low* low;
  const char* root;  // "if_body", "else_body", "loop_body", "loop_test"
};
struct Piece {
  const FunctionInfo* info;
  Span text;
  std::vector<Region> blocks;
};

// Numbers the blocks of a function and those in it, in the order in which AutoGraph comes to their end.
class Numbers {
 public:
  Numbers(const Module& module, const FunctionInfo& root) : module_(module) { Add(root); }

  // "if_body_1.<locals>." for each block around the place, which `info`'s own code runs.
  std::string BlocksAround(const FunctionInfo& info, Span place) const {
    const Piece* innermost = nullptr;
    for (const Piece& piece : pieces_)
      if (piece.info == &info && Holds(piece.text, place) &&
          (!innermost || piece.text.end - piece.text.begin <= innermost->text.end - innermost->text.begin))
        innermost = &piece;
    std::string names;
    if (!innermost) return names;
    for (const Region& block : innermost->blocks) {
      const uint32_t number = block.root == kLoopTest ? tests_.at(block.low) : numbers_.at(block.low);
      names += block.root;
      if (number) names += "_" + std::to_string(number);
      names += ".<locals>.";
    }
    return names;
  }

 private:
  static constexpr const char* kLoopTest = "loop_test";

  void Add(const FunctionInfo& info) {
    if (info.kind != FunctionKind::kFunction) {
      for (const FunctionInfo* child : info.children)
        if (child->kind == FunctionKind::kFunction) Add(*child);
      return;
    }
    functions_.emplace_back(module_, info);
    Function& function = functions_.back();
    stage::Lower(function, namer_);
    std::vector<Region> blocks;
    Walk(info, function.body, &blocks);
  }

  void Inside(const FunctionInfo& info, const LowBlock& body, Region block, std::vector<Region>* blocks) {
    blocks->push_back(block);
    Walk(info, body, blocks);
    blocks->pop_back();
  }

  void Walk(const FunctionInfo& info, const LowBlock& body, std::vector<Region>* blocks) {
    for (const Low* low : body) {
      const bool hidden = low->guard != Hidden::kNone;
      if (low->origin && !hidden) pieces_.push_back({&info, low->origin->span, *blocks});
      switch (low->kind) {
        case LowKind::kDef:
          if (const auto* def = As<FunctionDefStmt>(low->origin)) Add(*def->info);
          break;
        case LowKind::kIf:
          Inside(info, low->body, {low, "if_body"}, blocks);
          Inside(info, low->orelse, {low, "else_body"}, blocks);
          numbers_[low] = next_if_++;
          break;
        case LowKind::kWhile:
        case LowKind::kFor:
          Inside(info, low->body, {low, "loop_body"}, blocks);
          numbers_[low] = next_loop_++;
          if (low->kind == LowKind::kWhile) {
            pieces_.push_back({&info, Cast<WhileStmt>(low->origin)->test->span, *blocks});
            pieces_.back().blocks.push_back({low, kLoopTest});
            tests_[low] = next_test_++;
          }
          break;
        default:
          Walk(info, low->body, blocks);
          for (const LowBlock& handler : low->handlers) Walk(info, handler, blocks);
          Walk(info, low->orelse, blocks);
          Walk(info, low->finalbody, blocks);
      }
    }
  }

  const Module& module_;
  stage::Namer namer_;
  std::deque<Function> functions_;
  std::vector<Piece> pieces_;
  std::map<const Low*, uint32_t> numbers_, tests_;
  uint32_t next_if_ = 0, next_loop_ = 0, next_test_ = 0;
};

// How many lambdas AutoGraph puts around an expression in its statement: operands of `and` and `or`, the
// sides of a choice that is not inside of another.
class Thunks : public ChildVisitor {
 public:
  explicit Thunks(Span place) : place_(place) {}
  void Visit(Stmt* stmt) override {
    if (Holds(stmt->span, place_)) VisitChildren(stmt, *this);
  }
  void Visit(Expr* expr) override {
    if (!Holds(expr->span, place_) || expr->span == place_) return;
    if (const auto* logic = As<BoolOpExpr>(expr)) {
      const size_t last = logic->values.size() - 1;
      for (size_t i = 0; i <= last; ++i)
        if (Holds(logic->values[i]->span, place_)) count += i < last ? i + 1 : last;
    } else if (const auto* chain = As<CompareExpr>(expr); chain && chain->ops.size() > 1) {
      const size_t ops = chain->ops.size();
      size_t first = 0;
      for (size_t k = 1; k < ops; ++k)
        if (Holds(chain->comparators[k]->span, place_)) first = k;
      count += first == 0 ? ops - 1 : ops - first;
    } else if (const auto* choice = As<IfExpr>(expr)) {
      count += !in_choice_ && !Holds(choice->test->span, place_);
      in_choice_ = true;
    } else if (expr->kind == ExprKind::kLambda) {
      in_choice_ = false;
      count = 0;  // counted from there on
    }
    VisitChildren(expr, *this);
  }
  void Visit(Pattern*) override {}
  size_t count = 0;

 private:
  Span place_;
  bool in_choice_ = false;
};

// The name and, for what stands in it, a dot.
std::string NameInside(const Module& module, const FunctionInfo& info, const FunctionInfo& root,
                       const Numbers& numbers) {
  std::string_view own = info.name->text;
  if (&info == &root) {
    std::string name = "outer_factory.<locals>.inner_factory.<locals>.";
    // A lambda's body stands in one more, with its scope.
    if (info.kind == FunctionKind::kLambda) return name + "<lambda>.<locals>.<lambda>";
    return name + "tf__" + std::string(own);
  }
  const FunctionInfo& parent = *info.parent;
  std::string name = NameInside(module, parent, root, numbers);
  if (parent.kind != FunctionKind::kFunction && parent.kind != FunctionKind::kLambda)
    return name + "." + std::string(own);
  name += ".<locals>.";
  name += numbers.BlocksAround(parent, info.span);
  Thunks thunks(info.span);
  if (info.expr && parent.stmt)
    thunks.Visit(const_cast<Stmt*>(parent.stmt));
  else if (info.expr && parent.expr)
    thunks.Visit(As<LambdaExpr>(parent.expr)->body);
  for (size_t i = 0; i < thunks.count; ++i) name += "<lambda>.<locals>.";
  return name + std::string(own);
}

}  // namespace

std::string ConvertedName(const Module& module, const FunctionInfo& info, const FunctionInfo& root) {
  static auto* const known = new std::map<const FunctionInfo*, Numbers>;
  const auto it = known->try_emplace(&root, module, root).first;
  return NameInside(module, info, root, it->second);
}

bool IsThunked(const Block& body, Span place) {
  Thunks thunks(place);
  for (Stmt* stmt : body.stmts) thunks.Visit(stmt);
  return thunks.count > 0;
}

}  // namespace tp::ast
