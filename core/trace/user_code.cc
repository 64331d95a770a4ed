#include "core/trace/user_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/interp/interp.h"
#include "core/interp/traceback.h"
#include "core/lang/blocks.h"
#include "core/lang/converted_names.h"
#include "core/lang/walk.h"
#include "core/trace/call_stack.h"
#include "core/trace/errors.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {
namespace {

// What an exception carries of the frames so far: a tuple (cause message, frame, frame, …), the innermost
// frame first. Kept as an attribute of the exception, as TensorFlow keeps `ag_error_metadata`.
constexpr std::string_view kMetadata = "ag_error_metadata";

const ast::FunctionInfo* Root(const TracebackObject* tb) {
  const ast::FunctionInfo* info = tb->code->info;
  if (tb->flags & kFrameRoot) return info;
  // Functions inside a function are converted with it; a class or module parent ends the search.
  while (info->parent && (info->parent->kind != ast::FunctionKind::kModule &&
                          info->parent->kind != ast::FunctionKind::kClass))
    info = info->parent;
  return info;
}

// The line that AutoGraph's one line for a statement stands for: of its nodes the leftmost one's, which is
// the first line's but for the value of a `return` with arguments further left; of several the last.
uint32_t StatementLine(const SourceFile& file, Span statement) {
  const std::string_view text = file.Text(statement);
  constexpr std::string_view kReturn = "return ";
  uint32_t line = file.Line(statement.begin);
  if (!text.starts_with(kReturn)) return line;
  const size_t value = text.find_first_not_of(" (", kReturn.size());
  uint32_t leftmost = value == text.npos || text[value] == '\n'
                          ? UINT32_MAX
                          : file.At(statement.begin + static_cast<uint32_t>(value)).char_column;
  const uint32_t last = file.Line(statement.end - 1);
  for (uint32_t at = line + 1; at <= last; ++at) {
    const std::string_view code = file.LineText(at);
    const size_t column = code.find_first_not_of(" \t(");
    // Where a line begins with an operator or a closing bracket no node begins.
    if (column == code.npos || std::string_view(")]},.+-*/%@&|^<>=!:#").find(code[column]) != code.npos)
      continue;
    if (column < leftmost || (column == leftmost && line != file.Line(statement.begin))) {
      leftmost = static_cast<uint32_t>(column);
      line = at;
    }
  }
  return line;
}

// Whether the converted frame calls what comes next through AutoGraph, which TensorFlow marks: not where an
// operator, a property or a loop calls it, nor one of the functions that AutoGraph or TensorFlow has put
// something in the place of.
bool CallsThroughAutoGraph(const TracebackObject* tb, const TracebackObject* next) {
  std::string_view text = tb->code->source->file().Text(tb->span);
  if (!text.ends_with(')')) return false;
  // The callee: what stands before the last bracket.
  int open = 0;
  size_t at = text.size();
  do {
    const char c = text[--at];
    open += c == ')' || c == ']' || c == '}' ? 1 : c == '(' || c == '[' || c == '{' ? -1 : 0;
  } while (open && at);
  text = text.substr(0, at);
  if (text.empty() || text.starts_with("tf.") ||
      text.find_first_of(" +-*/%@&|^<>=,") < text.find_first_of("(['\""))
    return false;
  for (const std::string_view own : {"abs", "float", "int", "len", "any", "all", "sorted", "print", "range",
                                     "map", "zip", "enumerate", "filter"})
    if (text == own) return false;
  // To call a generator runs nothing of it: a loop did.
  return !next->code->is_generator || text.substr(text.rfind('.') + 1) != next->code->name->view();
}

// A converted lambda has no name, and the text is its own.
std::string FrameText(const TracebackObject* tb, std::string_view mark) {
  uint32_t line = TracebackLine(tb);
  const SourceFile& file = tb->code->source->file();
  const bool converted = tb->flags & kFrameConverted;
  const ast::FunctionInfo* root = Root(tb);
  const bool lambda = converted && root->kind == ast::FunctionKind::kLambda;
  uint32_t shown_line = line;
  std::string_view name = converted ? ConvertedName(*tb->code) : tb->code->name->view();
  if (lambda)
    line = file.Line(root->span.begin);  // whatever line of it is shown
  else if (converted && !tb->span.empty())
    if (const Span around = ast::StatementAt(tb->code->source->ast->body, tb->span.begin);
        !around.empty() && (around.begin == tb->span.begin || !file.Text(around).starts_with("try"))) {
      line = StatementLine(file, around);
      // The head of a `def` is said to be in the function that it makes.
      std::string_view text = file.Text(around);
      if (text.starts_with("def ")) {
        text.remove_prefix(text.find_first_not_of(' ', 4));
        name = text.substr(0, text.find_first_of(" (\\"));
      }
    }
  if (!lambda) shown_line = line;
  std::string_view code = file.LineText(shown_line);
  // A lambda that is converted by itself is all that AutoGraph sees of the text.
  if (lambda) {
    const uint32_t begin = std::max(root->span.begin, file.LineStart(shown_line));
    const auto end = static_cast<uint32_t>(file.LineStart(shown_line) + code.size());
    if (begin < end) code = file.Text({begin, std::min(root->span.end, end)});
  }
  while (!code.empty() && (code.front() == ' ' || code.front() == '\t' || code.front() == '\f'))
    code.remove_prefix(1);
  while (!code.empty() &&
         (code.back() == ' ' || code.back() == '\t' || code.back() == '\r' || code.back() == '\n'))
    code.remove_suffix(1);
  return fmt::format("    File \"{}\", line {}, in {}{}\n        {}", tb->code->source->path, line,
                     lambda ? "None" : name, mark, code);
}

// The flag of an entry that has crossed a conditional.
constexpr uint32_t kInConditional = 1u << 31;

// The statements `try` around a place, the outermost first.
class TriesAround : public ast::ChildVisitor {
 public:
  TriesAround(Span place, Span within) : place_(place), within_(within) {}
  void Visit(ast::Stmt* stmt) override {
    if (place_.begin < stmt->span.begin || stmt->span.end <= place_.begin) return;
    const bool inside =
        within_.empty() || (within_.begin <= stmt->span.begin && stmt->span.end <= within_.end);
    if (const auto* tried = ast::As<ast::TryStmt>(stmt); tried && inside) found.push_back(tried);
    // The bodies of these are functions in AutoGraph's code, and the innermost one is shown.
    const ast::Block* const body = ast::As<ast::IfStmt>(stmt)      ? &ast::As<ast::IfStmt>(stmt)->body
                                   : ast::As<ast::WhileStmt>(stmt) ? &ast::As<ast::WhileStmt>(stmt)->body
                                   : ast::As<ast::ForStmt>(stmt)   ? &ast::As<ast::ForStmt>(stmt)->body
                                                                   : nullptr;
    if (body && body->stmts[0]->span.begin <= place_.begin) found.clear();
    ast::VisitChildren(stmt, *this);
  }
  void Visit(ast::Expr*) override {}
  void Visit(ast::Pattern*) override {}
  std::vector<const ast::TryStmt*> found;

