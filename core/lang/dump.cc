// Dump: one case a kind, in the order of ast.def.
#include "core/lang/dump.h"

#include <cstdio>
#include <cstring>

namespace tp::ast {
namespace {

class Dumper {
 public:
  Dumper(const SourceFile& file, bool spans) : file_(file), spans_(spans) {}

  std::string Run(const Module& module) {
    for (const Stmt* stmt : module.body) {
      Add(stmt);
      out_ += '\n';
    }
    return std::move(out_);
  }
  template <typename T>
  std::string One(const T* node) {
    Add(node);
    return out_.substr(out_.find('('));
  }

 private:
  void Open(const char* kind) { out_ += std::string("(") + kind; }
  void Open(const char* kind, Span span) {
    Open(kind);
    if (!spans_) return;
    const Place begin = file_.At(span.begin), end = file_.At(span.end);
    char text[64];
    std::snprintf(text, sizeof text, " %u:%u-%u:%u", begin.line, begin.byte_column, end.line,
                  end.byte_column);
    out_ += text;
  }
  void Close() { out_ += ')'; }

  void Word(std::string_view word) {
    out_ += ' ';
    out_ += word;
  }
  void Number(uint32_t n) { Word(std::to_string(n)); }
  void Add(const Name* name) { Word(name ? name->text : "~"); }
  void Ref(const NameRef& ref) { Add(ref.written); }
  void Text(std::string_view text) {
    out_ += " '";
    char code[8];
    for (char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 32 || byte > 126 || c == '\'' || c == '\\') {
        std::snprintf(code, sizeof code, "\\x%02x", byte);
        out_ += code;
      } else {
        out_ += c;
      }
    }
    out_ += '\'';
  }

  template <typename T>
  void Items(const List<T>& items) {
    out_ += " [";
    const size_t start = out_.size();
    for (const T& item : items) Item(item);
    if (out_.size() > start && out_[start] == ' ') out_.erase(start, 1);
    out_ += ']';
  }
  void Item(Expr* expr) { Add(expr); }
  void Item(Stmt* stmt) { Add(stmt); }
  void Item(Pattern* pattern) { Add(pattern); }
  void Item(const Name* name) { Add(name); }
  void Item(CmpOp op) { Word(OpText(op)); }
  void Item(const Keyword& keyword) {
    out_ += ' ';
    Open("keyword", keyword.span);
    Add(keyword.arg);
    Add(keyword.value);
    Close();
  }
  void Item(const Alias& alias) {
    out_ += ' ';
    Open("alias", alias.span);
    Word(alias.path);
    Add(alias.asname);
    Close();
  }
  void Item(const WithItem& item) {
    out_ += ' ';
    Open("withitem");
    Add(item.context);
    Add(item.target);
    Close();
  }
  void Item(const ExceptHandler& handler) {
    out_ += ' ';
    Open("ExceptHandler", handler.span);
    Add(handler.type);
    Ref(handler.target);
    Add(handler.body);
    Close();
  }
  void Item(const MatchCase& one) {
    out_ += ' ';
    Open("match_case");
    Add(one.pattern);
    Add(one.guard);
    Add(one.body);
    Close();
  }
  void Item(const Comprehension& clause) {
    out_ += ' ';
    Open("comprehension");
    Add(clause.target);
    Add(clause.iter);
    Items(clause.ifs);
    Number(clause.is_async);
    Close();
  }
  void Add(const Block& block) { Items(block.stmts); }

  void Item(const Param& param) {
    out_ += ' ';
    Open("arg", param.span);
    Add(param.written);
    Add(param.annotation);
    Add(param.default_value);
    Close();
  }
  void Add(const Parameters* params) {
    out_ += ' ';
    Open("arguments");
    Number(params->num_posonly);
    Items(params->positional);
    Maybe(params->vararg);
    Items(params->kwonly);
    Maybe(params->kwarg);
    Close();
  }
  void Maybe(const Param* param) {
    if (param)
      Item(*param);
    else
      Word("~");
  }

