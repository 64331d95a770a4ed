// tf.train.Examples that are JSON (decode_json_example, protobuf's json.cc): protobuf's mapping of the
// messages Example, Features, Feature and its lists.
#include <cmath>

#include "core/base/coding.h"
#include "kernels/example_reader.h"

namespace tp {
namespace {

// Written as it is read, one field after the other.
class JsonExample {
 public:
  explicit JsonExample(std::string_view text) : text_(text) {}

  bool Run(std::string* out) {
    const bool good =
        Object("", "", out, &JsonExample::ExampleField) && (Space(), at_ == text_.size() || Unexpected(""));
    return good;
  }
  const std::string& error() const { return error_; }

 private:
  using Field = bool (JsonExample::*)(const std::string& name, const std::string& path, std::string* out);

  void Space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  // `what`: "int64", "message tensorflow.Features".
  bool Wrong(const std::string& text, size_t at, const std::string& path, const std::string& what) {
    size_t line = 1, column = at + 1;
    for (size_t i = 0; i < at; ++i)
      if (text_[i] == '\n') ++line, column = at - i;
    error_ =
        fmt::format("invalid JSON in type.googleapis.com/tensorflow.Example{}, near {}:{} (offset {}): {}",
                    path.empty() ? "" : " @ " + path + ": " + what, line, column, at, text);
    return false;
  }
  bool Unexpected(const std::string& expected, const std::string& path = "", const std::string& what = "") {
    if (at_ >= text_.size()) return error_ = "unexpected EOF", false;
    return Wrong(fmt::format("unexpected character: '{}'{}", text_[at_],
                             expected.empty() ? "" : "; expected '" + expected + "'"),
                 at_, path, what);
  }
  bool Take(char c) {
    Space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool Word(std::string_view word) {
    Space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool String(std::string* out) {
    if (!Take('"')) return Unexpected("\"");
    for (out->clear(); at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') {
        *out += text_[at_];
        continue;
      }
      if (++at_ >= text_.size()) break;
      const std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
      if (const size_t k = from.find(text_[at_]); k != from.npos) {
        *out += to[k];
      } else {  // \uXXXX
        unsigned code = 0;
        const std::string digits(text_.substr(at_ + 1, 4));
        if (text_[at_] != 'u' || digits.size() != 4 || std::sscanf(digits.c_str(), "%4x", &code) != 1)
          return Unexpected("");
        at_ += 4;
        if (code >= 0x80) *out += static_cast<char>(code < 0x800 ? 0xc0 | code >> 6 : 0xe0 | code >> 12);
        if (code >= 0x800) *out += static_cast<char>(0x80 | (code >> 6 & 63));
        *out += static_cast<char>(code < 0x80 ? code : 0x80 | (code & 63));
      }
    }
    return at_ < text_.size() ? (++at_, true) : Unexpected("");
  }
  bool Object(const std::string& path, const std::string& what, std::string* out, Field field) {
    if (!Take('{')) return Unexpected("{", path, what);
    while (!Take('}')) {
      std::string name;
      if (!String(&name)) return false;
      if (!Take(':')) return Unexpected(":", path, what);
      behind_name_ = at_;
      if (!Word("null") && !(this->*field)(name, path, out)) return false;
      if (Take(',')) continue;
      Space();
      if (at_ >= text_.size() || text_[at_] != '}') return Unexpected("}", path, what);
    }
    return true;
  }
  bool Message(int number, const std::string& path, const char* type, std::string* out, Field field) {
    std::string inner;
    if (!Object(path, std::string("message tensorflow.") + type, &inner, field)) return false;
    proto::AppendBytes(out, number, inner);
    return true;
  }
  bool NoField(const std::string& name, const std::string& path, const char* type) {
    return Wrong("no such field: '" + name + "'", behind_name_, path,
                 std::string("message tensorflow.") + type);
  }

  bool ExampleField(const std::string& name, const std::string& path, std::string* out) {
    if (name != "features") return NoField(name, path, "Example");
    return Message(1, "features", "Features", out, &JsonExample::FeaturesField);
  }
  bool FeaturesField(const std::string& name, const std::string& path, std::string* out) {
    if (name != "feature") return NoField(name, path, "Features");
    entry_ = 0;
    return Object(path + ".feature", "message tensorflow.Feature", out, &JsonExample::Entry);
  }
  bool Entry(const std::string& name, const std::string& path, std::string* out) {
    std::string entry;
    proto::AppendBytes(&entry, 1, name);
    one_of_ = false;
    if (!Message(2, fmt::format("{}[{}]", path, entry_++), "Feature", &entry, &JsonExample::FeatureField))
      return false;
    proto::AppendBytes(out, 1, entry);
    return true;
  }
  bool FeatureField(const std::string& name, const std::string& path, std::string* out) {
    static constexpr const char* kNames[] = {"bytesList",  "floatList",  "int64List",
                                             "bytes_list", "float_list", "int64_list"};
    static constexpr const char* kTypes[] = {"BytesList", "FloatList", "Int64List"};
    const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
    if (found == std::end(kNames)) return NoField(name, path, "Feature");
    kind_ = static_cast<int>(found - kNames) % 3;
    if (one_of_)
      return Wrong("'" + name + "' has already been set (either directly or as part of a oneof)",
                   behind_name_, path + "." + name, std::string("message tensorflow.") + kTypes[kind_]);
    one_of_ = true;
    return Message(kind_ + 1, path + "." + name, kTypes[kind_], out, &JsonExample::ListField);
  }
  bool ListField(const std::string& name, const std::string& path, std::string* out) {
    static constexpr const char* kTypes[] = {"bytes", "float", "int64"};
    if (name != "value")
      return NoField(name, path, kind_ == 0 ? "BytesList" : kind_ == 1 ? "FloatList" : "Int64List");
    if (!Take('[')) return One(path + ".value", kTypes[kind_], out);
    for (int i = 0; !Take(']'); ++i) {
      if (!One(fmt::format("{}.value[{}]", path, i), kTypes[kind_], out)) return false;
      if (Take(',')) continue;
      Space();
      if (at_ >= text_.size() || text_[at_] != ']') return Unexpected("]", path + ".value", kTypes[kind_]);
    }
    return true;
  }
  bool One(const std::string& path, const char* type, std::string* out) {
    Space();
    const size_t begin = at_;
    std::string text;
    const bool quoted = at_ < text_.size() && text_[at_] == '"';
    if (quoted) {
      if (!String(&text)) return false;
    } else {
      while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                    std::string_view("+-.").find(text_[at_]) != std::string_view::npos))
        text += text_[at_++];
      if (text.empty()) return Unexpected(kind_ == 0 ? "\"" : "", path, type);
    }
    if (kind_ == 0) {
      std::string bytes;
      const bool url = text.find_first_of("-_") != text.npos;
      if (!quoted || FromBase64(text, url, &bytes) != nullptr)
        return Wrong("corrupt base64", begin, path, type);
      proto::AppendBytes(out, 1, bytes);
      return true;
    }
    char* end = nullptr;
    const double value = text == "Infinity"    ? INFINITY
                         : text == "-Infinity" ? -INFINITY
                                               : std::strtod(text.c_str(), &end);
    if (std::isfinite(value) && (text.empty() || *end != 0))
      return Wrong("invalid number: '" + text + "'", begin, path, type);
    if (kind_ == 1) {
      const auto single = static_cast<float>(value);
      *out += '\x0d';
      out->append(reinterpret_cast<const char*>(&single), sizeof single);
      return true;
    }
    if (value != std::floor(value))
      return Wrong("expected integer, but JSON number had fractional part", begin, path, type);
    if (!(std::fabs(value) <= 9223372036854775808.0))
      return Wrong("JSON number out of range for int64", begin, path, type);
    const bool plain = text.find_first_not_of("-0123456789") == text.npos;
    *out += '\x08';
    proto::AppendVarint(out, static_cast<uint64_t>(plain ? std::strtoll(text.c_str(), nullptr, 10)
                                                         : static_cast<int64_t>(value)));
    return true;
  }

  const std::string_view text_;
  size_t at_ = 0, behind_name_ = 0;
  int entry_ = 0, kind_ = 0;
  bool one_of_ = false;
  std::string error_;
};

void JsonKernel(KernelContext& c) {
  const Tensor& in = c.input(0);
  Tensor* out = c.Output(0, DType::kString, in.shape());
  for (int64_t i = 0; out != nullptr && i < in.num_elements(); ++i) {
    JsonExample json(in.data<std::string>()[i]);
    if (!json.Run(&out->data<std::string>()[i])) return Fail(c, "Error while parsing JSON: {}", json.error());
  }
}

}  // namespace

TP_OP(DecodeJSONExample){
    .name = "DecodeJSONExample",
    .api = "tf.io.decode_json_example (json_examples, name=None)",
    .inputs = "json_examples: string",
    .outputs = "binary_examples: string",
    .doc = "tf.train.Examples that are JSON, serialized.",
    .shape = shape::Unchanged,
    .kernel = JsonKernel,
    .no_gradient = true,
    .examples = "['{}'] -> ['']",
};

}  // namespace tp