 private:
  Span place_, within_;
};

bool Holds(const ast::Block& block, Span place) {
  return !block.empty() && block.stmts[0]->span.begin <= place.begin &&
         place.begin < block.stmts[block.stmts.size() - 1]->span.end;
}

// Of the handlers that an error of `type` has passed the last one, or the `raise` of the one that had it.
Span LeftHandlers(const List<ast::ExceptHandler>& handlers, const TypeObject* type) {
  for (const ast::ExceptHandler& handler : handlers) {
    const auto* name = handler.type ? ast::As<ast::NameExpr>(handler.type) : nullptr;
    const bool fits =
        !handler.type || (name && std::any_of(type->mro, type->mro + type->mro_size, [&](auto* base) {
                            return base->name == name->ref.written->text;
                          }));
    if (!fits) continue;
    for (const ast::Stmt* stmt : handler.body.stmts)
      if (const auto* again = ast::As<ast::RaiseStmt>(stmt); again && !again->exc) return stmt->span;
  }
  return handlers[handlers.size() - 1].span;
}

// Where a frame in which an error came up at `place` was left: at the last `except` that did not fit, or the
// end of `finally`.
Span LeftAt(const ast::Block& body, Span place, Span within, const TypeObject* type) {
  if (ast::IsThunked(body, place)) return place;
  TriesAround tries(place, within);
  for (ast::Stmt* stmt : body.stmts) tries.Visit(stmt);
  for (size_t i = tries.found.size(); i-- > 0;) {
    const ast::TryStmt& tried = *tries.found[i];
    if (Holds(tried.finalbody, place)) continue;
    if (!tried.finalbody.empty())
      place = tried.finalbody.stmts[tried.finalbody.stmts.size() - 1]->span;
    else if (Holds(tried.body, place) && !tried.handlers.empty())
      place = LeftHandlers(tried.handlers, type);
  }
  return place;
}

// The frames of one run of traceback entries between two conversions, the innermost first: those that were
// not converted, then the innermost converted one.
std::vector<std::string> Translate(const std::vector<const TracebackObject*>& entries) {
  std::vector<std::string> frames;
  for (size_t i = entries.size(); i-- > 0;) {
    if (entries[i]->flags & kFrameConverted) {
      frames.push_back(FrameText(entries[i], "  *"));
      break;
    }
    // What converted code called without converting it is marked.
    const bool marked = i > 0 && !(entries[i]->flags & kInConditional) &&
                        (entries[i - 1]->flags & kFrameConverted) &&
                        CallsThroughAutoGraph(entries[i - 1], entries[i]);
    frames.push_back(FrameText(entries[i], marked ? "  **" : ""));
  }
  return frames;
}

Value MakeLike(const PyError& error, const std::string& message, const std::string& cause) {
  TypeObject* type = TypeOf(error.exception);
  static TypeObject* const kTakeText[] = {
      &AssertionErrorType, &AttributeErrorType, &NameErrorType, &NotImplementedErrorType,
      &RuntimeErrorType,   &StopIterationType,  &TypeErrorType, &UnboundLocalErrorType,
      &ValueErrorType,     &StagingErrorType};
  for (TypeObject* known : kTakeText)
    if (type == known) return MakeException(type, message);
  if (type == &KeyErrorType) {
    // A KeyError prints its key's repr; this one prints the text.
    const Value cls =
        GetAttr(GetAttr(TheInterp().Import("tensorflow"), "__internal__"), "MultilineMessageKeyError");
    return Call(cls, MakeStr(message), MakeStr(cause));
  }
  const Value op_error = ErrorClass("OpError");
  if (IsSubtype(type, op_error.as<TypeObject>()))
    return Call(TypeValue(type), Value::None(), Value::None(), MakeStr(message));
  const std::string name = TypeName(type);
  if (name.ends_with("InaccessibleTensorError") || name.ends_with("OperatorNotAllowedInGraphError"))
    return MakeException(type, message);
  // A class of the spec whose __init__ is Exception's own.
  if (type->is_heap()) {
    const TypeObject* builtin = type;
    bool plain = true;
    for (uint32_t i = 0; i < type->mro_size; ++i) {
      builtin = type->mro[i];
      if (!builtin->is_heap()) break;
      plain &= DictFind(builtin->dict, names.init_) == nullptr;
    }
    if (plain && builtin == &ExceptionType) return Call(TypeValue(type), MakeStr(message));
  }
  return MakeException(&StagingErrorType, message);
}

constexpr TypeSpec StagingSpec() {
  TypeSpec t{.name = "tensorflow.python.autograph.impl.api.StagingError",
             .base = &ExceptionType,
             .size = sizeof(ExceptionObject),
             .attrs = offsetof(ExceptionObject, attrs),
             .flags = kTypeGc | kTypeException};
  return t;
}

}  // namespace

