#include "core/base/embed.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/base/check.h"

namespace tp {
namespace {

// Unpacking takes a third of a millisecond then, and larger ones are hardly smaller.
constexpr size_t kTextsBytes = 320 << 10;

std::string Compressed(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), 0);
  const size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), ZSTD_maxCLevel());
  TP_CHECK(!ZSTD_isError(size), "{}", ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

std::string_view Trimmed(std::string_view line) {
  const size_t begin = line.find_first_not_of(" ");
  return begin == line.npos ? std::string_view() : line.substr(begin, line.find_last_not_of(" ") + 1 - begin);
}

size_t Indent(std::string_view line) { return line.size() - line.substr(line.find_first_not_of(" ")).size(); }

}  // namespace

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  TP_CHECK(in, "cannot read {}", path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string WithoutComments(std::string_view text) {
  constexpr std::string_view kQuotes = "\"\"\"", kOtherQuotes = "'''";
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  bool block_begins = true;  // the last statement ended with `:`
  std::string_view inside;   // the quotes of a string that goes on
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line(Trimmed(lines[i]));
    if (!inside.empty()) {
      if (line.find(inside) != line.npos) inside = {};
      continue;
    }
    if (line.empty()) continue;
    if (line[0] == '#') {
      lines[i].clear();
      continue;
    }
    if (block_begins && line.starts_with(kQuotes)) {
      const size_t indent = Indent(lines[i]), first = i;
      while (!lines[i].ends_with(kQuotes) || (i == first && line.size() < 2 * kQuotes.size()))
        lines[i++].clear();
      lines[i].clear();
      // A body may have nothing else.
      size_t next = i + 1;
      while (next < lines.size() && Trimmed(lines[next]).empty()) ++next;
      if (indent > 0 && (next == lines.size() || Indent(lines[next]) < indent))
        lines[first] = std::string(indent, ' ') + "pass";
      block_begins = false;
      continue;
    }
    block_begins = line.ends_with(':');
    for (std::string_view quotes : {kQuotes, kOtherQuotes}) {
      const size_t begin = line.find(quotes);
      if (begin == line.npos) continue;
      if (line.find(quotes, begin + quotes.size()) == line.npos) inside = quotes;
      break;
    }
  }
  std::string result;
  for (const std::string& line : lines) result += line + "\n";
  return result;
}

std::vector<std::string> PackTexts(std::ostream& out, const std::vector<std::string>& texts) {
  std::vector<std::string> initializers;
  size_t frames = 0;
  for (size_t i = 0; i < texts.size(); ++frames) {
    std::string together;
    do {
      initializers.push_back(fmt::format("{{&kTexts{}, {}, {}}}", frames, together.size(), texts[i].size()));
      together += texts[i++] + '\0';
    } while (i < texts.size() && together.size() + texts[i].size() < kTextsBytes);
    const std::string packed = Compressed(together);
    out << "constexpr unsigned char kData" << frames << "[] = {";
    for (unsigned char byte : packed) out << static_cast<int>(byte) << ',';
    out << "};\n";
    out << fmt::format("constexpr PackedTexts kTexts{0} = {{kData{0}, {1}, {2}}};\n", frames, packed.size(),
                       together.size());
  }
  return initializers;
}

}  // namespace tp
