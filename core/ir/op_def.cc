// OpInfo: types and attributes of an op from its definition. The error texts of OutputTypes are those of
// TensorFlow's graph construction (op_def_library.py), argument by argument in order.
#include "core/ir/op_def.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/base/check.h"
#include "core/base/hash_map.h"
#include "core/base/stable_sort.h"
#include "core/ir/graph.h"
#include "core/ir/op_parse.h"

namespace tp {
namespace {

std::string JoinTypes(std::span<const DType> types) {
  std::string text;
  for (DType type : types) text += (text.empty() ? "" : ", ") + std::string(DTypeName(type));
  return text;
}

// The attribute that gives an argument its length, or "" .
const std::string& LengthAttr(const ArgInfo& arg) {
  return arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr;
}

// The length that a stored attribute gives, or -1.
int64_t StoredLength(const ArgInfo& arg, const AttrSet& attrs) {
  const AttrValue* value = attrs.Find(LengthAttr(arg));
  if (!value) return -1;
  if (const int64_t* n = value->As<int64_t>()) return *n;
  if (const auto* types = value->As<std::vector<DType>>()) return static_cast<int64_t>(types->size());
  return -1;
}

// What is known of the attributes while the arguments are walked.
struct Inferred {
  struct Item {
    const std::string* attr;
    DType dtype;
    std::span<const DType> types;
    const std::string* from;
  };
  SmallVector<Item, 4> items;
  const Item* Find(const std::string& attr) const {
    for (const Item& item : items)
      if (*item.attr == attr) return &item;
    return nullptr;
  }
};

}  // namespace

Status AttrInfo::CheckAllows(DType dtype, std::string_view parameter) const {
  if (Allows(dtype)) return {};
  return MakeStatus(Code::kTypeError,
                    "Value passed to parameter '{}' has DataType {} not in list of allowed values: {}",
                    parameter, DTypeName(dtype), JoinTypes(allowed_types));
}

OpInfo::OpInfo(const OpDef& def) : def_(def) {
  attrs_ = ParseAttrs(def.attrs, def.name);
  inputs_ = ParseArgs(def.inputs, def.name, attrs_);
  outputs_ = ParseArgs(def.outputs, def.name, attrs_);
  apis_ = ParseApis(def.api, def.name);
  simple_ = true;
  // The last length that is not given elsewhere follows from the number of inputs.
  const std::string* free_length = nullptr;
  for (const ArgInfo& arg : inputs_) {
    if (!arg.is_list()) continue;
    simple_ = false;
    free_length = &LengthAttr(arg);
  }
  for (AttrInfo& attr : attrs_) {
    for (const ArgInfo& arg : inputs_) {
      if (arg.type_attr == attr.name) attr.derived = true;
      if (arg.is_list() && LengthAttr(arg) == attr.name) attr.derived = LengthAttr(arg) == *free_length;
    }
  }
  for (const ArgInfo& arg : inputs_)
    TP_CHECK(arg.number_attr.empty() || FindAttr(arg.number_attr), "{}: no attribute {}", def.name,
             arg.number_attr);
  for (std::string_view name : SplitTop(def.host_inputs, ',')) {
    const int index = InputIndex(name);
    TP_CHECK(index >= 0, "{}: host input `{}` is no input", def.name, name);
    inputs_[index].host = true;
  }
}

const AttrInfo* OpInfo::FindAttr(std::string_view name) const {
  for (const AttrInfo& attr : attrs_)
    if (attr.name == name) return &attr;
  return nullptr;
}

int OpInfo::InputIndex(std::string_view name) const {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].name == name) return static_cast<int>(i);
  return -1;
}

SmallVector<int, 4> OpInfo::InputLengths(size_t count, const AttrSet& attrs) const {
  SmallVector<int, 4> lengths(inputs_.size(), 1);
  if (simple_) return count == inputs_.size() ? lengths : SmallVector<int, 4>();
  int64_t fixed = 0, shares = 0;
  const std::string* unknown = nullptr;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].is_list()) {
      ++fixed;
      continue;
    }
    const int64_t stored = StoredLength(inputs_[i], attrs);
    lengths[i] = static_cast<int>(stored);
    if (stored >= 0) {
      fixed += stored;
    } else {
      if (unknown && LengthAttr(inputs_[i]) != *unknown) return {};
      unknown = &LengthAttr(inputs_[i]);
      ++shares;
    }
  }
  const int64_t rest = static_cast<int64_t>(count) - fixed;
  if (rest < 0 || (shares == 0 ? rest != 0 : rest % shares != 0)) return {};
  for (int& length : lengths)
    if (length < 0) length = static_cast<int>(rest / shares);
  return lengths;
}

