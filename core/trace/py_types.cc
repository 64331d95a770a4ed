#include "core/trace/py_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/trace/composite.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

using Kind = TraceType::Kind;

// Types whose instances TensorFlow compares by value though we could refer to them weakly.
bool ComparedByValue(const Value& v) { return IsBytes(v) || IsStr(v); }

bool IsHeapInstance(const Value& v) { return v.is_object() && v.object()->type->is_heap(); }

// What a wrapper (functools.wraps and the like) wraps; TensorFlow traces for that and hands that over.
Value Unwrapped(Value v) {
  while (IsHeapInstance(v) || IsInstance(v, &PyFunctionType) || IsInstance(v, &MethodType)) {
    Value inner = GetAttrOrUndef(v, "__wrapped__");
    if (inner.is_undef()) break;
    v = std::move(inner);
  }
  return v;
}

// `str(type)` in TypeErrors.
[[noreturn]] void RaiseUntypable(const Value& v) {
  RaiseText(&TypeErrorType, fmt::format("Could not generate a generic TraceType for {}.Please verify that it "
                                        "is immutable/hashable. Otherwise, consider "
                                        "implementing the Tracing Protocol for it.",
                                        Repr(v)));
}

TraceTypeRef TypeOfCustom(const Value& given, const Value& v, TypeContext& context) {
  if (IsTensorSpec(given)) return TypeOfValue(given, context);
  // Any object with the methods of tf.types.experimental.TraceType will do.
  if (GetAttrOrUndef(given, "is_subtype_of").is_undef())
    RaiseText(&TypeErrorType,
              fmt::format("Expected an instance of TraceType for Tracing Protocol call to {} but got {}",
                          Str(v), Str(given)));
  return TraceType::Custom(MakeRef<PyCustomType>(given));
}

}  // namespace

int TypeContext::AliasOf(const Value& variable) {
  for (size_t i = 0; i < variables_.size(); ++i)
    if (AsVariable(variables_[i])->handle == AsVariable(variable)->handle) return static_cast<int>(i);
  variables_.push_back(variable);
  return static_cast<int>(variables_.size()) - 1;
}

LiteralValue LiteralOf(const Value& v) {
  if (v.is_none()) return std::monostate();
  if (v.is_bool()) return v.is_true();
  if (v.is_int()) return v.as_int();
  if (v.is_float()) return v.as_float();
  // Members of an IntEnum and the like are the numbers that they equal.
  if (IsInstance(v, &IntType))
    if (const Value number = Index(v); number.is_int()) return number.as_int();
  if (IsStr(v)) return std::string(StrView(v));
  if (IsBytes(v)) return LiteralBytes{std::string(v.as<BytesObject>()->view())};
  return LiteralOther{TypeOf(v)->name, Repr(v)};
}

PyObjectKey::PyObjectKey(const Value& object)
    : ref_(MakeWeakRef(object)),
      kept_(IsTensorShape(object) && object.as<TensorShapeObject>()->kept ? object : Value()),
      hash_(static_cast<size_t>(tp::Hash(object))),
      description_(fmt::format("{} object", TypeOf(object)->name)) {}

bool PyObjectKey::Equals(const ObjectKey& other) const {
  const auto* that = dynamic_cast<const PyObjectKey*>(&other);
  if (!that || !target() || !that->target()) return false;
  if (target() == that->target()) return true;
  return tp::Equal(Value::Borrow(target()), Value::Borrow(that->target()));
}

bool PyObjectKey::Accepts(const Value& v) const {
  const Value object = target() ? Value::Borrow(target()) : Value::None();
  return tp::Equal(v, object) || Unwrapped(v).Is(object);
}

bool PyLiteral::Equals(const CustomType& other) const {
  const auto* that = dynamic_cast<const PyLiteral*>(&other);
  return that && tp::Equal(value_, that->value_);
}

TraceTypeRef PyLiteral::CommonSupertype(std::span<const TraceTypeRef> others) const {
  for (const TraceTypeRef& other : others)
    if (!Equals(*other->custom())) return nullptr;
  return TraceType::Custom(Ref<const CustomType>(this));
}

