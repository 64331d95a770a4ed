#include "core/base/embed.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/base/check.h"
#include "core/base/packed_text.h"

namespace tp {
namespace {

std::string Deflate(std::string_view text, std::string_view dictionary) {
  z_stream stream = {};
  TP_CHECK(deflateInit2(&stream, 9, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  if (!dictionary.empty())
    deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                         static_cast<uInt>(dictionary.size()));
  std::string packed(deflateBound(&stream, text.size()) + 16, 0);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib reads it only
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  TP_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// The texts, packed, where texts[dictionary] is the dictionary of the others.
std::vector<std::string> DeflateAll(const std::vector<std::string>& texts, size_t dictionary) {
  std::vector<std::string> packed;
  for (size_t i = 0; i < texts.size(); ++i)
    packed.push_back(Deflate(texts[i], i == dictionary ? "" : DictionaryOf(texts[dictionary])));
  return packed;
}

size_t Sum(const std::vector<std::string>& texts) {
  size_t sum = 0;
  for (const std::string& text : texts) sum += text.size();
  return sum;
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
  size_t dictionary = 0;
  std::vector<std::string> best = DeflateAll(texts, 0);
  for (size_t i = 1; i < texts.size(); ++i) {
    std::vector<std::string> packed = DeflateAll(texts, i);
    if (Sum(packed) >= Sum(best)) continue;
    best = std::move(packed);
    dictionary = i;
  }
  std::vector<std::string> initializers;
  for (size_t i = 0; i < best.size(); ++i) {
    out << "constexpr unsigned char kText" << i << "[] = {";
    for (unsigned char byte : best[i]) out << static_cast<int>(byte) << ',';
    out << "};\n";
    initializers.push_back(fmt::format("{{kText{}, {}, {}", i, best[i].size(), texts[i].size()));
  }
  out << "constexpr PackedText kDictionary = " << initializers[dictionary] << "};\n";
  for (size_t i = 0; i < best.size(); ++i) initializers[i] += i == dictionary ? "}" : ", &kDictionary}";
  return initializers;
}

}  // namespace tp