std::string OpInfo::InputName(size_t i, size_t count) const {
  size_t lists = 0;
  for (const ArgInfo& input : inputs_) lists += input.is_list();
  if (lists == 0) return i < inputs_.size() ? inputs_[i].name : "input";
  if (lists > 1) return "input";
  const size_t length = count - (inputs_.size() - 1);
  size_t at = 0;
  for (const ArgInfo& input : inputs_) {
    const size_t size = input.is_list() ? length : 1;
    if (i < at + size) return input.is_list() ? fmt::format("{}_{}", input.name, i - at) : input.name;
    at += size;
  }
  return "input";
}

int OpInfo::ArgumentOf(int i, size_t count, const AttrSet& attrs) const {
  if (simple_) return i < static_cast<int>(inputs_.size()) ? i : -1;
  const SmallVector<int, 4> lengths = InputLengths(count, attrs);
  for (size_t argument = 0; argument < lengths.size(); ++argument) {
    if (i < lengths[argument]) return static_cast<int>(argument);
    i -= lengths[argument];
  }
  return -1;
}

Status OpInfo::CheckAttrs(const AttrSet& attrs) const {
  for (const auto& [name, value] : attrs.items()) {
    const AttrInfo* attr = FindAttr(name);
    if (!attr) continue;
    const auto* text = value.As<std::string>();
    if (text && !attr->allowed_strings.empty() &&
        std::find(attr->allowed_strings.begin(), attr->allowed_strings.end(), *text) ==
            attr->allowed_strings.end()) {
      std::string allowed;
      for (const std::string& one : attr->allowed_strings) allowed += (allowed.empty() ? "" : "\", \"") + one;
      return MakeStatus(Code::kValueError, "Attr '{}' of '{}' Op passed string '{}' not in: \"{}\".", name,
                        this->name(), *text, allowed);
    }
    if (const auto* dtype = value.As<DType>()) TP_RETURN_IF_ERROR(attr->CheckAllows(*dtype, name));
    if (const auto* types = value.As<std::vector<DType>>())
      for (DType type : *types) TP_RETURN_IF_ERROR(attr->CheckAllows(type, name));
    if (!attr->minimum) continue;
    const auto* number = value.As<int64_t>();
    if (number && *number < *attr->minimum)
      return MakeStatus(Code::kValueError, "Attr '{}' of '{}' Op passed {} less than minimum {}.", name,
                        this->name(), *number, *attr->minimum);
    const int64_t length = std::visit(
        [](const auto& v) -> int64_t {
          if constexpr (requires {
                          v.capacity();
                          v.front();
                        } &&
                        !std::is_same_v<std::decay_t<decltype(v)>, std::string>)
            return static_cast<int64_t>(v.size());
          else
            return -1;
        },
        value.variant());
    if (attr->is_list && length >= 0 && length < *attr->minimum)
      return MakeStatus(Code::kValueError,
                        "Attr '{}' of '{}' Op passed list of length {} less than minimum {}.", name,
                        this->name(), length, *attr->minimum);
  }
  return {};
}

