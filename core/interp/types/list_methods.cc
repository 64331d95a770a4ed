// Methods of list and tuple.
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/sorting.h"
#include "core/interp/types/text_args.h"

namespace tp {
namespace {

Value TupleNewArgs(Interp&, Args args) { return MakeTuple({ToTuple(args[0])}); }
const MethodDef kTupleCopy[] = {{"__getnewargs__", TupleNewArgs, "self, /"}};
TP_REGISTER_METHODS(TupleType, kTupleCopy);

ListObject* Self(Args args) { return args[0].as<ListObject>(); }

Value DunderGetItem(Interp&, Args args) {
  CheckArgs("list.__getitem__", args.From(1), 1, 1);
  return ListType.slots.getitem(args[0], args[1]);
}
Value Append(Interp&, Args args) {
  CheckNoKeywords("list.append", args);
  CheckArgs("list.append", args.From(1), 1, 1);
  ListAppend(Self(args), args[1]);
  return Value::None();
}
Value Extend(Interp&, Args args) {
  CheckArgs("list.extend", args.From(1), 1, 1);
  ListExtend(Self(args), args[1]);
  return Value::None();
}
Value Insert(Interp&, Args args) {
  CheckArgs("insert", args.From(1), 2, 2);
  int64_t i = SizeArgument(args[1]);
  ListObject* list = Self(args);
  if (i < 0) i = std::max<int64_t>(0, i + list->size);
  ListInsert(list, std::min(i, list->size), args[2]);
  return Value::None();
}
Value Pop(Interp&, Args args) {
  CheckArgs("pop", args.From(1), 0, 1);
  ListObject* list = Self(args);
  int64_t i = args.size() > 1 ? SizeArgument(args[1]) : -1;
  if (list->size == 0) return RaiseValue(&IndexErrorType, "pop from empty list");
  if (i < 0) i += list->size;
  if (i < 0 || i >= list->size) return RaiseValue(&IndexErrorType, "pop index out of range");
  if (i == list->size - 1) return std::move(list->items[--list->size]);
  Value v = list->items[i];
  ListErase(list, i, i + 1);
  return v;
}
Value Clear(Interp&, Args args) {
  CheckArgs("list.clear", args.From(1), 0, 0);
  ListClear(Self(args));
  return Value::None();
}
Value Copy(Interp&, Args args) {
  CheckArgs("list.copy", args.From(1), 0, 0);
  ListObject* list = Self(args);
  auto copy = ObjRef<ListObject>::Own(NewList(list->size));
  for (int64_t i = 0; i < list->size; ++i) ListAppend(copy.get(), list->items[i]);
  return std::move(copy).ToValue();
}
Value Reverse(Interp&, Args args) {
  CheckArgs("list.reverse", args.From(1), 0, 0);
  ListObject* list = Self(args);
  std::reverse(list->begin(), list->end());
  return Value::None();
}
Value Remove(Interp&, Args args) {
  CheckArgs("list.remove", args.From(1), 1, 1);
  ListObject* list = Self(args);
  for (int64_t i = 0; i < list->size; ++i) {
    const Value item = list->items[i];
    if (!Equal(item, args[1])) continue;
    if (i < list->size) ListErase(list, i, i + 1);
    return Value::None();
  }
  return RaiseValue(&ValueErrorType, "list.remove(x): x not in list");
}

// list.index and tuple.index; the size is asked anew because comparisons can change a list.
template <class T>
Value IndexOf(Args args, const char* missing) {
  CheckArgs("index", args.From(1), 1, 3);
  auto* s = args[0].as<T>();
  int64_t start = args.size() > 2 ? SliceBound(args[2], 0, false) : 0;
  int64_t stop = args.size() > 3 ? SliceBound(args[3], INT64_MAX, false) : INT64_MAX;
  if (start < 0) start = std::max<int64_t>(0, start + s->size);
  if (stop < 0) stop = std::max<int64_t>(0, stop + s->size);
  for (int64_t i = start; i < stop && i < s->size; ++i) {
    const Value item = s->items[i];
    if (Equal(item, args[1])) return Value::Int(i);
  }
  if (missing) return RaiseValue(&ValueErrorType, "%s", missing);
  return RaiseValue(MakeException(&ValueErrorType, Repr(args[1]) + " is not in list"));
}
template <class T>
Value CountOf(Args args, const char* name) {
  CheckArgs(name, args.From(1), 1, 1);
  auto* s = args[0].as<T>();
  int64_t count = 0;
  for (int64_t i = 0; i < s->size; ++i) {
    const Value item = s->items[i];
    count += Equal(item, args[1]);
  }
  return Value::Int(count);
}
Value Reversed(Interp& in, Args args) { return Call(ModuleGet(in.builtins(), "reversed"), args[0]); }
Value ListIndex(Interp&, Args args) { return IndexOf<ListObject>(args, nullptr); }
Value ListCount(Interp&, Args args) { return CountOf<ListObject>(args, "list.count"); }
Value TupleIndex(Interp&, Args args) { return IndexOf<TupleObject>(args, "tuple.index(x): x not in tuple"); }
Value TupleCount(Interp&, Args args) { return CountOf<TupleObject>(args, "tuple.count"); }

Value Sort(Interp&, Args args) {
  static ArgParser parser("sort", "self, /, *, key=None, reverse=False");
  Value v[3];
  if (args.size() > 1) Raise(&TypeErrorType, "sort() takes no positional arguments");
  parser.Parse(args, v);
  const bool reverse = !v[2].is_undef() && IndexInt64(v[2]) != 0;
  auto list = ObjRef<ListObject>(Self(args));
  // The list is empty while it is sorted, as in CPython: what a comparison does to it is seen afterwards.
  Value* items = list->items;
  const int64_t size = list->size, capacity = list->capacity;
  list->items = nullptr;
  list->size = list->capacity = 0;
  auto restore = [&]() -> bool {
    const bool changed = list->capacity != 0;
    if (changed) ListClear(list.get());  // what was put in meanwhile goes
    if (list->capacity == 0) {
      list->items = items;
      list->size = size;
      list->capacity = capacity;
    } else {
      for (int64_t i = 0; i < size; ++i) ListAppend(list.get(), items[i]);
    }
    return changed;
  };
  try {
    SortValues(items, size, v[1], reverse);
  } catch (...) {
    restore();
    throw;
  }
  if (restore()) Raise(&ValueErrorType, "list modified during sort");
  return Value::None();
}

const MethodDef kList[] = {
    {"__getitem__", DunderGetItem},
    {"append", Append, "self, object, /"},
    {"extend", Extend, "self, iterable, /"},
    {"insert", Insert, "self, index, object, /"},
    {"pop", Pop, "self, index=-1, /"},
    {"clear", Clear, "self, /"},
    {"copy", Copy, "self, /"},
    {"reverse", Reverse, "self, /"},
    {"__reversed__", Reversed, "self, /"},
    {"remove", Remove, "self, value, /"},
    {"index", ListIndex, "self, value, start=0, stop=9223372036854775807, /"},
    {"count", ListCount, "self, value, /"},
    {"sort", Sort, "self, /, *, key=None, reverse=False"},
};
TP_REGISTER_METHODS(ListType, kList);

const MethodDef kTuple[] = {
    {"index", TupleIndex, "self, value, start=0, stop=9223372036854775807, /"},
    {"count", TupleCount, "self, value, /"},
};
TP_REGISTER_METHODS(TupleType, kTuple);

}  // namespace
}  // namespace tp
