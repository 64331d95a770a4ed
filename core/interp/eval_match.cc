// The match statement.
#include <algorithm>

#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/eval-inl.h"
#include "core/interp/type.h"

namespace tp {

using namespace ast;

namespace {

bool Matches(const Pattern* p, const Value& subject, Frame* f);

void Bind(const NameRef& ref, Frame* f, const Value& v) {
  if (ref.name) StoreName(ref, f, v);
}

bool MatchSequence(const MatchSequencePattern* p, const Value& subject, Frame* f) {
  TypeObject* type = TypeOf(subject);
  if (!type->has(kTypeSequence)) return false;
  const uint32_t n = p->patterns.size();
  uint32_t star = n;
  for (uint32_t i = 0; i < n; ++i)
    if (p->patterns[i]->kind == PatternKind::kMatchStar) star = i;
  const int64_t size = Len(subject);
  if (star == n ? size != n : size < n - 1) return false;
  Value items = ToTuple(subject);
  Value* v = items.as<TupleObject>()->items;
  for (uint32_t i = 0; i < std::min(star, n); ++i)
    if (!Matches(p->patterns[i], v[i], f)) return false;
  if (star == n) return true;
  const int64_t extra = size - (n - 1);
  const auto* rest = Cast<MatchStarPattern>(p->patterns[star]);
  if (rest->target.name) {
    Value list = Value::Own(NewList());
    for (int64_t i = 0; i < extra; ++i) ListAppend(list.as<ListObject>(), v[star + i]);
    Bind(rest->target, f, list);
  }
  for (uint32_t i = star + 1; i < n; ++i)
    if (!Matches(p->patterns[i], v[extra + i - 1], f)) return false;
  return true;
}

bool MatchMapping(const MatchMappingPattern* p, const Value& subject, Frame* f) {
  if (!TypeOf(subject)->has(kTypeMapping)) return false;
  // The number of items comes first, before any key is evaluated.
  if (!p->keys.empty() && Len(subject) < static_cast<int64_t>(p->keys.size())) return false;
  std::vector<Value> keys, values;
  for (const Expr* e : p->keys) keys.push_back(Eval(e, f));
  const auto seen = ObjRef<SetObject>::Own(NewSet());
  for (const Value& key : keys) {
    if (!SetAdd(seen.get(), key))
      RaiseText(&ValueErrorType, "mapping pattern checks duplicate key (" + Repr(key) + ")");
    Value v;
    if (IsExact(subject, &DictType)) {
      Value* found = DictFind(subject.as<DictObject>(), key);
      if (!found) return false;
      v = *found;
    } else {
      Object* marker = &EllipsisObject;
      Value missing = MakeTuple({Value::Borrow(marker), Value::Int(0)});
      v = CallMethod(subject, "get", {key, missing});
      if (v.Is(missing)) return false;
    }
    values.push_back(std::move(v));
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (!Matches(p->patterns[i], values[i], f)) return false;
  if (p->rest.name) {
    Value rest = Value::Own(NewDict());
    DictMerge(rest.as<DictObject>(), subject);
    for (const Value& key : keys) DictErase(rest.as<DictObject>(), key);
    Bind(p->rest, f, rest);
  }
  return true;
}

bool MatchClass(const MatchClassPattern* p, const Value& subject, Frame* f) {
  Value cls = Eval(p->cls, f);
  f->span = &p->cls->span;
  if (!IsType(cls)) Raise(&TypeErrorType, "called match pattern must be a type");
  if (!IsInstanceOf(subject, cls)) return false;
  TypeObject* type = AsType(cls);
  const uint32_t n = p->patterns.size();
  // All attributes are there before the first pattern is tried.
  std::vector<Value> values;
  std::vector<StrObject*> taken;
  const auto take = [&](StrObject* name) {
    if (std::find(taken.begin(), taken.end(), name) != taken.end())
      Raise(&TypeErrorType, "%s() got multiple sub-patterns for attribute '%s'", type->name, name->data);
    taken.push_back(name);
    values.push_back(GetAttrOrUndef(subject, name));
    return !values.back().is_undef();
  };
  if (n) {
    Value args = GetAttrOrUndef(cls, names.match_args_);
    bool self_match = false;
    for (TypeObject* t : {&BoolType, &ByteArrayType, &BytesType, &DictType, &FloatType, &FrozenSetType,
                          &IntType, &ListType, &SetType, &StrType, &TupleType})
      self_match |= IsSubtype(type, t);
    const int64_t allowed = !args.is_undef() ? (IsTuple(args) ? args.as<TupleObject>()->size : -1)
                            : self_match     ? 1
                                             : 0;
    if (allowed < 0)
      Raise(&TypeErrorType, "%s.__match_args__ must be a tuple (got %s)", type->name,
            TypeNameOf(args).c_str());
    if (n > allowed)
      Raise(&TypeErrorType, "%s() accepts %ld positional sub-pattern%s (%u given)", type->name,
            static_cast<long>(allowed), allowed == 1 ? "" : "s", n);
    if (args.is_undef()) {
      values.push_back(subject);
    } else {
      for (uint32_t i = 0; i < n; ++i) {
        const Value& name = args.as<TupleObject>()->items[i];
        if (!IsStr(name))
          Raise(&TypeErrorType, "__match_args__ elements must be strings (got %s)", TypeNameOf(name).c_str());
        if (!take(InternStr(name))) return false;
      }
    }
  }
  for (const Name* attribute : p->kwd_attrs)
    if (!take(NameStr(attribute))) return false;
  for (uint32_t i = 0; i < values.size(); ++i)
    if (!Matches(i < n ? p->patterns[i] : p->kwd_patterns[i - n], values[i], f)) return false;
  return true;
}

bool Matches(const Pattern* p, const Value& subject, Frame* f) {
  f->span = &p->span;
  switch (p->kind) {
    case PatternKind::kMatchValue: {
      Value v = Eval(Cast<MatchValuePattern>(p)->value, f);
      f->span = &p->span;
      return Equal(subject, v);
    }
    case PatternKind::kMatchSingleton:
      switch (Cast<MatchSingletonPattern>(p)->value) {
        case ConstantKind::kNone:
          return subject.is_none();
        case ConstantKind::kTrue:
          return subject.is_true();
        default:
          return subject.is_false();
      }
    case PatternKind::kMatchSequence:
      return MatchSequence(Cast<MatchSequencePattern>(p), subject, f);
    case PatternKind::kMatchMapping:
      return MatchMapping(Cast<MatchMappingPattern>(p), subject, f);
    case PatternKind::kMatchClass:
      return MatchClass(Cast<MatchClassPattern>(p), subject, f);
    case PatternKind::kMatchStar:
      return true;
    case PatternKind::kMatchAs: {
      const auto* a = Cast<MatchAsPattern>(p);
      if (a->pattern && !Matches(a->pattern, subject, f)) return false;
      Bind(a->target, f, subject);
      return true;
    }
    case PatternKind::kMatchOr:
      for (const Pattern* alternative : Cast<MatchOrPattern>(p)->patterns)
        if (Matches(alternative, subject, f)) return true;
      return false;
  }
  return false;
}

}  // namespace

Completion ExecMatch(const MatchStmt* s, Frame* f) {
  // Steps when suspended: 1 + the index of the running case.
  uint32_t* step = s->resume == kNoResume ? nullptr : &f->gen->steps[s->resume];
  if (step && (f->flags & kFrameResuming) && *step) {
    const Completion c = ExecBlock(s->cases[*step - 1].body, f);
    if (c != Completion::kYield) *step = 0;
    return c;
  }
  Value subject = TryEval(s->subject, f);
  if (subject.leaves()) return subject.is_yield() ? Completion::kYield : Completion::kRaise;
  for (uint32_t i = 0; i < s->cases.size(); ++i) {
    const MatchCase& c = s->cases[i];
    if (!Matches(c.pattern, subject, f)) continue;
    if (c.guard) {
      if (c.guard->resume != kNoResume) RaiseNotSupported("`yield` in the guard of a case");
      const int guard = EvalTest(c.guard, f, nullptr);
      if (guard < 0) return Completion::kRaise;
      if (!guard) continue;
    }
    subject.Clear();
    const Completion done = ExecBlock(c.body, f);
    if (step) *step = done == Completion::kYield ? i + 1 : 0;
    return done;
  }
  return Completion::kNormal;
}

}  // namespace tp
