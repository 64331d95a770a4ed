#include "core/ir/op_parse.h"

#include <charconv>
#include <cstdlib>

#include "core/base/check.h"

namespace tp {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

// Cuts "name: rest"; false where there is no colon.
bool CutName(std::string_view text, std::string_view* name, std::string_view* rest) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  *name = Trim(text.substr(0, colon));
  *rest = Trim(text.substr(colon + 1));
  return !name->empty() && !rest->empty();
}

DType ParseDType(std::string_view text) {
  text = Trim(text);
  if (text.starts_with("DT_")) {
    std::string lower;
    for (char c : text.substr(3)) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return ParseDType(lower);
  }
  if (text == "float") return DType::kFloat32;
  if (text == "double") return DType::kFloat64;
  if (text == "half") return DType::kFloat16;
  return DTypeFromName(text).value_or(DType::kInvalid);
}

// TensorFlow's named sets (op_def_builder.cc), without the quantized types.
std::vector<DType> NamedTypes(std::string_view name) {
  using enum DType;
  std::vector<DType> real = {kFloat32, kFloat64,  kInt32,  kUint8,   kInt16,  kInt8,
                             kInt64,   kBFloat16, kUint16, kFloat16, kUint32, kUint64};
  if (name == "realnumbertype") return real;
  // No tensor has a quantised dtype here; error texts list them, as TensorFlow's ops do.
  constexpr auto q = [](int number) { return static_cast<DType>(number); };
  if (name == "quantizedtype") return {q(11), q(12), q(13), q(15), q(16)};
  if (name == "numbertype")
    return {kFloat32, kFloat64,  kInt32, kUint8, kInt16, kInt8,   kComplex64,  kInt64,  q(11),  q(12),
            q(13),    kBFloat16, q(15),  q(16),  kUint16, kComplex128, kFloat16, kUint32, kUint64};
  return {};
}

bool Quoted(std::string_view text) {
  return text.size() >= 2 && (text[0] == '\'' || text[0] == '"') && text.back() == text[0];
}

struct DefaultParser {
  std::string_view op;
  const AttrInfo& attr;

  AttrValue Parse(std::string_view text) const {
    if (attr.is_list) {
      TP_CHECK(text.size() >= 2 && text.front() == '[' && text.back() == ']', "{}: default `{}` of a list",
               op, text);
      const auto parts = SplitTop(text.substr(1, text.size() - 2), ',');
      switch (attr.type) {
        case AttrType::kBool:
          return List<bool>(parts);
        case AttrType::kInt:
          return List<int64_t>(parts);
        case AttrType::kFloat:
          return List<double>(parts);
        case AttrType::kString:
          return List<std::string>(parts);
        case AttrType::kType:
          return List<DType>(parts);
        case AttrType::kShape:
          return List<Shape>(parts);
        case AttrType::kFunc:
          return List<FuncAttr>(parts);
        case AttrType::kTensor:
          break;
      }
    }
    return One(text);
  }

 private:
  template <class T>
  AttrValue List(const std::vector<std::string_view>& parts) const {
    std::vector<T> list;
    for (std::string_view part : parts) list.push_back(*One(part).As<T>());
    return AttrValue(std::move(list));
  }
  AttrValue One(std::string_view text) const {
    switch (attr.type) {
      case AttrType::kBool:
        TP_CHECK(text == "true" || text == "false", "{}: default `{}` of bool {}", op, text, attr.name);
        return AttrValue(text == "true");
      case AttrType::kInt: {
        int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        TP_CHECK(error == std::errc() && end == text.data() + text.size(), "{}: default `{}` of {}", op, text,
                 attr.name);
        return AttrValue(value);
      }
      case AttrType::kFloat:
        return AttrValue(std::strtod(std::string(text).c_str(), nullptr));
      case AttrType::kString:
        TP_CHECK(Quoted(text), "{}: default `{}` of {} wants quotes", op, text, attr.name);
        return AttrValue(std::string(text.substr(1, text.size() - 2)));
      case AttrType::kType: {
        const DType dtype = ParseDType(text);
        TP_CHECK(dtype != DType::kInvalid, "{}: default `{}` of {}", op, text, attr.name);
        return AttrValue(dtype);
      }
      case AttrType::kShape: {
        if (text == "?" || text == "<unknown>") return AttrValue(Shape::UnknownRank());
        TP_CHECK(text.size() >= 2 && text.front() == '[', "{}: default `{}` of {}", op, text, attr.name);
        Shape shape;
        for (std::string_view part : SplitTop(text.substr(1, text.size() - 2), ','))
          shape.Append(part == "?" ? kUnknownDim : std::strtoll(std::string(part).c_str(), nullptr, 10));
        return AttrValue(shape);
      }
      case AttrType::kFunc:
        return AttrValue(FuncAttr());
      case AttrType::kTensor:
        break;
    }
    TP_CHECK(false, "{}: attribute {} cannot have a default", op, attr.name);
    return {};
  }
};

