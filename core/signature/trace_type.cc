#include "core/signature/trace_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/stable_sort.h"

namespace tp {

// Makes a type's fields, then seals it with its hash.
struct TraceTypeBuilder {
  explicit TraceTypeBuilder(TraceType::Kind kind) : type(new TraceType(kind)) {}
  TraceType* operator->() { return type; }

  TraceTypeRef Finish() {
    size_t h = static_cast<size_t>(type->kind_);
    auto mix = [&h](size_t value) { h = (h ^ value) * 0x9e3779b97f4a7c15u + (h >> 31); };
    mix(static_cast<size_t>(type->dtype_));
    mix(type->shape_.has_rank() ? type->shape_.rank() : 999);
    for (Dim dim : type->shape_) mix(static_cast<size_t>(dim));
    mix(static_cast<size_t>(type->alias_));
    if (type->kind_ == TraceType::Kind::kLiteral) mix(LiteralHash(type->literal_));
    if (type->kind_ == TraceType::Kind::kDict) {
      // Order does not count.
      size_t sum = type->items_.size();
      for (size_t i = 0; i < type->items_.size(); ++i)
        sum += (LiteralHash(type->keys_[i]) * 31 + type->items_[i]->Hash()) * 0x9e3779b97f4a7c15u;
      mix(sum);
    } else {
      for (const TraceTypeRef& item : type->items_) mix(item->Hash());
    }
    if (type->object_) mix(type->object_->Hash());
    if (type->custom_) mix(type->custom_->Hash());
    type->hash_ = h;
    return TraceTypeRef::Adopt(type);
  }

