#include "core/trace/py_signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/trace/composite.h"
#include "core/trace/structure.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

using PKind = Parameter::Kind;

// names that are not Python's become ones: function_type.py, sanitize_arg_name. A spec's parameters always
// are.
std::string Quote(std::string_view name) { return StrRepr(name); }

bool HoldsOnlySpecs(const Value& v) {
  std::vector<Value> leaves;
  Flatten(v, &leaves);
  return std::all_of(leaves.begin(), leaves.end(),
                     [](const Value& leaf) { return IsTensorSpec(leaf) || IsCompositeSpec(leaf); });
}

// TensorSpec.cast: the value as a tensor that fits the type. Throws PyError or std::string with inspect-like
// text.
Value CastToTensor(const TraceType& type, const Value& v, bool allow_specs) {
  if (IsTensorSpec(v) && allow_specs) {
    TypeContext context;
    const TraceTypeRef given = TypeOfValue(v, context);
    if (!given->IsSubtypeOf(type))
      throw PyError{MakeException(&AssertionErrorType,
                                  fmt::format("Can not cast {} to {}", given->Repr(), type.Repr()))};
    return MakeTensorSpec(type.dtype(), type.shape(),
                          type.name().empty() ? Value::None() : MakeStr(type.name()));
  }
  Value tensor = IsTensor(v) ? v : MakeTensor(ConvertToTensor(v, type.dtype()));
  const Val& val = ValOf(tensor);
  const TraceTypeRef given = TraceType::Tensor(val.dtype(), WithoutSymbols(val.shape()), type.name());
  if (!given->IsSubtypeOf(type)) {
    // A tensor whose shape is not known well enough is taken at its word: the shape is set.
    if (type.IsSubtypeOf(*given)) {
      if (val.symbolic()) val.graph()->SetShape(val.id(), type.shape());
    } else {
      RaiseText(&TypeErrorType, fmt::format("Can not cast {} to {}", given->Repr(), type.Repr()));
    }
  }
  return tensor;
}

// Casts items one by one; true where any of them became another object.
bool CastItems(std::span<const TraceTypeRef> types, const Value* items, bool allow_specs,
               std::vector<Value>* cast) {
  bool changed = false;
  for (size_t i = 0; i < types.size(); ++i) {
    cast->push_back(CastTo(*types[i], items[i], allow_specs));
    changed |= !cast->back().Is(items[i]);
  }
  return changed;
}

Value CastDict(const TraceType& type, const Value& v, bool allow_specs) {
  if (ContainerOf(v) != Container::kDict)
    RaiseText(&AssertionErrorType, fmt::format("Can not cast {} to a Dict type.", Repr(v)));
  ObjRef<DictObject> dict = ObjRef<DictObject>::Own(NewDict());
  bool changed = false, fits = Len(v) == static_cast<int64_t>(type.items().size());
  std::vector<std::pair<const TraceType*, DictEntry*>> found;
  int64_t pos = 0;
  const Value given = DictOf(v);
  while (DictEntry* entry = DictNext(given.as<DictObject>(), &pos)) {
    const LiteralValue key = LiteralOf(entry->key);
    const TraceType* item = nullptr;
    for (size_t k = 0; k < type.keys().size(); ++k)
      if (LiteralEquals(type.keys()[k], key)) item = type.items()[k].get();
    fits &= item != nullptr;
    found.emplace_back(item, entry);
  }
  if (!fits)
    RaiseText(&AssertionErrorType,
              fmt::format("{} has different keys with the TraceType {}.", Repr(v), type.Repr()));
  for (const auto& [item, entry] : found) {
    Value cast = CastTo(*item, entry->value, allow_specs);
    changed |= !cast.Is(entry->value);
    DictSet(dict.get(), entry->key, std::move(cast));
  }
  return changed ? std::move(dict).ToValue() : v;
}

