// The text of tracebacks, as CPython 3.11 prints it: entries with source lines, carets under the part that
// failed, repeated entries folded, causes and contexts in front, suggestions behind.
#include "core/interp/traceback.h"

#include <algorithm>

#include "core/interp/abstract.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/suggest.h"
#include "core/interp/unicode_props.h"
#include "core/lang/parse.h"

namespace tp {

namespace {

void TracebackDealloc(Object* o) {
  TracebackObject* next = static_cast<TracebackObject*>(o)->next;
  FreeObject(o);
  if (next) DecRef(next);
}
constexpr TypeSpec TracebackSpec() {
  TypeSpec t{.name = "traceback", .size = sizeof(TracebackObject), .flags = kTypeNoSubclass};
  t.slots.dealloc = TracebackDealloc;
  return t;
}
Value GetNext(Interp&, Args a) {
  auto* next = a[0].as<TracebackObject>()->next;
  return next ? Value::Borrow(next) : Value::None();
}
Value GetLine(Interp&, Args a) { return Value::Int(TracebackLine(a[0].as<TracebackObject>())); }
const MethodDef kTracebackMethods[] = {{"tb_next", GetNext, nullptr, nullptr, kProperty},
                                       {"tb_lineno", GetLine, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(TracebackType, kTracebackMethods);

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\f'; }

struct Anchors {
  size_t left = 0, right = 0;  // bytes in the segment; equal: none
};

// The operator of a binary operation, the brackets of a subscript.
Anchors FindAnchors(std::string_view segment) {
  ast::ParseResult parsed =
      ast::Parse("<segment>", "(" + std::string(segment) + ")", ast::ParseMode::kExpression);
  if (!parsed.errors.empty() || parsed.module->body.stmts.size() != 1) return {};
  const auto* stmt = ast::As<ast::ExprStmt>(parsed.module->body.stmts[0]);
  if (!stmt) return {};
  Anchors a;
  if (const auto* b = ast::As<ast::BinOpExpr>(stmt->value)) {
    const size_t begin = b->left->span.end - 1, end = b->right->span.begin - 1;
    for (size_t i = begin; i < end; ++i) {
      if (IsSpace(segment[i])) continue;
      a.left = i;
      a.right = i + 1;
      if (i + 1 < end && !IsSpace(segment[i + 1])) ++a.right;
      if (i + 1 < end && segment[i] == ')') continue;
      break;
    }
  } else if (const auto* s = ast::As<ast::SubscriptExpr>(stmt->value)) {
    a.left = s->value->span.end - 1;
    a.right = s->slice->span.end;
  }
  return a;
}

std::string CaretLine(const SourceFile& file, Span span) {
  const Place begin = file.At(span.begin), end = file.At(span.end);
  const std::string_view line = file.LineText(begin.line);
  size_t from = begin.byte_column, to = end.byte_column;
  const bool one_line = begin.line == end.line;
  if (!one_line) {
    to = line.size();
    while (to > 0 && IsSpace(line[to - 1])) --to;
  }
  size_t indent = 0;
  while (indent < line.size() && IsSpace(line[indent])) ++indent;
  size_t stripped_end = line.size();
  while (stripped_end > indent && IsSpace(line[stripped_end - 1])) --stripped_end;
  if (from > line.size() || to < from) return "";
  Anchors anchors;
  if (one_line) anchors = FindAnchors(line.substr(from, to - from));
  if (to - from == stripped_end - indent && anchors.left == anchors.right) return "";
  const auto column = [&](size_t byte) { return DisplayWidth(line.substr(0, byte)); };
  std::string out = "    ";
  out.append(column(from) - column(indent), ' ');
  const bool secondary = anchors.left != anchors.right;
  const size_t first = column(from), last = column(to);
  const size_t left = column(from + anchors.left), right = column(from + anchors.right);
  for (size_t i = first; i < last; ++i) out += secondary && !(i >= left && i < right) ? '~' : '^';
  return out + "\n";
}

std::string FormatEntry(const TracebackObject* tb) {
  const SourceFile& file = tb->code->source->file();
  const uint32_t line = TracebackLine(tb);
  std::string out = "  File \"" + tb->code->source->path + "\", line " + std::to_string(line) + ", in " +
                    tb->code->name->data + "\n";
  std::string_view text = file.LineText(line);
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  if (text.empty() || tb->code->source->path.starts_with("<")) return out;
  out += "    " + std::string(text) + "\n";
  if (!tb->span.empty()) out += CaretLine(file, tb->span);
  return out;
}

std::string Suggestion(const ExceptionObject* e) {
  if (e->name.is_undef() || !IsStr(e->name)) return "";
  const std::string_view name = StrView(e->name);
  if (IsSubtype(e->type, &AttributeErrorType)) {
    if (e->obj.is_undef()) return "";
    try {
      std::vector<std::string> candidates;
      Value dir = Call(LookupSpecial(e->obj, names.dir_));
      ForEach(dir, [&](const Value& v) { candidates.push_back(Str(v)); });
      std::sort(candidates.begin(), candidates.end());
      return NearestName(name, candidates);
    } catch (PyError&) {
      return "";
    }
  }
  if (!IsSubtype(e->type, &NameErrorType) || !IsTuple(e->obj)) return "";
  // (local names, globals), kept when the error was raised.
  for (const Value& scope : *e->obj.as<TupleObject>()) {
    std::vector<std::string> candidates;
    ForEach(scope, [&](const Value& v) {
      if (IsStr(v)) candidates.push_back(Str(v));
    });
    std::string found = NearestName(name, candidates);
    if (!found.empty()) return found;
  }
  std::vector<std::string> candidates;
  int64_t pos = 0;
  // In CPython's order: functions, what is no type, types, exceptions.
  std::vector<std::string> types, exceptions;
  while (DictEntry* entry = DictNext(the_builtins, &pos)) {
    const bool type = IsType(entry->value);
    (!type                                                 ? candidates
     : IsSubtype(AsType(entry->value), &BaseExceptionType) ? exceptions
                                                           : types)
        .push_back(Str(entry->key));
  }
  for (const auto& more : {types, exceptions}) candidates.insert(candidates.end(), more.begin(), more.end());
  return NearestName(name, candidates);
}

std::string SyntaxErrorText(const ExceptionObject* e) {
  if (e->args->size < 2 || !IsTuple(e->args->items[1])) return "";
  auto* where = e->args->items[1].as<TupleObject>();
  if (where->size < 4) return "";
  std::string out = "  File \"" + Str(where->items[0]) + "\", line " + Str(where->items[1]) + "\n";
  if (!IsStr(where->items[3])) return out;
  std::string text = Str(where->items[3]);
  while (!text.empty() && (text.back() == '\n' || IsSpace(text.back()))) text.pop_back();
  size_t indent = 0;
  while (indent < text.size() && IsSpace(text[indent])) ++indent;
  out += "    " + text.substr(indent) + "\n";
  if (!where->items[2].is_int()) return out;
  int64_t begin = where->items[2].as_int() - 1;
  int64_t end = where->size >= 6 && where->items[5].is_int() ? where->items[5].as_int() - 1 : begin + 1;
  if (where->size >= 6 && !where->items[4].Is(where->items[1])) end = CountChars(text);
  if (begin < static_cast<int64_t>(indent)) begin = static_cast<int64_t>(indent);
  if (end <= begin) end = begin + 1;
  return out + "    " + std::string(begin - indent, ' ') + std::string(end - begin, '^') + "\n";
}

void FormatInto(const ExceptionObject* e, bool suggestions, const TracebackOptions& options,
                std::vector<const ExceptionObject*>* seen, std::string* out) {
  seen->push_back(e);
  const auto was_seen = [&](const Value& v) {
    return std::find(seen->begin(), seen->end(), v.as<ExceptionObject>()) != seen->end();
  };
  if (options.chain) {
    if (e->cause.is_object() && !was_seen(e->cause)) {
      FormatInto(e->cause.as<ExceptionObject>(), suggestions, options, seen, out);
      *out += "\nThe above exception was the direct cause of the following exception:\n\n";
    } else if (e->context.is_object() && !e->cause.is_object() && !e->suppress_context &&
               !was_seen(e->context)) {
      FormatInto(e->context.as<ExceptionObject>(), suggestions, options, seen, out);
      *out += "\nDuring handling of the above exception, another exception occurred:\n\n";
    }
  }
  if (e->traceback) {
    *out += "Traceback (most recent call last):\n";
    for (const std::string& line : FormatTraceback(e->traceback, options.limit)) *out += line;
  }
  *out += FormatExceptionOnly(e, suggestions);
}

}  // namespace

void AddTraceback(ExceptionObject* e, const Frame* frame) {
  if (frame->flags & kFrameHidden) return;
  auto* tb = New<TracebackObject>(&TracebackType);
  tb->next = e->traceback;
  tb->code = frame->code;
  tb->span = frame->span ? *frame->span : Span();
  tb->flags = frame->flags;
  e->traceback = tb;
}

uint32_t TracebackLine(const TracebackObject* tb) {
  return tb->span.empty() ? tb->code->info->first_line : tb->code->source->file().Line(tb->span.begin);
}

std::vector<std::string> FormatTraceback(const TracebackObject* tb, int64_t limit) {
  std::vector<const TracebackObject*> entries;
  for (; tb; tb = tb->next) entries.push_back(tb);
  const auto count = static_cast<int64_t>(entries.size());
  if (limit >= 0 && limit < count) entries.resize(limit);
  if (limit < 0 && -limit < count) entries.erase(entries.begin(), entries.end() + limit);
  std::vector<std::string> out;
  const TracebackObject* last = nullptr;
  int64_t repeated = 0;
  constexpr int64_t kShown = 3;
  const auto flush = [&] {
    if (repeated <= kShown) return;
    const int64_t more = repeated - kShown;
    out.push_back(
        Format("  [Previous line repeated %ld more time%s]\n", static_cast<long>(more), more > 1 ? "s" : ""));
  };
  for (const TracebackObject* entry : entries) {
    const bool same = last && last->code == entry->code && TracebackLine(last) == TracebackLine(entry);
    if (!same) {
      flush();
      repeated = 0;
    }
    last = entry;
    if (++repeated <= kShown) out.push_back(FormatEntry(entry));
  }
  flush();
  return out;
}

std::string FormatExceptionOnly(const ExceptionObject* e, bool suggestions) {
  TypeObject* type = e->type;
  std::string out;
  const bool syntax = IsSubtype(type, &SyntaxErrorType);
  if (syntax) out += SyntaxErrorText(e);
  const std::string module = type->is_heap()                           ? type->module
                             : std::string(type->module) == "builtins" ? "builtins"
                                                                       : type->module;
  std::string name(type->qualname ? type->qualname->view() : type->name);
  if (module != "builtins" && module != "__main__") name = module + "." + name;
  std::string text;
  try {
    text = syntax && e->args->size ? Str(e->args->items[0])
                                   : Str(Value::Borrow(const_cast<ExceptionObject*>(e)));
  } catch (PyError&) {
    text = "<exception str() failed>";
  }
  out += text.empty() ? name : name + ": " + text;
  if (suggestions)
    if (const std::string s = Suggestion(e); !s.empty()) out += ". Did you mean: '" + s + "'?";
  out += "\n";
  Value notes = GetAttrOrUndef(Value::Borrow(const_cast<ExceptionObject*>(e)), names.notes_);
  if (!notes.is_undef() && IsList(notes))
    for (const Value& note : *notes.as<ListObject>()) out += Str(note) + "\n";
  return out;
}

std::string FormatException(const ExceptionObject* e, bool suggestions, TracebackOptions options) {
  std::string out;
  std::vector<const ExceptionObject*> seen;
  FormatInto(e, suggestions, options, &seen, &out);
  return out;
}

constinit TypeObject TracebackType(TracebackSpec());

}  // namespace tp
