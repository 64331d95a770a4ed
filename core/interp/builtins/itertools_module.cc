// The iterators of itertools that are asked for most; the others are written in the spec language.
#include "core/interp/bigint.h"
#include "core/interp/builtins/state_object.h"
#include "core/interp/bytearray.h"

namespace tp {
namespace {

// ---- chain: v[0] an iterator of iterables, v[1] the running one

Value ChainNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  for (;;) {
    if (s->v[1].is_undef()) {
      if (s->v[0].is_undef()) return Value::Stop();
      Value iterable = Next(s->v[0]);
      if (iterable.is_stop()) {
        s->v[0].Clear();
        return iterable;
      }
      s->v[1] = Iter(iterable);
    }
    Value item = Next(s->v[1]);
    if (!item.is_stop()) return item;
    s->v[1].Clear();
  }
}
Value ChainOf(TypeObject* type, const Value& iterables) {
  Value it = Iter(iterables);
  auto* s = NewState<2>(type);
  s->v[0] = std::move(it);
  return Value::Own(s);
}
Value ChainNew(TypeObject* type, Args args) {
  CheckNoKeywords("chain", args);
  return ChainOf(type, MakeTuple(args.values, args.size()));
}
Value ChainFromIterable(Interp&, Args args) {
  CheckArgs("from_iterable", args.From(1), 1, 1);
  return ChainOf(AsType(args[0]), args[1]);
}
constinit TypeObject ChainType(StateSpec<2>("itertools.chain", ChainNext, ChainNew));
TP_REGISTER_HIDDEN_TYPE(ChainType);
const MethodDef kChain[] = {{"from_iterable", ChainFromIterable, nullptr, nullptr, kClassMethod}};
TP_REGISTER_METHODS(ChainType, kChain);

// ---- count: v[0] the next number, v[1] the step

Value CountNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  Value now = s->v[0];
  s->v[0] = Binary(ast::BinOp::kAdd, now, s->v[1]);
  return now;
}
Value CountNew(TypeObject* type, Args args) {
  static ArgParser parser("count", "start=0, step=1");
  Value v[2];
  parser.Parse(args, v);
  for (const Value& x : v)
    if (!x.is_undef() && !IsNumber(x)) Raise(&TypeErrorType, "a number is required");
  auto* s = NewState<2>(type);
  s->v[0] = v[0].is_undef() ? Value::Int(0) : v[0];
  s->v[1] = v[1].is_undef() ? Value::Int(1) : v[1];
  return Value::Own(s);
}
Value CountRepr(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  std::string out = "count(" + Repr(s->v[0]);
  if (!(s->v[1].is_int() && s->v[1].as_int() == 1)) out += ", " + Repr(s->v[1]);
  return MakeStr(out + ")");
}
constexpr TypeSpec CountSpec() {
  TypeSpec t = StateSpec<2>("itertools.count", CountNext, CountNew);
  t.slots.repr = CountRepr;
  return t;
}
constinit TypeObject CountType(CountSpec());
TP_REGISTER_HIDDEN_TYPE(CountType);

// ---- repeat: v[0] the object; n: how often yet, -1 without end