Value CastSequence(const TraceType& type, const Value& v, bool allow_specs) {
  using Kind = TraceType::Kind;
  const bool list = type.kind() == Kind::kList, tuple = type.kind() == Kind::kTuple;
  if ((list && !IsList(v)) || (tuple && !IsTuple(v)))
    RaiseText(&AssertionErrorType,
              fmt::format("Can not cast {} to {} type.", Repr(v), list ? "list" : "tuple"));
  Value* items;
  int64_t size;
  if (!AsSequence(v, &items, &size)) RaiseText(&AssertionErrorType, "");
  if (size != static_cast<int64_t>(type.items().size())) {
    // TensorFlow asks for the length of a type that has none.
    if (list) RaiseText(&TypeErrorType, "object of type 'Tuple' has no len()");
    RaiseText(&AssertionErrorType,
              tuple ? fmt::format("Expected {} to have length of {}", Str(v), type.items().size())
                    : fmt::format("{} has different attributes with the TraceType {}", Repr(v), type.Repr()));
  }
  std::vector<Value> cast;
  if (!CastItems(type.items(), items, allow_specs, &cast)) return v;
  if (list) {
    Value made = Value::Own(NewList(size));
    for (Value& item : cast) ListAppend(made.as<ListObject>(), std::move(item));
    return made;
  }
  if (tuple) return MakeTuple(cast.data(), size);
  ArgList args;
  for (Value& item : cast) args.Add(std::move(item));
  return Call(TypeValue(TypeOf(v)), args);
}

// TF: TypeSpec.cast: what is no such value counts as its own, only component.
[[noreturn]] void RaiseNotComposite(const Value& spec, const Value& v) {
  const std::vector<Value> specs = ComponentSpecsOf(spec);
  const Value wanted = ToList(MakeTuple(specs.data(), static_cast<int64_t>(specs.size())));
  if (const std::string difference = StructureDifference(wanted, MakeList({v})); !difference.empty())
    RaiseText(&ValueErrorType, difference);
  RaiseText(&AttributeErrorType,
            fmt::format("'{}' object has no attribute '_variant_tensor'", TypeNameOf(v)));
}

// TF: CustomNestTraceType.cast.
Value CastNest(const PyNestType& type, const Value& v, bool allow_specs) {
  if (!IsInstance(v, type.python_class().as<TypeObject>()))
    RaiseText(&TypeErrorType, fmt::format("[{}] is not of type {}.", Repr(v), Repr(type.python_class())));
  const NestParts parts = PartsOf(v);
  if (!Equal(type.metadata(), parts.metadata))
    RaiseText(&ValueErrorType,
              fmt::format("Metadata mismatch: [{}] != [{}].", Repr(type.metadata()), Repr(parts.metadata)));
  if (type.items().size() != parts.components.size())
    RaiseText(&ValueErrorType, fmt::format("Lengths of components mismatch: {} != {}.", type.items().size(),
                                           parts.components.size()));
  std::vector<Value> cast;
  if (!CastItems(type.items(), parts.components.data(), allow_specs, &cast)) return v;
  return FromParts(type.python_class(), type.metadata(), std::move(cast));
}

}  // namespace

// TF: TraceType.cast of each type.
Value CastTo(const TraceType& type, const Value& v, bool allow_specs) {
  using Kind = TraceType::Kind;
  switch (type.kind()) {
    case Kind::kTensor:
      return CastToTensor(type, v, allow_specs);
    case Kind::kLiteral:
      if (!LiteralEquals(LiteralOf(v), type.literal()))
        RaiseText(&ValueErrorType, fmt::format("Can not cast {} to {}", Repr(v), type.Repr()));
      return v;
    case Kind::kCustom:
      if (const auto* nest = dynamic_cast<const PyNestType*>(type.custom().get()))
        return CastNest(*nest, v, allow_specs);
      if (const auto* literal = dynamic_cast<const PyLiteral*>(type.custom().get());
          literal && !Equal(literal->value(), v))
        RaiseText(&ValueErrorType, fmt::format("Can not cast {} to {}", Repr(v), type.Repr()));
      if (const auto* custom = dynamic_cast<const PyCustomType*>(type.custom().get());
          custom && IsCompositeSpec(custom->type()) && !IsComposite(v) && !IsCompositeSpec(v))
        RaiseNotComposite(custom->type(), v);
      if (IsComposite(v) || IsCompositeSpec(v)) {
        TypeContext context;
        const TraceTypeRef given = TypeOfValue(v, context);
        if (!given->IsSubtypeOf(type))
          RaiseText(&TypeErrorType, fmt::format("Can not cast {} to {}", given->Repr(), type.Repr()));
      }
      return v;
    case Kind::kVariable:
      if (!IsVariable(v)) RaiseText(&AssertionErrorType, "");
      return v;
    case Kind::kObject:
      if (!static_cast<const PyObjectKey&>(*type.object()).Accepts(v))
        RaiseText(&ValueErrorType, fmt::format("Can not cast {} to {}", Repr(v), type.Repr()));
      return v;
    case Kind::kDict:
      return CastDict(type, v, allow_specs);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      return CastSequence(type, v, allow_specs);
  }
  return v;
}

