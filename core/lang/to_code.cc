#include "core/lang/to_code.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "core/lang/stage.h"
#include "core/lang/unparse.h"
#include "core/lang/walk.h"

namespace tp::ast {
namespace {

using stage::Low;
using stage::LowBlock;
using stage::LowKind;

std::string PyQuoted(std::string_view text) {
  const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  return out + quote;
}

std::string Joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}
// "(a, b)", "(a,)", "()".
std::string TupleText(const std::vector<std::string>& items) {
  return "(" + Joined(items) + (items.size() == 1 ? ",)" : ")");
}

class YieldFinder : public ChildVisitor {
 public:
  void Visit(Stmt* stmt) override {
    if (stmt->kind != StmtKind::kFunctionDef && stmt->kind != StmtKind::kClassDef) VisitChildren(stmt, *this);
  }
  void Visit(Expr* expr) override {
    found |= expr->kind == ExprKind::kYield || expr->kind == ExprKind::kYieldFrom;
    if (expr->kind != ExprKind::kLambda) VisitChildren(expr, *this);
  }
  void Visit(Pattern*) override {}
  bool found = false;
};

// Names and counters that all functions of one conversion share.
struct Shared {
  const Module& module;
  const ToCodeOptions& options;
  stage::Namer lowering;             // do_return, retval_, break_, continue_
  std::map<std::string, int> count;  // get_state, if_body, fscope, …
  std::string New(const std::string& root) {
    const int n = count[root]++;
    return n ? fmt::format("{}_{}", root, n) : root;
  }
  std::string Options(bool top) const {
    if (!top) return "ag__.STD";
    return fmt::format(
        "ag__.ConversionOptions(recursive={}, user_requested=True, optional_features={}, "
        "internal_convert_user_code=True)",
        options.recursive ? "True" : "False", options.optional_features);
  }
};

class CodeWriter : public Unparser {
 public:
  CodeWriter(Shared& shared, const FunctionInfo& info, int indent) : shared_(shared), info_(info) {
    indent_ = indent;
  }

  std::string Lambda() {
    const auto* lambda = Cast<LambdaExpr>(info_.expr);
    scope_ = "lscope";
    bare_names_ = true;
    text_ = "tf__lam = lambda";
    const size_t before = text_.size();
    Unparser::Write(*lambda->params);
    if (text_.size() > before) text_.insert(before, " ");
    text_ += fmt::format(": ag__.with_function_scope(lambda lscope: {}, 'lscope', {})", Text(lambda->body),
                         shared_.Options(true));
    return text_;
  }

  std::string Def(bool top) {
    const auto* def = Cast<FunctionDefStmt>(info_.stmt);
    CheckConvertible(def->body);
    scope_ = shared_.New("fscope");
    lowered_ = std::make_unique<stage::Lowered>(shared_.module, info_, shared_.lowering);
    if (!top) {
      text_ = "\n";
      Line("@ag__.autograph_artifact");
      for (const Expr* decorator : def->decorators) {
        Line("@");
        Write(decorator);
      }
    }
    const std::string name(def->target.written->text);
    Line(fmt::format("def {}{}(", top ? "tf__" : "", name));
    if (top)
      WithoutDefaults(*def->params);
    else
      Unparser::Write(*def->params);
    text_ += "):";
    ++indent_;
    LowBlock body = lowered_->function().body;
    if (const ConstantExpr* doc = info_.docstring) {
      Line(fmt::format("\"\"\"{}\"\"\"", doc->text));
      std::erase_if(body, [&](const Low* low) {
        const auto* stmt = low->kind == LowKind::kSimple ? As<ExprStmt>(low->origin) : nullptr;
        return stmt && stmt->value == doc;
      });
    }
    Line(fmt::format("with ag__.FunctionScope({}, {}, {}) as {}:", PyQuoted(name), PyQuoted(scope_),
                     shared_.Options(top), scope_));
    Body(body);
    return text_;
  }

 private:
  static void CheckConvertible(const Block& body) {
    YieldFinder yields;
    for (Stmt* stmt : body) yields.Visit(stmt);
    if (yields.found) throw NotConvertible{"generators are not supported"};
  }