const PyNestType* PyNestType::Alike(const CustomType& other) const {
  const auto* that = dynamic_cast<const PyNestType*>(&other);
  return that && python_class_.Is(that->python_class_) && items_.size() == that->items_.size() &&
                 tp::Equal(metadata_, that->metadata_)
             ? that
             : nullptr;
}

bool PyNestType::Equals(const CustomType& other) const {
  const PyNestType* that = Alike(other);
  return that &&
         std::ranges::equal(items_, that->items_, [](const auto& a, const auto& b) { return a->Equals(*b); });
}

// Without the metadata, which may have none.
size_t PyNestType::Hash() const {
  auto hash = static_cast<size_t>(tp::Hash(python_class_));
  for (const TraceTypeRef& item : items_) hash = hash * 31 + item->Hash();
  return hash;
}

bool PyNestType::IsSubtypeOf(const CustomType& other) const {
  const PyNestType* that = Alike(other);
  return that && std::ranges::equal(items_, that->items_,
                                    [](const auto& a, const auto& b) { return a->IsSubtypeOf(*b); });
}

TraceTypeRef PyNestType::CommonSupertype(std::span<const TraceTypeRef> others) const {
  std::vector<TraceTypeRef> items;
  for (size_t i = 0; i < items_.size(); ++i) {
    std::vector<TraceTypeRef> partners;
    for (const TraceTypeRef& other : others) {
      const PyNestType* that = other->kind() == Kind::kCustom ? Alike(*other->custom()) : nullptr;
      if (!that) return nullptr;
      partners.push_back(that->items_[i]);
    }
    items.push_back(items_[i]->CommonSupertype(partners));
    if (!items.back()) return nullptr;
  }
  return TraceType::Custom(MakeRef<PyNestType>(python_class_, metadata_, std::move(items)));
}

std::string PyNestType::Describe() const {
  std::string items;
  for (const TraceTypeRef& item : items_) items += (items.empty() ? "" : ", ") + item->Repr();
  return fmt::format("CustomNestTraceType [metadata={}, components=({}{})]", Repr(metadata_), items,
                     items_.size() == 1 ? "," : "");
}

void PyNestType::Flatten(std::vector<TraceTypeRef>* flat) const {
  for (const TraceTypeRef& item : items_) item->Flatten(flat);
}

bool PyCustomType::Equals(const CustomType& other) const {
  const auto* that = dynamic_cast<const PyCustomType*>(&other);
  return that && (type_.Is(that->type_) || tp::Equal(type_, that->type_));
}

size_t PyCustomType::Hash() const { return static_cast<size_t>(tp::Hash(type_)); }

bool PyCustomType::IsSubtypeOf(const CustomType& other) const {
  const auto* that = dynamic_cast<const PyCustomType*>(&other);
  return that && IsTrue(CallMethod(type_, "is_subtype_of", {that->type_}));
}

void PyCustomType::Flatten(std::vector<TraceTypeRef>* flat) const {
  if (!IsCompositeSpec(type_)) return;
  for (const Value& spec : ComponentSpecsOf(type_))
    flat->push_back(TraceType::Tensor(SpecDType(spec), SpecShape(spec)));
}

TraceTypeRef PyCustomType::CommonSupertype(std::span<const TraceTypeRef> others) const {
  Value list = MakeList({});
  for (const TraceTypeRef& other : others) {
    const auto* that =
        other->kind() == Kind::kCustom ? dynamic_cast<const PyCustomType*>(other->custom().get()) : nullptr;
    if (!that) return nullptr;
    ListAppend(list.as<ListObject>(), that->type_);
  }
  Value common = CallMethod(type_, "most_specific_common_supertype", {list});
  if (common.is_none()) return nullptr;
  return TraceType::Custom(MakeRef<PyCustomType>(std::move(common)));
}

namespace {

// A structured signature's stand-in for a variable (StructuredSpecs).
bool IsVariableSpec(const Value& v) {
  return IsHeapInstance(v) && std::string_view(v.object()->type->name) == "VariableSpec" &&
         IsInstanceOf(v, GetAttr(GetAttr(TheInterp().Import("tensorflow"), "__internal__"), "VariableSpec"));
}

}  // namespace