Value RepeatNext(const Value& self) {
  auto* s = self.as<StateObject<1>>();
  if (s->n == 0) return Value::Stop();
  if (s->n > 0) --s->n;
  return s->v[0];
}
Value RepeatNew(TypeObject* type, Args args) {
  static ArgParser parser("repeat", "object, times=None");
  Value v[2];
  parser.Parse(args, v);
  auto* s = NewState<1>(type);
  Value holder = Value::Own(s);
  s->n = v[1].is_undef() ? -1 : std::max<int64_t>(0, SizeArgument(v[1]));
  s->v[0] = v[0];
  return holder;
}
Value RepeatRepr(const Value& self) {
  auto* s = self.as<StateObject<1>>();
  return MakeStr("repeat(" + Repr(s->v[0]) + (s->n < 0 ? "" : ", " + std::to_string(s->n)) + ")");
}
Value RepeatHint(Interp&, Args args) {
  return Value::Int(std::max<int64_t>(0, args[0].as<StateObject<1>>()->n));
}
constexpr TypeSpec RepeatSpec() {
  TypeSpec t = StateSpec<1>("itertools.repeat", RepeatNext, RepeatNew);
  t.slots.repr = RepeatRepr;
  return t;
}
constinit TypeObject RepeatType(RepeatSpec());
TP_REGISTER_HIDDEN_TYPE(RepeatType);
const MethodDef kRepeat[] = {{"__length_hint__", RepeatHint}};
TP_REGISTER_METHODS(RepeatType, kRepeat);

// ---- cycle: v[0] the iterator, v[1] a list of what it gave; n: the next place in it

Value CycleNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  auto* saved = s->v[1].as<ListObject>();
  if (!s->v[0].is_undef()) {
    Value item = Next(s->v[0]);
    if (!item.is_stop()) {
      ListAppend(saved, item);
      return item;
    }
    s->v[0].Clear();
  }
  if (saved->size == 0) return Value::Stop();
  if (s->n >= saved->size) s->n = 0;
  return saved->items[s->n++];
}
Value CycleNew(TypeObject* type, Args args) {
  CheckArgs("cycle", args, 1, 1);
  Value it = Iter(args[0]);
  auto* s = NewState<2>(type);
  s->v[0] = std::move(it);
  s->v[1] = Value::Own(NewList());
  return Value::Own(s);
}
constinit TypeObject CycleType(StateSpec<2>("itertools.cycle", CycleNext, CycleNew));
TP_REGISTER_HIDDEN_TYPE(CycleType);

// ---- islice: v[0] the iterator, v[1] stop, v[2] step, v[3] the next wanted index; n: items taken

Value SliceNext(const Value& self) {
  auto* s = self.as<StateObject<4>>();
  if (s->v[0].is_undef()) return Value::Stop();
  const int64_t wanted = s->v[3].as_int(), stop = s->v[1].as_int();
  if (stop >= 0 && wanted >= stop) {
    // What lies before `stop` is taken, too.
    while (s->n < stop) {
      if (Next(s->v[0]).is_stop()) break;
      ++s->n;
    }
    s->v[0].Clear();
    return Value::Stop();
  }
  for (;;) {
    Value item = Next(s->v[0]);
    if (item.is_stop()) {
      s->v[0].Clear();
      return item;
    }
    if (s->n++ == wanted) {
      int64_t next;
      if (__builtin_add_overflow(wanted, s->v[2].as_int(), &next)) next = INT64_MAX;
      s->v[3] = Value::Int(next);
      return item;
    }
  }
}
// -1 for what is no number that fits.
int64_t SliceArg(const Value& v, int64_t otherwise) {
  if (v.is_none()) return otherwise;
  int64_t i;
  if (!IsAnyInt(v) && !TypeOf(v)->slots.number->index) return -1;
  return FitsInt64(Index(v), &i) ? i : -1;
}
Value SliceNew(TypeObject* type, Args args) {
  CheckArgs("islice", args, 2, 4);
  const char* kBounds = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
  const char* kStop = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
  int64_t start = 0, stop, step = 1;
  if (args.size() == 2) {
    stop = SliceArg(args[1], INT64_MAX);
  } else {
    start = SliceArg(args[1], 0);
    stop = SliceArg(args[2], INT64_MAX);
    if (args.size() > 3) step = SliceArg(args[3], 1);
  }
  if (stop == -1) Raise(&ValueErrorType, "%s", kStop);
  if (start < 0 || stop < 0) Raise(&ValueErrorType, "%s", kBounds);
  if (step < 1) Raise(&ValueErrorType, "Step for islice() must be a positive integer or None.");
  Value it = Iter(args[0]);
  auto* s = NewState<4>(type);
  s->v[0] = std::move(it);
  s->v[1] = Value::Int(stop);
  s->v[2] = Value::Int(step);
  s->v[3] = Value::Int(start);
  return Value::Own(s);
}
constinit TypeObject SliceIteratorType(StateSpec<4>("itertools.islice", SliceNext, SliceNew));
TP_REGISTER_HIDDEN_TYPE(SliceIteratorType);

