// The hot parts of the evaluator that several files need inlined: operands read in place, global names by
// cached place, arithmetic of inline numbers.
#ifndef TP_CORE_INTERP_EVAL_INL_H_
#define TP_CORE_INTERP_EVAL_INL_H_

#include "core/interp/eval.h"

namespace tp {

inline uint64_t CacheWord(const void* w) { return reinterpret_cast<uint64_t>(w); }

// The constant of a node, made when its module was loaded.
inline const Value* ConstantValue(const ast::ConstantExpr* e) {
  static_assert(sizeof(ast::Scratch) == sizeof(Value));
  return reinterpret_cast<const Value*>(&e->cache);
}

const Value* GlobalSlow(const ast::NameExpr* e, Frame* f);

// A global or builtin, by the place it had last time; null: a NameError is held.
[[gnu::always_inline]] inline const Value* GlobalInPlace(const ast::NameExpr* e, Frame* f) {
  const uint64_t w0 = CacheWord(e->cache.word[0]);
  DictObject* g = f->globals;
  if (static_cast<uint32_t>(w0) == g->keys_version && w0 != 0) {
    const uint64_t w1 = CacheWord(e->cache.word[1]);
    if (w1 == 0) return &g->entries[w0 >> 32].value;
    DictObject* b = the_builtins;
    if (static_cast<uint32_t>(w1) == b->keys_version) return &b->entries[w1 >> 32].value;
  }
  return GlobalSlow(e, f);
}

[[noreturn]] void RaiseUnbound(const ast::NameExpr* e, Frame* f);

// Where the value of a local or constant lies, or null: it has to be evaluated.
[[gnu::always_inline]] inline const Value* Peek(const ast::Expr* e, Frame* f) {
  switch (e->operand) {
    case ast::Operand::kLocal: {
      const auto* name = static_cast<const ast::NameExpr*>(e);
      const Value* v = &f->locals[name->ref.slot];
      if (__builtin_expect(v->is_undef(), 0)) RaiseUnbound(name, f);
      return v;
    }
    case ast::Operand::kConstant:
      return ConstantValue(static_cast<const ast::ConstantExpr*>(e));
    case ast::Operand::kOther:
      break;
  }
  return nullptr;
}

// The value, in place if it can be, else evaluated into *temp (which may be Value::Raised()).
inline const Value* PeekOrEval(const ast::Expr* e, Frame* f, Value* temp) {
  if (const Value* v = Peek(e, f)) return v;
  *temp = TryEval(e, f);
  return temp;
}

// As Assign; names without a call, and pairs of names from pairs. For what iterations give.
[[gnu::always_inline]] inline bool AssignItem(const ast::Expr* target, Frame* f, Value item) {
  if (target->kind == ast::ExprKind::kName) {
    const ast::NameRef& ref = static_cast<const ast::NameExpr*>(target)->ref;
    if (ref.scope == ast::Scope::kLocal) {
      f->locals[ref.slot] = std::move(item);
      return true;
    }
  } else if (target->kind == ast::ExprKind::kTuple && IsExact(item, &TupleType)) {
    const auto& names = static_cast<const ast::TupleExpr*>(target)->elements;
    const auto* row = item.as<TupleObject>();
    if (names.size() == 2 && row->size == 2 && names[0]->kind == ast::ExprKind::kName &&
        names[1]->kind == ast::ExprKind::kName) {
      f->span = &target->span;
      for (uint32_t i = 0; i < 2; ++i) {
        const ast::NameRef& ref = static_cast<const ast::NameExpr*>(names[i])->ref;
        if (ref.scope == ast::Scope::kLocal)
          f->locals[ref.slot] = row->items[i];
        else if (!Assign(names[i], f, row->items[i]))
          return false;
      }
      return true;
    }
  }
  return Assign(target, f, std::move(item));
}

// The value of `name + number`, `name - number` and the like, of small ints in place, as indices often are;
// false: evaluate it. Nothing of the spec runs.
[[gnu::always_inline]] inline bool NearbyIndex(const ast::Expr* e, Frame* f, Value* out) {
  if (e->kind != ast::ExprKind::kBinOp) return false;
  const auto* sum = static_cast<const ast::BinOpExpr*>(e);
  if (sum->op > ast::BinOp::kSub || sum->left->operand == ast::Operand::kOther ||
      sum->right->operand == ast::Operand::kOther)
    return false;
  const Value *a = Peek(sum->left, f), *b = Peek(sum->right, f);
  int64_t index;
  if (!a->is_int() || !b->is_int() ||
      (sum->op == ast::BinOp::kAdd ? __builtin_add_overflow(a->as_int(), b->as_int(), &index)
                                   : __builtin_sub_overflow(a->as_int(), b->as_int(), &index)))
    return false;
  *out = Value::Int(index);
  return true;
}

// Inline numbers only; false: take the slow way. Division and the like go the slow way too, except the cheap
// cases.
[[gnu::always_inline]] inline bool FastBinary(ast::BinOp op, const Value& a, const Value& b, Value* out) {
  using ast::BinOp;
  if (a.is_int() && b.is_int()) {
    const int64_t x = a.as_int(), y = b.as_int();
    int64_t r = 0;
    switch (op) {
      case BinOp::kAdd:
        if (__builtin_add_overflow(x, y, &r)) return false;
        break;
      case BinOp::kSub:
        if (__builtin_sub_overflow(x, y, &r)) return false;
        break;
      case BinOp::kMult:
        if (__builtin_mul_overflow(x, y, &r)) return false;
        break;
      case BinOp::kMod:
        if (y <= 0) return false;
        r = ((x | y) >> 32) == 0 ? static_cast<int64_t>(static_cast<uint32_t>(x) % static_cast<uint32_t>(y))
                                 : x % y;
        if (r < 0) r += y;
        break;
      case BinOp::kFloorDiv:
        if (y <= 0) return false;
        if (((x | y) >> 32) == 0) {
          r = static_cast<int64_t>(static_cast<uint32_t>(x) / static_cast<uint32_t>(y));
        } else {
          r = x / y;
          if (x % y < 0) --r;
        }
        break;
      case BinOp::kBitAnd:
        r = x & y;
        break;
      case BinOp::kBitOr:
        r = x | y;
        break;
      case BinOp::kBitXor:
        r = x ^ y;
        break;
      case BinOp::kRShift:
        if (y < 0 || y > 63) return false;
        r = x >> y;
        break;
      case BinOp::kDiv: {
        constexpr int64_t kExact = int64_t{1} << 53;
        if (y == 0 || x > kExact || x < -kExact || y > kExact || y < -kExact) return false;
        *out = Value::Float(static_cast<double>(x) / static_cast<double>(y));
        return true;
      }
      case BinOp::kLShift:
        if (y < 0 || y > 62 || x < 0 || x > (INT64_MAX >> y)) return false;
        r = x << y;
        break;
      case BinOp::kPow:
      case BinOp::kMatMult:
        return false;
    }
    *out = Value::Int(r);
    return true;
  }
  double x, y;
  if (a.is_float())
    x = a.as_float();
  else if (a.is_int())
    x = static_cast<double>(a.as_int());
  else
    return false;
  if (b.is_float())
    y = b.as_float();
  else if (b.is_int())
    y = static_cast<double>(b.as_int());
  else
    return false;
  switch (op) {
    case BinOp::kAdd:
      *out = Value::Float(x + y);
      return true;
    case BinOp::kSub:
      *out = Value::Float(x - y);
      return true;
    case BinOp::kMult:
      *out = Value::Float(x * y);
      return true;
    case BinOp::kDiv:
      if (y == 0) return false;
      *out = Value::Float(x / y);
      return true;
    default:
      return false;
  }
}

// 1, 0, or -1: take the slow way.
[[gnu::always_inline]] inline int FastCompare(ast::CmpOp op, const Value& a, const Value& b) {
  using ast::CmpOp;
  if (a.is_int() && b.is_int()) {
    const int64_t x = a.as_int(), y = b.as_int();
    switch (op) {
      case CmpOp::kEq:
        return x == y;
      case CmpOp::kNotEq:
        return x != y;
      case CmpOp::kLt:
        return x < y;
      case CmpOp::kLtE:
        return x <= y;
      case CmpOp::kGt:
        return x > y;
      case CmpOp::kGtE:
        return x >= y;
      default:
        break;
    }
  } else if (a.is_float() && b.is_float()) {
    const double x = a.as_float(), y = b.as_float();
    switch (op) {
      case CmpOp::kEq:
        return x == y;
      case CmpOp::kNotEq:
        return x != y;
      case CmpOp::kLt:
        return x < y;
      case CmpOp::kLtE:
        return x <= y;
      case CmpOp::kGt:
        return x > y;
      case CmpOp::kGtE:
        return x >= y;
      default:
        break;
    }
  } else if (a.is_object() && b.is_object() && a.object()->type == &StrType && b.object()->type == &StrType) {
    if (op == CmpOp::kEq) return StrEqual(a.as<StrObject>(), b.as<StrObject>());
    if (op == CmpOp::kNotEq) return !StrEqual(a.as<StrObject>(), b.as<StrObject>());
  }
  if (op == CmpOp::kIs) return a.Is(b);
  if (op == CmpOp::kIsNot) return !a.Is(b);
  return -1;
}

}  // namespace tp

#endif  // TP_CORE_INTERP_EVAL_INL_H_