TraceTypeRef TypeOfValue(const Value& v, TypeContext& context) {
  const NativeRecursion guard(" while making a trace type");
  if (!v.is_object()) return TraceType::Literal(LiteralOf(v));
  if (IsTensor(v)) return TraceType::Tensor(ValOf(v).dtype(), WithoutSymbols(ValOf(v).shape()));
  if (IsVariable(v)) {
    const VariableObject* variable = AsVariable(v);
    return TraceType::Variable(variable->dtype, WithoutSymbols(variable->shape), variable->trainable,
                               context.AliasOf(v));
  }
  if (IsTensorSpec(v)) {
    const Value name = SpecName(v);
    return TraceType::Tensor(SpecDType(v), SpecShape(v), name.is_none() ? "" : Str(name));
  }
  if (IsNdarray(v)) return TraceType::Tensor(ArrayTensor(v).dtype(), ArrayTensor(v).shape());
  if (IsVariableSpec(v)) {
    const Value alias = GetAttr(v, "alias_id");
    return TraceType::Variable(SpecDType(v), SpecShape(v), IsTrue(GetAttr(v, "trainable")),
                               alias.is_int() ? static_cast<int>(alias.as_int()) : 0);
  }
  if (IsHeapInstance(v)) {
    const Value protocol = LookupSpecial(v, "__tf_tracing_type__");
    if (!protocol.is_undef()) return TypeOfCustom(Call(protocol, Value::None()), v, context);
    if (IsComposite(v)) return TraceType::Custom(MakeRef<PyCustomType>(CompositeSpecOf(v)));
    if (IsCompositeSpec(v)) return TraceType::Custom(MakeRef<PyCustomType>(v));
  }
  if (IsInstance(v, &WeakRefType))
    RaiseText(&TypeErrorType, fmt::format("weakref input {} not supported for tf.function.", Repr(v)));
  if (const Value inner = Unwrapped(v); !inner.Is(v)) return TypeOfValue(inner, context);
  switch (ContainerOf(v)) {
    case Container::kList:
    case Container::kTuple: {
      Value* items;
      int64_t size;
      AsSequence(v, &items, &size);
      std::vector<TraceTypeRef> types;
      for (int64_t i = 0; i < size; ++i) types.push_back(TypeOfValue(items[i], context));
      return ContainerOf(v) == Container::kList ? TraceType::List(std::move(types))
                                                : TraceType::Tuple(std::move(types));
    }
    case Container::kNamedTuple: {
      std::vector<std::string> fields;
      ForEach(GetAttr(v, "_fields"), [&](Value field) { fields.emplace_back(StrView(field)); });
      Value* items;
      int64_t size;
      AsSequence(v, &items, &size);
      std::vector<TraceTypeRef> types;
      for (int64_t i = 0; i < size; ++i) types.push_back(TypeOfValue(items[i], context));
      return TraceType::NamedTuple(TypeName(TypeOf(v)), std::move(fields), std::move(types));
    }
    case Container::kDict: {
      std::vector<LiteralValue> keys;
      std::vector<TraceTypeRef> types;
      int64_t pos = 0;
      const Value dict = DictOf(v);
      while (DictEntry* entry = DictNext(dict.as<DictObject>(), &pos)) {
        keys.push_back(LiteralOf(entry->key));
        types.push_back(TypeOfValue(entry->value, context));
      }
      return TraceType::Dict(std::move(keys), std::move(types));
    }
    case Container::kCustom: {
      NestParts parts = PartsOf(v);
      std::vector<TraceTypeRef> types;
      for (const Value& component : parts.components) types.push_back(TypeOfValue(component, context));
      return TraceType::Custom(
          MakeRef<PyNestType>(TypeValue(TypeOf(v)), std::move(parts.metadata), std::move(types)));
    }
    case Container::kLeaf:
      break;
  }
  if (SupportsWeakRefs(v.object()) && (IsHeapInstance(v) || !ComparedByValue(v))) {
    try {
      return TraceType::Object(MakeRef<PyObjectKey>(v));
    } catch (PyError& error) {
      if (!error.Matches(&TypeErrorType)) throw;
      RaiseUntypable(v);
    }
  }
  size_t hash;
  try {
    hash = static_cast<size_t>(tp::Hash(v));
  } catch (PyError& error) {
    if (!error.Matches(&ExceptionType)) throw;
    RaiseUntypable(v);
  }
  LiteralValue literal = LiteralOf(v);
  if (IsHeapInstance(v) && std::holds_alternative<LiteralOther>(literal))
    return TraceType::Custom(MakeRef<PyLiteral>(v, hash));
  return TraceType::Literal(std::move(literal));
}

