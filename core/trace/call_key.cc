// The fast path of a call: its arguments as words, without TraceTypes and without allocation.
#include <bit>
#include <cmath>

#include "core/trace/function.h"

namespace tp {
namespace {

enum Word : uint64_t { kNone = 1, kNumber, kFloat, kObject, kTensor, kVariable, kList, kTuple };

// False where the value needs the slow path: dicts, named tuples, arrays, custom types, big integers, …
bool Encode(const Value& v, CallKey* key, int depth) {
  switch (v.tag()) {
    case Tag::kNone:
      key->words.push_back(kNone);
      return true;
    case Tag::kBool:
    case Tag::kInt:
      key->words.push_back(kNumber);
      key->words.push_back(static_cast<uint64_t>(v.as_int()));
      return true;
    case Tag::kFloat: {
      // 2.0 is the literal 2; all NaNs are one, and so are 0.0 and -0.0.
      const double d = v.as_float();
      if (d == std::floor(d) && std::abs(d) < 0x1p63) {
        key->words.push_back(kNumber);
        key->words.push_back(static_cast<uint64_t>(static_cast<int64_t>(d)));
      } else {
        key->words.push_back(kFloat);
        key->words.push_back(std::isnan(d) ? 0x7ff8000000000000u : std::bit_cast<uint64_t>(d));
      }
      return true;
    }
    case Tag::kObject:
      break;
    case Tag::kUndef:
    case Tag::kStop:
    case Tag::kYield:
    case Tag::kRaised:
      return false;
  }
  Object* o = v.object();
  if (o->type == &EagerTensorType) {
    const Tensor& t = ValOf(v).tensor();
    key->words.push_back(kTensor | static_cast<uint64_t>(t.dtype()) << 8 |
                         static_cast<uint64_t>(t.rank()) << 16);
    for (Dim dim : t.shape()) key->words.push_back(static_cast<uint64_t>(dim));
    key->tensors.push_back(t);
    return true;
  }
  if (o->type == &TupleType || o->type == &ListType) {
    Value* items;
    int64_t size;
    if (depth > 32 || !AsSequence(v, &items, &size)) return false;
    key->words.push_back((o->type == &TupleType ? kTuple : kList) | static_cast<uint64_t>(size) << 8);
    for (int64_t i = 0; i < size; ++i)
      if (!Encode(items[i], key, depth + 1)) return false;
    return true;
  }
  if (o->type == &StrType) {
    key->words.push_back(kObject);
    key->objects.push_back(o);
    return true;
  }
  if (IsVariable(v)) {
    const VariableObject* variable = AsVariable(v);
    if (variable->handle.symbolic()) return false;
    size_t alias = 0;
    for (; alias < key->variables.size(); ++alias)
      if (static_cast<VariableObject*>(key->variables[alias])->handle == variable->handle) break;
    key->words.push_back(kVariable | static_cast<uint64_t>(variable->dtype) << 8 |
                         static_cast<uint64_t>(variable->trainable) << 16 | alias << 24);
    if (!variable->shape.has_rank()) return false;
    key->words.push_back(static_cast<uint64_t>(variable->shape.rank()));
    for (Dim dim : variable->shape) key->words.push_back(static_cast<uint64_t>(dim));
    if (alias == key->variables.size()) {
      key->variables.push_back(o);
      key->tensors.push_back(variable->handle.tensor());
    }
    return true;
  }
  // Instances that are compared as objects: the same one has the same type, whatever its == says. What
  // defines __tf_tracing_type__ or is a container goes the slow way.
  if (o->type->is_heap() && !IsTuple(v) && !IsList(v) && !o->type->has(kTypeMapping) && SupportsWeakRefs(o)) {
    static StrObject* const protocol = InternStr("__tf_tracing_type__");
    static StrObject* const wrapped = InternStr("__wrapped__");
    static StrObject* const composite = InternStr("_tf_composite_tensor");
    static StrObject* const nest = InternStr("__tf_flatten__");
    for (StrObject* name : {protocol, wrapped, composite, nest})
      if (TypeLookup(o->type, name)) return false;
    key->words.push_back(kObject | 1u << 8);
    key->objects.push_back(o);
    return true;
  }
  return false;
}

uint64_t HashWords(const CallKey& key) {
  uint64_t h = key.words.size();
  for (uint64_t w : key.words) h = (h ^ w) * 0x9e3779b97f4a7c15u + (h >> 29);
  return h;
}

}  // namespace

void CallKey::Clear() {
  words.clear();
  objects.clear();
  tensors.clear();
  variables.clear();
}

bool Function::MakeKey(Args args, CallKey* key) const {
  key->Clear();
  const std::span<const Parameter> parameters = signature_->type().parameters();
  // Plain parameters only: *args and **kwargs go the slow way. Keyword-only ones come last, by name; the
  // order of parameters is that order where there is at most one of them.
  size_t keyword_only = 0;
  uint32_t used_keywords = 0;
  if (args.num_pos > parameters.size()) return false;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    if (p.kind == Parameter::Kind::kVarPositional || p.kind == Parameter::Kind::kVarKeyword) return false;
    keyword_only += p.kind == Parameter::Kind::kKeywordOnly;
    const Value* v = nullptr;
    if (i < args.num_pos) {
      if (p.kind == Parameter::Kind::kKeywordOnly) return false;
      v = &args.values[i];
    } else {
      for (uint32_t k = 0; k < args.num_kw && !v; ++k)
        if (args.kw_names[k]->view() == p.name) v = &args.values[args.num_pos + k];
      if (v) ++used_keywords;
      if (v && p.kind == Parameter::Kind::kPositionalOnly) return false;
      if (!v) v = &signature_->defaults()[i];
      if (v->is_undef()) return false;
    }
    if (p.type && (!IsEagerTensor(*v) || p.type->kind() != TraceType::Kind::kTensor)) return false;
    if (!Encode(*v, key, 0)) return false;
  }
  return keyword_only <= 1 && used_keywords == args.num_kw;
}

ConcreteFunction* Function::FindFast(const CallKey& key) {
  auto matches = [&](const FastEntry& entry) {
    if (entry.words != key.words || entry.objects.size() != key.objects.size()) return false;
    for (size_t i = 0; i < key.objects.size(); ++i) {
      const Value& held = entry.objects[i];
      if (IsExact(held, &StrType)) {
        if (held.object() != key.objects[i] &&
            StrView(held) != static_cast<StrObject*>(key.objects[i])->view())
          return false;
      } else if (held.as<WeakRefObject>()->target != key.objects[i]) {
        return false;
      }
    }
    return true;
  };
  if (last_hit_ && matches(*last_hit_)) return last_hit_->function.get();
  auto [it, end] = fast_.equal_range(HashWords(key));
  for (; it != end; ++it)
    if (matches(it->second)) {
      last_hit_ = &it->second;
      return it->second.function.get();
    }
  return nullptr;
}

void Function::AddFast(const CallKey& key, Ref<ConcreteFunction> function) {
  constexpr size_t kMaxEntries = 4096;  // a call with ever new values must not grow without end
  if (fast_.size() >= kMaxEntries) {
    fast_.clear();
    last_hit_ = nullptr;
  }
  FastEntry entry;
  entry.words = key.words;
  for (Object* o : key.objects)
    entry.objects.push_back(o->type == &StrType ? Value::Borrow(o) : MakeWeakRef(Value::Borrow(o)));
  entry.function = std::move(function);
  last_hit_ = &fast_.emplace(HashWords(key), std::move(entry))->second;
}

}  // namespace tp
