#include "core/trace/structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/stable_sort.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"

namespace tp {

namespace {

bool Defines(TypeObject* type, std::string_view name) { return TypeLookup(type, InternStr(name)) != nullptr; }

}  // namespace

Container ContainerOf(const Value& v) {
  if (!v.is_object()) return Container::kLeaf;
  if (IsList(v)) return Container::kList;
  if (IsTuple(v)) {
    if (IsExact(v, &TupleType)) return Container::kTuple;
    return GetAttrOrUndef(v, "_fields").is_undef() ? Container::kTuple : Container::kNamedTuple;
  }
  TypeObject* type = v.object()->type;
  if (type->has(kTypeMapping)) return Container::kDict;
  if (type->is_heap() && Defines(type, "__tf_flatten__") && Defines(type, "__tf_unflatten__"))
    return Container::kCustom;
  return Container::kLeaf;
}

NestParts PartsOf(const Value& v) {
  const Value parts = ToTuple(CallMethod(v, "__tf_flatten__"));
  if (Len(parts) != 2)
    RaiseText(&ValueErrorType,
              Len(parts) < 2 ? fmt::format("not enough values to unpack (expected 2, got {})", Len(parts))
                             : "too many values to unpack (expected 2)");
  Value* pair;
  int64_t size;
  AsSequence(parts, &pair, &size);
  NestParts found{pair[0], {}};
  ForEach(pair[1], [&](Value component) { found.components.push_back(std::move(component)); });
  return found;
}

Value FromParts(const Value& python_class, const Value& metadata, std::vector<Value> components) {
  return CallMethod(python_class, "__tf_unflatten__",
                    {metadata, MakeTuple(components.data(), static_cast<int64_t>(components.size()))});
}

Value DictOf(const Value& mapping) { return IsDict(mapping) ? mapping : Call(TypeValue(&DictType), mapping); }

std::vector<Value> SortedKeys(const Value& mapping) {
  const Value dict = DictOf(mapping);
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
    case Container::kDict: {
      const Value dict = DictOf(structure);
      for (const Value& key : SortedKeys(dict)) Flatten(*DictFind(dict.as<DictObject>(), key), leaves);
      return;
    }
    case Container::kCustom:
      for (const Value& component : PartsOf(structure).components) Flatten(component, leaves);
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

bool IsListForNest(const Value& v) {
  return IsExact(v, &RangeType) || IsExact(v, &DictKeysType) || IsExact(v, &DictValuesType) ||
         IsExact(v, &DictItemsType);
}

Value MappingLike(const Value& like, const Value& dict, Rebuild how) {
  if (IsExact(like, &DictType)) return dict;
  TypeObject* type = TypeOf(like);
  const Value factory = type->is_heap() ? Value() : GetAttrOrUndef(like, "default_factory");
  if (how == Rebuild::kTraceType && !factory.is_undef()) return dict;
  const bool filled = how == Rebuild::kNest && Defines(type, "__setitem__");
  Value made;
  ObjRef<ListObject> pairs = ObjRef<ListObject>::Own(NewList());
  if (filled) made = factory.is_undef() ? Call(TypeValue(type)) : Call(TypeValue(type), factory);
  int64_t pos = 0;
  while (DictEntry* entry = DictNext(dict.as<DictObject>(), &pos)) {
    const Value pair[] = {entry->key, entry->value};
    if (filled)
      SetItem(made, pair[0], pair[1]);
    else
      ListAppend(pairs.get(), MakeTuple(pair, 2));
  }
  return filled ? made : Call(TypeValue(type), std::move(pairs).ToValue());
}

Value MapStructure(const Value& structure, const std::function<Value(const Value&)>& f, Rebuild how) {
  const NativeRecursion guard(" while mapping a structure");
  const Container container = ContainerOf(structure);
  if (container == Container::kLeaf) return f(structure);
  if (container == Container::kCustom) {
    NestParts parts = PartsOf(structure);
    for (Value& component : parts.components) component = MapStructure(component, f, how);
    return FromParts(TypeValue(TypeOf(structure)), parts.metadata, std::move(parts.components));
  }
  if (container == Container::kDict) {
    // Called in the order of sorted keys, made in the order of the dict.
    const Value dict = DictOf(structure);
    DictObject* old = dict.as<DictObject>();
    ObjRef<DictObject> by_key = ObjRef<DictObject>::Own(NewDict());
    for (const Value& key : SortedKeys(dict))
      DictSet(by_key.get(), key, MapStructure(*DictFind(old, key), f, how));
    ObjRef<DictObject> mapped = ObjRef<DictObject>::Own(NewDict());
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(old, &pos))
      DictSet(mapped.get(), entry->key, *DictFind(by_key.get(), entry->key));
    return MappingLike(structure, std::move(mapped).ToValue(), how);
  }
  Value* items;
  int64_t size;
  AsSequence(structure, &items, &size);
  std::vector<Value> mapped;
  for (int64_t i = 0; i < size; ++i) mapped.push_back(MapStructure(items[i], f, how));
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
  if (container == Container::kCustom) {
    const std::vector<Value> x = PartsOf(a).components, y = PartsOf(b).components;
    return TypeOf(a) == TypeOf(b) && std::ranges::equal(x, y, SameStructure);
  }
  if (container == Container::kDict) {
    const Value left = DictOf(a), right = DictOf(b);
    DictObject *x = left.as<DictObject>(), *y = right.as<DictObject>();
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

std::string StructureDifference(const Value& a, const Value& b) {
  if (SameStructure(a, b)) return "";
  try {
    CallMethod(GetAttr(TheInterp().Import("tensorflow"), "nest"), "assert_same_structure",
               {a, b, Value::Bool(true), Value::Bool(true)});
    return "";
  } catch (PyError& error) {
    if (!error.Matches(&ValueErrorType) && !error.Matches(&TypeErrorType)) throw;
    return Str(error.exception);
  }
}

}  // namespace tp