Status OpInfo::OutputTypes(std::span<const DType> types, const AttrSet& attrs,
                           SmallVector<DType, 4>* outputs) const {
  outputs->clear();
  SmallVector<int, 4> lengths;
  if (!simple_ || types.size() != inputs_.size()) {
    lengths = InputLengths(types.size(), attrs);
    if (lengths.empty() && !(inputs_.empty() && types.empty()))
      return MakeStatus(Code::kValueError, "'{}' Op takes {} inputs, {} were given.", name(), inputs_.size(),
                        types.size());
  }
  Inferred known;
  size_t next = 0;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const ArgInfo& arg = inputs_[i];
    const auto mine = types.subspan(next, lengths.empty() ? 1 : lengths[i]);
    next += mine.size();
    if (!arg.number_attr.empty()) {
      const AttrInfo* number = FindAttr(arg.number_attr);
      if (number->minimum && static_cast<int64_t>(mine.size()) < *number->minimum)
        return MakeStatus(Code::kValueError,
                          "List argument '{}' to '{}' Op with length {} shorter than minimum length {}.",
                          arg.name, name(), mine.size(), *number->minimum);
    }
    if (!arg.type_list_attr.empty()) {
      const AttrInfo* attr = FindAttr(arg.type_list_attr);
      if (attr->minimum && static_cast<int64_t>(mine.size()) < *attr->minimum)
        return MakeStatus(Code::kValueError,
                          "Attr '{}' of '{}' Op passed list of length {} less than minimum {}.", attr->name,
                          name(), mine.size(), *attr->minimum);
      for (DType type : mine) TP_RETURN_IF_ERROR(attr->CheckAllows(type, arg.name));
      if (const Inferred::Item* before = known.Find(arg.type_list_attr)) {
        if (!std::equal(mine.begin(), mine.end(), before->types.begin(), before->types.end()))
          return MakeStatus(
              Code::kTypeError,
              "Input '{}' of '{}' Op has type list of [{}] that does not match type list [{}] of "
              "argument '{}'.",
              arg.name, name(), JoinTypes(mine), JoinTypes(before->types), *before->from);
      } else {
        known.items.push_back({&arg.type_list_attr, DType::kInvalid, mine, &arg.name});
      }
      continue;
    }
    const Inferred::Item* before = arg.type_attr.empty() ? nullptr : known.Find(arg.type_attr);
    DType expected = before ? before->dtype : arg.dtype;
    if (arg.is_list()) {
      const std::string list = fmt::format("Tensors in list passed to '{}' of '{}' Op have types [{}]",
                                           arg.name, name(), JoinTypes(mine));
      for (DType type : mine) {
        if (expected == DType::kInvalid) expected = type;
        if (type == expected) continue;
        if (arg.dtype != DType::kInvalid)
          return MakeStatus(Code::kTypeError, "{} that do not match expected type {}.", list,
                            DTypeName(expected));
        if (before)
          return MakeStatus(Code::kTypeError, "{} that do not match type {} inferred from earlier arguments.",
                            list, DTypeName(expected));
        return MakeStatus(Code::kTypeError, "{} that don't all match.", list);
      }
    } else if (expected != DType::kInvalid && mine[0] != expected) {
      if (before)
        return MakeStatus(Code::kTypeError,
                          "Input '{}' of '{}' Op has type {} that does not match type {} of argument '{}'.",
                          arg.name, name(), DTypeName(mine[0]), DTypeName(expected), *before->from);
      return MakeStatus(Code::kTypeError,
                        "Input '{}' of '{}' Op has type {} that does not match expected type of {}.",
                        arg.name, name(), DTypeName(mine[0]), DTypeName(expected));
    }
    if (!arg.type_attr.empty() && !before && !mine.empty()) {
      TP_RETURN_IF_ERROR(attrs_[arg.type_index].CheckAllows(mine[0], arg.name));
      known.items.push_back({&arg.type_attr, mine[0], {}, &arg.name});
    }
  }
  if (!attrs.items().empty()) TP_RETURN_IF_ERROR(CheckAttrs(attrs));

  const auto type_of = [&](const ArgInfo& arg) {
    if (arg.type_attr.empty()) return arg.dtype;
    if (const Inferred::Item* item = known.Find(arg.type_attr)) return item->dtype;
    const AttrValue value = Attr(arg.type_attr, types, attrs);
    const DType* dtype = value.As<DType>();
    return dtype ? *dtype : DType::kInvalid;
  };
  for (const ArgInfo& arg : outputs_) {
    if (!arg.type_list_attr.empty()) {
      if (const Inferred::Item* item = known.Find(arg.type_list_attr)) {
        for (DType type : item->types) outputs->push_back(type);
        continue;
      }
      const AttrValue value = Attr(arg.type_list_attr, types, attrs);
      if (const auto* list = value.As<std::vector<DType>>())
        for (DType type : *list) outputs->push_back(type);
      continue;
    }
    int64_t count = 1;
    if (!arg.number_attr.empty()) {
      const AttrValue value = Attr(arg.number_attr, types, attrs);
      count = value.As<int64_t>() ? *value.As<int64_t>() : 0;
      if (count > INT32_MAX) return MakeStatus(Code::kValueError, "Number of outputs is too big: {}", count);
    }
    DType type = type_of(arg);
    if (type == DType::kInvalid)
      return MakeStatus(Code::kTypeError, "No argument found for attr {} for {}", arg.type_attr, name());
    for (int64_t i = 0; i < count; ++i) outputs->push_back(type);
  }
  return {};
}

