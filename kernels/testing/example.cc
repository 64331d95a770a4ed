#include "kernels/testing/example.h"

#include <cmath>
#include <complex>
#include <cstdlib>

#include "core/base/check.h"
#include "core/ir/op_texts.h"

namespace tp::testing {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (c == '\'') quoted = !quoted;
    if (quoted && i < text.size()) continue;
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (i < text.size() && (c != separator || depth > 0)) continue;
    if (const std::string_view part = Trim(text.substr(begin, i - begin)); !part.empty())
      parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

struct Reader {
  std::string_view text;
  size_t at = 0;
  Shape shape;
  std::vector<std::string> words;

  void Skip() {
    while (at < text.size() && text[at] == ' ') ++at;
  }
  void Value(int depth) {
    Skip();
    TP_CHECK(at < text.size(), "example `{}` ends early", text);
    if (text[at] == '[') {
      ++at;
      int64_t count = 0;
      if (shape.rank() == depth) shape.Append(0);
      for (Skip(); text[at] != ']'; Skip(), ++count) Value(depth + 1);
      ++at;
      shape.set_dim(depth, count);
      return;
    }
    size_t end = at;
    if (text[at] == '\'') {
      end = text.find('\'', at + 1) + 1;
    } else {
      while (end < text.size() && text[end] != ' ' && text[end] != ']') ++end;
    }
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
};

std::complex<double> ParseComplex(const std::string& word) {
  char* end = nullptr;
  const double real = std::strtod(word.c_str(), &end);
  if (*end == 'j') return {0, real};
  if (*end == 0) return {real, 0};
  return {real, std::strtod(end, nullptr)};
}

DType Guess(const std::vector<std::string>& words) {
  DType dtype = DType::kInt32;
  for (const std::string& word : words) {
    if (word[0] == '\'') return DType::kString;
    if (word == "True" || word == "False") return DType::kBool;
    if (word.find_first_of(".enE") != std::string::npos) dtype = DType::kFloat32;
  }
  return words.empty() ? DType::kFloat32 : dtype;
}

AttrValue ParseAttr(std::string_view text, const AttrInfo& info, bool element = false) {
  if (info.is_list && !element) {
    const auto parts = Split(text.substr(1, text.size() - 2), ',');
    const auto list = [&](auto zero) {
      std::vector<decltype(zero)> values;
      for (std::string_view part : parts) values.push_back(*ParseAttr(part, info, true).As<decltype(zero)>());
      return AttrValue(values);
    };
    switch (info.type) {
      case AttrType::kInt:
        return list(int64_t{});
      case AttrType::kFloat:
        return list(double{});
      case AttrType::kString:
        return list(std::string{});
      case AttrType::kType:
        return list(DType{});
      case AttrType::kBool:
        return list(bool{});
      case AttrType::kShape:
        return list(Shape{});
      case AttrType::kTensor:
      case AttrType::kFunc:
        break;
    }
  }
  const std::string word(text);
  switch (info.type) {
    case AttrType::kBool:
      return word == "true";
    case AttrType::kInt:
      return static_cast<int64_t>(std::strtoll(word.c_str(), nullptr, 10));
    case AttrType::kFloat:
      return std::strtod(word.c_str(), nullptr);
    case AttrType::kString:
      return word.substr(1, word.size() - 2);
    case AttrType::kType:
      return *DTypeFromName(word);
    case AttrType::kShape: {
      Shape shape;
      for (std::string_view part : Split(text.substr(1, text.size() - 2), ','))
        shape.Append(part == "?" ? kUnknownDim : std::strtoll(std::string(part).c_str(), nullptr, 10));
      return shape;
    }
    case AttrType::kTensor:
      return ParseTensor(text);
    case AttrType::kFunc:
      break;
  }
  TP_CHECK(false, "attribute {} in an example", info.name);
  return {};
}

}  // namespace

Tensor ParseTensor(std::string_view text) {
  text = Trim(text);
  DType dtype = DType::kInvalid;
  const size_t mark = text.find_first_of(":(['");
  if (mark != std::string_view::npos && mark > 0 && (text[mark] == ':' || text[mark] == '(')) {
    const std::optional<DType> named = DTypeFromName(text.substr(0, mark));
    TP_CHECK(named.has_value(), "dtype of the example `{}`", text);
    dtype = *named;
    if (text[mark] == '(') {
      Shape shape;
      for (std::string_view part : Split(text.substr(mark + 1, text.size() - mark - 2), ','))
        shape.Append(std::strtoll(std::string(part).c_str(), nullptr, 10));
      Tensor zeros = Tensor::Allocate(dtype, shape);
      if (!IsManaged(dtype)) std::memset(zeros.raw_data(), 0, zeros.bytes());
      return zeros;
    }
    text = text.substr(mark + 1);
  }
  Reader reader{text};
  reader.Value(0);
  if (dtype == DType::kInvalid) dtype = Guess(reader.words);
  Tensor tensor = Tensor::Allocate(dtype, reader.shape);
  TP_CHECK(static_cast<int64_t>(reader.words.size()) == tensor.num_elements(), "ragged example `{}`", text);
  for (size_t i = 0; i < reader.words.size(); ++i) {
    const std::string& word = reader.words[i];
    if (dtype == DType::kString) {
      tensor.data<std::string>()[i] = word.substr(1, word.size() - 2);
      continue;
    }
    DispatchNumeric(dtype, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_same_v<T, bool>)
        tensor.data<T>()[i] = word == "True";
      else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        tensor.data<T>()[i] = T(static_cast<float>(std::strtod(word.c_str(), nullptr)));
      else if constexpr (std::is_same_v<T, float>)
        tensor.data<T>()[i] = std::strtof(word.c_str(), nullptr);
      else if constexpr (std::is_same_v<T, double>)
        tensor.data<T>()[i] = std::strtod(word.c_str(), nullptr);
      else if constexpr (std::is_unsigned_v<T>)
        tensor.data<T>()[i] = static_cast<T>(std::strtoull(word.c_str(), nullptr, 10));
      else if constexpr (std::is_integral_v<T>)
        tensor.data<T>()[i] = static_cast<T>(std::strtoll(word.c_str(), nullptr, 10));
      else
        tensor.data<T>()[i] = T(ParseComplex(word));
    });
  }
  return tensor;
}

