// The exception classes: one C++ struct for all, a type for each row of TP_EXCEPTION_TYPES, and the
// attributes they have.
#include <algorithm>
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/traceback.h"

namespace tp {

namespace {

ExceptionObject* E(const Value& v) { return v.as<ExceptionObject>(); }

void ExceptionDealloc(Object* o) {
  auto* e = static_cast<ExceptionObject*>(o);
  for (Value* v : {&e->context, &e->cause, &e->value, &e->name, &e->obj}) v->Clear();
  if (TracebackObject* tb = e->traceback) {
    e->traceback = nullptr;
    DecRef(static_cast<Object*>(tb));
  }
  if (TupleObject* args = e->args) {
    e->args = nullptr;
    DecRef(args);
  }
  FreeObject(o);
}
void ExceptionTraverse(Object* o, GcVisitor& visit) {
  auto* e = static_cast<ExceptionObject*>(o);
  for (Value* v : {&e->context, &e->cause, &e->value, &e->name, &e->obj}) visit(*v);
  visit(e->args);
}
void ExceptionClear(Object* o) {
  auto* e = static_cast<ExceptionObject*>(o);
  for (Value* v : {&e->context, &e->cause, &e->value, &e->name, &e->obj}) v->Clear();
}

void SetArgs(ExceptionObject* e, const Value& tuple) {
  auto* t = tuple.as<TupleObject>();
  IncRef(t);
  if (e->args) DecRef(e->args);
  e->args = t;
}

TypeObject* OsErrorByNumber(int64_t number) {
  switch (number) {
    case 2:
      return &FileNotFoundErrorType;
    case 1:
    case 13:
      return &PermissionErrorType;
    case 17:
      return &FileExistsErrorType;
    case 20:
      return &NotADirectoryErrorType;
    case 21:
      return &IsADirectoryErrorType;
    case 4:
      return &InterruptedErrorType;
    case 11:
      return &BlockingIOErrorType;
    case 32:
      return &BrokenPipeErrorType;
    case 104:
      return &ConnectionResetErrorType;
    case 110:
      return &TimeoutErrorType;
    default:
      return &OSErrorType;
  }
}

Value ExceptionNew(TypeObject* type, Args args) {
  if (type == &OSErrorType && args.num_pos >= 2 && args[0].is_int()) type = OsErrorByNumber(args[0].as_int());
  auto* e = New<ExceptionObject>(type);
  Value result = Value::Own(e);
  SetArgs(e, MakeTuple(args.values, args.num_pos));
  GcTrack(e);
  return result;
}

void ExceptionInit(const Value& self, Args args) {
  ExceptionObject* e = E(self);
  TypeObject* type = e->type;
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    const std::string_view name = args.kw_names[i]->view();
    const bool attribute = IsSubtype(type, &AttributeErrorType), import = IsSubtype(type, &ImportErrorType);
    if (name == "name" && (attribute || import || IsSubtype(type, &NameErrorType)))
      e->name = args.kw(i);
    else if ((name == "obj" && attribute) || (name == "path" && import))
      e->obj = args.kw(i);
    else
      Raise(&TypeErrorType, "%s() takes no keyword arguments", type->name);
  }
  const bool os = IsSubtype(type, &OSErrorType);
  const uint32_t keep = os && args.num_pos > 2 && args.num_pos <= 5 ? 2 : args.num_pos;
  // Usually they are what __new__ was given.
  const auto same = [](const Value& a, const Value& b) { return a.Is(b); };
  if (!std::equal(e->args->begin(), e->args->end(), args.values, args.values + keep, same))
    SetArgs(e, MakeTuple(args.values, keep));
  if (os && args.num_pos > 2) e->value = args[2];
  if (IsSubtype(type, &StopIterationType)) e->value = args.size() ? args[0] : Value::None();
  if (IsSubtype(type, &SystemExitType))
    e->value = args.size() == 0   ? Value::None()
               : args.size() == 1 ? args[0]
                                  : MakeTuple(args.values, args.num_pos);
}

Value ExceptionStr(const Value& self) {
  TupleObject* args = E(self)->args;
  if (args->size == 0) return InternedValue("");
  if (args->size == 1) return StrValue(args->items[0]);
  return ReprValue(Value::Borrow(args));
}
Value ExceptionRepr(const Value& self) {
  TupleObject* args = E(self)->args;
  std::string text = TypeNameOf(self) + "(";
  for (int64_t i = 0; i < args->size; ++i) text += (i ? ", " : "") + Repr(args->items[i]);
  return MakeStr(text + ")");
}
Value KeyErrorStr(const Value& self) {
  TupleObject* args = E(self)->args;
  return args->size == 1 ? ReprValue(args->items[0]) : ExceptionStr(self);
}
Value OsErrorStr(const Value& self) {
  ExceptionObject* e = E(self);
  if (e->args->size != 2) return ExceptionStr(self);
  std::string text = "[Errno " + Str(e->args->items[0]) + "] " + Str(e->args->items[1]);
  if (!e->value.is_undef() && !e->value.is_none()) text += ": " + Repr(e->value);
  return MakeStr(text);
}
Value SyntaxErrorStr(const Value& self) {
  TupleObject* args = E(self)->args;
  if (args->size == 2 && IsTuple(args->items[1])) {
    auto* where = args->items[1].as<TupleObject>();
    if (where->size >= 2 && IsStr(where->items[0])) {
      const std::string path(StrView(where->items[0]));
      return MakeStr(Str(args->items[0]) + " (" + path.substr(path.rfind('/') + 1) + ", line " +
                     Str(where->items[1]) + ")");
    }
  }
  return args->size ? StrValue(args->items[0]) : ExceptionStr(self);
}

// UnicodeEncodeError and UnicodeDecodeError: (encoding, object, start, end, reason).
Value UnicodeErrorStr(const Value& self) {
  TupleObject* args = E(self)->args;
  if (args->size != 5 || !args->items[2].is_int() || !args->items[3].is_int()) return ExceptionStr(self);
  const int64_t start = args->items[2].as_int(), end = args->items[3].as_int();
  const bool decode = IsBytes(args->items[1]);
  std::string what = decode ? "bytes" : "characters", where = Format("%ld-%ld", start, end - 1);
  if (end == start + 1) {
    const Value item = GetItem(args->items[1], args->items[2]);
    where = Format("%ld", start);
    if (decode) {
      what = Format("byte 0x%02lx", item.as_int());
    } else {
      size_t at = 0;
      const uint32_t c = DecodeUtf8(StrView(item), &at);
      what = "character " + Format(c < 0x100 ? "'\\x%02x'" : c < 0x10000 ? "'\\u%04x'" : "'\\U%08x'", c);
    }
  }
  return MakeStr("'" + Str(args->items[0]) + "' codec can't " + (decode ? "decode " : "encode ") + what +
                 " in position " + where + ": " + Str(args->items[4]));
}

// ---- attributes

Value OrNone(const Value& v) { return v.is_undef() ? Value::None() : v; }

Value GetArgs(Interp&, Args a) { return Value::Borrow(E(a[0])->args); }
Value SetArgsAttr(Interp&, Args a) {
  if (a.size() > 1) SetArgs(E(a[0]), ToTuple(a[1]));
  return Value::None();
}
Value GetTraceback(Interp&, Args a) {
  TracebackObject* tb = E(a[0])->traceback;
  return tb ? Value::Borrow(tb) : Value::None();
}
Value SetTraceback(Interp&, Args a) {
  auto* e = E(a[0]);
  Value tb = a.size() > 1 ? a[1] : Value::None();
  if (!tb.is_none() && !IsExact(tb, &TracebackType))
    Raise(&TypeErrorType, "__traceback__ must be a traceback or None");
  TracebackObject* old = e->traceback;
  e->traceback = tb.is_none() ? nullptr : static_cast<TracebackObject*>(tb.Release());
  if (old) DecRef(old);
  return Value::None();
}
Value WithTraceback(Interp& in, Args a) {
  SetTraceback(in, a);
  return a[0];
}
Value GetContext(Interp&, Args a) { return OrNone(E(a[0])->context); }
Value SetContext(Interp&, Args a) {
  E(a[0])->context = a.size() > 1 && !a[1].is_none() ? a[1] : Value();
  return Value::None();
}
Value GetCause(Interp&, Args a) { return OrNone(E(a[0])->cause); }
Value SetCause(Interp&, Args a) {
  E(a[0])->cause = a.size() > 1 ? a[1] : Value::None();
  E(a[0])->suppress_context = true;
  return Value::None();
}
Value GetSuppress(Interp&, Args a) { return Value::Bool(E(a[0])->suppress_context); }
Value SetSuppress(Interp&, Args a) {
  E(a[0])->suppress_context = a.size() > 1 && IsTrue(a[1]);
  return Value::None();
}
Value AddNote(Interp&, Args a) {
  CheckArgs("add_note", a.From(1), 1, 1);
  if (!IsStr(a[1])) Raise(&TypeErrorType, "note must be a str, not '%s'", TypeNameOf(a[1]).c_str());
  Value notes = GetAttrOrUndef(a[0], names.notes_);
  if (notes.is_undef()) {
    notes = Value::Own(NewList());
    SetAttr(a[0], names.notes_, notes);
  }
  ListAppend(notes.as<ListObject>(), a[1]);
  return Value::None();
}
Value GetValue(Interp&, Args a) { return OrNone(E(a[0])->value); }
Value SetValue(Interp&, Args a) {
  E(a[0])->value = a.size() > 1 ? a[1] : Value();
  return Value::None();
}
Value GetName(Interp&, Args a) { return OrNone(E(a[0])->name); }
Value SetName(Interp&, Args a) {
  E(a[0])->name = a.size() > 1 ? a[1] : Value();
  return Value::None();
}
Value GetObj(Interp&, Args a) { return OrNone(E(a[0])->obj); }
Value SetObj(Interp&, Args a) {
  E(a[0])->obj = a.size() > 1 ? a[1] : Value();
  return Value::None();
}
Value Arg(const Value& self, int64_t i) {
  TupleObject* args = E(self)->args;
  return args->size > i ? args->items[i] : Value::None();
}
Value GetErrno(Interp&, Args a) { return E(a[0])->args->size >= 2 ? Arg(a[0], 0) : Value::None(); }
Value GetStrerror(Interp&, Args a) { return E(a[0])->args->size >= 2 ? Arg(a[0], 1) : Value::None(); }
Value GetMsg(Interp&, Args a) { return Arg(a[0], 0); }
template <int index>
Value GetWhere(Interp&, Args a) {
  Value where = Arg(a[0], 1);
  if (!IsTuple(where) || where.as<TupleObject>()->size <= index) return Value::None();
  return where.as<TupleObject>()->items[index];
}

const MethodDef kBaseExceptionMethods[] = {
    {"args", GetArgs, nullptr, nullptr, kProperty, SetArgsAttr},
    {"__traceback__", GetTraceback, nullptr, nullptr, kProperty, SetTraceback},
    {"__context__", GetContext, nullptr, nullptr, kProperty, SetContext},
    {"__cause__", GetCause, nullptr, nullptr, kProperty, SetCause},
    {"__suppress_context__", GetSuppress, nullptr, nullptr, kProperty, SetSuppress},
    {"with_traceback", WithTraceback, "self, tb, /", "Set self.__traceback__ to tb and return self."},
    {"add_note", AddNote, "self, note, /", "Add a note to the exception"},
};
TP_REGISTER_METHODS(BaseExceptionType, kBaseExceptionMethods);
const MethodDef kStopIterationMethods[] = {{"value", GetValue, nullptr, nullptr, kProperty, SetValue}};
TP_REGISTER_METHODS(StopIterationType, kStopIterationMethods);
const MethodDef kSystemExitMethods[] = {{"code", GetValue, nullptr, nullptr, kProperty, SetValue}};
TP_REGISTER_METHODS(SystemExitType, kSystemExitMethods);
const MethodDef kNameErrorMethods[] = {{"name", GetName, nullptr, nullptr, kProperty, SetName}};
TP_REGISTER_METHODS(NameErrorType, kNameErrorMethods);
const MethodDef kAttributeErrorMethods[] = {{"name", GetName, nullptr, nullptr, kProperty, SetName},
                                            {"obj", GetObj, nullptr, nullptr, kProperty, SetObj}};
TP_REGISTER_METHODS(AttributeErrorType, kAttributeErrorMethods);
const MethodDef kImportErrorMethods[] = {{"name", GetName, nullptr, nullptr, kProperty, SetName},
                                         {"path", GetObj, nullptr, nullptr, kProperty, SetObj},
                                         {"msg", GetMsg, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(ImportErrorType, kImportErrorMethods);
const MethodDef kOSErrorMethods[] = {{"errno", GetErrno, nullptr, nullptr, kProperty},
                                     {"strerror", GetStrerror, nullptr, nullptr, kProperty},
                                     {"filename", GetValue, nullptr, nullptr, kProperty, SetValue}};
TP_REGISTER_METHODS(OSErrorType, kOSErrorMethods);
template <int index>
Value GetPart(Interp&, Args a) {
  return Arg(a[0], index);
}
const MethodDef kUnicodeErrorMethods[] = {{"encoding", GetPart<0>, nullptr, nullptr, kProperty},
                                          {"object", GetPart<1>, nullptr, nullptr, kProperty},
                                          {"start", GetPart<2>, nullptr, nullptr, kProperty},
                                          {"end", GetPart<3>, nullptr, nullptr, kProperty},
                                          {"reason", GetPart<4>, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(UnicodeEncodeErrorType, kUnicodeErrorMethods);
TP_REGISTER_METHODS(UnicodeDecodeErrorType, kUnicodeErrorMethods);
const MethodDef kSyntaxErrorMethods[] = {{"msg", GetMsg, nullptr, nullptr, kProperty},
                                         {"filename", GetWhere<0>, nullptr, nullptr, kProperty},
                                         {"lineno", GetWhere<1>, nullptr, nullptr, kProperty},
                                         {"offset", GetWhere<2>, nullptr, nullptr, kProperty},
                                         {"text", GetWhere<3>, nullptr, nullptr, kProperty},
                                         {"end_lineno", GetWhere<4>, nullptr, nullptr, kProperty},
                                         {"end_offset", GetWhere<5>, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(SyntaxErrorType, kSyntaxErrorMethods);

constexpr bool Same(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

constexpr TypeSpec ExceptionSpec(const char* name, TypeObject* base) {
  TypeSpec t{.name = name,
             .base = base,
             .size = sizeof(ExceptionObject),
             .attrs = offsetof(ExceptionObject, attrs),
             .flags = kTypeGc | kTypeException};
  if (Same(name, "BaseException")) {
    t.slots.dealloc = ExceptionDealloc;
    t.slots.traverse = ExceptionTraverse;
    t.slots.clear = ExceptionClear;
    t.slots.new_object = ExceptionNew;
    t.slots.init = ExceptionInit;
    t.slots.repr = ExceptionRepr;
    t.slots.str = ExceptionStr;
  }
  if (Same(name, "KeyError")) t.slots.str = KeyErrorStr;
  if (Same(name, "UnicodeEncodeError") || Same(name, "UnicodeDecodeError")) t.slots.str = UnicodeErrorStr;
  if (Same(name, "OSError")) t.slots.str = OsErrorStr;
  if (Same(name, "SyntaxError")) t.slots.str = SyntaxErrorStr;
  return t;
}

}  // namespace

#define TP_DEFINE(name, base)                                   \
  constinit TypeObject name##Type(ExceptionSpec(#name, &base)); \
  TP_REGISTER_TYPE(name##Type);
TP_EXCEPTION_TYPES(TP_DEFINE)
#undef TP_DEFINE

}  // namespace tp