  void WithoutDefaults(const Parameters& params) {
    // TensorFlow writes None for each default: the real ones are put in when the function is made.
    bool first = true;
    const auto next = [&] {
      if (!first) text_ += ", ";
      first = false;
    };
    const auto one = [&](const Param& p) {
      text_ += p.written->text;
      if (p.annotation) {
        text_ += ": ";
        Write(p.annotation);
      }
      if (p.default_value) text_ += p.annotation ? " = None" : "=None";
    };
    for (size_t i = 0; i < params.positional.size(); ++i) {
      next();
      one(params.positional[i]);
      if (i + 1 == params.num_posonly) text_ += ", /";
    }
    if (params.vararg || params.kwonly.size() > 0) {
      next();
      text_ += "*";
      if (params.vararg) text_ += params.vararg->written->text;
    }
    for (const Param& p : params.kwonly) {
      next();
      one(p);
    }
    if (params.kwarg) {
      next();
      text_ += fmt::format("**{}", params.kwarg->written->text);
    }
  }

  const Path& PathAt(uint32_t path) const { return lowered_->function().paths[path]; }
  std::string NameOf(uint32_t path) const { return std::string(PathAt(path).text); }

  // ---- blocks
  void Body(const LowBlock& block) {
    ++indent_;
    for (const Low* low : block) Statement(low);
    --indent_;
  }
  // The lines that `write` makes, each with its line break in front.
  template <typename F>
  std::string Lines(F&& write) {
    std::string before = std::exchange(text_, "#");
    write();
    return std::exchange(text_, std::move(before)).substr(1);
  }
  std::string BodyText(const LowBlock& block) {
    return Lines([&] { Body(block); });
  }
  void Statement(const Low* low) {
    switch (low->kind) {
      case LowKind::kSimple:
        if (low->write != Low::Write::kNothing) return Assigned(low);
        return Simple(low->origin);
      case LowKind::kRaise:
        if (!low->origin) return Line("raise");
        return Unparser::Write(low->origin);
      case LowKind::kReturn:
        if (low->origin) return Unparser::Write(low->origin);
        return FinalReturn(low);
      case LowKind::kBreak:
        return Line("break");
      case LowKind::kContinue:
        return Line("continue");
      case LowKind::kIf:
        return If(low);
      case LowKind::kWhile:
      case LowKind::kFor:
        return Loop(low);
      case LowKind::kTry:
        return Try(low);
      case LowKind::kWith:
        return With(low);
      case LowKind::kMatch: {
        const auto* match = Cast<MatchStmt>(low->origin);
        Line("match ");
        Write(match->subject);
        text_ += ":";
        ++indent_;
        for (size_t i = 0; i < match->cases.size(); ++i) {
          Line("case ");
          Unparser::Write(match->cases[i].pattern);
          if (match->cases[i].guard) {
            text_ += " if ";
            Write(match->cases[i].guard);
          }
          text_ += ":";
          Body(low->handlers[i]);
        }
        --indent_;
        return;
      }
      case LowKind::kDef: {
        const auto* def = As<FunctionDefStmt>(low->origin);
        if (!def) return Simple(low->origin);
        CodeWriter nested(shared_, *def->info, indent_);
        text_ += nested.Def(/*top=*/false);
        return;
      }
    }
  }

  void FinalReturn(const Low* low) {
    std::string do_return, value;
    low->head.read.Each(
        [&](uint32_t id) { (PathAt(id).hidden == Hidden::kDoReturn ? do_return : value) = NameOf(id); });
    Line(fmt::format("return {}.ret({}, {})", scope_, value, do_return));
  }

  void Assigned(const Low* low) {
    const std::string name = NameOf(low->assigned);
    switch (low->write) {
      case Low::Write::kNothing:
        return;
      case Low::Write::kFalse:
        return Line(name + " = False");
      case Low::Write::kTrue:
        return Line(name + " = True");
      case Low::Write::kUndefinedReturn:
        return Line(name + " = ag__.UndefinedReturnValue()");
      case Low::Write::kMention:
        return Line(fmt::format("({},)", name));
      case Low::Write::kReturnValue: {
        Line(name + " = ");
        const Expr* value = Cast<ReturnStmt>(low->origin)->value;
        if (value)
          Write(value);
        else
          text_ += "None";
      }
    }
  }

