// The module traceback: what is caught, as Python would print it.
#include "core/interp/builtins/std_streams.h"
#include "core/interp/registry.h"
#include "core/interp/traceback.h"

namespace tp {
namespace {

int64_t Limit(const Value& v) { return v.is_undef() || v.is_none() ? INT64_MAX : IndexInt64(v); }
bool Flag(const Value& v, bool otherwise) { return v.is_undef() ? otherwise : IsTrue(v); }

void WriteTo(const Value& file, const std::string& text) {
  WriteToFile(file.is_undef() || file.is_none() ? CurrentStream("stderr") : file, text);
}

// The exception that (exc, value, tb) name: an instance alone, or the middle one of three. kUndef: None.
Value ExceptionOf(const Value& exc, const Value& value) {
  if (value.is_undef()) {
    if (exc.is_none()) return {};
    if (!IsInstance(exc, &BaseExceptionType))
      Raise(&TypeErrorType, "Exception expected for value, %s found", TypeNameOf(exc).c_str());
    return exc;
  }
  if (value.is_none()) return {};
  return value;
}

std::string FormatWith(const Value& exception, const Value& limit, const Value& chain) {
  if (exception.is_undef()) return "NoneType: None\n";
  return FormatException(exception.as<ExceptionObject>(), false,
                         {.limit = Limit(limit), .chain = Flag(chain, true)});
}

Value Lines(const std::string& text) {
  auto list = ObjRef<ListObject>::Own(NewList());
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end + 1;
    // An entry of a traceback keeps its indented lines.
    while (text.compare(at, 7, "  File ") == 0 && end < text.size() && text.compare(end, 4, "    ") == 0) {
      const size_t next = text.find('\n', end);
      end = next == std::string::npos ? text.size() : next + 1;
    }
    ListAppend(list.get(), MakeStr(text.substr(at, end - at)));
    at = end;
  }
  return std::move(list).ToValue();
}

Value PrintExc(Interp& in, Args args) {
  static ArgParser parser("print_exc", "limit=None, file=None, chain=True");
  Value v[3];
  parser.Parse(args, v);
  WriteTo(v[1], FormatWith(in.handled.is_object() ? in.handled : Value(), v[0], v[2]));
  return Value::None();
}
Value FormatExc(Interp& in, Args args) {
  static ArgParser parser("format_exc", "limit=None, chain=True");
  Value v[2];
  parser.Parse(args, v);
  return MakeStr(FormatWith(in.handled.is_object() ? in.handled : Value(), v[0], v[1]));
}
Value PrintException(Interp&, Args args) {
  static ArgParser parser("print_exception",
                          "exc, /, value=None, tb=None, limit=None, file=None, chain=True");
  Value v[6];
  parser.Parse(args, v);
  WriteTo(v[4], FormatWith(ExceptionOf(v[0], v[1]), v[3], v[5]));
  return Value::None();
}
Value FormatExceptionFunction(Interp&, Args args) {
  static ArgParser parser("format_exception", "exc, /, value=None, tb=None, limit=None, chain=True");
  Value v[5];
  parser.Parse(args, v);
  return Lines(FormatWith(ExceptionOf(v[0], v[1]), v[3], v[4]));
}
Value FormatExceptionOnlyFunction(Interp&, Args args) {
  static ArgParser parser("format_exception_only", "exc, /, value=None");
  Value v[2];
  parser.Parse(args, v);
  const Value e = ExceptionOf(v[0], v[1]);
  return Lines(e.is_undef() ? "NoneType: None\n" : FormatExceptionOnly(e.as<ExceptionObject>(), false));
}

const TracebackObject* TracebackOf(const Value& v) {
  if (v.is_none()) return nullptr;
  if (!IsInstance(v, &TracebackType))
    Raise(&TypeErrorType, "expected a traceback, got %s", TypeNameOf(v).c_str());
  return static_cast<TracebackObject*>(v.object());
}
Value FormatTb(Interp&, Args args) {
  static ArgParser parser("format_tb", "tb, limit=None");
  Value v[2];
  parser.Parse(args, v);
  auto list = ObjRef<ListObject>::Own(NewList());
  if (const TracebackObject* tb = TracebackOf(v[0]))
    for (const std::string& line : FormatTraceback(tb, Limit(v[1]))) ListAppend(list.get(), MakeStr(line));
  return std::move(list).ToValue();
}
Value PrintTb(Interp&, Args args) {
  static ArgParser parser("print_tb", "tb, limit=None, file=None");
  Value v[3];
  parser.Parse(args, v);
  if (const TracebackObject* tb = TracebackOf(v[0]))
    for (const std::string& line : FormatTraceback(tb, Limit(v[1]))) WriteTo(v[2], line);
  return Value::None();
}

// ---- extract_tb: FrameSummary objects (filename, lineno, name, line), which are also tuples of four

Value Field(Args args, int i) { return args[0].as<TupleObject>()->items[i]; }
Value FileName(Interp&, Args args) { return Field(args, 0); }
Value LineNo(Interp&, Args args) { return Field(args, 1); }
Value FunctionName(Interp&, Args args) { return Field(args, 2); }
Value LineText(Interp&, Args args) { return Field(args, 3); }
Value SummaryRepr(const Value& self) {
  const Value* items = self.as<TupleObject>()->items;
  return MakeStr("<FrameSummary file " + Str(items[0]) + ", line " + Str(items[1]) + " in " + Str(items[2]) +
                 ">");
}
constexpr TypeSpec SummarySpec() {
  TypeSpec t{.name = "traceback.FrameSummary", .base = &TupleType};
  t.slots.repr = SummaryRepr;
  return t;
}
constinit TypeObject FrameSummaryType(SummarySpec());
TP_REGISTER_HIDDEN_TYPE(FrameSummaryType);
const MethodDef kSummary[] = {
    {"filename", FileName, nullptr, nullptr, kProperty},
    {"lineno", LineNo, nullptr, nullptr, kProperty},
    {"name", FunctionName, nullptr, nullptr, kProperty},
    {"line", LineText, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(FrameSummaryType, kSummary);

// The second line of a formatted entry, without its indent.
std::string SourceLine(const std::string& entry) {
  const size_t first = entry.find('\n');
  if (first == std::string::npos) return "";
  const size_t second = entry.find('\n', first + 1);
  std::string line = entry.substr(first + 1, second - first - 1);
  const size_t text = line.find_first_not_of(' ');
  return text == std::string::npos ? "" : line.substr(text);
}
Value ExtractTb(Interp&, Args args) {
  static ArgParser parser("extract_tb", "tb, limit=None");
  Value v[2];
  parser.Parse(args, v);
  auto list = ObjRef<ListObject>::Own(NewList());
  const TracebackObject* tb = TracebackOf(v[0]);
  const int64_t limit = Limit(v[1]);
  int64_t count = 0;
  for (const TracebackObject* t = tb; t; t = t->next) ++count;
  int64_t index = 0;
  for (const TracebackObject* t = tb; t; t = t->next, ++index) {
    if (limit >= 0 ? index >= limit : index < count + limit) continue;
    TracebackObject alone = *t;
    alone.next = nullptr;
    const std::vector<std::string> lines = FormatTraceback(&alone);
    const Value items[] = {MakeStr(t->code->source->path), Value::Int(TracebackLine(t)),
                           Value::Borrow(t->code->name), MakeStr(lines.empty() ? "" : SourceLine(lines[0]))};
    ListAppend(list.get(), MakeTupleOfType(&FrameSummaryType, items, 4));
  }
  return std::move(list).ToValue();
}
Value NoStack(Interp&, Args) { RaiseNotSupported("the stack of running frames (traceback.print_stack)"); }

const MethodDef kFunctions[] = {
    {"print_exc", PrintExc, "limit=None, file=None, chain=True"},
    {"format_exc", FormatExc, "limit=None, chain=True"},
    {"print_exception", PrintException, "exc, /, value=None, tb=None, limit=None, file=None, chain=True"},
    {"format_exception", FormatExceptionFunction, "exc, /, value=None, tb=None, limit=None, chain=True"},
    {"format_exception_only", FormatExceptionOnlyFunction, "exc, /, value=None"},
    {"format_tb", FormatTb, "tb, limit=None"},
    {"print_tb", PrintTb, "tb, limit=None, file=None"},
    {"_extract", ExtractTb, "tb, limit=None"},
    {"print_stack", NoStack},
    {"format_stack", NoStack},
    {"extract_stack", NoStack},
};
TP_REGISTER_FUNCTIONS(traceback, kFunctions);

}  // namespace
}  // namespace tp