std::string ArgsText(Args args) { return Repr(MakeTuple(args.values, args.num_pos)); }

std::string KwargsText(Args args) {
  ObjRef<DictObject> dict = ObjRef<DictObject>::Own(NewDict());
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(dict.get(), args.kw_names[i], args.kw(i));
  return Repr(dict.ToValue());
}

std::string BindPlain(std::span<const Parameter> parameters, Args args, std::vector<Value>* values) {
  values->assign(parameters.size(), Value());
  std::vector<bool> used(args.num_kw, false);
  auto keyword = [&](const std::string& name) -> int {
    for (uint32_t i = 0; i < args.num_kw; ++i)
      if (args.kw_names[i]->view() == name) return static_cast<int>(i);
    return -1;
  };
  size_t at = 0;
  // Positional arguments, as inspect.Signature._bind goes through them.
  uint32_t next = 0;
  bool stopped = false;
  for (; at < parameters.size() && !stopped; ++at) {
    const Parameter& p = parameters[at];
    if (next >= args.num_pos) break;
    switch (p.kind) {
      case PKind::kVarPositional:
        (*values)[at] = MakeTuple(args.values + next, args.num_pos - next);
        next = args.num_pos;
        break;
      case PKind::kKeywordOnly:
      case PKind::kVarKeyword:
        return "too many positional arguments";
      case PKind::kPositionalOnly:
      case PKind::kPositionalOrKeyword:
        if (p.kind != PKind::kPositionalOnly && keyword(p.name) >= 0)
          return fmt::format("multiple values for argument {}", Quote(p.name));
        (*values)[at] = args[next++];
        break;
    }
  }
  if (next < args.num_pos) return "too many positional arguments";
  int var_keyword = -1;
  for (; at < parameters.size(); ++at) {
    const Parameter& p = parameters[at];
    if (p.kind == PKind::kVarKeyword) {
      var_keyword = static_cast<int>(at);
      continue;
    }
    if (p.kind == PKind::kVarPositional) continue;
    const int k = keyword(p.name);
    if (k >= 0) {
      if (p.kind == PKind::kPositionalOnly)
        return fmt::format("{} parameter is positional only, but was passed as a keyword", Quote(p.name));
      used[static_cast<size_t>(k)] = true;
      (*values)[at] = args.kw(static_cast<size_t>(k));
    } else if (!p.optional) {
      return fmt::format("missing a required argument: {}", Quote(p.name));
    }
  }
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == PKind::kVarKeyword) var_keyword = static_cast<int>(i);
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    if (used[i]) continue;
    if (var_keyword < 0)
      return fmt::format("got an unexpected keyword argument {}", Quote(args.kw_names[i]->view()));
    Value& dict = (*values)[static_cast<size_t>(var_keyword)];
    if (dict.is_undef()) dict = Value::Own(NewDict());
    DictSet(dict.as<DictObject>(), args.kw_names[i], args.kw(i));
  }
  return "";
}

bool IsPartial(const Value& f) {
  const TypeObject* type = TypeOf(f);
  return !type->is_heap() && type->module && std::string_view(type->module) == "functools" &&
         std::string_view(type->name) == "partial";
}