  void Simple(const Stmt* stmt) {
    if (const auto* change = As<AugAssignStmt>(stmt)) {
      if (const auto* name = As<NameExpr>(change->target)) {
        const std::string_view text = name->ref.written->text;
        Line(fmt::format("{} = ag__.ld({})", text, text));
        const bool before = std::exchange(bare_names_, true);
        Unparser::Write(stmt);
        bare_names_ = before;
        return;
      }
    }
    if (const auto* del = As<DeleteStmt>(stmt)) {
      for (const Expr* target : del->targets) {
        if (const auto* name = As<NameExpr>(target)) {
          Line(fmt::format("{0} = ag__.Undefined('{0}')", name->ref.written->text));
        } else {
          Line("del ");
          Write(target);
        }
      }
      return;
    }
    Unparser::Write(stmt);
  }

  void Try(const Low* low) {
    Line("try:");
    Body(low->body);
    const auto* stmt = low->origin ? As<TryStmt>(low->origin) : nullptr;
    for (size_t i = 0; i < low->handlers.size(); ++i) {
      Line("except");
      if (stmt && stmt->handlers[i].type) {
        text_ += " " + Unparse(stmt->handlers[i].type);
      }
      if (stmt && stmt->handlers[i].target.name)
        text_ += fmt::format(" as {}", stmt->handlers[i].target.written->text);
      text_ += ":";
      Body(low->handlers[i]);
    }
    if (!low->orelse.empty()) {
      Line("else:");
      Body(low->orelse);
    }
    if (!low->finalbody.empty()) {
      Line("finally:");
      Body(low->finalbody);
    }
  }

  void With(const Low* low) {
    const auto* with = static_cast<const WithStmt*>(low->origin);
    Line("with ");
    // Context managers are called as they are.
    const bool before = std::exchange(bare_calls_, true);
    Separated(with->items, [&](const WithItem& item) {
      Write(item.context);
      if (item.target) {
        text_ += " as ";
        Write(item.target);
      }
    });
    bare_calls_ = before;
    text_ += ":";
    Body(low->body);
  }

  // ---- conditionals and loops
  struct State {
    std::vector<std::string> names, symbols;  // "x", "self.x"; those without a dot or key
    std::vector<std::string> reads;           // what get_state gives for each
    std::string nonlocal;                     // "nonlocal x, y"; "" for none
    std::vector<std::string> undefined;
    uint32_t nouts = 0;
  };

  State StateOf(const Low* low) {
    const StageInfo& info = lowered_->InfoOf(low);
    State state;
    for (const Path* path : info.scope_vars) {
      const std::string text(path->text);
      state.names.push_back(text);
      if (path->is_composite()) {
        state.reads.push_back(fmt::format("ag__.ldu(lambda: {}, {})", text, PyQuoted(text)));
      } else {
        state.reads.push_back(text);
        state.symbols.push_back(text);
      }
    }
    state.nouts = info.nouts;
    std::vector<std::string> symbols = state.symbols;
    for (const Path* path : info.undefined) state.undefined.emplace_back(path->text);
    if (shared_.options.set_order) {
      shared_.options.set_order(&symbols);
      shared_.options.set_order(&state.undefined);
    }
    if (!symbols.empty()) state.nonlocal = "nonlocal " + Joined(symbols);
    return state;
  }