// The type part of an attribute: "int", "list(type)", "{int32,float32}", "{'SAME','VALID'}".
void ParseAttrType(std::string_view text, std::string_view op, AttrInfo* attr) {
  if (text.starts_with("list(") && text.ends_with(")")) {
    attr->is_list = true;
    text = Trim(text.substr(5, text.size() - 6));
  }
  static constexpr std::pair<std::string_view, AttrType> kTypes[] = {
      {"bool", AttrType::kBool},     {"int", AttrType::kInt},   {"float", AttrType::kFloat},
      {"string", AttrType::kString}, {"type", AttrType::kType}, {"shape", AttrType::kShape},
      {"tensor", AttrType::kTensor}, {"func", AttrType::kFunc}};
  for (const auto& [name, type] : kTypes) {
    if (text != name) continue;
    attr->type = type;
    return;
  }
  if (attr->allowed_types = NamedTypes(text); !attr->allowed_types.empty()) {
    attr->type = AttrType::kType;
    return;
  }
  TP_CHECK(text.size() >= 2 && text.front() == '{' && text.back() == '}', "{}: type `{}` of attribute {}", op,
           text, attr->name);
  for (std::string_view part : SplitTop(text.substr(1, text.size() - 2), ',')) {
    if (Quoted(part)) {
      attr->type = AttrType::kString;
      attr->allowed_strings.emplace_back(part.substr(1, part.size() - 2));
      continue;
    }
    attr->type = AttrType::kType;
    if (const auto named = NamedTypes(part); !named.empty()) {
      attr->allowed_types.insert(attr->allowed_types.end(), named.begin(), named.end());
      continue;
    }
    const DType dtype = ParseDType(part);
    TP_CHECK(dtype != DType::kInvalid, "{}: `{}` among the types of {} is no dtype", op, part, attr->name);
    attr->allowed_types.push_back(dtype);
  }
}

}  // namespace

std::vector<std::string_view> SplitTop(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  text = Trim(text);
  if (text.empty()) return parts;
  int depth = 0;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (i < text.size() && quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == separator && (depth == 0 || i == text.size())) {
      parts.push_back(Trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  return parts;
}

std::vector<ArgInfo> ParseArgs(std::string_view text, std::string_view op,
                               const std::vector<AttrInfo>& attrs) {
  std::vector<ArgInfo> args;
  for (std::string_view part : SplitTop(text, ',')) {
    std::string_view name, type;
    TP_CHECK(CutName(part, &name, &type), "{}: argument `{}` is not `name: type`", op, part);
    ArgInfo& arg = args.emplace_back();
    arg.name = name;
    if (const size_t star = type.find('*'); star != std::string_view::npos) {
      arg.number_attr = Trim(type.substr(0, star));
      type = Trim(type.substr(star + 1));
    }
    const AttrInfo* attr = nullptr;
    for (const AttrInfo& candidate : attrs)
      if (candidate.name == type) attr = &candidate;
    if (attr) {
      TP_CHECK(attr->type == AttrType::kType, "{}: `{}` is no type attribute", op, type);
      (attr->is_list ? arg.type_list_attr : arg.type_attr) = type;
      if (!attr->is_list) arg.type_index = static_cast<int>(attr - attrs.data());
    } else {
      arg.dtype = ParseDType(type);
      TP_CHECK(arg.dtype != DType::kInvalid, "{}: type `{}` of `{}` is neither attribute nor dtype", op, type,
               name);
    }
  }
  return args;
}

std::vector<AttrInfo> ParseAttrs(std::string_view text, std::string_view op) {
  std::vector<AttrInfo> attrs;
  for (std::string_view part : SplitTop(text, ',')) {
    std::string_view name, rest;
    TP_CHECK(CutName(part, &name, &rest), "{}: attribute `{}` is not `name: type`", op, part);
    AttrInfo& attr = attrs.emplace_back();
    attr.name = name;
    // "type >= 1 = default", each part optional.
    std::string_view type = rest, minimum, default_text;
    const auto sides = SplitTop(rest, '=');
    const size_t at_least = rest.find(">=");
    if (at_least != std::string_view::npos) {
      type = Trim(rest.substr(0, at_least));
      minimum = Trim(rest.substr(at_least + 2));
      if (const size_t equals = minimum.find('='); equals != std::string_view::npos) {
        default_text = Trim(minimum.substr(equals + 1));
        minimum = Trim(minimum.substr(0, equals));
      }
      attr.minimum = std::strtoll(std::string(minimum).c_str(), nullptr, 10);
    } else if (sides.size() > 1) {
      type = sides[0];
      default_text = Trim(rest.substr(rest.find('=', type.data() + type.size() - rest.data()) + 1));
    }
    ParseAttrType(type, op, &attr);
    for (DType dtype : attr.allowed_types) attr.allowed_mask |= uint64_t{1} << static_cast<int>(dtype);
    if (!default_text.empty()) attr.default_value = DefaultParser{op, attr}.Parse(default_text);
  }
  return attrs;
}

std::vector<ApiInfo> ParseApis(std::string_view text, std::string_view op) {
  std::vector<ApiInfo> apis;
  for (std::string_view group : SplitTop(text, ';')) {
    const size_t open = group.find('(');
    TP_CHECK(open != std::string_view::npos && group.back() == ')', "{}: api `{}` has no (parameters)", op,
             group);
    ApiInfo& api = apis.emplace_back();
    for (std::string_view name : SplitTop(group.substr(0, open), ',')) api.names.emplace_back(name);
    for (std::string_view part : SplitTop(group.substr(open + 1, group.size() - open - 2), ',')) {
      ApiInfo::Parameter& parameter = api.parameters.emplace_back();
      const size_t equals = part.find('=');
      parameter.name = Trim(part.substr(0, equals));
      if (equals == std::string_view::npos) continue;
      parameter.has_default = true;
      parameter.default_text = Trim(part.substr(equals + 1));
    }
  }
  return apis;
}

}  // namespace tp