// ---- starmap, takewhile, dropwhile, filterfalse: v[0] the function, v[1] the iterator

Value StarMapNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  Value item = Next(s->v[1]);
  if (item.is_stop()) return item;
  const Value row = ToTuple(item);
  auto* t = row.as<TupleObject>();
  return Call(s->v[0], Args{t->items, static_cast<uint32_t>(t->size), 0, nullptr});
}
Value TakeWhileNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  if (s->n) return Value::Stop();
  Value item = Next(s->v[1]);
  if (item.is_stop() || IsTrue(Call(s->v[0], item))) return item;
  s->n = 1;
  return Value::Stop();
}
Value DropWhileNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  for (;;) {
    Value item = Next(s->v[1]);
    if (item.is_stop() || s->n) return item;
    if (IsTrue(Call(s->v[0], item))) continue;
    s->n = 1;
    return item;
  }
}
Value FilterFalseNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  for (;;) {
    Value item = Next(s->v[1]);
    if (item.is_stop()) return item;
    if (!IsTrue(s->v[0].is_none() ? item : Call(s->v[0], item))) return item;
  }
}
Value PairNew(TypeObject* type, Args args) {
  CheckArgs(type->name, args, 2, 2);
  Value it = Iter(args[1]);
  auto* s = NewState<2>(type);
  s->v[0] = args[0];
  s->v[1] = std::move(it);
  return Value::Own(s);
}
constinit TypeObject StarMapType(StateSpec<2>("itertools.starmap", StarMapNext, PairNew));
constinit TypeObject TakeWhileType(StateSpec<2>("itertools.takewhile", TakeWhileNext, PairNew));
constinit TypeObject DropWhileType(StateSpec<2>("itertools.dropwhile", DropWhileNext, PairNew));
constinit TypeObject FilterFalseType(StateSpec<2>("itertools.filterfalse", FilterFalseNext, PairNew));
TP_REGISTER_HIDDEN_TYPE(StarMapType);
TP_REGISTER_HIDDEN_TYPE(TakeWhileType);
TP_REGISTER_HIDDEN_TYPE(DropWhileType);
TP_REGISTER_HIDDEN_TYPE(FilterFalseType);

// ---- zip_longest: v[0] a list of iterators (None: at its end), v[1] the fill value; n: how many are left

Value ZipLongestNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  if (s->n == 0) return Value::Stop();
  auto* iterators = s->v[0].as<ListObject>();
  TupleObject* row = NewTuple(iterators->size);
  Value holder = Value::Own(row);
  for (int64_t i = 0; i < iterators->size; ++i) row->items[i] = s->v[1];
  for (int64_t i = 0; i < iterators->size; ++i) {
    if (iterators->items[i].is_none()) continue;
    Value item = Next(iterators->items[i]);
    if (!item.is_stop()) {
      row->items[i] = std::move(item);
      continue;
    }
    iterators->items[i] = Value::None();
    if (--s->n == 0) return Value::Stop();
  }
  return holder;
}
Value ZipLongestNew(TypeObject* type, Args args) {
  Value fill = Value::None();
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    if (args.kw_names[i]->view() != "fillvalue")
      Raise(&TypeErrorType, "zip_longest() got an unexpected keyword argument");
    fill = args.kw(i);
  }
  auto iterators = ObjRef<ListObject>::Own(NewList());
  for (uint32_t i = 0; i < args.size(); ++i) ListAppend(iterators.get(), Iter(args[i]));
  auto* s = NewState<2>(type);
  s->v[0] = std::move(iterators).ToValue();
  s->v[1] = std::move(fill);
  s->n = args.size();
  return Value::Own(s);
}
constinit TypeObject ZipLongestType(StateSpec<2>("itertools.zip_longest", ZipLongestNext, ZipLongestNew));
TP_REGISTER_HIDDEN_TYPE(ZipLongestType);