  void DefLine(std::string_view text) {
    text_ += "\n";
    Line(text);
  }
  void Inner(std::string_view text) {
    ++indent_;
    Line(text);
    --indent_;
  }
  void Accessors(const State& state, const std::string& get, const std::string& set) {
    DefLine(fmt::format("def {}():", get));
    Inner("return " + TupleText(state.reads));
    DefLine(fmt::format("def {}({}):", set, state.names.empty() ? "block_vars" : "vars_"));
    if (state.names.empty()) return Inner("pass");
    if (!state.nonlocal.empty()) Inner(state.nonlocal);
    Inner(fmt::format("{}{} = vars_", Joined(state.names), state.names.size() == 1 ? "," : ""));
  }
  void DefBody(const State& state, const std::string& head, const std::string& body) {
    DefLine("def " + head + ":");
    if (!state.nonlocal.empty()) Inner(state.nonlocal);
    if (body.empty())
      Inner("pass");
    else
      text_ += body;
  }
  void Undefined(const State& state) {
    for (const std::string& name : state.undefined) Line(fmt::format("{0} = ag__.Undefined('{0}')", name));
  }
  static std::string NamesText(const State& state) {
    std::vector<std::string> quoted;
    for (const std::string& name : state.names) quoted.push_back(PyQuoted(name));
    return TupleText(quoted);
  }

  void If(const Low* low) {
    const std::string body = BodyText(low->body), orelse = BodyText(low->orelse);
    const State state = StateOf(low);
    const std::string get = shared_.New("get_state"), set = shared_.New("set_state"),
                      then_name = shared_.New("if_body"), else_name = shared_.New("else_body");
    Accessors(state, get, set);
    DefBody(state, then_name + "()", body);
    DefBody(state, else_name + "()", orelse);
    Undefined(state);
    const std::string test = low->guard != Hidden::kNone ? fmt::format("ag__.not_({})", NameOf(low->assigned))
                                                         : Text(Cast<IfStmt>(low->origin)->test);
    Line(fmt::format("ag__.if_stmt({}, {}, {}, {}, {}, {}, {})", test, then_name, else_name, get, set,
                     NamesText(state), state.nouts));
  }

  // `test` after the jumps that end the loop: not do_return and (not break_ and test).
  std::string Stopped(const Low* low, std::string test) {
    for (const uint32_t path : low->stops) {
      const std::string stop = fmt::format("ag__.not_({})", NameOf(path));
      test = test.empty() ? stop : fmt::format("ag__.and_(lambda: {}, lambda: {})", stop, test);
    }
    return test;
  }

  void Loop(const Low* low) {
    const auto* turn = As<WhileStmt>(low->origin);
    const auto* each = turn ? nullptr : static_cast<const ForStmt*>(low->origin);
    if (!(turn ? turn->orelse : each->orelse).empty())
      throw NotConvertible{fmt::format("{}/else statement not yet supported", turn ? "while" : "for")};
    const std::string body = BodyText(low->body);
    const State state = StateOf(low);
    const std::string get = shared_.New("get_state"), set = shared_.New("set_state"),
                      body_name = shared_.New("loop_body");
    Accessors(state, get, set);
    if (turn) {
      const std::string test_name = shared_.New("loop_test");
      DefBody(state, body_name + "()", body);
      DefLine(fmt::format("def {}():", test_name));
      Inner("return " + Stopped(low, Text(turn->test)));
      Undefined(state);
      Line(fmt::format("ag__.while_stmt({}, {}, {}, {}, {}, {{}})", test_name, body_name, get, set,
                       NamesText(state)));
      return;
    }
    const std::string item = shared_.New("itr");
    const std::string first = Lines([&] {
      ++indent_;
      Line("");
      Write(each->target, Level::kTuple);
      text_ += " = " + item;
      --indent_;
    });
    DefBody(state, fmt::format("{}({})", body_name, item), first + body);
    std::string test_name = "None";
    if (!low->stops.empty()) {
      test_name = shared_.New("extra_test");
      DefLine(fmt::format("def {}():", test_name));
      if (!state.nonlocal.empty()) Inner(state.nonlocal);
      Inner("return " + Stopped(low, ""));
    }
    Undefined(state);
    const std::string iter = Text(each->iter);
    Line(fmt::format("ag__.for_stmt({}, {}, {}, {}, {}, {}, {{'iterate_names': {}}})", iter, test_name,
                     body_name, get, set, NamesText(state), PyQuoted(Unparse(each->target))));
  }