AttrValue OpInfo::Attr(std::string_view attr_name, std::span<const DType> types, const AttrSet& attrs) const {
  if (const AttrValue* stored = attrs.Find(attr_name)) return *stored;
  const AttrInfo* attr = FindAttr(attr_name);
  if (!attr) return {};
  if (attr->derived) {
    const SmallVector<int, 4> lengths = InputLengths(types.size(), attrs);
    size_t next = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
      const ArgInfo& arg = inputs_[i];
      const auto mine = types.subspan(next, lengths[i]);
      next += mine.size();
      if (arg.number_attr == attr_name) return AttrValue(static_cast<int64_t>(mine.size()));
      if (arg.type_list_attr == attr_name) return AttrValue(std::vector<DType>(mine.begin(), mine.end()));
      if (arg.type_attr == attr_name && !mine.empty()) return AttrValue(mine[0]);
    }
  }
  return attr->default_value;
}

std::vector<AttrSet::Item> OpInfo::AllAttrs(std::span<const DType> types, const AttrSet& attrs) const {
  std::vector<AttrSet::Item> all = attrs.items();
  for (const AttrInfo& attr : attrs_) {
    if (attrs.Find(attr.name)) continue;
    AttrValue value = Attr(attr.name, types, attrs);
    if (value.has_value()) all.emplace_back(attr.name, std::move(value));
  }
  SortByName(&all);
  return all;
}

namespace {

// Definitions of static life, pushed before main.
std::vector<const OpDef*>& Definitions() {
  static std::vector<const OpDef*> definitions;
  return definitions;
}

struct Entry {
  const OpDef* def;
  std::atomic<const OpInfo*> info{nullptr};
};

class Registry {
 public:
  static Registry& Get() {
    static Registry* const registry = new Registry;
    return *registry;
  }
  const std::vector<const OpDef*>& sorted() const { return sorted_; }

  const OpInfo* Find(std::string_view name) {
    const auto it = index_.find(name);
    if (it == index_.end()) return nullptr;
    Entry& entry = entries_[it->second];
    if (const OpInfo* info = entry.info.load(std::memory_order_acquire)) return info;
    std::lock_guard lock(mutex_);
    if (!entry.info.load()) entry.info.store(new OpInfo(*entry.def), std::memory_order_release);
    return entry.info.load();
  }

 private:
  Registry() : sorted_(Definitions()), entries_(sorted_.size()) {
    StableSort(&sorted_, [](const OpDef* a, const OpDef* b) { return a->name < b->name; });
    for (size_t i = 0; i < sorted_.size(); ++i) {
      TP_CHECK(i == 0 || sorted_[i - 1]->name != sorted_[i]->name, "op {} is registered twice",
               sorted_[i]->name);
      entries_[i].def = sorted_[i];
      index_.emplace(sorted_[i]->name, i);
    }
  }

  std::vector<const OpDef*> sorted_;
  std::vector<Entry> entries_;
  HashMap<std::string_view, size_t> index_;
  std::mutex mutex_;
};

}  // namespace

RegisterOp::RegisterOp(const OpDef& def) { Definitions().push_back(&def); }

const OpInfo* OpRegistry::Find(std::string_view name) { return Registry::Get().Find(name); }

const OpInfo& OpRegistry::Get(std::string_view name) {
  const OpInfo* info = Find(name);
  TP_CHECK(info != nullptr, "no op `{}`", name);
  return *info;
}

std::span<const OpDef* const> OpRegistry::All() { return Registry::Get().sorted(); }

}  // namespace tp
