#include "core/ir/attr.h"

#include <bit>
#include <functional>

#include "core/base/check.h"
#include "core/base/stable_sort.h"
#include "core/ir/graph.h"

namespace tp {
namespace {

std::string Text(bool v) { return v ? "true" : "false"; }
std::string Text(int64_t v) { return fmt::format("{}", v); }
std::string Text(double v) { return fmt::format("{}", static_cast<float>(v)); }
std::string Text(const std::string& v) { return "\"" + v + "\""; }
std::string Text(DType v) { return DTypeEnumName(v); }
std::string Text(const Shape& v) { return v.ToBracketString(); }
std::string Text(const Tensor& v) {
  return fmt::format("Tensor<type: {} shape: {}>", DTypeName(v.dtype()), v.shape().ToBracketString());
}
std::string Text(const FuncAttr& v) { return v.graph() ? v.graph()->name() + "[]" : ""; }

size_t Mix(size_t seed, size_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29); }

size_t HashOf(std::monostate) { return 1; }
size_t HashOf(bool v) { return v; }
size_t HashOf(int64_t v) { return static_cast<size_t>(v); }
size_t HashOf(double v) { return std::bit_cast<size_t>(v); }
size_t HashOf(const std::string& v) { return std::hash<std::string>()(v); }
size_t HashOf(DType v) { return static_cast<size_t>(v); }
size_t HashOf(const Shape& v) {
  size_t h = v.has_rank() ? v.rank() : 99;
  for (Dim dim : v) h = Mix(h, static_cast<size_t>(dim));
  return h;
}
size_t HashOf(const Tensor& v) {
  size_t h = HashOf(v.shape());
  if (v.valid() && !IsManaged(v.dtype()))
    h = Mix(h, std::hash<std::string_view>()({static_cast<const char*>(v.raw_data()), v.bytes()}));
  return h;
}
size_t HashOf(const FuncAttr& v) { return std::hash<const void*>()(v.graph()); }
template <class T>
size_t HashOf(const std::vector<T>& v) {
  size_t h = v.size();
  for (const auto& item : v) h = Mix(h, HashOf(static_cast<const T&>(item)));
  return h;
}

bool Same(const std::monostate&, const std::monostate&) { return true; }
template <class T>
bool Same(const T& a, const T& b) {
  return a == b;
}
bool Same(const double& a, const double& b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}
bool Same(const Tensor& a, const Tensor& b) {
  return a.raw_data() == b.raw_data() ? a.shape() == b.shape() && a.dtype() == b.dtype() : BitEqual(a, b);
}

}  // namespace

bool AttrValue::operator==(const AttrValue& other) const {
  if (value_.index() != other.value_.index()) return false;
  return std::visit(
      [&](const auto& a) { return Same(a, *std::get_if<std::decay_t<decltype(a)>>(&other.value_)); }, value_);
}

size_t AttrValue::Hash() const {
  return Mix(value_.index(), std::visit([](const auto& v) { return HashOf(v); }, value_));
}

std::string AttrValue::ToString() const {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return "";
        } else if constexpr (requires { Text(v); }) {
          return Text(v);
        } else {
          std::string text = "[";
          for (size_t i = 0; i < v.size(); ++i)
            text += (i ? ", " : "") + Text(static_cast<typename T::value_type>(v[i]));
          return text + "]";
        }
      },
      value_);
}

void SortByName(std::vector<AttrSet::Item>* items) {
  // Nearly always a handful.
  if (items->size() > 16)
    return StableSort(items,
                      [](const AttrSet::Item& a, const AttrSet::Item& b) { return a.first < b.first; });
  for (size_t i = 1; i < items->size(); ++i)
    for (size_t j = i; j > 0 && (*items)[j].first < (*items)[j - 1].first; --j)
      std::swap((*items)[j], (*items)[j - 1]);
}

AttrSet::AttrSet(std::vector<Item> items) : items_(std::move(items)) {
  SortByName(&items_);
  for (size_t i = 0; i < items_.size(); ++i) {
    TP_CHECK(i == 0 || items_[i - 1].first != items_[i].first, "attribute {} twice", items_[i].first);
    hash_ = Mix(Mix(hash_, std::hash<std::string>()(items_[i].first)), items_[i].second.Hash());
  }
}

const AttrValue* AttrSet::Find(std::string_view name) const {
  for (const Item& item : items_)
    if (item.first == name) return &item.second;
  return nullptr;
}

Ref<const AttrSet> AttrSet::With(std::string_view name, AttrValue value) const {
  std::vector<Item> items;
  for (const Item& item : items_)
    if (item.first != name) items.push_back(item);
  items.emplace_back(std::string(name), std::move(value));
  return MakeRef<const AttrSet>(std::move(items));
}

const Attrs& EmptyAttrs() {
  static const Attrs empty = MakeRef<const AttrSet>();
  return empty;
}

}  // namespace tp
