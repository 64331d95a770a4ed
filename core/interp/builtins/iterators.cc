// enumerate, zip, map, filter, reversed, and iter with a sentinel.
#include "core/interp/builtins/state_object.h"
#include "core/interp/bytearray.h"

namespace tp {
namespace {

// A tuple of `size` to be filled: the one in `*kept` where nobody else has it (`for a, b in …` never does),
// as in CPython; else a new one.
Value RowOf(Value* kept, int64_t size) {
  if (kept->is_undef()) *kept = Value::Own(NewTuple(size));
  return kept->object()->refs == 1 ? *kept : Value::Own(NewTuple(size));
}

// ---- enumerate: an EnumerateObject

Value EnumerateNext(const Value& self) {
  auto* s = self.as<EnumerateObject>();
  Value item = TryNext(s->iterator);
  if (item.is_stop() || item.is_raised()) return item;
  if (s->large.is_undef()) {
    Value pair = RowOf(&s->pair, 2);
    Value* items = pair.as<TupleObject>()->items;
    items[0] = Value::Int(s->next++);
    items[1].Swap(item);  // what it was dies when the pair is whole
    return pair;
  }
  Value index = s->large;
  s->large = Binary(ast::BinOp::kAdd, index, Value::Int(1));
  return MakeTuple({std::move(index), std::move(item)});
}
Value EnumerateNew(TypeObject* type, Args args) {
  static ArgParser parser("enumerate", "iterable, start=0");
  Value v[2];
  if (args.size() + args.num_kw == 0)
    Raise(&TypeErrorType, "enumerate() missing required argument 'iterable'");
  if (args.size() == 0 && args.num_kw == 1 && args.kw_names[0]->view() != "iterable")
    Raise(&TypeErrorType, "'%s' is an invalid keyword argument for enumerate()", args.kw_names[0]->data);
  parser.Parse(args, v);
  Value start = v[1].is_undef() ? Value::Int(0) : Index(v[1]);
  Value iterator = Iter(v[0]);
  auto* s = New<EnumerateObject>(type);
  Value result = Value::Own(s);
  s->iterator = std::move(iterator);
  if (start.is_int() && start.as_int() < INT64_MAX / 2)
    s->next = start.as_int();
  else
    s->large = std::move(start);
  return result;
}
constexpr TypeSpec EnumerateSpec() {
  TypeSpec t{.name = "enumerate", .size = sizeof(EnumerateObject), .flags = kTypeGc};
  t.slots.dealloc = [](Object* o) {
    auto* s = static_cast<EnumerateObject*>(o);
    GcUntrack(s);
    for (Value* v : {&s->iterator, &s->large, &s->pair}) v->Clear();
    FreeObject(o);
  };
  t.slots.traverse = [](Object* o, GcVisitor& visit) {
    auto* s = static_cast<EnumerateObject*>(o);
    for (const Value* v : {&s->iterator, &s->large, &s->pair}) visit(*v);
  };
  t.slots.clear = [](Object* o) {
    auto* s = static_cast<EnumerateObject*>(o);
    for (Value* v : {&s->iterator, &s->large, &s->pair}) v->Clear();
  };
  t.slots.new_object = EnumerateNew;
  t.slots.iter = SelfIter;
  t.slots.next = EnumerateNext;
  return t;
}

// ---- zip: v[0] a tuple of iterators, v[1] a row; n: strict

Value ZipNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  if (s->v[0].is_undef()) return Value::Stop();
  auto* iterators = s->v[0].as<TupleObject>();
  const int64_t count = iterators->size;
  if (count == 0) return Value::Stop();
  Value result = RowOf(&s->v[1], count);
  TupleObject* row = result.as<TupleObject>();
  for (int64_t i = 0; i < count; ++i) {
    Value item = TryNext(iterators->items[i]);
    if (__builtin_expect(item.is_raised(), 0)) return item;
    if (!item.is_stop()) {
      row->items[i] = std::move(item);
      continue;
    }
    if (s->n && i > 0)
      Raise(&ValueErrorType,
            i == 1 ? "zip() argument %ld is shorter than argument 1"
                   : "zip() argument %ld is shorter than arguments 1-%ld",
            static_cast<long>(i + 1), static_cast<long>(i));
    if (s->n)
      for (int64_t k = 1; k < count; ++k)
        if (!Next(iterators->items[k]).is_stop())
          Raise(&ValueErrorType,
                k == 1 ? "zip() argument %ld is longer than argument 1"
                       : "zip() argument %ld is longer than arguments 1-%ld",
                static_cast<long>(k + 1), static_cast<long>(k));
    return Value::Stop();
  }
  return result;
}
Value ZipNew(TypeObject* type, Args args) {
  bool strict = false;
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    if (args.kw_names[i]->view() != "strict")
      Raise(&TypeErrorType, "'%s' is an invalid keyword argument for zip()", args.kw_names[i]->data);
    strict = IsTrue(args.kw(i));
  }
  TupleObject* iterators = NewTuple(args.size());
  Value holder = Value::Own(iterators);
  for (uint32_t i = 0; i < args.size(); ++i) iterators->items[i] = Iter(args[i]);
  auto* s = NewState<2>(type);
  s->v[0] = std::move(holder);
  s->n = strict;
  return Value::Own(s);
}
constinit TypeObject ZipType(StateSpec<2>("zip", ZipNext, ZipNew));
TP_REGISTER_TYPE(ZipType);