void PlaceholderMaker::MakeAgain() {
  for (const auto& [spec, components] : made_twice_) FromComponents(spec, components);
}

Value PlaceholderMaker::Make(const TraceType& type, const Value& given, const std::string& name) {
  const Value value = type.kind() == Kind::kCustom ? given : Unwrapped(given);
  switch (type.kind()) {
    case Kind::kTensor: {
      const std::string& wanted = type.name().empty() ? name : type.name();
      const Val placeholder = Context::Get().Placeholder(graph_, type.dtype(), type.shape(), wanted);
      graph_.inputs_list.push_back(placeholder.id());
      names_.push_back(wanted);
      return MakeTensor(placeholder);
    }
    case Kind::kVariable: {
      const auto alias = static_cast<size_t>(type.alias());
      if (alias >= variables_.size()) variables_.resize(alias + 1);
      if (variables_[alias].is_undef()) {
        const Val handle = Context::Get().Placeholder(graph_, DType::kResource, tp::Shape(), name);
        graph_.inputs_list.push_back(handle.id());
        names_.push_back(name);
        const VariableObject* held = IsVariable(value) ? AsVariable(value) : nullptr;
        VariableObject* variable =
            NewVariableObject(held && held->type != &UnreadVariableType ? held->type : &VariableType, handle,
                              type.dtype(), type.shape(), name, type.trainable());
        // In the function it is known by the identity of the variable that was given.
        if (held) {
          variable->name = held->name;
          variable->unique_id = held->unique_id;
        }
        variables_[alias] = Value::Own(variable);
      }
      return variables_[alias];
    }
    case Kind::kLiteral:
      // TensorFlow gives a range as a list.
      return IsInstance(value, &RangeType) ? ToList(value) : value;
    case Kind::kObject:
      return value;
    case Kind::kCustom: {
      if (const auto* literal = dynamic_cast<const PyLiteral*>(type.custom().get())) return literal->value();
      if (const auto* nest = dynamic_cast<const PyNestType*>(type.custom().get())) {
        std::vector<Value> components = PartsOf(value).components;
        for (size_t i = 0; i < components.size(); ++i)
          components[i] = Make(*nest->items()[i], components[i], name);
        return FromParts(nest->python_class(), nest->metadata(), std::move(components));
      }
      const auto* custom = dynamic_cast<const PyCustomType*>(type.custom().get());
      if (IsCompositeSpec(custom->type())) {
        std::vector<Val> components;
        for (const Value& spec : ComponentSpecsOf(custom->type())) {
          components.push_back(Context::Get().Placeholder(graph_, SpecDType(spec), SpecShape(spec), name));
          graph_.inputs_list.push_back(components.back().id());
          names_.push_back(name);
        }
        Value made = FromComponents(custom->type(), components);
        // TensorFlow puts such arguments together again, in name scopes that nothing may be in; None: with
        // nodes.
        const Value scopes = GetAttrOrUndef(custom->type(), "_argument_scopes");
        if (scopes.is_none())
          made_twice_.push_back({custom->type(), components});
        else if (!scopes.is_undef())
          ForEach(scopes, [&](Value scope) { graph_.UniqueNameInScope(Str(scope)); });
        return made;
      }
      return CallMethod(custom->type(), "placeholder_value", {Value::None()});
    }
    case Kind::kDict: {
      ObjRef<DictObject> dict = ObjRef<DictObject>::Own(NewDict());
      // Placeholders are made in the mapping's own order, and are inputs in the order of sorted keys.
      struct Range {
        size_t begin, end;
      };
      std::vector<Range> ranges(type.items().size());  // of inputs, by item of the type
      const size_t first = graph_.inputs_list.size();
      int64_t pos = 0;
      const Value items = DictOf(value);
      for (size_t i = 0; i < type.items().size(); ++i) {
        DictEntry* entry = DictNext(items.as<DictObject>(), &pos);
        TP_CHECK(entry, "a dict shrank while it was traced");
        // A generalised type may have another order of keys.
        const LiteralValue key = LiteralOf(entry->key);
        for (size_t k = 0; k < type.keys().size(); ++k)
          if (LiteralEquals(type.keys()[k], key)) {
            ranges[k].begin = graph_.inputs_list.size();
            DictSet(dict.get(), entry->key, Make(*type.items()[k], entry->value, name));
            ranges[k].end = graph_.inputs_list.size();
          }
      }
      const std::vector<ValueId> inputs(graph_.inputs_list.begin(), graph_.inputs_list.end());
      const std::vector<std::string> names = names_;
      size_t next = first;
      for (const int k : type.SortedKeyOrder())
        for (size_t i = ranges[k].begin; i < ranges[k].end; ++i, ++next) {
          graph_.inputs_list[next] = inputs[i];
          names_[next] = names[i];
        }
      return MappingLike(value, std::move(dict).ToValue(), Rebuild::kTraceType);
    }
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
  }
  Value* items;
  int64_t size;
  TP_CHECK(AsSequence(value, &items, &size) && size == static_cast<int64_t>(type.items().size()),
           "structure of an argument");
  std::vector<Value> made;
  for (int64_t i = 0; i < size; ++i)
    made.push_back(Make(*type.items()[static_cast<size_t>(i)], items[i], name));
  if (type.kind() == Kind::kList) {
    Value list = Value::Own(NewList(size));
    for (Value& v : made) ListAppend(list.as<ListObject>(), std::move(v));
    return list;
  }
  if (type.kind() == Kind::kTuple) return MakeTuple(made.data(), size);
  ArgList args;
  for (Value& v : made) args.Add(std::move(v));
  return Call(TypeValue(TypeOf(value)), args);
}

