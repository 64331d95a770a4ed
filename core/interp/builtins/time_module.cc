// The module time: clocks, sleep and the parts of dates.
#include <time.h>

#include <cmath>

#include "core/interp/interp.h"
#include "core/interp/interrupt.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

int64_t Nanoseconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}
template <clockid_t clock>
Value Seconds(Interp&, Args args) {
  CheckNoKeywords("time", args);
  return Value::Float(static_cast<double>(Nanoseconds(clock)) * 1e-9);
}
template <clockid_t clock>
Value NanosecondsFn(Interp&, Args) {
  return Value::Int(Nanoseconds(clock));
}

Value Sleep(Interp& in, Args args) {
  CheckArgs("time.sleep", args, 1, 1);
  const double seconds = ToDouble(args[0]);
  if (std::isnan(seconds)) Raise(&ValueErrorType, "Invalid value NaN (not a number)");
  if (seconds < 0) Raise(&ValueErrorType, "sleep length must be non-negative");
  in.out().Flush();
  timespec t;
  t.tv_sec = static_cast<time_t>(seconds);
  t.tv_nsec = static_cast<long>((seconds - std::floor(seconds)) * 1e9);
  while (nanosleep(&t, &t) != 0)
    if (interrupt_requested) in.OnTick();
  return Value::None();
}

// ---- struct_time: a tuple of nine with names