// ---- map: v[0] the function, v[1] a tuple of iterators

Value MapNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  auto* iterators = s->v[1].as<TupleObject>();
  if (iterators->size == 1) {
    const Value item = TryNext(iterators->items[0]);
    return item.is_stop() || item.is_raised() ? item : TryCall(s->v[0], Args{&item, 1, 0, nullptr});
  }
  ArgList list;
  for (const Value& iterator : *iterators) {
    Value item = TryNext(iterator);
    if (item.is_stop() || item.is_raised()) return item;
    list.Add(std::move(item));
  }
  return TryCall(s->v[0], list);
}
Value MapNew(TypeObject* type, Args args) {
  CheckNoKeywords("map", args);
  if (args.size() < 2) Raise(&TypeErrorType, "map() must have at least two arguments.");
  TupleObject* iterators = NewTuple(args.size() - 1);
  Value holder = Value::Own(iterators);
  for (uint32_t i = 1; i < args.size(); ++i) iterators->items[i - 1] = Iter(args[i]);
  auto* s = NewState<2>(type);
  s->v[0] = args[0];
  s->v[1] = std::move(holder);
  return Value::Own(s);
}
constinit TypeObject MapType(StateSpec<2>("map", MapNext, MapNew));
TP_REGISTER_TYPE(MapType);

// ---- filter: v[0] the function or None, v[1] the iterator

Value FilterNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  for (;;) {
    Value item = TryNext(s->v[1]);
    if (item.is_stop() || item.is_raised()) return item;
    if (s->v[0].is_none() ? IsTrue(item) : IsTrue(Call(s->v[0], item))) return item;
  }
}
Value FilterNew(TypeObject* type, Args args) {
  CheckArgs("filter", args, 2, 2);
  Value iterator = Iter(args[1]);
  auto* s = NewState<2>(type);
  s->v[0] = args[0];
  s->v[1] = std::move(iterator);
  return Value::Own(s);
}
constinit TypeObject FilterType(StateSpec<2>("filter", FilterNext, FilterNew));
TP_REGISTER_TYPE(FilterType);

// ---- reversed: v[0] the sequence; n: the next index + 1