void TensorsOf(const TraceType& type, const Value& argument, std::vector<Val>* tensors) {
  const Value value = type.kind() == Kind::kCustom ? argument : Unwrapped(argument);
  switch (type.kind()) {
    case Kind::kTensor:
      tensors->push_back(IsTensor(value) ? ValOf(value) : ConvertToTensor(value, type.dtype()));
      return;
    case Kind::kVariable:
      // Tapes that watch what is read watch a variable that is handed to a function.
      if (AsVariable(value)->trainable) Context::Get().VariableAccessed(AsVariable(value));
      // One that was given twice is one input.
      for (const Val& known : *tensors)
        if (known.dtype() == DType::kResource && known == AsVariable(value)->handle) return;
      tensors->push_back(AsVariable(value)->handle);
      return;
    case Kind::kCustom:
      if (const auto* nest = dynamic_cast<const PyNestType*>(type.custom().get())) {
        const std::vector<Value> components = PartsOf(value).components;
        for (size_t i = 0; i < components.size(); ++i) TensorsOf(*nest->items()[i], components[i], tensors);
      } else if (IsComposite(value)) {
        const std::vector<Val> components = ComponentsOf(value);
        tensors->insert(tensors->end(), components.begin(), components.end());
      } else if (IsCompositeSpec(value)) {
        RaiseText(&ValueErrorType,
                  fmt::format("Attempt to convert a value ({}) with an unsupported type ({}) to a Tensor.",
                              Repr(value), Repr(TypeValue(TypeOf(value)))));
      }
      return;
    case Kind::kLiteral:
    case Kind::kObject:
      return;
    case Kind::kDict: {
      const Value dict = DictOf(value);
      for (const Value& key : SortedKeys(dict)) {
        const LiteralValue literal = LiteralOf(key);
        for (size_t k = 0; k < type.keys().size(); ++k)
          if (LiteralEquals(type.keys()[k], literal))
            TensorsOf(*type.items()[k], *DictFind(dict.as<DictObject>(), key), tensors);
      }
      return;
    }
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
  }
  Value* items;
  int64_t size;
  AsSequence(value, &items, &size);
  for (int64_t i = 0; i < size; ++i) TensorsOf(*type.items()[static_cast<size_t>(i)], items[i], tensors);
}

std::vector<Val> InputsOf(const FunctionType& type, std::span<const Value> values) {
  std::vector<Val> all;
  std::vector<size_t> ends;
  for (size_t i = 0; i < values.size(); ++i) {
    TensorsOf(*type.parameters()[i].type, values[i], &all);
    ends.push_back(all.size());
  }
  return InInputOrder<Val>(type, all, ends);
}

}  // namespace tp