constinit TypeObject StagingErrorType(StagingSpec());

void LeavesConditional(const PyError& error, Span own) {
  const Interp& in = TheInterp();
  bool first = true;
  for (TracebackObject* tb = error.get()->traceback; tb; tb = tb->next) {
    // The open frame has an entry only where a `try` has seen the error.
    const bool open = std::exchange(first, false) && in.recorded == in.frame && tb->code == in.frame->code;
    tb->flags |= kInConditional;
    if (!(tb->flags & kFrameHidden) && tb->code->body && !tb->span.empty() && (!open || !own.empty()))
      tb->span = LeftAt(*tb->code->body, tb->span, open ? own : Span(), TypeOf(error.exception));
  }
}

Value InUserCode(const PyError& error) {
  ReadyType(&StagingErrorType);
  std::vector<const TracebackObject*> entries;
  for (const TracebackObject* tb = error.get()->traceback; tb; tb = tb->next)
    // An exception that leaves TensorFlow has lost TensorFlow's own frames.
    if (!(tb->flags & kFrameHidden) && !tb->code->source->path.starts_with("<tensorflow>/"))
      entries.push_back(tb);
  // Cut where a function that is converted by itself begins.
  std::vector<std::vector<const TracebackObject*>> runs;
  for (const TracebackObject* tb : entries) {
    const bool begins = (tb->flags & kFrameConverted) && Root(tb) == tb->code->info;
    if (runs.empty() || begins) runs.emplace_back();
    runs.back().push_back(tb);
  }
  std::vector<std::string> frames;
  std::string cause;
  const Value known = GetAttrOrUndef(error.exception, kMetadata);
  if (known.is_undef()) {
    cause = fmt::format("{}: {}", TypeOf(error.exception)->name, Str(error.exception));
  } else {
    TupleObject* tuple = known.as<TupleObject>();
    cause = std::string(StrView(tuple->items[0]));
    for (int64_t i = 1; i < tuple->size; ++i) frames.emplace_back(StrView(tuple->items[i]));
  }
  for (size_t r = runs.size(); r-- > 0;) {
    const std::vector<std::string> translated = Translate(runs[r]);
    if (translated.empty()) continue;
    if (frames.empty())
      frames = translated;
    else
      frames.push_back(translated.back());
  }
  std::string text = "in user code:\n\n";
  for (size_t i = frames.size(); i-- > 0;) text += frames[i] + "\n";
  text += "\n";
  for (size_t at = 0; at <= cause.size();) {
    const size_t end = std::min(cause.find('\n', at), cause.size());
    text += "    " + cause.substr(at, end - at) + "\n";
    at = end + 1;
  }
  Value made = MakeLike(error, text, cause);
  std::vector<Value> metadata = {MakeStr(cause)};
  for (const std::string& frame : frames) metadata.push_back(MakeStr(frame));
  SetAttr(made, InternStr(kMetadata), MakeTuple(metadata.data(), static_cast<int64_t>(metadata.size())));
  auto* exception = made.as<ExceptionObject>();
  exception->suppress_context = true;
  exception->context = error.exception;
  return made;
}

}  // namespace tp