PySignature::PySignature(const Value& callable, const Value& input_signature) {
  Value f = callable;
  size_t skip = 0;
  for (int depth = 0; depth < 64; ++depth) {
    if (IsWeakMethod(f)) {
      f = f.as<WeakMethodObject>()->func;
      ++skip;
    } else if (IsInstance(f, &MethodType)) {
      f = f.as<MethodObject>()->func;
      ++skip;
    } else if (IsInstance(f, &PyFunctionType)) {
      const Value wrapped = GetAttrOrUndef(f, "__wrapped__");
      if (wrapped.is_undef()) break;
      f = wrapped;
    } else if (f.is_object() && f.object()->type->is_heap() && !LookupSpecial(f, "__call__").is_undef()) {
      f = LookupSpecial(f, "__call__");
    } else {
      break;
    }
  }
  if (const Value list = GetAttrOrUndef(f, "__tf_signature__"); !list.is_undef()) {
    FromList(list);
  } else if (IsInstance(f, &PyFunctionType)) {
    FromFunction(f.as<FunctionObject>(), skip);
  } else if (IsPartial(f)) {
    FromPartial(f);
  } else {
    // Native callables have no parameters that could be named: any positional and keyword arguments.
    type_ = MakeRef<FunctionType>(std::vector<Parameter>{{"args", PKind::kVarPositional, false, nullptr},
                                                         {"kwargs", PKind::kVarKeyword, false, nullptr}});
    defaults_.resize(2);
  }
  if (!input_signature.is_undef() && !input_signature.is_none()) AddConstraints(input_signature);
}

PySignature PySignature::OfList(const Value& list) {
  PySignature signature;
  signature.FromList(list);
  return signature;
}

void PySignature::FromList(const Value& list) {
  std::vector<Parameter> parameters;
  ForEach(list, [&](const Value& entry) {
    const auto* tuple = IsTuple(entry) ? entry.as<TupleObject>() : nullptr;
    if (!tuple || tuple->size < 2 || !IsStr(tuple->items[0]) || !tuple->items[1].is_int() ||
        static_cast<uint64_t>(tuple->items[1].as_int()) > static_cast<uint64_t>(PKind::kVarKeyword))
      Raise(&TypeErrorType, "a parameter is a name, a kind and perhaps a default");
    const bool optional = tuple->size > 2;
    parameters.push_back({std::string(StrView(tuple->items[0])), static_cast<PKind>(tuple->items[1].as_int()),
                          optional, nullptr});
    defaults_.push_back(optional ? tuple->items[2] : Value());
  });
  type_ = MakeRef<FunctionType>(std::move(parameters));
}

void PySignature::FromFunction(const FunctionObject* function, size_t skip) {
  const FunctionCode* code = function->code;
  const ast::Parameters* params = code->info->params;
  std::vector<Parameter> parameters;
  const int64_t num_defaults = function->defaults ? function->defaults->size : 0;
  for (uint32_t i = 0; i < code->num_positional; ++i) {
    if (i < skip) continue;
    const int64_t from_end = static_cast<int64_t>(code->num_positional) - i;
    const bool optional = from_end <= num_defaults;
    parameters.push_back({std::string(code->ParamName(i)->view()),
                          i < code->num_posonly ? PKind::kPositionalOnly : PKind::kPositionalOrKeyword,
                          optional, nullptr});
    defaults_.push_back(optional ? function->defaults->items[num_defaults - from_end] : Value());
  }
  if (code->has_varargs) {
    parameters.push_back({std::string(params->vararg->name->text), PKind::kVarPositional, false, nullptr});
    defaults_.emplace_back();
  }
  for (uint32_t i = 0; i < code->num_kwonly; ++i) {
    StrObject* name = code->ParamName(code->num_positional + i);
    const Value* given = function->kwdefaults ? DictFind(function->kwdefaults, name) : nullptr;
    parameters.push_back({std::string(name->view()), PKind::kKeywordOnly, given != nullptr, nullptr});
    defaults_.push_back(given ? *given : Value());
  }
  if (code->has_varkw) {
    parameters.push_back({std::string(params->kwarg->name->text), PKind::kVarKeyword, false, nullptr});
    defaults_.emplace_back();
  }
  type_ = MakeRef<FunctionType>(std::move(parameters));
}