// ---- product: v[0] a tuple of pools, v[1] a list of indices, none before the first; n: 1 at the end

Value ProductNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  if (s->n) return Value::Stop();
  auto* pools = s->v[0].as<TupleObject>();
  const int64_t count = pools->size;
  auto pool = [&](int64_t i) { return pools->items[i].as<TupleObject>(); };
  if (s->v[1].is_undef()) {
    for (int64_t i = 0; i < count; ++i)
      if (pool(i)->size == 0) s->n = 1;
    if (s->n) return Value::Stop();
    ListObject* indices = NewList(count);
    for (int64_t i = 0; i < count; ++i) ListAppend(indices, Value::Int(0));
    s->v[1] = Value::Own(indices);
  } else {
    auto* indices = s->v[1].as<ListObject>();
    int64_t i = count - 1;
    for (; i >= 0; --i) {
      const int64_t next = indices->items[i].as_int() + 1;
      indices->items[i] = Value::Int(next < pool(i)->size ? next : 0);
      if (next < pool(i)->size) break;
    }
    if (i < 0) {
      s->n = 1;
      return Value::Stop();
    }
  }
  TupleObject* row = NewTuple(count);
  for (int64_t i = 0; i < count; ++i)
    row->items[i] = pool(i)->items[s->v[1].as<ListObject>()->items[i].as_int()];
  return Value::Own(row);
}
Value ProductNew(TypeObject* type, Args args) {
  int64_t repeat = 1;
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    if (args.kw_names[i]->view() != "repeat")
      Raise(&TypeErrorType, "'%s' is an invalid keyword argument for product()", args.kw_names[i]->data);
    repeat = SizeArgument(args.kw(i));
  }
  if (repeat < 0) Raise(&ValueErrorType, "repeat argument cannot be negative");
  std::vector<Value> pools;
  for (uint32_t i = 0; repeat && i < args.size(); ++i) pools.push_back(ToTuple(args[i]));
  const auto count = static_cast<int64_t>(pools.size());
  TupleObject* all = NewTuple(count * repeat);
  for (int64_t i = 0; i < count * repeat; ++i) all->items[i] = pools[i % count];
  Value holder = Value::Own(all);
  auto* s = NewState<2>(type);
  s->v[0] = std::move(holder);
  return Value::Own(s);
}
constinit TypeObject ProductType(StateSpec<2>("itertools.product", ProductNext, ProductNew));
TP_REGISTER_HIDDEN_TYPE(ProductType);

// size(x): what a function written in C takes as a size.
Value Size(Interp&, Args args) {
  CheckArgs("size", args, 1, 1);
  return Value::Int(SizeArgument(args[0]));
}
const MethodDef kFunctions[] = {{"size", Size}};
TP_REGISTER_FUNCTIONS(_itertools, kFunctions);

void InitItertools(Interp&, ModuleObject* m) {
  for (TypeObject* type : {&ChainType, &CountType, &RepeatType, &CycleType, &SliceIteratorType, &StarMapType,
                           &TakeWhileType, &DropWhileType, &FilterFalseType, &ZipLongestType, &ProductType}) {
    const std::string_view name = type->name;
    const size_t dot = name.rfind('.');
    ModuleSet(m, dot == name.npos ? name : name.substr(dot + 1), TypeValue(type));
  }
}
TP_REGISTER_MODULE(_itertools, InitItertools);

}  // namespace
}  // namespace tp