Value ReversedNext(const Value& self) {
  auto* s = self.as<StateObject<1>>();
  if (s->v[0].is_undef()) return Value::Stop();
  if (IsExact(s->v[0], &ListType)) {
    auto* list = s->v[0].as<ListObject>();
    if (s->n > 0 && s->n <= list->size) return list->items[--s->n];
  } else if (s->n > 0) {
    try {
      return GetItem(s->v[0], Value::Int(--s->n));
    } catch (PyError& e) {
      if (!e.Matches(&IndexErrorType) && !e.Matches(&StopIterationType)) throw;
    }
  }
  s->v[0].Clear();
  return Value::Stop();
}
extern TypeObject ReversedType, ListReverseIteratorType;
Value ReversedOf(TypeObject* type, const Value& sequence, int64_t length) {
  auto* s = NewState<1>(type);
  s->v[0] = sequence;
  s->n = length;
  return Value::Own(s);
}
Value ReversedNew(TypeObject* type, Args args) {
  CheckNoKeywords("reversed", args);
  if (args.size() != 1) Raise(&TypeErrorType, "reversed expected 1 argument, got %u", args.size());
  const Value& v = args[0];
  static StrObject* const name = InternStr("__reversed__");
  const Value* own = TypeLookup(TypeOf(v), name);
  static const Value* const of_list = TypeLookup(&ListType, name);
  if (IsExact(v, &ListType) || (own == of_list && own))
    return ReversedOf(&ListReverseIteratorType, v, v.as<ListObject>()->size);
  if (IsExact(v, &RangeType)) {
    // A range backwards is a range, and iterates as one.
    const Value minus = Value::Int(-1);
    auto* r = v.as<RangeObject>();
    const Value last =
        Binary(ast::BinOp::kAdd, r->start,
               Binary(ast::BinOp::kMult, Binary(ast::BinOp::kSub, r->length, Value::Int(1)), r->step));
    return Iter(MakeRange(last, Binary(ast::BinOp::kSub, r->start, r->step),
                          Binary(ast::BinOp::kMult, r->step, minus)));
  }
  if (own && own->is_none()) Raise(&TypeErrorType, "'%s' object is not reversible", TypeNameOf(v).c_str());
  if (own) return Call(LookupSpecial(v, name));
  if (!TypeOf(v)->slots.getitem || !TypeOf(v)->slots.len || IsDict(v) || IsAnySet(v))
    Raise(&TypeErrorType, "'%s' object is not reversible", TypeNameOf(v).c_str());
  return ReversedOf(type, v, Len(v));
}
Value ReversedHint(Interp&, Args args) { return Value::Int(args[0].as<StateObject<1>>()->n); }
constinit TypeObject ReversedType(StateSpec<1>("reversed", ReversedNext, ReversedNew));
TP_REGISTER_TYPE(ReversedType);
constinit TypeObject ListReverseIteratorType(StateSpec<1>("list_reverseiterator", ReversedNext));
TP_REGISTER_HIDDEN_TYPE(ListReverseIteratorType);
Value ReversedReduce(Interp&, Args args) {
  auto* s = args[0].as<StateObject<1>>();
  const Value make = ModuleGet(TheInterp().builtins(), "reversed");
  if (s->v[0].is_undef()) return MakeTuple({make, MakeTuple({EmptyTuple()})});
  return MakeTuple({make, MakeTuple({s->v[0]}), Value::Int(s->n - 1)});
}
Value ReversedSetState(Interp&, Args args) {
  CheckArgs("__setstate__", args.From(1), 1, 1);
  auto* s = args[0].as<StateObject<1>>();
  if (!s->v[0].is_undef()) s->n = std::clamp<int64_t>(SizeArgument(args[1]) + 1, 0, Len(s->v[0]));
  return Value::None();
}
const MethodDef kReversed[] = {{"__length_hint__", ReversedHint},
                               {"__reduce__", ReversedReduce, "self, /"},
                               {"__setstate__", ReversedSetState}};
TP_REGISTER_METHODS(ReversedType, kReversed);
TP_REGISTER_METHODS(ListReverseIteratorType, kReversed);