// As inspect.signature: what is given by position is no parameter any more; what is given by keyword is a
// default, and it and what follows take keywords alone.
void PySignature::FromPartial(const Value& partial) {
  const PySignature inner(GetAttr(partial, "func"), Value());
  const Value keywords = GetAttr(partial, "keywords");
  int64_t given = Len(GetAttr(partial, "args"));
  std::vector<Parameter> parameters, by_keyword;
  std::vector<Value> by_keyword_defaults;
  for (size_t i = 0; i < inner.defaults_.size(); ++i) {
    Parameter p = inner.type_->parameters()[i];
    Value value = inner.defaults_[i];
    const bool positional = p.kind == PKind::kPositionalOnly || p.kind == PKind::kPositionalOrKeyword;
    if (positional && given > 0) {
      --given;
      continue;
    }
    const Value* keyword = p.kind == PKind::kPositionalOrKeyword || p.kind == PKind::kKeywordOnly
                               ? DictFind(keywords.as<DictObject>(), InternStr(p.name))
                               : nullptr;
    if (keyword) {
      p.optional = true;
      value = *keyword;
    }
    if (keyword || !by_keyword.empty()) {
      if (p.kind == PKind::kVarPositional) continue;
      if (p.kind == PKind::kPositionalOrKeyword) p.kind = PKind::kKeywordOnly;
      by_keyword.push_back(std::move(p));
      by_keyword_defaults.push_back(std::move(value));
    } else {
      parameters.push_back(std::move(p));
      defaults_.push_back(std::move(value));
    }
  }
  parameters.insert(parameters.end(), by_keyword.begin(), by_keyword.end());
  defaults_.insert(defaults_.end(), by_keyword_defaults.begin(), by_keyword_defaults.end());
  type_ = MakeRef<FunctionType>(std::move(parameters));
}

void PySignature::AddConstraints(const Value& given) {
  if (!IsList(given) && !IsTuple(given))
    RaiseText(&TypeErrorType, fmt::format("input_signature must be either a tuple or a list, got {}.",
                                          Repr(TypeValue(TypeOf(given)))));
  if (!HoldsOnlySpecs(given)) {
    std::vector<Value> leaves;
    Flatten(given, &leaves);
    Value bad = MakeList({}), types = MakeList({});
    for (const Value& leaf : leaves)
      if (!IsTensorSpec(leaf) && !IsCompositeSpec(leaf)) {
        ListAppend(bad.as<ListObject>(), leaf);
        ListAppend(types.as<ListObject>(), TypeValue(TypeOf(leaf)));
      }
    RaiseText(&TypeErrorType, fmt::format("input_signature must be a possibly nested sequence of TensorSpec "
                                          "objects, got invalid args {} with types {}.",
                                          Repr(bad), Repr(types)));
  }
  has_input_signature_ = true;
  input_signature_ = ToTuple(given);
  Value* specs;
  int64_t num_specs;
  AsSequence(input_signature_, &specs, &num_specs);
  TypeContext context;
  int64_t next = 0;
  std::vector<Parameter> parameters;
  std::vector<Value> defaults;
  const std::span<const Parameter> old = type_->parameters();
  const bool has_var_positional =
      std::any_of(old.begin(), old.end(), [](const Parameter& p) { return p.kind == PKind::kVarPositional; });
  for (size_t i = 0; i < old.size(); ++i) {
    Parameter p = old[i];
    if (has_var_positional && p.kind == PKind::kPositionalOrKeyword) p.kind = PKind::kPositionalOnly;
    if (p.name == "self") {
      parameters.push_back(std::move(p));
      defaults.push_back(defaults_[i]);
      continue;
    }
    if (p.kind == PKind::kVarKeyword) continue;
    if (p.kind == PKind::kVarPositional) {
      for (int n = 0; next < num_specs; ++n) {
        parameters.push_back({fmt::format("{}_{}", p.name, n), PKind::kPositionalOnly, false,
                              TypeOfValue(specs[next++], context)});
        defaults.emplace_back();
      }
      continue;
    }
    if (p.kind == PKind::kKeywordOnly && !p.optional)
      RaiseText(&TypeErrorType,
                fmt::format(
                    "Since input_signature is defined, keyword-only parameter `{}` must have a default value",
                    p.name));
    if (next < num_specs) {
      p.type = TypeOfValue(specs[next++], context);
    } else if (p.optional) {
      TypeContext own;
      p.type = TypeOfValue(defaults_[i], own);
    } else {
      RaiseText(&TypeErrorType, fmt::format("input_signature missing type constraint for {}", p.name));
    }
    parameters.push_back(std::move(p));
    defaults.push_back(defaults_[i]);
  }
  if (next < num_specs)
    RaiseText(&TypeErrorType,
              fmt::format("input_signature contains {} extra type constraints.", num_specs - next));
  type_ = MakeRef<FunctionType>(std::move(parameters));
  defaults_ = std::move(defaults);
}

