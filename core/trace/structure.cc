#include "core/trace/structure.h"

#include <algorithm>

#include "core/base/stable_sort.h"
#include "core/interp/errors.h"

namespace tp {

Container ContainerOf(const Value& v) {
  if (!v.is_object()) return Container::kLeaf;
  if (IsList(v)) return Container::kList;
  if (IsTuple(v)) {
    if (IsExact(v, &TupleType)) return Container::kTuple;
    return GetAttrOrUndef(v, "_fields").is_undef() ? Container::kTuple : Container::kNamedTuple;
  }
  if (IsDict(v)) return Container::kDict;
  return Container::kLeaf;
}

std::vector<Value> SortedKeys(const Value& dict) {
  std::vector<Value> keys;
  int64_t pos = 0;
  while (DictEntry* entry = DictNext(dict.as<DictObject>(), &pos)) keys.push_back(entry->key);
  try {
    StableSort(&keys, [](const Value& a, const Value& b) { return CompareTrue(a, b, ast::CmpOp::kLt); });
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
    Raise(&TypeErrorType, "nest only supports dicts with sortable keys.");
  }
  return keys;
}

void Flatten(const Value& structure, std::vector<Value>* leaves) {
  const NativeRecursion guard(" while flattening a structure");
  switch (ContainerOf(structure)) {
    case Container::kLeaf:
      leaves->push_back(structure);
      return;
    case Container::kDict:
      for (const Value& key : SortedKeys(structure))
        Flatten(*DictFind(structure.as<DictObject>(), key), leaves);
      return;
    case Container::kList:
    case Container::kTuple:
    case Container::kNamedTuple:
      break;
  }
  Value* items;
  int64_t size;
  AsSequence(structure, &items, &size);
  for (int64_t i = 0; i < size; ++i) Flatten(items[i], leaves);
}

Value MapStructure(const Value& structure, const std::function<Value(const Value&)>& f) {
  const NativeRecursion guard(" while mapping a structure");
  const Container container = ContainerOf(structure);
  if (container == Container::kLeaf) return f(structure);
  if (container == Container::kDict) {
    // Called in the order of sorted keys, made in the order of the dict; a subclass through its own
    // constructor.
    DictObject* old = structure.as<DictObject>();
    ObjRef<DictObject> by_key = ObjRef<DictObject>::Own(NewDict());
    for (const Value& key : SortedKeys(structure))
      DictSet(by_key.get(), key, MapStructure(*DictFind(old, key), f));
    ObjRef<DictObject> mapped = ObjRef<DictObject>::Own(NewDict());
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(old, &pos))
      DictSet(mapped.get(), entry->key, *DictFind(by_key.get(), entry->key));
    Value result = std::move(mapped).ToValue();
    if (IsExact(structure, &DictType)) return result;
    const Value factory = GetAttrOrUndef(structure, "default_factory");
    if (!factory.is_undef()) return Call(TypeValue(TypeOf(structure)), factory, result);
    return Call(TypeValue(TypeOf(structure)), result);
  }
  Value* items;
  int64_t size;
  AsSequence(structure, &items, &size);
  std::vector<Value> mapped;
  for (int64_t i = 0; i < size; ++i) mapped.push_back(MapStructure(items[i], f));
  if (container == Container::kList) {
    ListObject* list = NewList(size);
    Value result = Value::Own(list);
    for (Value& v : mapped) ListAppend(list, std::move(v));
    return result;
  }
  if (container == Container::kTuple) return MakeTuple(mapped.data(), size);
  ArgList args;
  for (Value& v : mapped) args.Add(std::move(v));
  return Call(TypeValue(TypeOf(structure)), args);
}

bool SameStructure(const Value& a, const Value& b) {
  const Container container = ContainerOf(a);
  if (container != ContainerOf(b)) return false;
  if (container == Container::kLeaf) return true;
  if (container == Container::kDict) {
    DictObject *x = a.as<DictObject>(), *y = b.as<DictObject>();
    if (x->used != y->used) return false;
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(x, &pos)) {
      const Value* other = DictFind(y, entry->key);
      if (!other || !SameStructure(entry->value, *other)) return false;
    }
    return true;
  }
  Value *x, *y;
  int64_t n, m;
  AsSequence(a, &x, &n);
  AsSequence(b, &y, &m);
  if (n != m || (container == Container::kNamedTuple && TypeOf(a) != TypeOf(b))) return false;
  for (int64_t i = 0; i < n; ++i)
    if (!SameStructure(x[i], y[i])) return false;
  return true;
}

}  // namespace tp