// How many items iterators over sequences have left.
Value LeftHint(Interp&, Args args) {
  auto* it = args[0].as<IndexIterator>();
  if (it->container.is_undef()) return Value::Int(0);
  if (IsExact(args[0], &SequenceIteratorType) && !TypeOf(it->container)->slots.len) return NotImplemented();
  if (IsStr(it->container)) return Value::Int(CountChars(StrView(it->container).substr(it->index)));
  return Value::Int(std::max<int64_t>(0, Len(it->container) - it->index));
}
// Copies of iterators: (iter, (container,), place).
Value IterOf(std::string_view function, Value argument) {
  const Value made = ModuleGet(TheInterp().builtins(), function);
  return MakeTuple({made, MakeTuple({std::move(argument)})});
}
Value IterReduce(Interp&, Args args) {
  auto* it = args[0].as<IndexIterator>();
  if (it->container.is_undef()) {
    const bool list = IsExact(args[0], &ListIteratorType),
               text = IsExact(args[0], &StrIteratorType) || IsExact(args[0], &StrAsciiIteratorType);
    return IterOf("iter", list ? Value::Own(NewList()) : text ? MakeStr("") : EmptyTuple());
  }
  int64_t place = it->index;
  if (IsStr(it->container)) place = CountChars(StrView(it->container).substr(0, static_cast<size_t>(place)));
  return MakeTuple(
      {ModuleGet(TheInterp().builtins(), "iter"), MakeTuple({it->container}), Value::Int(place)});
}
Value IterSetState(Interp&, Args args) {
  CheckArgs("__setstate__", args.From(1), 1, 1);
  auto* it = args[0].as<IndexIterator>();
  if (it->container.is_undef()) return Value::None();
  it->index = std::max<int64_t>(0, SizeArgument(args[1]));
  if (IsStr(it->container)) {
    auto* text = it->container.as<StrObject>();
    it->index = text->Offset(std::min(it->index, text->length));
  }
  return Value::None();
}
// What is left of an iterator over a dict or set, which stays as it is.
Value RestReduce(Interp&, Args args) {
  auto* it = args[0].as<IndexIterator>();
  const Value container = it->container;
  const int64_t index = it->index, expected = it->expected;
  const Value rest = ToList(args[0]);
  it->container = container;
  it->index = index;
  it->expected = expected;
  return IterOf("iter", rest);
}
Value RestHint(Interp&, Args args) {
  auto* it = args[0].as<IndexIterator>();
  if (it->container.is_undef() || Len(it->container) != it->expected) return Value::Int(0);
  int64_t left = 0, at = it->index;
  if (IsAnySet(it->container))
    while (SetNext(it->container.as<SetObject>(), &at)) ++left;
  else
    while (DictNext(it->container.as<DictObject>(), &at)) ++left;
  return Value::Int(left);
}
const MethodDef kRest[] = {{"__reduce__", RestReduce, "self, /"}, {"__length_hint__", RestHint, "self, /"}};
TP_REGISTER_METHODS(DictKeyIteratorType, kRest);
TP_REGISTER_METHODS(DictValueIteratorType, kRest);
TP_REGISTER_METHODS(DictItemIteratorType, kRest);
TP_REGISTER_METHODS(SetIteratorType, kRest);
const MethodDef kLeft[] = {{"__length_hint__", LeftHint, "self, /"},
                           {"__reduce__", IterReduce, "self, /"},
                           {"__setstate__", IterSetState}};
TP_REGISTER_METHODS(ListIteratorType, kLeft);
TP_REGISTER_METHODS(TupleIteratorType, kLeft);
TP_REGISTER_METHODS(BytesIteratorType, kLeft);
TP_REGISTER_METHODS(ByteArrayIteratorType, kLeft);
TP_REGISTER_METHODS(SequenceIteratorType, kLeft);
TP_REGISTER_METHODS(StrIteratorType, kLeft);
TP_REGISTER_METHODS(StrAsciiIteratorType, kLeft);
Value RangeReduce(Interp&, Args args) {
  auto* it = args[0].as<RangeIterator>();
  const Value step = Value::Int(it->step);
  const Value stop =
      Binary(ast::BinOp::kAdd, Value::Int(it->next), Binary(ast::BinOp::kMult, Value::Int(it->left), step));
  const Value rest = IterOf("iter", MakeRange(Value::Int(it->next), stop, step));
  return Binary(ast::BinOp::kAdd, rest, MakeTuple({Value::Int(0)}));
}
Value RangeSetState(Interp&, Args args) {
  CheckArgs("__setstate__", args.From(1), 1, 1);
  auto* it = args[0].as<RangeIterator>();
  const int64_t steps = std::clamp<int64_t>(SizeArgument(args[1]), 0, it->left);
  it->next += steps * it->step;
  it->left -= steps;
  return Value::None();
}
Value RangeLeftHint(Interp&, Args args) { return Value::Int(args[0].as<RangeIterator>()->left); }
const MethodDef kRangeLeft[] = {{"__length_hint__", RangeLeftHint, "self, /"},
                                {"__reduce__", RangeReduce, "self, /"},
                                {"__setstate__", RangeSetState}};
TP_REGISTER_METHODS(RangeIteratorType, kRangeLeft);

