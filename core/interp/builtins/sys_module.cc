// The module sys, as far as specs use it, and gc.
#include "core/base/limits.h"
#include "core/interp/builtins/std_streams.h"
#include "core/interp/gc.h"
#include "core/interp/registry.h"
#include "core/interp/traceback.h"

namespace tp {
namespace {

// ---- sys.version_info

Value Field(Args args, int i) { return args[0].as<TupleObject>()->items[i]; }
Value Major(Interp&, Args args) { return Field(args, 0); }
Value Minor(Interp&, Args args) { return Field(args, 1); }
Value Micro(Interp&, Args args) { return Field(args, 2); }
Value ReleaseLevel(Interp&, Args args) { return Field(args, 3); }
Value Serial(Interp&, Args args) { return Field(args, 4); }
Value VersionRepr(const Value&) {
  return MakeStr("sys.version_info(major=3, minor=11, micro=2, releaselevel='final', serial=0)");
}
constexpr TypeSpec VersionSpec() {
  TypeSpec t{.name = "sys.version_info", .base = &TupleType};
  t.slots.repr = VersionRepr;
  return t;
}
constinit TypeObject VersionInfoType(VersionSpec());
TP_REGISTER_HIDDEN_TYPE(VersionInfoType);
const MethodDef kVersion[] = {
    {"major", Major, nullptr, nullptr, kProperty},
    {"minor", Minor, nullptr, nullptr, kProperty},
    {"micro", Micro, nullptr, nullptr, kProperty},
    {"releaselevel", ReleaseLevel, nullptr, nullptr, kProperty},
    {"serial", Serial, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(VersionInfoType, kVersion);

// ---- functions

Value Exit(Interp&, Args args) {
  CheckArgs("exit", args, 0, 1);
  RaiseException(MakeException(&SystemExitType, args));
}
Value ExcInfo(Interp& in, Args args) {
  CheckArgs("sys.exc_info", args, 0, 0);
  if (!in.handled.is_object()) return MakeTuple({Value::None(), Value::None(), Value::None()});
  auto* e = in.handled.as<ExceptionObject>();
  return MakeTuple({TypeValue(e->type), in.handled,
                    e->traceback ? Value::Borrow(reinterpret_cast<Object*>(e->traceback)) : Value::None()});
}
// What is called for an exception that nobody catches; ReportUncaught itself writes the same.
Value ExceptHook(Interp& in, Args args) {
  CheckArgs("excepthook", args, 3, 3);
  in.out().FlushQuietly();
  if (IsInstance(args[1], &BaseExceptionType)) in.err().Write(FormatException(args[1].as<ExceptionObject>()));
  return Value::None();
}
Value Exception(Interp& in, Args args) {
  CheckArgs("sys.exception", args, 0, 0);
  return in.handled.is_object() ? in.handled : Value::None();
}
Value GetRecursionLimit(Interp& in, Args) { return Value::Int(in.depth_limit); }
Value SetRecursionLimit(Interp& in, Args args) {
  CheckArgs("sys.setrecursionlimit", args, 1, 1);
  const int64_t limit = IndexInt64(args[0]);
  if (limit < 1) Raise(&ValueErrorType, "recursion limit must be greater or equal than 1");
  // The stack is made for so much; more would be a crash.
  int64_t highest = std::max(in.depth_limit, HighestRecursionLimit());
  if (limits.depth > 0) highest = std::min(highest, limits.depth);
  in.depth_limit = static_cast<int>(std::min(limit, highest));
  return Value::None();
}
Value GetRefCount(Interp&, Args args) {
  CheckArgs("sys.getrefcount", args, 1, 1);
  return Value::Int(args[0].is_object() ? args[0].object()->refs : 1000000000);
}
Value Intern(Interp&, Args args) {
  CheckArgs("sys.intern", args, 1, 1);
  if (!IsStr(args[0]))
    Raise(&TypeErrorType, "intern() argument must be str, not %s", GivenType(args[0]).c_str());
  return Value::Borrow(InternStr(args[0]));
}
Value GetSizeOf(Interp&, Args args) {
  CheckArgs("getsizeof", args, 1, 2);
  const Value& v = args[0];
  if (IsStr(v)) return Value::Int(49 + v.as<StrObject>()->bytes);
  if (IsBytes(v)) return Value::Int(33 + v.as<BytesObject>()->size);
  if (IsList(v)) return Value::Int(56 + 8 * v.as<ListObject>()->capacity);
  if (IsTuple(v)) return Value::Int(40 + 8 * v.as<TupleObject>()->size);
  return Value::Int(v.is_object() ? v.object()->type->instance_size : v.is_float() ? 24 : 28);
}
Value DefaultEncoding(Interp&, Args) { return MakeStr("utf-8"); }
Value NoFrames(Interp&, Args) { RaiseNotSupported("sys._getframe()"); }
Value NoTrace(Interp&, Args) { RaiseNotSupported("sys.settrace()"); }
Value IsFinalizing(Interp&, Args) { return Value::Bool(false); }

// What is asked for less often is written in the spec language.
template <const char* Module>
Value MoreOf(Interp& in, Args args) {
  CheckArgs("__getattr__", args, 1, 1);
  return Call(GetAttr(in.Import(Module), "find"), args[0]);
}
constexpr char kSysNames[] = "_sys_names", kGcNames[] = "_gc_names";

const MethodDef kSys[] = {
    {"__getattr__", MoreOf<kSysNames>, "name"},
    {"exit", Exit},
    {"exc_info", ExcInfo},
    {"exception", Exception},
    {"excepthook", ExceptHook},
    {"getrecursionlimit", GetRecursionLimit},
    {"setrecursionlimit", SetRecursionLimit, "limit, /"},
    {"getrefcount", GetRefCount, "object, /"},
    {"intern", Intern, "string, /"},
    {"getsizeof", GetSizeOf},
    {"getdefaultencoding", DefaultEncoding},
    {"getfilesystemencoding", DefaultEncoding},
    {"_getframe", NoFrames},
    {"settrace", NoTrace},
    {"setprofile", NoTrace},
    {"is_finalizing", IsFinalizing},
};
TP_REGISTER_FUNCTIONS(sys, kSys);

void InitSys(Interp& in, ModuleObject* m) {
  auto argv = ObjRef<ListObject>::Own(NewList());
  ListAppend(argv.get(), MakeStr(in.options().spec_path));
  for (const std::string& arg : in.options().args) ListAppend(argv.get(), MakeStr(arg));
  ModuleSet(m, "argv", std::move(argv).ToValue());
  for (const char* name : {"stdout", "__stdout__"}) ModuleSet(m, name, StdStream(1));
  for (const char* name : {"stderr", "__stderr__"}) ModuleSet(m, name, StdStream(2));
  ModuleSet(m, "__excepthook__", *DictFind(m->dict, "excepthook"));
  ModuleSet(m, "modules", Value::Borrow(in.modules()));
  ModuleSet(m, "path", Value::Own(NewList()));
  ModuleSet(m, "__excepthook__", *DictFind(m->dict, "excepthook"));
  ModuleSet(m, "maxsize", Value::Int(INT64_MAX));
  ModuleSet(m, "maxunicode", Value::Int(0x10ffff));
  ModuleSet(m, "byteorder", MakeStr("little"));
  ModuleSet(m, "platform", MakeStr("linux"));
  ModuleSet(m, "executable", MakeStr(""));
  ModuleSet(m, "prefix", MakeStr(""));
  ModuleSet(m, "version", MakeStr("3.11.2 (tracepack) [GCC 12.2.0]"));
  ModuleSet(m, "hexversion", Value::Int(0x030b02f0));
  ModuleSet(m, "dont_write_bytecode", Value::Bool(true));
  const Value version[] = {Value::Int(3), Value::Int(11), Value::Int(2), MakeStr("final"), Value::Int(0)};
  ModuleSet(m, "version_info", MakeTupleOfType(&VersionInfoType, version, 5));
}
TP_REGISTER_MODULE(sys, InitSys);

// ---- gc

Value Collect(Interp&, Args args) {
  static ArgParser parser("collect", "generation=2");
  Value v[1];
  parser.Parse(args, v);
  const int64_t generation = v[0].is_undef() ? 2 : IndexInt64(v[0]);
  if (generation < 0 || generation > 2) Raise(&ValueErrorType, "invalid generation");
  return Value::Int(GcCollect(static_cast<int>(generation)));
}
Value Enable(Interp&, Args) {
  gc_state.enabled = true;
  return Value::None();
}
Value Disable(Interp&, Args) {
  gc_state.enabled = false;
  return Value::None();
}
Value IsEnabled(Interp&, Args) { return Value::Bool(gc_state.enabled); }
Value GetCount(Interp&, Args) {
  return MakeTuple(
      {Value::Int(gc_state.count[0]), Value::Int(gc_state.count[1]), Value::Int(gc_state.count[2])});
}
Value GetThreshold(Interp&, Args) {
  return MakeTuple({Value::Int(gc_state.threshold[0]), Value::Int(gc_state.threshold[1]),
                    Value::Int(gc_state.threshold[2])});
}
Value SetThreshold(Interp&, Args args) {
  CheckArgs("set_threshold", args, 1, 3);
  for (uint32_t i = 0; i < args.size(); ++i) gc_state.threshold[i] = static_cast<int>(IndexInt64(args[i]));
  return Value::None();
}
Value Freeze(Interp&, Args) { return Value::None(); }
Value IsTracked(Interp&, Args args) {
  CheckArgs("gc.is_tracked", args, 1, 1);
  return Value::Bool(args[0].is_object() && (args[0].object()->flags & kGcTracked));
}
Value NoObjects(Interp&, Args) { RaiseNotSupported("gc.get_objects()"); }
const MethodDef kGc[] = {
    {"__getattr__", MoreOf<kGcNames>, "name"},
    {"collect", Collect, "generation=2"},
    {"enable", Enable},
    {"disable", Disable},
    {"isenabled", IsEnabled},
    {"get_count", GetCount},
    {"get_threshold", GetThreshold},
    {"set_threshold", SetThreshold},
    {"freeze", Freeze},
    {"is_tracked", IsTracked},
    {"get_objects", NoObjects},
    {"get_referrers", NoObjects},
};
TP_REGISTER_FUNCTIONS(gc, kGc);
void InitGc(Interp&, ModuleObject* m) {
  ModuleSet(m, "garbage", Value::Own(NewList()));
  ModuleSet(m, "callbacks", Value::Own(NewList()));
}
TP_REGISTER_MODULE(gc, InitGc);

}  // namespace
}  // namespace tp
