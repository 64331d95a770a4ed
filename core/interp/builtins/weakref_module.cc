// What weakref and warnings, which are written in the spec language, need of the interpreter.
#include "core/interp/frame.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

Value Refs(const Value& v) {
  auto list = ObjRef<ListObject>::Own(NewList());
  if (v.is_object())
    if (Object** head = WeakListOf(v.object()))
      for (auto* r = static_cast<WeakRefObject*>(*head); r; r = r->next)
        ListAppend(list.get(), Value::Borrow(r));
  return std::move(list).ToValue();
}
Value GetWeakRefs(Interp&, Args args) {
  CheckArgs("getweakrefs", args, 1, 1);
  return Refs(args[0]);
}
Value GetWeakRefCount(Interp&, Args args) {
  CheckArgs("getweakrefcount", args, 1, 1);
  return Value::Int(Len(Refs(args[0])));
}
const MethodDef kWeakRef[] = {{"getweakrefs", GetWeakRefs}, {"getweakrefcount", GetWeakRefCount}};
TP_REGISTER_FUNCTIONS(_weakref, kWeakRef);
void InitWeakRef(Interp&, ModuleObject* m) { ModuleSet(m, "ref", TypeValue(&WeakRefType)); }
TP_REGISTER_MODULE(_weakref, InitWeakRef);

bool IsLibrary(const Frame* frame) { return frame->code->source->path.rfind("<frozen ", 0) == 0; }

// (file, line, module) of the place `stacklevel` calls outside of warnings.warn.
Value Caller(Interp& in, Args args) {
  CheckArgs("caller", args, 1, 1);
  int64_t level = IndexInt64(args[0]);
  const Frame* frame = in.frame;
  while (frame && IsLibrary(frame)) frame = frame->back;
  for (; frame && frame->back && level > 1; --level) frame = frame->back;
  if (!frame || !frame->span) return MakeTuple({MakeStr("sys"), Value::Int(1), MakeStr("sys")});
  const SourceFile& file = frame->code->source->file();
  Value* name = DictFind(frame->globals, "__name__");
  return MakeTuple({MakeStr(frame->code->source->path), Value::Int(file.Line(frame->span->begin)),
                    name ? *name : MakeStr("<string>")});
}
Value Line(Interp& in, Args args) {
  CheckArgs("line", args, 2, 2);
  const std::string path = Str(args[0]);
  const int64_t line = IndexInt64(args[1]);
  for (const Frame* frame = in.frame; frame; frame = frame->back) {
    if (frame->code->source->path != path) continue;
    return MakeStr(frame->code->source->file().LineText(static_cast<uint32_t>(line)));
  }
  return MakeStr("");
}
const MethodDef kWarnings[] = {{"caller", Caller}, {"line", Line}};
TP_REGISTER_FUNCTIONS(_warnings, kWarnings);

}  // namespace
}  // namespace tp