// enumerate, zip, map, filter: their types with what they hold.
Value EnumerateReduce(Interp&, Args args) {
  auto* s = args[0].as<EnumerateObject>();
  return MakeTuple({TypeValue(TypeOf(args[0])),
                    MakeTuple({s->iterator, s->large.is_undef() ? Value::Int(s->next) : s->large})});
}
Value ZipReduce(Interp&, Args args) {
  auto* s = args[0].as<StateObject<2>>();
  const Value iterators = s->v[0].is_undef() ? EmptyTuple() : s->v[0];
  if (s->n) return MakeTuple({TypeValue(TypeOf(args[0])), iterators, Value::Bool(true)});
  return MakeTuple({TypeValue(TypeOf(args[0])), iterators});
}
Value MapReduce(Interp&, Args args) {
  auto* s = args[0].as<StateObject<2>>();
  return MakeTuple({TypeValue(TypeOf(args[0])), Binary(ast::BinOp::kAdd, MakeTuple({s->v[0]}), s->v[1])});
}
Value FilterReduce(Interp&, Args args) {
  auto* s = args[0].as<StateObject<2>>();
  return MakeTuple({TypeValue(TypeOf(args[0])), MakeTuple({s->v[0], s->v[1]})});
}
Value EnumerateItem(Interp&, Args args) {
  CheckArgs("enumerate.__class_getitem__", args.From(1), 1, 1);
  return GenericAlias(args[0], args[1]);
}
const MethodDef kEnumerateCopy[] = {{"__reduce__", EnumerateReduce, "self, /"},
                                    {"__class_getitem__", EnumerateItem, nullptr, nullptr, kClassMethod}};
Value ZipSetState(Interp&, Args args) {
  CheckArgs("zip.__setstate__", args.From(1), 1, 1);
  args[0].as<StateObject<1>>()->n = IsTrue(args[1]);
  return Value::None();
}
const MethodDef kZipCopy[] = {{"__reduce__", ZipReduce, "self, /"}, {"__setstate__", ZipSetState}};
const MethodDef kMapCopy[] = {{"__reduce__", MapReduce, "self, /"}};
const MethodDef kFilterCopy[] = {{"__reduce__", FilterReduce, "self, /"}};
TP_REGISTER_METHODS(EnumerateType, kEnumerateCopy);
TP_REGISTER_METHODS(ZipType, kZipCopy);
TP_REGISTER_METHODS(MapType, kMapCopy);
TP_REGISTER_METHODS(FilterType, kFilterCopy);

// ---- iter, next

Value CallableNext(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  if (s->v[0].is_undef()) return Value::Stop();
  Value item;
  try {
    item = Call(s->v[0]);
  } catch (PyError& e) {
    if (!e.Matches(&StopIterationType)) throw;
    s->v[0].Clear();
    return Value::Stop();
  }
  if (!Equal(item, s->v[1])) return item;
  s->v[0].Clear();
  return Value::Stop();
}
constinit TypeObject CallableIteratorType(StateSpec<2>("callable_iterator", CallableNext));
TP_REGISTER_HIDDEN_TYPE(CallableIteratorType);

Value IterFunction(Interp&, Args args) {
  CheckArgs("iter", args, 1, 2);
  if (args.size() == 1) return Iter(args[0]);
  if (!IsCallable(args[0])) Raise(&TypeErrorType, "iter(v, w): v must be callable");
  auto* s = NewState<2>(&CallableIteratorType);
  s->v[0] = args[0];
  s->v[1] = args[1];
  return Value::Own(s);
}

Value NextFunction(Interp&, Args args) {
  CheckArgs("next", args, 1, 2);
  if (!TypeOf(args[0])->slots.next)
    Raise(&TypeErrorType, "'%s' object is not an iterator", TypeNameOf(args[0]).c_str());
  // A generator's return value goes with the exception.
  Value result;
  Value item =
      IsExact(args[0], &GeneratorType)
          ? TryResumeGenerator(args[0].as<GeneratorObject>(), ResumeKind::kNext, Value::None(), &result)
          : TryNext(args[0]);
  if (!item.is_stop()) return item;
  if (args.size() > 1) return args[1];
  if (result.is_undef() || result.is_none()) return RaiseValue(MakeException(&StopIterationType, Args()));
  return RaiseValueWith(&StopIterationType, result);
}

const MethodDef kFunctions[] = {
    {"iter", IterFunction, nullptr, "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator"},
    {"next", NextFunction, nullptr, "next(iterator[, default])"},
};
TP_REGISTER_FUNCTIONS(builtins, kFunctions);

}  // namespace

constinit TypeObject EnumerateType(EnumerateSpec());
TP_REGISTER_TYPE(EnumerateType);

}  // namespace tp