template <int kIndex>
Value Field(Interp&, Args args) {
  return args[0].as<TupleObject>()->items[kIndex];
}
Value StructRepr(const Value& self) {
  static const char* const kNames[] = {"tm_year", "tm_mon",  "tm_mday", "tm_hour", "tm_min",
                                       "tm_sec",  "tm_wday", "tm_yday", "tm_isdst"};
  std::string out = "time.struct_time(";
  for (int i = 0; i < 9; ++i)
    out += std::string(i ? ", " : "") + kNames[i] + "=" + Repr(self.as<TupleObject>()->items[i]);
  return MakeStr(out + ")");
}
constexpr TypeSpec StructSpec() {
  TypeSpec t{.name = "time.struct_time", .base = &TupleType};
  t.slots.repr = StructRepr;
  return t;
}
constinit TypeObject StructTimeType(StructSpec());
TP_REGISTER_HIDDEN_TYPE(StructTimeType);
const MethodDef kStruct[] = {
    {"tm_year", Field<0>, nullptr, nullptr, kProperty},  {"tm_mon", Field<1>, nullptr, nullptr, kProperty},
    {"tm_mday", Field<2>, nullptr, nullptr, kProperty},  {"tm_hour", Field<3>, nullptr, nullptr, kProperty},
    {"tm_min", Field<4>, nullptr, nullptr, kProperty},   {"tm_sec", Field<5>, nullptr, nullptr, kProperty},
    {"tm_wday", Field<6>, nullptr, nullptr, kProperty},  {"tm_yday", Field<7>, nullptr, nullptr, kProperty},
    {"tm_isdst", Field<8>, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(StructTimeType, kStruct);

Value FromTm(const tm& t) {
  const int64_t fields[] = {t.tm_year + 1900, t.tm_mon + 1,        t.tm_mday,     t.tm_hour, t.tm_min,
                            t.tm_sec,         (t.tm_wday + 6) % 7, t.tm_yday + 1, t.tm_isdst};
  Value items[9];
  for (int i = 0; i < 9; ++i) items[i] = Value::Int(fields[i]);
  return MakeTupleOfType(&StructTimeType, items, 9);
}
tm ToTm(const Value& v) {
  Value* items;
  int64_t size;
  if (!AsSequence(v, &items, &size)) Raise(&TypeErrorType, "Tuple or struct_time argument required");
  if (size != 9)
    Raise(&TypeErrorType, "function takes exactly 9 arguments (%ld given)", static_cast<long>(size));
  int f[9];
  for (int i = 0; i < 9; ++i) f[i] = static_cast<int>(IndexInt64(items[i]));
  tm t{};
  t.tm_year = f[0] - 1900;
  t.tm_mon = f[1] - 1;
  t.tm_mday = f[2];
  t.tm_hour = f[3];
  t.tm_min = f[4];
  t.tm_sec = f[5];
  t.tm_wday = (f[6] + 1) % 7;
  t.tm_yday = f[7] - 1;
  t.tm_isdst = f[8];
  return t;
}
// struct_time of nine numbers.
Value MakeStruct(Interp&, Args args) {
  CheckArgs("_struct", args, 9, 9);
  return MakeTupleOfType(&StructTimeType, args.values, 9);
}
time_t When(Args args) {
  if (args.size() == 0 || args[0].is_none())
    return static_cast<time_t>(Nanoseconds(CLOCK_REALTIME) / 1000000000);
  return static_cast<time_t>(std::floor(ToDouble(args[0])));
}
Value GmTime(Interp&, Args args) {
  CheckArgs("gmtime", args, 0, 1);
  const time_t when = When(args);
  tm t;
  gmtime_r(&when, &t);
  return FromTm(t);
}
Value LocalTime(Interp&, Args args) {
  CheckArgs("localtime", args, 0, 1);
  const time_t when = When(args);
  tm t;
  localtime_r(&when, &t);
  return FromTm(t);
}
Value MkTime(Interp&, Args args) {
  CheckArgs("time.mktime", args, 1, 1);
  tm t = ToTm(args[0]);
  return Value::Float(static_cast<double>(mktime(&t)));
}
Value StrFTime(Interp& in, Args args) {
  CheckArgs("strftime", args, 1, 2);
  if (!IsStr(args[0]))
    Raise(&TypeErrorType, "strftime() argument 1 must be str, not %s", GivenType(args[0]).c_str());
  const tm t = ToTm(args.size() > 1 ? args[1] : LocalTime(in, Args()));
  const std::string format(StrView(args[0]));
  if (format.empty()) return MakeStr("");
  std::string out(format.size() * 16 + 256, '\0');
  out.resize(strftime(out.data(), out.size(), format.c_str(), &t));
  return MakeStr(out);
}
Value AscTime(Interp& in, Args args) {
  CheckArgs("asctime", args, 0, 1);
  const tm t = ToTm(args.size() ? args[0] : LocalTime(in, Args()));
  char text[64];
  return MakeStr({text, strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &t)});
}
Value CTime(Interp& in, Args args) {
  const Value local = LocalTime(in, args);
  return AscTime(in, ArgList{local});
}

// What is asked for less often is written in the spec language.
Value MoreOfTime(Interp& in, Args args) {
  CheckArgs("__getattr__", args, 1, 1);
  return Call(GetAttr(in.Import("_time_names"), "find"), args[0]);
}

const MethodDef kTime[] = {
    {"__getattr__", MoreOfTime, "name"},
    {"_struct", MakeStruct},
    {"time", Seconds<CLOCK_REALTIME>},
    {"time_ns", NanosecondsFn<CLOCK_REALTIME>},
    {"monotonic", Seconds<CLOCK_MONOTONIC>},
    {"monotonic_ns", NanosecondsFn<CLOCK_MONOTONIC>},
    {"perf_counter", Seconds<CLOCK_MONOTONIC>},
    {"perf_counter_ns", NanosecondsFn<CLOCK_MONOTONIC>},
    {"process_time", Seconds<CLOCK_PROCESS_CPUTIME_ID>},
    {"process_time_ns", NanosecondsFn<CLOCK_PROCESS_CPUTIME_ID>},
    {"thread_time", Seconds<CLOCK_THREAD_CPUTIME_ID>},
    {"sleep", Sleep, "seconds, /"},
    {"gmtime", GmTime},
    {"localtime", LocalTime},
    {"mktime", MkTime},
    {"strftime", StrFTime},
    {"asctime", AscTime},
    {"ctime", CTime},
};
TP_REGISTER_FUNCTIONS(time, kTime);

void InitTime(Interp&, ModuleObject* m) {
  ModuleSet(m, "struct_time", TypeValue(&StructTimeType));
  ModuleSet(m, "timezone", Value::Int(timezone));
}
TP_REGISTER_MODULE(time, InitTime);

}  // namespace
}  // namespace tp