  // ---- expressions
  std::string AsLambda(const Expr* expr) { return "lambda: " + Text(expr); }

  void Call(const CallExpr* call) {
    std::vector<std::string> parts, plain;
    const auto flush = [&] {
      if (!plain.empty()) parts.push_back(TupleText(plain));
      plain.clear();
    };
    for (const Expr* arg : call->args) {
      if (const auto* star = As<StarredExpr>(arg)) {
        flush();
        parts.push_back(fmt::format("tuple({})", Text(star->value)));
      } else {
        plain.push_back(Text(arg));
      }
    }
    flush();
    std::string args;
    for (const std::string& part : parts) args += (args.empty() ? "" : " + ") + part;
    std::vector<std::string> keywords;
    for (const Keyword& keyword : call->keywords)
      keywords.push_back((keyword.arg ? std::string(keyword.arg->text) + "=" : "**") + Text(keyword.value));
    text_ += fmt::format("ag__.converted_call({}, {}, {}, {})", Text(call->func), args.empty() ? "()" : args,
                         keywords.empty() ? "None" : "dict(" + Joined(keywords) + ")", scope_);
  }

  void Chain(const CompareExpr* compare) {
    std::string tree;
    const Expr* left = compare->left;
    for (size_t i = 0; i < compare->ops.size(); ++i) {
      const std::string one =
          fmt::format("{} {} {}", Text(left, Next(Level::kCompare)), OpText(compare->ops[i]),
                      Text(compare->comparators[i], Next(Level::kCompare)));
      tree = tree.empty() ? one : fmt::format("ag__.and_(lambda: {}, lambda: {})", tree, one);
      left = compare->comparators[i];
    }
    text_ += tree;
  }

  void Write(const Expr* expr, Level level = Level::kTest) override {
    if (const auto* name = As<NameExpr>(expr); name && name->context == ExprContext::kLoad && !bare_names_) {
      text_ += fmt::format("ag__.ld({})", name->ref.written->text);
      return;
    }
    if (const auto* call = As<CallExpr>(expr); call && !bare_calls_) {
      const auto* name = As<NameExpr>(call->func);
      if (!name || name->ref.written->text != "print") return Call(call);
    }
    if (const auto* both = As<BoolOpExpr>(expr)) {
      std::string right = Text(both->values[both->values.size() - 1]);
      for (size_t i = both->values.size() - 1; i-- > 0;)
        right = fmt::format("ag__.{}_({}, lambda: {})", both->op == BoolOp::kAnd ? "and" : "or",
                            AsLambda(both->values[i]), right);
      text_ += right;
      return;
    }
    if (const auto* negated = As<UnaryOpExpr>(expr); negated && negated->op == UnaryOp::kNot) {
      text_ += fmt::format("ag__.not_({})", Text(negated->value));
      return;
    }
    if (const auto* choice = As<IfExpr>(expr)) {
      text_ += fmt::format("ag__.if_exp({}, {}, {}, {})", Text(choice->test), AsLambda(choice->body),
                           AsLambda(choice->orelse), PyQuoted(Unparse(choice->test)));
      return;
    }
    if (const auto* compare = As<CompareExpr>(expr); compare && compare->ops.size() > 1)
      return Chain(compare);
    if (expr->kind == ExprKind::kLambda) {
      text_ += "ag__.autograph_artifact(";
      Unparser::Write(expr);
      text_ += ")";
      return;
    }
    Unparser::Write(expr, level);
  }

  Shared& shared_;
  const FunctionInfo& info_;
  std::unique_ptr<stage::Lowered> lowered_;  // of a def
  std::string scope_;
  bool bare_names_ = false;  // not in ag__.ld(…)
  bool bare_calls_ = false;  // not in ag__.converted_call(…)
};

}  // namespace

std::string ToCode(const Module& module, const FunctionInfo& info, const ToCodeOptions& options) {
  Shared shared{module, options, {}, {}};
  CodeWriter writer(shared, info, 0);
  return info.kind == FunctionKind::kLambda ? writer.Lambda() : writer.Def(/*top=*/true);
}

}  // namespace tp::ast