BoundArguments PySignature::Bind(Args args, bool allow_specs) const {
  BoundArguments bound;
  std::string problem = BindPlain(type_->parameters(), args, &bound.values);
  if (problem.empty()) {
    try {
      for (size_t i = 0; i < bound.values.size(); ++i) {
        const Parameter& p = type_->parameters()[i];
        Value& v = bound.values[i];
        if (v.is_undef()) {
          if (p.kind == PKind::kVarPositional)
            v = EmptyTuple();
          else if (p.kind == PKind::kVarKeyword)
            v = Value::Own(NewDict());
          else
            v = defaults_[i];
        }
        if (p.type) v = CastTo(*p.type, v, allow_specs);
      }
      return bound;
    } catch (PyError& error) {
      if (!error.Matches(&ExceptionType)) throw;
      problem = Str(error.exception);
    }
  }
  const Value error = MakeException(
      &TypeErrorType, fmt::format("Binding inputs to tf.function failed due to `{}`. Received args: {} and "
                                  "kwargs: {} for signature: {}.",
                                  problem, ArgsText(args), KwargsText(args), type_->ToString()));
  RaiseException(error);
}

Ref<FunctionType> PySignature::Monomorphic(const BoundArguments& bound, TypeContext& context,
                                           bool use_constraints, std::vector<Value>* flat) const {
  std::vector<Parameter> parameters;
  const std::span<const Parameter> own = type_->parameters();
  const bool has_var_positional =
      std::any_of(own.begin(), own.end(), [](const Parameter& p) { return p.kind == PKind::kVarPositional; });
  auto add = [&](std::string name, PKind kind, const Value& value, const TraceTypeRef& constraint) {
    TraceTypeRef type = use_constraints && constraint ? constraint : TypeOfValue(value, context);
    if (constraint && !type->IsSubtypeOf(*constraint))
      RaiseText(&TypeErrorType, fmt::format("Parameter `{}` was expected to be of type {} but is {}", name,
                                            constraint->Repr(), type->Repr()));
    parameters.push_back({std::move(name), kind, false, std::move(type)});
    flat->push_back(value);
  };
  for (size_t i = 0; i < own.size(); ++i) {
    const Parameter& p = own[i];
    const Value& v = bound.values[i];
    if (has_var_positional && p.kind == PKind::kPositionalOrKeyword) {
      add(p.name, PKind::kPositionalOnly, v, p.type);
    } else if (p.kind == PKind::kVarPositional) {
      TupleObject* tuple = v.as<TupleObject>();
      for (int64_t n = 0; n < tuple->size; ++n)
        add(fmt::format("{}_{}", p.name, n), PKind::kPositionalOnly, tuple->items[n], nullptr);
    } else if (p.kind == PKind::kVarKeyword) {
      for (const Value& key : SortedKeys(v))
        add(std::string(StrView(key)), PKind::kKeywordOnly, *DictFind(v.as<DictObject>(), key), nullptr);
    } else {
      add(p.name, p.kind, v, p.type);
    }
  }
  return MakeRef<FunctionType>(std::move(parameters));
}

ArgList PySignature::ToCall(const FunctionType& monomorphic, const std::vector<Value>& flat) const {
  ArgList args;
  const std::span<const Parameter> parameters = monomorphic.parameters();
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind != PKind::kKeywordOnly) args.Add(flat[i]);
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == PKind::kKeywordOnly) args.AddKeyword(InternStr(parameters[i].name), flat[i]);
  return args;
}

}  // namespace tp
