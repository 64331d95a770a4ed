// The statements and patterns of Unparser.
#include <fmt/format.h>

#include "core/lang/unparse.h"

namespace tp::ast {

void Unparser::Line(std::string_view text) {
  if (!text_.empty()) text_ += "\n";
  text_.append(static_cast<size_t>(indent_) * 4, ' ');
  text_ += text;
}

void Unparser::Write(const Block& block) {
  ++indent_;
  for (const Stmt* stmt : block) Write(stmt);
  --indent_;
}

void Unparser::Body(const Block& body, bool docstring) {
  const auto* first = docstring && !body.empty() ? As<ExprStmt>(body.stmts[0]) : nullptr;
  const auto* text = first ? As<ConstantExpr>(first->value) : nullptr;
  if (!text || text->constant != ConstantKind::kStr) return Write(body);
  // A docstring stands in triple quotes.
  ++indent_;
  Line("");
  const bool has_double = text->text.find("\"\"\"") != text->text.npos || text->text.ends_with('"');
  const std::string_view quote = has_double && text->text.find("'''") == text->text.npos ? "'''" : "\"\"\"";
  text_ += quote;
  for (const char c : text->text) text_ += c == '\\' ? std::string("\\\\") : std::string(1, c);
  text_ += quote;
  for (size_t i = 1; i < body.stmts.size(); ++i) Write(body.stmts[i]);
  --indent_;
}

void Unparser::Function(const FunctionDefStmt* def, std::string_view keyword) {
  if (!text_.empty()) text_ += "\n";
  for (const Expr* decorator : def->decorators) {
    Line("@");
    Write(decorator);
  }
  Line(fmt::format("{} {}(", keyword, def->target.written->text));
  Write(*def->params);
  text_ += ")";
  if (def->returns) {
    text_ += " -> ";
    Write(def->returns);
  }
  text_ += ":";
  Body(def->body, /*docstring=*/true);
}

void Unparser::Class(const ClassDefStmt* def) {
  if (!text_.empty()) text_ += "\n";
  for (const Expr* decorator : def->decorators) {
    Line("@");
    Write(decorator);
  }
  Line(fmt::format("class {}", def->target.written->text));
  if (def->bases.size() > 0 || def->keywords.size() > 0) {
    text_ += "(";
    Separated(def->bases, [&](const Expr* base) { Write(base); });
    for (size_t i = 0; i < def->keywords.size(); ++i) {
      if (i || def->bases.size() > 0) text_ += ", ";
      text_ += def->keywords[i].arg ? std::string(def->keywords[i].arg->text) + "=" : "**";
      Write(def->keywords[i].value);
    }
    text_ += ")";
  }
  text_ += ":";
  Body(def->body, /*docstring=*/true);
}

void Unparser::Elses(const IfStmt* stmt) {
  while (stmt->orelse.stmts.size() == 1 && stmt->orelse.stmts[0]->kind == StmtKind::kIf) {
    stmt = Cast<IfStmt>(stmt->orelse.stmts[0]);
    Line("elif ");
    Write(stmt->test);
    text_ += ":";
    Write(stmt->body);
  }
  if (stmt->orelse.empty()) return;
  Line("else:");
  Write(stmt->orelse);
}

void Unparser::Try(const TryStmt* stmt) {
  Line("try:");
  Write(stmt->body);
  for (const ExceptHandler& handler : stmt->handlers) {
    Line(stmt->kind == StmtKind::kTryStar ? "except*" : "except");
    if (handler.type) {
      text_ += " ";
      Write(handler.type);
    }
    if (handler.target.name) text_ += fmt::format(" as {}", handler.target.written->text);
    text_ += ":";
    Write(handler.body);
  }
  if (!stmt->orelse.empty()) {
    Line("else:");
    Write(stmt->orelse);
  }
  if (!stmt->finalbody.empty()) {
    Line("finally:");
    Write(stmt->finalbody);
  }
}

void Unparser::Write(const Stmt* stmt) {
  const auto otherwise = [&](const Block& orelse) {
    if (orelse.empty()) return;
    Line("else:");
    Write(orelse);
  };
  const auto names = [&](std::string_view keyword, const List<const Name*>& list) {
    Line(keyword);
    Separated(list, [&](const Name* name) { text_ += name->text; });
  };
  const auto aliases = [&](const List<Alias>& list) {
    Separated(list, [&](const Alias& a) {
      text_ += a.path;
      if (a.asname) text_ += fmt::format(" as {}", a.asname->text);
    });
  };
  switch (stmt->kind) {
    case StmtKind::kFunctionDef:
      return Function(static_cast<const FunctionDefStmt*>(stmt), "def");
    case StmtKind::kAsyncFunctionDef:
      return Function(static_cast<const FunctionDefStmt*>(stmt), "async def");
    case StmtKind::kClassDef:
      return Class(Cast<ClassDefStmt>(stmt));
    case StmtKind::kReturn:
      Line("return");
      if (const Expr* value = Cast<ReturnStmt>(stmt)->value) {
        text_ += " ";
        Write(value);
      }
      return;
    case StmtKind::kDelete:
      Line("del ");
      return Separated(Cast<DeleteStmt>(stmt)->targets, [&](const Expr* e) { Write(e); });
    case StmtKind::kAssign: {
      const auto* node = Cast<AssignStmt>(stmt);
      Line("");
      for (const Expr* target : node->targets) {
        Write(target, Level::kTuple);
        text_ += " = ";
      }
      return Write(node->value);
    }
    case StmtKind::kAugAssign: {
      const auto* node = Cast<AugAssignStmt>(stmt);
      Line("");
      Write(node->target);
      text_ += fmt::format(" {}= ", OpText(node->op));
      return Write(node->value);
    }
    case StmtKind::kAnnAssign: {
      const auto* node = Cast<AnnAssignStmt>(stmt);
      Line("");
      Write(node->target);
      text_ += ": ";
      Write(node->annotation);
      if (node->value) {
        text_ += " = ";
        Write(node->value);
      }
      return;
    }
    case StmtKind::kFor:
    case StmtKind::kAsyncFor: {
      const auto* node = static_cast<const ForStmt*>(stmt);
      Line(stmt->kind == StmtKind::kFor ? "for " : "async for ");
      Write(node->target, Level::kTuple);
      text_ += " in ";
      Write(node->iter);
      text_ += ":";
      Write(node->body);
      return otherwise(node->orelse);
    }
    case StmtKind::kWhile: {
      const auto* node = Cast<WhileStmt>(stmt);
      Line("while ");
      Write(node->test);
      text_ += ":";
      Write(node->body);
      return otherwise(node->orelse);
    }
    case StmtKind::kIf: {
      const auto* node = Cast<IfStmt>(stmt);
      Line("if ");
      Write(node->test);
      text_ += ":";
      Write(node->body);
      return Elses(node);
    }
    case StmtKind::kWith:
    case StmtKind::kAsyncWith: {
      const auto* node = static_cast<const WithStmt*>(stmt);
      Line(stmt->kind == StmtKind::kWith ? "with " : "async with ");
      Separated(node->items, [&](const WithItem& item) {
        Write(item.context);
        if (item.target) {
          text_ += " as ";
          Write(item.target);
        }
      });
      text_ += ":";
      return Write(node->body);
    }
    case StmtKind::kMatch: {
      const auto* node = Cast<MatchStmt>(stmt);
      Line("match ");
      Write(node->subject);
      text_ += ":";
      ++indent_;
      for (const MatchCase& part : node->cases) {
        Line("case ");
        Write(part.pattern);
        if (part.guard) {
          text_ += " if ";
          Write(part.guard);
        }
        text_ += ":";
        Write(part.body);
      }
      --indent_;
      return;
    }
    case StmtKind::kRaise: {
      const auto* node = Cast<RaiseStmt>(stmt);
      Line("raise");
      if (!node->exc) return;
      text_ += " ";
      Write(node->exc);
      if (!node->cause) return;
      text_ += " from ";
      return Write(node->cause);
    }
    case StmtKind::kTry:
    case StmtKind::kTryStar:
      return Try(static_cast<const TryStmt*>(stmt));
    case StmtKind::kAssert: {
      const auto* node = Cast<AssertStmt>(stmt);
      Line("assert ");
      Write(node->test);
      if (!node->message) return;
      text_ += ", ";
      return Write(node->message);
    }
    case StmtKind::kImport:
      Line("import ");
      return aliases(Cast<ImportStmt>(stmt)->names);
    case StmtKind::kImportFrom: {
      const auto* node = Cast<ImportFromStmt>(stmt);
      Line(fmt::format("from {}{} import ", std::string(node->level, '.'), node->module));
      return aliases(node->names);
    }
    case StmtKind::kGlobal:
      return names("global ", Cast<GlobalStmt>(stmt)->names);
    case StmtKind::kNonlocal:
      return names("nonlocal ", Cast<NonlocalStmt>(stmt)->names);
    case StmtKind::kExpr:
      Line("");
      return Write(Cast<ExprStmt>(stmt)->value, Level::kYield);
    case StmtKind::kPass:
      return Line("pass");
    case StmtKind::kBreak:
      return Line("break");
    case StmtKind::kContinue:
      return Line("continue");
  }
}

void Unparser::Write(const Pattern* pattern) {
  const auto list = [&](const List<Pattern*>& patterns) {
    Separated(patterns, [&](const Pattern* p) { Write(p); });
  };
  const auto name = [](const NameRef& ref) { return ref.name ? ref.written->text : std::string_view("_"); };
  switch (pattern->kind) {
    case PatternKind::kMatchValue:
      return Write(Cast<MatchValuePattern>(pattern)->value);
    case PatternKind::kMatchSingleton: {
      const ConstantKind value = Cast<MatchSingletonPattern>(pattern)->value;
      text_ += value == ConstantKind::kNone ? "None" : value == ConstantKind::kTrue ? "True" : "False";
      return;
    }
    case PatternKind::kMatchSequence:
      text_ += "[";
      list(Cast<MatchSequencePattern>(pattern)->patterns);
      text_ += "]";
      return;
    case PatternKind::kMatchMapping: {
      const auto* node = Cast<MatchMappingPattern>(pattern);
      text_ += "{";
      for (size_t i = 0; i < node->keys.size(); ++i) {
        if (i) text_ += ", ";
        Write(node->keys[i]);
        text_ += ": ";
        Write(node->patterns[i]);
      }
      if (node->rest.name)
        text_ += fmt::format("{}**{}", node->keys.size() > 0 ? ", " : "", node->rest.written->text);
      text_ += "}";
      return;
    }
    case PatternKind::kMatchClass: {
      const auto* node = Cast<MatchClassPattern>(pattern);
      Write(node->cls, Level::kAtom);
      text_ += "(";
      list(node->patterns);
      for (size_t i = 0; i < node->kwd_attrs.size(); ++i) {
        if (i || node->patterns.size() > 0) text_ += ", ";
        text_ += fmt::format("{}=", node->kwd_attrs[i]->text);
        Write(node->kwd_patterns[i]);
      }
      text_ += ")";
      return;
    }
    case PatternKind::kMatchStar:
      text_ += fmt::format("*{}", name(Cast<MatchStarPattern>(pattern)->target));
      return;
    case PatternKind::kMatchAs: {
      const auto* node = Cast<MatchAsPattern>(pattern);
      if (node->pattern) {
        Write(node->pattern);
        text_ += " as ";
      }
      text_ += name(node->target);
      return;
    }
    case PatternKind::kMatchOr: {
      bool first = true;
      for (const Pattern* p : Cast<MatchOrPattern>(pattern)->patterns) {
        if (!first) text_ += " | ";
        first = false;
        Write(p);
      }
      return;
    }
  }
}

std::string Unparse(const Stmt* stmt) {
  Unparser unparser;
  unparser.Write(stmt);
  return unparser.text();
}

}  // namespace tp::ast