std::vector<Example> ParseExamples(const OpInfo& op) {
  std::vector<Example> examples;
  std::string_view text = TextsOf(op.name()).examples;
  while (!text.empty()) {
    const size_t line_end = text.find('\n');
    const std::string_view line = text.substr(0, line_end);
    text = line_end == std::string_view::npos ? "" : text.substr(line_end + 1);
    Example& example = examples.emplace_back();
    example.text = line;
    const size_t arrow = line.find("->");
    TP_CHECK(arrow != std::string_view::npos, "{}: example `{}` has no ->", op.name(), line);
    std::string_view right = line.substr(arrow + 2), attrs;
    if (const size_t bar = right.find(" | "); bar != std::string_view::npos) {
      attrs = right.substr(bar + 3);
      right = right.substr(0, bar);
    }
    for (std::string_view part : Split(line.substr(0, arrow), ','))
      example.inputs.push_back(ParseTensor(part));
    for (std::string_view part : Split(right, ',')) example.outputs.push_back(ParseTensor(part));
    std::vector<AttrSet::Item> items;
    for (std::string_view part : Split(attrs, ',')) {
      const size_t equals = part.find('=');
      const std::string name(Trim(part.substr(0, equals)));
      const AttrInfo* info = op.FindAttr(name);
      TP_CHECK(info != nullptr, "{}: an example has the attribute {}", op.name(), name);
      items.emplace_back(name, ParseAttr(Trim(part.substr(equals + 1)), *info));
    }
    std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    example.attrs = MakeAttrs(std::move(items));
  }
  return examples;
}

std::string Difference(const Tensor& have, const Tensor& want, double tolerance) {
  if (!have.valid()) return "no output";
  if (have.dtype() != want.dtype())
    return fmt::format("dtype {} instead of {}", DTypeName(have.dtype()), DTypeName(want.dtype()));
  if (have.shape() != want.shape())
    return fmt::format("shape {} instead of {}", have.shape().ToString(), want.shape().ToString());
  for (int64_t i = 0; i < have.num_elements(); ++i) {
    if (have.dtype() == DType::kString) {
      if (have.data<std::string>()[i] != want.data<std::string>()[i])
        return fmt::format("[{}] '{}' instead of '{}'", i, have.data<std::string>()[i],
                           want.data<std::string>()[i]);
      continue;
    }
    std::complex<double> a, b;
    if (!DispatchNumeric(have.dtype(), [&](auto zero) {
          using T = decltype(zero);
          if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
            a = static_cast<float>(have.data<T>()[i]);
            b = static_cast<float>(want.data<T>()[i]);
          } else if constexpr (std::is_arithmetic_v<T>) {
            a = static_cast<double>(have.data<T>()[i]);
            b = static_cast<double>(want.data<T>()[i]);
          } else {
            a = std::complex<double>(have.data<T>()[i]);
            b = std::complex<double>(want.data<T>()[i]);
          }
        }))
      return "";
    const auto near = [&](double x, double y) {
      if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
      if (x == y) return true;
      if (IsInteger(have.dtype()) || have.dtype() == DType::kBool) return false;
      return std::fabs(x - y) <= tolerance * std::max(std::max(std::fabs(x), std::fabs(y)), 1e-3);
    };
    // Parts of a complex number are held to the size of the whole.
    if (IsComplex(have.dtype()) && std::abs(a - b) <= tolerance * std::max(std::abs(a), 1e-3)) continue;
    if (!near(a.real(), b.real()) || !near(a.imag(), b.imag()))
      return fmt::format("[{}] {}{:+}j instead of {}{:+}j", i, a.real(), a.imag(), b.real(), b.imag());
  }
  return "";
}

}  // namespace tp::testing
