// sys.stdout, sys.stderr and print; see std_streams.h.
#include "core/interp/builtins/std_streams.h"

#include <unistd.h>

#include "core/interp/builtins/state_object.h"
#include "core/interp/types/codecs.h"

namespace tp {
namespace {

// v[0]: the name; n: the file descriptor.
OutputStream& StreamOf(const Value& self) {
  return self.as<StateObject<1>>()->n == 1 ? TheInterp().out() : TheInterp().err();
}
// What UTF-8 has no bytes for, lone surrogates: stdout refuses a piece with some, stderr writes it with
// escapes.
bool Encodable(std::string_view text) {
  for (size_t i = text.find('\xed'); i != text.npos && i + 1 < text.size(); i = text.find('\xed', i + 1))
    if ((text[i + 1] & 0xe0) == 0xa0) return false;
  return true;
}
std::string Encoded(const Value& stream, std::string_view text) {
  return EncodeText(text, "utf-8", stream.as<StateObject<1>>()->n == 1 ? "strict" : "backslashreplace");
}
// What the spec writes: OSError once the file takes nothing more (BrokenPipeError: its reader has gone).
void WriteTo(const Value& self, std::string_view text) {
  OutputStream& stream = StreamOf(self);
  stream.Write(text);
  if (stream.failed()) stream.Flush();
}
Value StreamRepr(const Value& self) {
  const bool out = self.as<StateObject<1>>()->n == 1;
  return MakeStr(out ? "<_io.TextIOWrapper name='<stdout>' mode='w' encoding='utf-8'>"
                     : "<_io.TextIOWrapper name='<stderr>' mode='w' encoding='utf-8'>");
}
constexpr TypeSpec StreamSpec() {
  TypeSpec t = StateSpec<1>("TextIOWrapper");
  t.slots.repr = StreamRepr;
  return t;
}
constinit TypeObject StdStreamType(StreamSpec());
TP_REGISTER_HIDDEN_TYPE(StdStreamType);

Value Write(Interp&, Args args) {
  CheckArgs("TextIOWrapper.write", args.From(1), 1, 1);
  if (!IsStr(args[1]))
    Raise(&TypeErrorType, "write() argument must be str, not %s", GivenType(args[1]).c_str());
  if (Encodable(StrView(args[1])))
    WriteTo(args[0], StrView(args[1]));
  else
    WriteTo(args[0], Encoded(args[0], StrView(args[1])));
  return Value::Int(args[1].as<StrObject>()->length);
}
Value WriteLines(Interp&, Args args) {
  CheckArgs("TextIOWrapper.writelines", args.From(1), 1, 1);
  ForEach(args[1], [&](const Value& line) { WriteTo(args[0], StrView(line)); });
  return Value::None();
}
Value Flush(Interp&, Args args) {
  StreamOf(args[0]).Flush();
  return Value::None();
}
Value IsATty(Interp&, Args args) { return Value::Bool(isatty(StreamOf(args[0]).fd())); }
Value FileNo(Interp&, Args args) { return Value::Int(StreamOf(args[0]).fd()); }
Value True(Interp&, Args) { return Value::Bool(true); }
Value False(Interp&, Args) { return Value::Bool(false); }
Value Name(Interp&, Args args) {
  return MakeStr(args[0].as<StateObject<1>>()->n == 1 ? "<stdout>" : "<stderr>");
}
Value Encoding(Interp&, Args) { return MakeStr("utf-8"); }
Value Errors(Interp&, Args args) {
  return MakeStr(args[0].as<StateObject<1>>()->n == 1 ? "strict" : "backslashreplace");
}
Value Mode(Interp&, Args) { return MakeStr("w"); }
Value Ignore(Interp&, Args) { return Value::None(); }

const MethodDef kStream[] = {
    {"write", Write, "self, text, /"},
    {"writelines", WriteLines, "self, lines, /"},
    {"flush", Flush, "self, /"},
    {"isatty", IsATty, "self, /"},
    {"fileno", FileNo, "self, /"},
    {"writable", True},
    {"readable", False},
    {"seekable", False},
    {"reconfigure", Ignore},
    {"closed", False, nullptr, nullptr, kProperty},
    {"name", Name, nullptr, nullptr, kProperty},
    {"mode", Mode, nullptr, nullptr, kProperty},
    {"encoding", Encoding, nullptr, nullptr, kProperty},
    {"errors", Errors, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(StdStreamType, kStream);

// print's sep and end: None or a string.
std::string_view Piece(const Value& v, const char* name, std::string_view otherwise) {
  if (v.is_undef() || v.is_none()) return otherwise;
  if (!IsStr(v)) Raise(&TypeErrorType, "%s must be None or a string, not %s", name, TypeNameOf(v).c_str());
  return StrView(v);
}

Value Print(Interp&, Args args) {
  Value sep_arg, end_arg, file, flush;
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    const std::string_view name = args.kw_names[i]->view();
    if (name == "sep")
      sep_arg = args.kw(i);
    else if (name == "end")
      end_arg = args.kw(i);
    else if (name == "file")
      file = args.kw(i);
    else if (name == "flush")
      flush = args.kw(i);
    else
      Raise(&TypeErrorType, "'%s' is an invalid keyword argument for print()", args.kw_names[i]->data);
  }
  const std::string_view sep = Piece(sep_arg, "sep", " "), end = Piece(end_arg, "end", "\n");
  if (file.is_undef() || file.is_none()) file = CurrentStream("stdout");
  if (file.is_none()) return Value::None();
  // One write a piece, as CPython does, where the file is the spec's own.
  const bool own = IsExact(file, &StdStreamType);
  std::string line;
  for (uint32_t i = 0; i < args.size(); ++i) {
    if (own) {
      if (i) line += sep;
      const size_t start = line.size();
      if (IsExact(args[i], &StrType))
        line += StrView(args[i]);
      else
        line += Str(args[i]);
      if (const std::string piece = line.substr(start); !Encodable(piece)) {
        line.resize(start);
        WriteTo(file, line);
        line = Encoded(file, piece);
      }
    } else {
      if (i) WriteToFile(file, sep);
      WriteToFile(file, Str(args[i]));
    }
  }
  if (own) {
    line += end;
    WriteTo(file, line);
  } else {
    WriteToFile(file, end);
  }
  if (!flush.is_undef() && IsTrue(flush)) FlushFile(file);
  return Value::None();
}
const MethodDef kFunctions[] = {{"print", Print, "*args, sep=' ', end='\\n', file=None, flush=False"}};
TP_REGISTER_FUNCTIONS(builtins, kFunctions);

}  // namespace

Value StdStream(int fd) {
  Value* slot = TheInterp().Slot(fd == 1 ? "stdout" : "stderr");
  if (!slot->is_object()) {
    auto* s = NewState<1>(&StdStreamType);
    s->n = fd;
    *slot = Value::Own(s);
  }
  return *slot;
}

Value CurrentStream(std::string_view name) {
  if (Value* sys = DictFind(TheInterp().modules(), "sys"); sys && IsInstance(*sys, &ModuleType))
    if (Value* stream = DictFind(sys->as<ModuleObject>()->dict, name)) return *stream;
  return StdStream(name == "stdout" ? 1 : 2);
}

void WriteToFile(const Value& file, std::string_view text) {
  if (file.is_none()) return;
  if (IsExact(file, &StdStreamType))
    StreamOf(file).Write(text);
  else
    CallMethod(file, "write", {MakeStr(text)});
}

void FlushFile(const Value& file) {
  if (file.is_none()) return;
  CallMethod(file, "flush");
}

}  // namespace tp
