// Binding: names of every scope, attributes, items, unpacking; and deleting them.
#include "core/base/small_vector.h"
#include "core/interp/eval-inl.h"
#include "core/interp/stager.h"

namespace tp {

using namespace ast;

void StoreName(const NameRef& ref, Frame* f, Value value) {
  switch (ref.scope) {
    case Scope::kLocal:
      f->locals[ref.slot] = std::move(value);
      return;
    case Scope::kCell:
    case Scope::kFree:
      *Deref(f, ref.slot) = std::move(value);
      return;
    case Scope::kGlobalExplicit:
    case Scope::kGlobalImplicit:
      DictSet(f->globals, NameStr(ref.name), std::move(value));
      return;
    case Scope::kClassName:
      if (f->names->type == &DictType)
        DictSet(f->names, NameStr(ref.name), std::move(value));
      else
        SetItem(Value::Borrow(f->names), NameValue(ref.name), value);
      return;
    case Scope::kClassDeref:
    case Scope::kUnresolved:
      break;
  }
  RaiseNotSupported("this binding");
}

void DeleteName(const NameRef& ref, Frame* f) {
  StrObject* name = NameStr(ref.name);
  const bool forgiving = f->flags & kFrameConverted;  // AutoGraph's code makes it Undefined
  switch (ref.scope) {
    case Scope::kLocal:
      if (f->locals[ref.slot].is_undef() && !forgiving) RaiseNameError(name, true);
      f->locals[ref.slot].Clear();
      return;
    case Scope::kCell:
    case Scope::kFree:
      if (Deref(f, ref.slot)->is_undef() && !forgiving) RaiseNameError(name, ref.scope == Scope::kCell, true);
      Deref(f, ref.slot)->Clear();
      return;
    case Scope::kGlobalExplicit:
    case Scope::kGlobalImplicit:
      if (!DictErase(f->globals, name) && !forgiving) RaiseNameError(name, false);
      return;
    case Scope::kClassName:
      if (!DictErase(f->names, name)) RaiseNameError(name, false);
      return;
    case Scope::kClassDeref:
    case Scope::kUnresolved:
      break;
  }
}

namespace {

// For RaiseValue where what was asked is whether it went well.
template <class... Args>
bool RaiseFalse(TypeObject* type, const char* format, Args... args) {
  RaiseValue(MakeException(type, Format(format, args...)));
  return false;
}

bool Unpack(const List<Expr*>& targets, Frame* f, const Value& value, const Span* span) {
  const uint32_t n = targets.size();
  uint32_t star = n;
  for (uint32_t i = 0; i < n; ++i)
    if (targets[i]->kind == ExprKind::kStarred) star = i;
  Value* items;
  int64_t size = 0;
  const bool exact = value.is_object() &&
                     (value.object()->type == &TupleType || value.object()->type == &ListType) &&
                     AsSequence(value, &items, &size);
  f->span = span;
  if (star == n) {
    if (exact && size == n) {
      if (value.object()->type == &TupleType) {
        Value keep = value;
        for (uint32_t i = 0; i < n; ++i)
          if (!AssignItem(targets[i], f, items[i])) return false;
      } else {
        SmallVector<Value, 4> copy(std::span<const Value>(items, static_cast<size_t>(size)));
        for (uint32_t i = 0; i < n; ++i)
          if (!Assign(targets[i], f, std::move(copy[i]))) return false;
      }
      return true;
    }
    if (exact) {
      if (size > n) return RaiseFalse(&ValueErrorType, "too many values to unpack (expected %u)", n);
      return RaiseFalse(&ValueErrorType, "not enough values to unpack (expected %u, got %ld)", n,
                        static_cast<long>(size));
    }
    if (!TypeOf(value)->slots.iter && !TypeOf(value)->slots.getitem)
      return RaiseFalse(&TypeErrorType, "cannot unpack non-iterable %s object", TypeNameOf(value).c_str());
    std::vector<Value> got;
    Value it = Iter(value);
    for (;;) {
      Value v = TryNext(it);
      if (v.is_stop()) break;
      if (v.is_raised()) return false;
      if (got.size() == n) return RaiseFalse(&ValueErrorType, "too many values to unpack (expected %u)", n);
      got.push_back(std::move(v));
    }
    if (got.size() < n)
      return RaiseFalse(&ValueErrorType, "not enough values to unpack (expected %u, got %zu)", n, got.size());
    for (uint32_t i = 0; i < n; ++i)
      if (!Assign(targets[i], f, std::move(got[i]))) return false;
    return true;
  }
  if (!TypeOf(value)->slots.iter && !TypeOf(value)->slots.getitem)
    return RaiseFalse(&TypeErrorType, "cannot unpack non-iterable %s object", TypeNameOf(value).c_str());
  Value list = ToList(value);
  auto* l = list.as<ListObject>();
  if (l->size < n - 1)
    return RaiseFalse(&ValueErrorType, "not enough values to unpack (expected at least %u, got %ld)", n - 1,
                      static_cast<long>(l->size));
  const int64_t extra = l->size - (n - 1);
  for (uint32_t i = 0; i < star; ++i)
    if (!Assign(targets[i], f, l->items[i])) return false;
  ListObject* rest = NewList(extra);
  Value rest_value = Value::Own(rest);
  for (int64_t i = 0; i < extra; ++i) ListAppend(rest, l->items[star + i]);
  if (!Assign(Cast<StarredExpr>(targets[star])->value, f, std::move(rest_value))) return false;
  for (uint32_t i = star + 1; i < n; ++i)
    if (!Assign(targets[i], f, l->items[extra + i - 1])) return false;
  return true;
}

}  // namespace

bool Assign(const Expr* target, Frame* f, Value value) {
  switch (target->kind) {
    case ExprKind::kName: {
      const auto* e = Cast<NameExpr>(target);
      const NameRef& ref = e->ref;
      if (ref.scope == Scope::kLocal) {
        f->locals[ref.slot] = std::move(value);
        return true;
      }
      if (ref.scope == Scope::kGlobalExplicit || ref.scope == Scope::kGlobalImplicit) {
        // By the place it had last time.
        DictObject* g = f->globals;
        const uint64_t w = CacheWord(e->cache.word[0]);
        if (w != 0 && static_cast<uint32_t>(w) == g->keys_version) {
          g->entries[w >> 32].value = std::move(value);
          return true;
        }
        StrObject* name = NameStr(ref.name);
        DictSet(g, name, std::move(value));
        const int64_t place = DictFindEntry(g, name);
        e->cache.word[0] = reinterpret_cast<void*>(static_cast<uint64_t>(DictKeysVersion(g)) |
                                                   static_cast<uint64_t>(place) << 32);
        return true;
      }
      f->span = &target->span;
      StoreName(ref, f, std::move(value));
      return true;
    }
    case ExprKind::kAttribute: {
      const auto* a = Cast<AttributeExpr>(target);
      Value temp;
      const Value* object = PeekOrEval(a->value, f, &temp);
      if (__builtin_expect(object->is_raised(), 0)) return false;
      StoreAttr(a, f, *object, value);
      return true;
    }
    case ExprKind::kSubscript: {
      const auto* s = Cast<SubscriptExpr>(target);
      // Both in place: nothing runs before the item is set, and the frame keeps what is asked.
      if (const Value* container = Peek(s->value, f); container && container->is_object()) {
        Value near;
        const Value* key = Peek(s->slice, f);
        if (!key && NearbyIndex(s->slice, f, &near)) key = &near;
        if (key && key->is_int() && container->object()->type == &ListType) {
          auto* l = container->as<ListObject>();
          int64_t i = key->as_int();
          if (i < 0) i += l->size;
          if (static_cast<uint64_t>(i) < static_cast<uint64_t>(l->size)) {
            l->items[i].Swap(value);
            return true;
          }
        } else if (key && container->object()->type == &DictType) {
          f->span = &target->span;
          DictSet(container->as<DictObject>(), *key, std::move(value));
          return true;
        }
      }
      Value object = TryEval(s->value, f);
      if (__builtin_expect(object.is_raised(), 0)) return false;
      Value temp;
      const Value* key = PeekOrEval(s->slice, f, &temp);
      if (__builtin_expect(key->is_raised(), 0)) return false;
      if (object.is_object()) {
        TypeObject* type = object.object()->type;
        if (type == &ListType && key->is_int()) {
          auto* l = object.as<ListObject>();
          int64_t i = key->as_int();
          if (i < 0) i += l->size;
          if (static_cast<uint64_t>(i) < static_cast<uint64_t>(l->size)) {
            l->items[i] = std::move(value);
            return true;
          }
        } else if (type == &DictType) {
          f->span = &target->span;
          DictSet(object.as<DictObject>(), *key, std::move(value));
          return true;
        }
      }
      f->span = &target->span;
      SetItem(object, *key, value);
      return true;
    }
    case ExprKind::kTuple:
      return Unpack(Cast<TupleExpr>(target)->elements, f, value, &target->span);
    case ExprKind::kList:
      return Unpack(Cast<ListExpr>(target)->elements, f, value, &target->span);
    case ExprKind::kStarred:
      return Assign(Cast<StarredExpr>(target)->value, f, std::move(value));
    default:
      break;
  }
  f->span = &target->span;
  RaiseNotSupported("this target of an assignment");
}

void DeleteTarget(const Expr* target, Frame* f) {
  f->span = &target->span;
  switch (target->kind) {
    case ExprKind::kName:
      return DeleteName(Cast<NameExpr>(target)->ref, f);
    case ExprKind::kAttribute: {
      const auto* a = Cast<AttributeExpr>(target);
      Value object = Eval(a->value, f);
      f->span = &target->span;
      return DelAttr(object, NameStr(a->attr));
    }
    case ExprKind::kSubscript: {
      const auto* s = Cast<SubscriptExpr>(target);
      Value object = Eval(s->value, f);
      Value key = Eval(s->slice, f);
      f->span = &target->span;
      return DelItem(object, key);
    }
    case ExprKind::kTuple:
      for (const Expr* x : Cast<TupleExpr>(target)->elements) DeleteTarget(x, f);
      return;
    case ExprKind::kList:
      for (const Expr* x : Cast<ListExpr>(target)->elements) DeleteTarget(x, f);
      return;
    default:
      break;
  }
  RaiseNotSupported("this target of `del`");
}

// ---- what a stager calls back

Value ReadName(Frame* f, const NameRef& ref) {
  switch (ref.scope) {
    case Scope::kLocal:
      return f->locals[ref.slot];
    case Scope::kCell:
    case Scope::kFree:
      return *Deref(f, ref.slot);
    case Scope::kGlobalExplicit:
    case Scope::kGlobalImplicit:
      if (Value* v = DictFind(f->globals, NameStr(ref.name))) return *v;
      if (Value* v = DictFind(the_builtins, NameStr(ref.name))) return *v;
      return {};
    case Scope::kClassName:
    case Scope::kClassDeref:
      if (Value* v = DictFind(f->names, NameStr(ref.name))) return *v;
      return {};
    case Scope::kUnresolved:
      break;
  }
  return {};
}

void WriteName(Frame* f, const NameRef& ref, const Value& value) {
  if (!value.is_undef()) return StoreName(ref, f, value);
  switch (ref.scope) {
    case Scope::kLocal:
      f->locals[ref.slot].Clear();
      return;
    case Scope::kCell:
    case Scope::kFree:
      Deref(f, ref.slot)->Clear();
      return;
    case Scope::kGlobalExplicit:
    case Scope::kGlobalImplicit:
      DictErase(f->globals, NameStr(ref.name));
      return;
    default:
      return;
  }
}

Value EvalExpr(Frame* frame, const Expr* expr) { return Eval(expr, frame); }
void AssignTarget(Frame* frame, const Expr* target, const Value& value) {
  if (!Assign(target, frame, value)) ThrowHeld();
}
Completion ExecBlockFrom(Frame* frame, const Block& block, size_t from) {
  const Completion c = ExecBlockAt(block, frame, from);
  if (c == Completion::kRaise) ThrowHeld();
  return c;
}

FrameSnapshot::FrameSnapshot(Frame* frame) : frame_(frame) {
  locals_.assign(frame->locals, frame->locals + frame->code->num_locals);
  for (uint32_t i = 0; i < frame->code->num_derefs; ++i) cells_.push_back(*Deref(frame, i));
}
void FrameSnapshot::Restore() {
  for (size_t i = 0; i < locals_.size(); ++i) frame_->locals[i] = locals_[i];
  for (size_t i = 0; i < cells_.size(); ++i) *Deref(frame_, static_cast<uint32_t>(i)) = cells_[i];
}

}  // namespace tp
