// Builtin functions on numbers and on items: abs, divmod, pow, round, sum, min, max, bin, oct, hex, chr, ord,
// all, any, sorted.
#include <algorithm>

#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/interp/types/sorting.h"

namespace tp {
namespace {

Value Abs(Interp&, Args args) {
  CheckArgs("abs", args, 1, 1);
  const Value& v = args[0];
  if (UnaryFn f = TypeOf(v)->slots.number->absolute) return f(v);
  if (Value f = LookupSpecial(v, names.abs_); !f.is_undef()) return Call(f);
  Raise(&TypeErrorType, "bad operand type for abs(): '%s'", TypeNameOf(v).c_str());
}

Value DivMod(Interp&, Args args) {
  CheckArgs("divmod", args, 2, 2);
  const Value &a = args[0], &b = args[1];
  if (IsAnyInt(a) && IsAnyInt(b) && !TypeOf(a)->is_heap() && !TypeOf(b)->is_heap()) return IntDivMod(a, b);
  const bool floats = (a.is_float() && (b.is_float() || IsAnyInt(b))) || (b.is_float() && IsAnyInt(a));
  if (floats) {
    if (ToDouble(b) == 0) Raise(&ZeroDivisionErrorType, "float divmod()");
    return MakeTuple({Binary(ast::BinOp::kFloorDiv, a, b), Binary(ast::BinOp::kMod, a, b)});
  }
  // A subclass on the right that has its own method goes first.
  const bool right_first = TypeOf(b) != TypeOf(a) && IsSubtype(TypeOf(b), TypeOf(a));
  for (int turn = 0; turn < 2; ++turn) {
    const bool right = right_first == (turn == 0);
    if (right && TypeOf(a) == TypeOf(b)) continue;
    const Value f = right ? LookupSpecial(b, names.rdivmod_) : LookupSpecial(a, names.divmod_);
    if (f.is_undef()) continue;
    Value result = Call(f, right ? a : b);
    if (!IsNotImplemented(result)) return result;
  }
  Raise(&TypeErrorType, "unsupported operand type(s) for divmod(): '%s' and '%s'", TypeNameOf(a).c_str(),
        TypeNameOf(b).c_str());
}

Value Pow(Interp&, Args args) {
  static ArgParser parser("pow", "base, exp, mod=None");
  Value v[3];
  parser.Parse(args, v);
  if (v[2].is_undef() || v[2].is_none()) return Binary(ast::BinOp::kPow, v[0], v[1]);
  if (IsAnyInt(v[0]) && IsAnyInt(v[1]) && IsAnyInt(v[2])) return IntPowMod(v[0], v[1], v[2]);
  return Power(v[0], v[1], v[2]);
}

Value Round(Interp&, Args args) {
  static ArgParser parser("round", "number, ndigits=None");
  Value v[2];
  parser.Parse(args, v);
  const Value f = LookupSpecial(v[0], names.round_);
  if (f.is_undef())
    Raise(&TypeErrorType, "type %s doesn't define __round__ method", TypeNameOf(v[0]).c_str());
  return v[1].is_undef() || v[1].is_none() ? Call(f) : Call(f, v[1]);
}

Value Sum(Interp&, Args args) {
  static ArgParser parser("sum", "iterable, /, start=0");
  Value v[2];
  if (args.size() == 0) Raise(&TypeErrorType, "sum() takes at least 1 positional argument (0 given)");
  parser.Parse(args, v);
  const Value iterator = Iter(v[0]);
  Value total = v[1].is_undef() ? Value::Int(0) : v[1];
  if (IsStr(total)) Raise(&TypeErrorType, "sum() can't sum strings [use ''.join(seq) instead]");
  if (IsBytes(total)) Raise(&TypeErrorType, "sum() can't sum bytes [use b''.join(seq) instead]");
  if (IsByteArray(total)) Raise(&TypeErrorType, "sum() can't sum bytearray [use b''.join(seq) instead]");
  const auto add = [&](const Value& item) {
    int64_t i;
    if (total.is_int() && item.is_int() && !__builtin_add_overflow(total.as_int(), item.as_int(), &i))
      total = Value::Int(i);
    else if (total.is_float() && item.is_float())
      total = Value::Float(total.as_float() + item.as_float());
    else
      total = Binary(ast::BinOp::kAdd, total, item);
  };
  if (IsExact(v[0], &ListType)) {
    auto* list = v[0].as<ListObject>();
    for (int64_t i = 0; i < list->size; ++i) {
      const Value item = list->items[i];  // adding may change the list
      add(item);
    }
  } else {
    for (;;) {
      const Value item = TryNext(iterator);
      if (item.is_stop()) break;
      if (item.is_raised()) return item;
      add(item);
    }
  }
  return total;
}

// min and max.
Value Extreme(Args args, const char* name, ast::CmpOp better) {
  if (args.size() == 0) Raise(&TypeErrorType, "%s expected at least 1 argument, got 0", name);
  Value key, otherwise;
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    const std::string_view kw = args.kw_names[i]->view();
    if (kw == "key")
      key = args.kw(i);
    else if (kw == "default")
      otherwise = args.kw(i);
    else
      Raise(&TypeErrorType, "'%s' is an invalid keyword argument for %s()", args.kw_names[i]->data, name);
  }
  if (args.size() > 1 && !otherwise.is_undef())
    Raise(&TypeErrorType, "Cannot specify a default for %s() with multiple positional arguments", name);
  const bool keyed = !key.is_undef() && !key.is_none();
  Value best, best_key;
  auto take = [&](const Value& item) {
    Value item_key = keyed ? Call(key, item) : item;
    if (best.is_undef() || CompareTrue(item_key, best_key, better)) {
      best = item;
      best_key = std::move(item_key);
    }
  };
  if (args.size() > 1)
    for (uint32_t i = 0; i < args.size(); ++i) take(args[i]);
  else
    ForEach(args[0], take);
  if (!best.is_undef()) return best;
  if (otherwise.is_undef()) Raise(&ValueErrorType, "%s() arg is an empty sequence", name);
  return otherwise;
}
Value Min(Interp&, Args args) { return Extreme(args, "min", ast::CmpOp::kLt); }
Value Max(Interp&, Args args) { return Extreme(args, "max", ast::CmpOp::kGt); }

Value InBase(Args args, const char* name, int base, const char* prefix) {
  CheckArgs(name, args, 1, 1);
  std::string text = IntText(Index(args[0]), base);
  return MakeStr(text.insert(text[0] == '-' ? 1 : 0, prefix));
}
Value Bin(Interp&, Args args) { return InBase(args, "bin", 2, "0b"); }
Value Oct(Interp&, Args args) { return InBase(args, "oct", 8, "0o"); }
Value Hex(Interp&, Args args) { return InBase(args, "hex", 16, "0x"); }

Value Chr(Interp&, Args args) {
  CheckArgs("chr", args, 1, 1);
  int64_t code;
  const Value index = Index(args[0]);
  if (!FitsInt64(index, &code) || code != static_cast<int32_t>(code))
    Raise(&OverflowErrorType, "Python int too large to convert to C int");
  if (code < 0 || code > 0x10ffff) Raise(&ValueErrorType, "chr() arg not in range(0x110000)");
  return CharStr(static_cast<uint32_t>(code));
}
Value Ord(Interp&, Args args) {
  CheckArgs("ord", args, 1, 1);
  const Value& v = args[0];
  if (!IsStr(v) && !IsBuffer(v))
    Raise(&TypeErrorType, "ord() expected string of length 1, but %s found", TypeNameOf(v).c_str());
  const int64_t length = IsStr(v) ? v.as<StrObject>()->length : static_cast<int64_t>(BufferView(v).size());
  if (length != 1)
    Raise(&TypeErrorType, "ord() expected a character, but string of length %ld found",
          static_cast<long>(length));
  return Value::Int(IsStr(v) ? StrAt(v.as<StrObject>(), 0) : static_cast<unsigned char>(BufferView(v)[0]));
}

// True as soon as an item's truth is `wanted`.
bool Search(const Value& iterable, bool wanted) {
  const Value it = Iter(iterable);
  for (;;) {
    const Value item = Next(it);
    if (item.is_stop()) return false;
    if (IsTrue(item) == wanted) return true;
  }
}
Value All(Interp&, Args args) {
  CheckArgs("all", args, 1, 1);
  return Value::Bool(!Search(args[0], false));
}
Value Any(Interp&, Args args) {
  CheckArgs("any", args, 1, 1);
  return Value::Bool(Search(args[0], true));
}

Value Sorted(Interp&, Args args) {
  static ArgParser parser("sort", "iterable, /, *, key=None, reverse=False");
  Value v[3];
  if (args.size() != 1) Raise(&TypeErrorType, "sorted expected 1 argument, got %u", args.size());
  Value list = ToList(args[0]);
  parser.Parse(args, v);
  auto* l = list.as<ListObject>();
  SortValues(l->items, l->size, v[1], !v[2].is_undef() && IndexInt64(v[2]) != 0);
  return list;
}

const MethodDef kFunctions[] = {
    {"abs", Abs, "x, /", "Return the absolute value of the argument."},
    {"divmod", DivMod, "x, y, /", "Return the tuple (x//y, x%y)."},
    {"pow", Pow, "base, exp, mod=None"},
    {"round", Round, "number, ndigits=None"},
    {"sum", Sum, "iterable, /, start=0"},
    {"min", Min},
    {"max", Max},
    {"bin", Bin, "number, /"},
    {"oct", Oct, "number, /"},
    {"hex", Hex, "number, /"},
    {"chr", Chr, "i, /"},
    {"ord", Ord, "c, /"},
    {"all", All, "iterable, /"},
    {"any", Any, "iterable, /"},
    {"sorted", Sorted, "iterable, /, *, key=None, reverse=False"},
};
TP_REGISTER_FUNCTIONS(builtins, kFunctions);

}  // namespace
}  // namespace tp