  TraceType* type;
};

TraceTypeRef TraceType::Tensor(DType dtype, Shape shape, std::string name) {
  TraceTypeBuilder b(Kind::kTensor);
  b->dtype_ = dtype;
  b->shape_ = std::move(shape);
  b->name_ = std::move(name);
  return b.Finish();
}

TraceTypeRef TraceType::Variable(DType dtype, Shape shape, bool trainable, int alias) {
  TraceTypeBuilder b(Kind::kVariable);
  b->dtype_ = dtype;
  b->shape_ = std::move(shape);
  b->trainable_ = trainable;
  b->alias_ = alias;
  return b.Finish();
}

TraceTypeRef TraceType::Literal(LiteralValue value) {
  TraceTypeBuilder b(Kind::kLiteral);
  b->literal_ = std::move(value);
  return b.Finish();
}

TraceTypeRef TraceType::List(std::vector<TraceTypeRef> items) {
  TraceTypeBuilder b(Kind::kList);
  b->items_ = std::move(items);
  return b.Finish();
}

TraceTypeRef TraceType::Tuple(std::vector<TraceTypeRef> items) {
  TraceTypeBuilder b(Kind::kTuple);
  b->items_ = std::move(items);
  return b.Finish();
}

TraceTypeRef TraceType::Dict(std::vector<LiteralValue> keys, std::vector<TraceTypeRef> items) {
  TraceTypeBuilder b(Kind::kDict);
  b->keys_ = std::move(keys);
  b->items_ = std::move(items);
  return b.Finish();
}

TraceTypeRef TraceType::NamedTuple(std::string type_name, std::vector<std::string> fields,
                                   std::vector<TraceTypeRef> items) {
  TraceTypeBuilder b(Kind::kNamedTuple);
  b->name_ = std::move(type_name);
  b->fields_ = std::move(fields);
  b->items_ = std::move(items);
  return b.Finish();
}

TraceTypeRef TraceType::Attrs(std::string type_name, std::vector<std::string> fields,
                              std::vector<TraceTypeRef> items) {
  TraceTypeBuilder b(Kind::kAttrs);
  b->name_ = std::move(type_name);
  b->fields_ = std::move(fields);
  b->items_ = std::move(items);
  return b.Finish();
}

TraceTypeRef TraceType::Object(Ref<const ObjectKey> key) {
  TraceTypeBuilder b(Kind::kObject);
  b->object_ = std::move(key);
  return b.Finish();
}

TraceTypeRef TraceType::Custom(Ref<const CustomType> type) {
  TraceTypeBuilder b(Kind::kCustom);
  b->custom_ = std::move(type);
  return b.Finish();
}

namespace {

// The item of `type` under `key`, or null.
const TraceType* ItemOf(const TraceType& type, const LiteralValue& key) {
  for (size_t i = 0; i < type.keys().size(); ++i)
    if (LiteralEquals(type.keys()[i], key)) return type.items()[i].get();
  return nullptr;
}

// Same kind of container with the same keys or fields; says nothing of the items.
bool SameStructure(const TraceType& a, const TraceType& b) {
  if (a.kind() != b.kind() || a.items().size() != b.items().size()) return false;
  switch (a.kind()) {
    case TraceType::Kind::kList:
    case TraceType::Kind::kTuple:
      return true;
    case TraceType::Kind::kDict:
      return std::all_of(a.keys().begin(), a.keys().end(),
                         [&](const LiteralValue& key) { return ItemOf(b, key); });
    case TraceType::Kind::kNamedTuple:
    case TraceType::Kind::kAttrs:
      return a.name() == b.name() && std::ranges::equal(a.fields(), b.fields());
    case TraceType::Kind::kTensor:
    case TraceType::Kind::kVariable:
    case TraceType::Kind::kLiteral:
    case TraceType::Kind::kObject:
    case TraceType::Kind::kCustom:
      return false;
  }
  return false;
}

// The item of `b` that stands where item i of `a` stands. REQUIRES: SameStructure(a, b).
const TraceType* Partner(const TraceType& a, size_t i, const TraceType& b) {
  return a.kind() == TraceType::Kind::kDict ? ItemOf(b, a.keys()[i]) : b.items()[i].get();
}

}  // namespace

bool TraceType::Equals(const TraceType& other) const {
  if (this == &other) return true;
  if (kind_ != other.kind_ || hash_ != other.hash_) return false;
  switch (kind_) {
    case Kind::kTensor:
      return dtype_ == other.dtype_ && shape_ == other.shape_ && name_ == other.name_;
    case Kind::kVariable:
      return dtype_ == other.dtype_ && shape_ == other.shape_ && trainable_ == other.trainable_ &&
             alias_ == other.alias_;
    case Kind::kLiteral:
      return LiteralEquals(literal_, other.literal_);
    case Kind::kObject:
      return object_->Equals(*other.object_);
    case Kind::kCustom:
      return custom_->Equals(*other.custom_);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
  }
  if (!SameStructure(*this, other)) return false;
  for (size_t i = 0; i < items_.size(); ++i)
    if (!items_[i]->Equals(*Partner(*this, i, other))) return false;
  return true;
}

bool TraceType::IsSubtypeOf(const TraceType& other) const {
  if (kind_ != other.kind_) return false;
  switch (kind_) {
    case Kind::kTensor:
      return dtype_ == other.dtype_ && IsSubshape(shape_, other.shape_) &&
             (name_.empty() || name_ == other.name_);
    case Kind::kVariable:
      return dtype_ == other.dtype_ && trainable_ == other.trainable_ && alias_ == other.alias_ &&
             IsSubshape(shape_, other.shape_);
    case Kind::kLiteral:
    case Kind::kObject:
      return Equals(other);
    case Kind::kCustom:
      return custom_->IsSubtypeOf(*other.custom_);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
  }
  if (!SameStructure(*this, other)) return false;
  for (size_t i = 0; i < items_.size(); ++i)
    if (!items_[i]->IsSubtypeOf(*Partner(*this, i, other))) return false;
  return true;
}

TraceTypeRef TraceType::CommonSupertype(std::span<const TraceTypeRef> others) const {
  for (const TraceTypeRef& other : others)
    if (other->kind_ != kind_) return nullptr;
  switch (kind_) {
    case Kind::kTensor:
    case Kind::kVariable: {
      Shape relaxed = shape_;
      for (const TraceTypeRef& other : others) {
        if (other->dtype_ != dtype_ || other->alias_ != alias_ || other->trainable_ != trainable_ ||
            other->name_ != name_)
          return nullptr;
        relaxed = RelaxShapes(relaxed, other->shape_);
      }
      if (kind_ == Kind::kVariable) return Variable(dtype_, relaxed, trainable_, alias_);
      return Tensor(dtype_, relaxed, name_);
    }
    case Kind::kLiteral:
    case Kind::kObject:
      for (const TraceTypeRef& other : others)
        if (!Equals(*other)) return nullptr;
      return TraceTypeRef(this);
    case Kind::kCustom:
      return custom_->CommonSupertype(others);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      break;
  }
  std::vector<TraceTypeRef> items;
  for (const TraceTypeRef& other : others)
    if (!SameStructure(*this, *other)) return nullptr;
  for (size_t i = 0; i < items_.size(); ++i) {
    std::vector<TraceTypeRef> partners;
    for (const TraceTypeRef& other : others) partners.emplace_back(Partner(*this, i, *other));
    TraceTypeRef item = items_[i]->CommonSupertype(partners);
    if (!item) return nullptr;
    items.push_back(std::move(item));
  }
  TraceTypeBuilder b(kind_);
  b->name_ = name_;
  b->keys_ = keys_;
  b->fields_ = fields_;
  b->items_ = std::move(items);
  return b.Finish();
}

std::vector<int> TraceType::SortedKeyOrder() const {
  std::vector<int> order(items_.size());
  std::iota(order.begin(), order.end(), 0);
  // Keys of one kind sort by Python's order; TensorFlow refuses to flatten dicts whose keys do not compare.
  StableSort(&order, [&](int a, int b) { return keys_[a] < keys_[b]; });
  return order;
}

void TraceType::Flatten(std::vector<TraceTypeRef>* flat) const {
  switch (kind_) {
    case Kind::kTensor:
    case Kind::kVariable:
      flat->emplace_back(this);
      return;
    case Kind::kDict:
      for (int i : SortedKeyOrder()) items_[i]->Flatten(flat);
      return;
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      for (const TraceTypeRef& item : items_) item->Flatten(flat);
      return;
    case Kind::kCustom:
      custom_->Flatten(flat);
      return;
    case Kind::kLiteral:
    case Kind::kObject:
      return;
  }
}

std::string WithoutAddresses(std::string text) {
  constexpr std::string_view kMark = " at 0x";
  for (size_t at = 0; (at = text.find(kMark, at)) != text.npos;) {
    const size_t end = text.find_first_not_of("0123456789abcdef", at + kMark.size());
    text.erase(at, std::min(end, text.size()) - at);
  }
  return text;
}

std::string TraceType::Repr() const {
  auto joined = [&](auto&& item_text) {
    std::string text;
    for (size_t i = 0; i < items_.size(); ++i) text += (i ? ", " : "") + item_text(i);
    return text;
  };
  auto plain = [&](size_t i) { return items_[i]->Repr(); };
  auto named = [&](size_t i) {
    return fmt::format("[{}, {}]", kind_ == Kind::kDict ? LiteralRepr(keys_[i]) : LiteralRepr(fields_[i]),
                       items_[i]->Repr());
  };
  switch (kind_) {
    case Kind::kTensor:
      return fmt::format("TensorSpec(shape={}, dtype=tf.{}, name={})", shape_.ToString(), DTypeName(dtype_),
                         name_.empty() ? "None" : LiteralRepr(name_));
    case Kind::kVariable:
      return fmt::format("VariableSpec(shape={}, dtype=tf.{}, trainable={}, alias_id={})", shape_.ToString(),
                         DTypeName(dtype_), trainable_ ? "True" : "False", alias_);
    case Kind::kLiteral:
      return fmt::format("Literal[{}]", LiteralRepr(literal_));
    case Kind::kList:
      return fmt::format("List[{}]", joined(plain));
    case Kind::kTuple:
      return fmt::format("Tuple[{}]", joined(plain));
    case Kind::kDict:
      return fmt::format("Dict[{}]", joined(named));
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      return fmt::format("{}[{}]", name_, joined(named));
    case Kind::kObject:
      return fmt::format("Weakref[{}])", object_->Repr());
    case Kind::kCustom:
      return custom_->Describe();
  }
  return "";
}

std::string TraceType::Short() const {
  auto joined = [&](auto&& key_text) {
    std::string text;
    for (size_t i = 0; i < items_.size(); ++i) text += (i ? ", " : "") + key_text(i) + items_[i]->Short();
    return text;
  };
  auto none = [](size_t) { return std::string(); };
  switch (kind_) {
    case Kind::kTensor:
      return fmt::format("{}{}", DTypeShortName(dtype_), shape_.ToBracketString());
    case Kind::kVariable:
      return fmt::format("var {}{}", DTypeShortName(dtype_), shape_.ToBracketString());
    case Kind::kLiteral:
      return std::holds_alternative<LiteralOther>(literal_) ? WithoutAddresses(LiteralRepr(literal_))
                                                            : LiteralRepr(literal_);
    case Kind::kList:
      return "[" + joined(none) + "]";
    case Kind::kTuple:
      return "(" + joined(none) + (items_.size() == 1 ? ",)" : ")");
    case Kind::kDict:
      return "{" + joined([&](size_t i) { return LiteralRepr(keys_[i]) + ": "; }) + "}";
    case Kind::kNamedTuple:
    case Kind::kAttrs:
      return name_ + "(" + joined([&](size_t i) { return fields_[i] + "="; }) + ")";
    case Kind::kObject:
      return "<" + object_->Describe() + ">";
    case Kind::kCustom:
      return WithoutAddresses(custom_->Describe());
  }
  return "";
}

}  // namespace tp
