#include "cli/report/schema.h"

namespace tp::cli {
namespace {

constexpr std::string_view kEveryReport =
    "schema:s schema_version:i tool{name:s version:s} ok:b exit_code:i command[s] ";
constexpr std::string_view kDiagnostics =
    " diagnostics[severity:s message:s help*:s file*:s line*:i column*:i]";

// Writes the schema as one line of JSON.
class Writer {
 public:
  explicit Writer(std::string_view fields) : at_(fields.data()), end_(at_ + fields.size()) {}

  void Object(std::string_view more) {
    std::string required;
    text_ += "{\"type\":\"object\",\"properties\":{";
    bool first = true;
    while (at_ != end_ && *at_ != ']' && *at_ != '}') {
      if (*at_ == ' ') {
        ++at_;
        continue;
      }
      const char* begin = at_;
      while (std::string_view(":{[*").find(*at_) == std::string_view::npos) ++at_;
      const std::string_view name(begin, static_cast<size_t>(at_ - begin));
      if (*at_ == '*')
        ++at_;
      else
        Append(&required, "{}\"{}\"", required.empty() ? "" : ",", name);
      Append(&text_, "{}\"{}\":", first ? "" : ",", name);
      first = false;
      Type();
    }
    Append(&text_, "}},\"required\":[{}]{}}}", required, more);
  }
  const std::string& text() const { return text_; }

 private:
  // What follows a name.
  void Type() {
    const size_t begin = text_.size();
    const char kind = *at_++;
    if (kind == '{' && *at_ == '}') {
      text_ += "{\"type\":\"object\"}";
    } else if (kind == '{') {
      Object("");
    } else if (kind == '[') {
      text_ += "{\"type\":\"array\",\"items\":";
      if (at_[1] == ']')
        Named(*at_++);
      else
        Object("");
      text_ += '}';
    } else {
      Named(*at_);
    }
    ++at_;
    if (at_ == end_ || *at_ != '?') return;
    ++at_;
    // {"type":"string" -> {"type":["string","null"]
    const size_t name = begin + 8, quote = text_.find('"', name + 1);
    if (name >= text_.size() || text_[name] != '"') return;
    text_.insert(quote + 1, ",\"null\"]");
    text_.insert(name, "[");
  }

  void Named(char letter) {
    text_ += letter == 'a'   ? "{}"
             : letter == 'N' ? "{\"type\":[\"number\",\"string\"]}"
             : letter == 's' ? "{\"type\":\"string\"}"
             : letter == 'i' ? "{\"type\":\"integer\"}"
             : letter == 'n' ? "{\"type\":\"number\"}"
                             : "{\"type\":\"boolean\"}";
  }

  const char* at_;
  const char* end_;
  std::string text_;
};

}  // namespace

std::string ReportSchema(std::string_view name, std::string_view fields) {
  std::string all(kEveryReport);
  all += fields;
  all += kDiagnostics;
  Writer writer(all);
  writer.Object(fmt::format(
      ",\"title\":\"tracepack.{}\",\"$schema\":\"https://json-schema.org/draft/2020-12/schema\"", name));
  return DumpJson(Json::parse(writer.text()));
}

void AddFields(std::string_view fields, Json* report) {
  Json diagnostics = std::move((*report)["diagnostics"]);
  report->erase("diagnostics");
  int depth = 0;
  size_t begin = 0;  // of a name
  for (size_t i = 0; i < fields.size(); ++i) {
    const char c = fields[i];
    if (depth == 0 && (c == ':' || c == '{' || c == '[')) {
      const std::string name(fields.substr(begin, i - begin));
      if (!name.ends_with('*') && !report->contains(name))
        (*report)[name] = c == '[' ? Json::array() : Json();
    }
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == ' ') begin = i + 1;
  }
  (*report)["diagnostics"] = std::move(diagnostics);
}

}  // namespace tp::cli