  void Add(const Stmt* stmt);
  void Add(const Expr* expr);
  void Add(const Pattern* pattern);
  void Context(ExprContext context) {
    Word(context == ExprContext::kLoad ? "Load" : context == ExprContext::kStore ? "Store" : "Del");
  }
  void Constant(const ConstantExpr* node);
  void Joined(const JoinedStrExpr* node) {
    const bool before = spans_;
    spans_ = false;
    Items(node->values);
    spans_ = before;
  }

  const SourceFile& file_;
  bool spans_;
  std::string out_;
};

void Dumper::Add(const Stmt* stmt) {
  if (!out_.empty() && out_.back() != '\n' && out_.back() != '[') out_ += ' ';
  Open(KindName(stmt->kind), stmt->span);
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
    case StmtKind::kAsyncFunctionDef: {
      const auto* node = Cast<FunctionDefStmt>(stmt);
      Ref(node->target);
      Add(node->params);
      Add(node->body);
      Items(node->decorators);
      Add(node->returns);
      break;
    }
    case StmtKind::kClassDef: {
      const auto* node = Cast<ClassDefStmt>(stmt);
      Ref(node->target);
      Items(node->bases);
      Items(node->keywords);
      Add(node->body);
      Items(node->decorators);
      break;
    }
    case StmtKind::kReturn:
      Add(Cast<ReturnStmt>(stmt)->value);
      break;
    case StmtKind::kDelete:
      Items(Cast<DeleteStmt>(stmt)->targets);
      break;
    case StmtKind::kAssign:
      Items(Cast<AssignStmt>(stmt)->targets);
      Add(Cast<AssignStmt>(stmt)->value);
      break;
    case StmtKind::kAugAssign:
      Add(Cast<AugAssignStmt>(stmt)->target);
      Word(OpText(Cast<AugAssignStmt>(stmt)->op));
      Add(Cast<AugAssignStmt>(stmt)->value);
      break;
    case StmtKind::kAnnAssign: {
      const auto* node = Cast<AnnAssignStmt>(stmt);
      Add(node->target);
      Add(node->annotation);
      Add(node->value);
      Number(node->simple);
      break;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      const auto* node = Cast<ForStmt>(stmt);
      Add(node->target);
      Add(node->iter);
      Add(node->body);
      Add(node->orelse);
      break;
    }
    case StmtKind::kWhile: {
      const auto* node = Cast<WhileStmt>(stmt);
      Add(node->test);
      Add(node->body);
      Add(node->orelse);
      break;
    }
    case StmtKind::kIf: {
      const auto* node = Cast<IfStmt>(stmt);
      Add(node->test);
      Add(node->body);
      Add(node->orelse);
      break;
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith:
      Items(Cast<WithStmt>(stmt)->items);
      Add(Cast<WithStmt>(stmt)->body);
      break;
    case StmtKind::kMatch:
      Add(Cast<MatchStmt>(stmt)->subject);
      Items(Cast<MatchStmt>(stmt)->cases);
      break;
    case StmtKind::kRaise:
      Add(Cast<RaiseStmt>(stmt)->exc);
      Add(Cast<RaiseStmt>(stmt)->cause);
      break;
    case StmtKind::kTry:
    case StmtKind::kTryStar: {
      const auto* node = Cast<TryStmt>(stmt);
      Add(node->body);
      Items(node->handlers);
      Add(node->orelse);
      Add(node->finalbody);
      break;
    }
    case StmtKind::kAssert:
      Add(Cast<AssertStmt>(stmt)->test);
      Add(Cast<AssertStmt>(stmt)->message);
      break;
    case StmtKind::kImport:
      Items(Cast<ImportStmt>(stmt)->names);
      break;
    case StmtKind::kImportFrom: {
      const auto* node = Cast<ImportFromStmt>(stmt);
      Word(node->module.empty() ? "~" : node->module);
      Items(node->names);
      Number(node->level);
      break;
    }
    case StmtKind::kGlobal:
      Items(Cast<GlobalStmt>(stmt)->names);
      break;
    case StmtKind::kNonlocal:
      Items(Cast<NonlocalStmt>(stmt)->names);
      break;
    case StmtKind::kExpr:
      Add(Cast<ExprStmt>(stmt)->value);
      break;
    case StmtKind::kPass:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      break;
  }
  Close();
}

void Dumper::Constant(const ConstantExpr* node) {
  switch (node->constant) {
    case ConstantKind::kNone:
      return Word("None");
    case ConstantKind::kTrue:
      return Word("True");
    case ConstantKind::kFalse:
      return Word("False");
    case ConstantKind::kEllipsis:
      return Word("Ellipsis");
    case ConstantKind::kInt:
      return Word(std::to_string(node->int_value));
    case ConstantKind::kBigInt:
      return Word(node->text);
    case ConstantKind::kFloat:
    case ConstantKind::kImaginary: {
      uint64_t bits;
      std::memcpy(&bits, &node->float_value, sizeof bits);
      char text[32];
      std::snprintf(text, sizeof text, "%c%016llx", node->constant == ConstantKind::kFloat ? 'f' : 'j',
                    static_cast<unsigned long long>(bits));
      return Word(text);
    }
    case ConstantKind::kStr:
      Text(node->text);
      if (node->is_u) Word("u");
      return;
    case ConstantKind::kBytes:
      Word("b");
      return Text(node->text);
  }
}

void Dumper::Add(const Expr* expr) {
  if (!expr) return Word("~");
  out_ += ' ';
  Open(KindName(expr->kind), expr->span);
  switch (expr->kind) {
    case ExprKind::kBoolOp:
      Word(Cast<BoolOpExpr>(expr)->op == BoolOp::kAnd ? "and" : "or");
      Items(Cast<BoolOpExpr>(expr)->values);
      break;
    case ExprKind::kNamedExpr:
      Add(Cast<NamedExpr>(expr)->target);
      Add(Cast<NamedExpr>(expr)->value);
      break;
    case ExprKind::kBinOp:
      Add(Cast<BinOpExpr>(expr)->left);
      Word(OpText(Cast<BinOpExpr>(expr)->op));
      Add(Cast<BinOpExpr>(expr)->right);
      break;
    case ExprKind::kUnaryOp:
      Word(OpText(Cast<UnaryOpExpr>(expr)->op));
      Add(Cast<UnaryOpExpr>(expr)->value);
      break;
    case ExprKind::kLambda:
      Add(Cast<LambdaExpr>(expr)->params);
      Add(Cast<LambdaExpr>(expr)->body);
      break;
    case ExprKind::kIfExp:
      Add(Cast<IfExpr>(expr)->test);
      Add(Cast<IfExpr>(expr)->body);
      Add(Cast<IfExpr>(expr)->orelse);
      break;
    case ExprKind::kDict:
      Items(Cast<DictExpr>(expr)->keys);
      Items(Cast<DictExpr>(expr)->values);
      break;
    case ExprKind::kSet:
      Items(Cast<SetExpr>(expr)->elements);
      break;
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kGeneratorExp:
      Add(Cast<ComprehensionExpr>(expr)->element);
      Items(Cast<ComprehensionExpr>(expr)->generators);
      break;
    case ExprKind::kDictComp:
      Add(Cast<DictCompExpr>(expr)->element);
      Add(Cast<DictCompExpr>(expr)->value);
      Items(Cast<DictCompExpr>(expr)->generators);
      break;
    case ExprKind::kAwait:
      Add(Cast<AwaitExpr>(expr)->value);
      break;
    case ExprKind::kYield:
      Add(Cast<YieldExpr>(expr)->value);
      break;
    case ExprKind::kYieldFrom:
      Add(Cast<YieldFromExpr>(expr)->value);
      break;
    case ExprKind::kCompare:
      Add(Cast<CompareExpr>(expr)->left);
      Items(Cast<CompareExpr>(expr)->ops);
      Items(Cast<CompareExpr>(expr)->comparators);
      break;
    case ExprKind::kCall:
      Add(Cast<CallExpr>(expr)->func);
      Items(Cast<CallExpr>(expr)->args);
      Items(Cast<CallExpr>(expr)->keywords);
      break;
    case ExprKind::kFormattedValue: {
      const auto* node = Cast<FormattedValueExpr>(expr);
      Add(node->value);
      const char conversion[] = {node->conversion ? node->conversion : '~', 0};
      Word(conversion);
      Add(node->format_spec);
      break;
    }
    case ExprKind::kJoinedStr:
      Joined(Cast<JoinedStrExpr>(expr));
      break;
    case ExprKind::kConstant:
      Constant(Cast<ConstantExpr>(expr));
      break;
    case ExprKind::kAttribute:
      Add(Cast<AttributeExpr>(expr)->value);
      Add(Cast<AttributeExpr>(expr)->written);
      Context(Cast<AttributeExpr>(expr)->context);
      break;
    case ExprKind::kSubscript:
      Add(Cast<SubscriptExpr>(expr)->value);
      Add(Cast<SubscriptExpr>(expr)->slice);
      Context(Cast<SubscriptExpr>(expr)->context);
      break;
    case ExprKind::kStarred:
      Add(Cast<StarredExpr>(expr)->value);
      Context(Cast<StarredExpr>(expr)->context);
      break;
    case ExprKind::kName:
      Ref(Cast<NameExpr>(expr)->ref);
      Context(Cast<NameExpr>(expr)->context);
      break;
    case ExprKind::kList:
      Items(Cast<ListExpr>(expr)->elements);
      Context(Cast<ListExpr>(expr)->context);
      break;
    case ExprKind::kTuple:
      Items(Cast<TupleExpr>(expr)->elements);
      Context(Cast<TupleExpr>(expr)->context);
      break;
    case ExprKind::kSlice:
      Add(Cast<SliceExpr>(expr)->lower);
      Add(Cast<SliceExpr>(expr)->upper);
      Add(Cast<SliceExpr>(expr)->step);
      break;
  }
  Close();
}

void Dumper::Add(const Pattern* pattern) {
  if (!pattern) return Word("~");
  out_ += ' ';
  Open(KindName(pattern->kind), pattern->span);
  switch (pattern->kind) {
    case PatternKind::kMatchValue:
      Add(Cast<MatchValuePattern>(pattern)->value);
      break;
    case PatternKind::kMatchSingleton: {
      const ConstantKind value = Cast<MatchSingletonPattern>(pattern)->value;
      Word(value == ConstantKind::kNone ? "None" : value == ConstantKind::kTrue ? "True" : "False");
      break;
    }
    case PatternKind::kMatchSequence:
      Items(Cast<MatchSequencePattern>(pattern)->patterns);
      break;
    case PatternKind::kMatchMapping:
      Items(Cast<MatchMappingPattern>(pattern)->keys);
      Items(Cast<MatchMappingPattern>(pattern)->patterns);
      Ref(Cast<MatchMappingPattern>(pattern)->rest);
      break;
    case PatternKind::kMatchClass:
      Add(Cast<MatchClassPattern>(pattern)->cls);
      Items(Cast<MatchClassPattern>(pattern)->patterns);
      Items(Cast<MatchClassPattern>(pattern)->kwd_attrs);
      Items(Cast<MatchClassPattern>(pattern)->kwd_patterns);
      break;
    case PatternKind::kMatchStar:
      Ref(Cast<MatchStarPattern>(pattern)->target);
      break;
    case PatternKind::kMatchAs:
      Add(Cast<MatchAsPattern>(pattern)->pattern);
      Ref(Cast<MatchAsPattern>(pattern)->target);
      break;
    case PatternKind::kMatchOr:
      Items(Cast<MatchOrPattern>(pattern)->patterns);
      break;
  }
  Close();
}

}  // namespace

std::string Dump(const Module& module, bool spans) { return Dumper(*module.file, spans).Run(module); }
std::string Dump(const Module& module, const Stmt* stmt) { return Dumper(*module.file, false).One(stmt); }
std::string Dump(const Module& module, const Expr* expr) { return Dumper(*module.file, false).One(expr); }

}  // namespace tp::ast
