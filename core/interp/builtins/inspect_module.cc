// What inspect and os, which are written in the spec language, need of the interpreter and the system.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

FunctionObject* NeedFunction(const Value& v) {
  if (!IsExact(v, &PyFunctionType)) Raise(&TypeErrorType, "%s is not a Python function", Repr(v).c_str());
  return v.as<FunctionObject>();
}

// parameters(f): a list of (name, kind, () or (default,)); kind as inspect numbers them.
Value Parameters(Interp&, Args args) {
  CheckArgs("parameters", args, 1, 1);
  FunctionObject* f = NeedFunction(args[0]);
  auto list = ObjRef<ListObject>::Own(NewList());
  const ast::Parameters* params = f->code->info->params;
  if (!params) return std::move(list).ToValue();
  auto add = [&](const ast::Param& p, int kind, const Value* value) {
    ListAppend(list.get(),
               MakeTuple({NameValue(p.name), Value::Int(kind), value ? MakeTuple({*value}) : EmptyTuple()}));
  };
  const int64_t defaults = f->defaults ? f->defaults->size : 0;
  const auto count = static_cast<int64_t>(params->positional.size());
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at = i - (count - defaults);
    add(params->positional[i], i < params->num_posonly ? 0 : 1, at >= 0 ? &f->defaults->items[at] : nullptr);
  }
  if (params->vararg) add(*params->vararg, 2, nullptr);
  for (const ast::Param& p : params->kwonly)
    add(p, 3, f->kwdefaults ? DictFind(f->kwdefaults, NameStr(p.name)) : nullptr);
  if (params->kwarg) add(*params->kwarg, 4, nullptr);
  return std::move(list).ToValue();
}
Value IsGenerator(Interp&, Args args) {
  CheckArgs("is_generator", args, 1, 1);
  return Value::Bool(NeedFunction(args[0])->code->is_generator);
}
// source(f): whole lines, from the first decorator on.
Value SourceText(Interp&, Args args) {
  CheckArgs("source", args, 1, 1);
  const FunctionCode* code = NeedFunction(args[0])->code;
  const SourceFile& file = code->source->file();
  const uint32_t first = std::min(file.Line(code->info->span.begin), std::max(1u, code->info->first_line));
  const uint32_t last = file.Line(code->info->span.end ? code->info->span.end - 1 : 0);
  std::string out;
  for (uint32_t line = first; line <= last; ++line) out += std::string(file.LineText(line)) + "\n";
  return MakeStr(out);
}
const MethodDef kInspect[] = {
    {"parameters", Parameters}, {"is_generator", IsGenerator}, {"source", SourceText}};
TP_REGISTER_FUNCTIONS(_inspect, kInspect);

// ---- os

Value Environment(Interp&, Args) {
  auto dict = ObjRef<DictObject>::Own(NewDict());
  for (char** e = environ; e && *e; ++e) {
    const std::string_view text = *e;
    const size_t equals = text.find('=');
    if (equals == text.npos) continue;
    DictSet(dict.get(), MakeStr(text.substr(0, equals)), MakeStr(text.substr(equals + 1)));
  }
  return std::move(dict).ToValue();
}
Value GetCwd(Interp&, Args) {
  char* path = getcwd(nullptr, 0);
  const Value v = MakeStr(path ? path : ".");
  free(path);
  return v;
}
Value GetPid(Interp&, Args) { return Value::Int(getpid()); }
Value CpuCount(Interp&, Args) { return Value::Int(std::max(1u, std::thread::hardware_concurrency())); }

const MethodDef kOs[] = {
    {"environ", Environment}, {"getcwd", GetCwd}, {"getpid", GetPid}, {"cpu_count", CpuCount}};
TP_REGISTER_FUNCTIONS(_os, kOs);

}  // namespace
}  // namespace tp
