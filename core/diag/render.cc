// Blocks with source lines and carets. Hostile text (escape codes, lines of a megabyte) comes out harmless.
#include "core/diag/render.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/base/stable_sort.h"

namespace tp {
namespace {

constexpr uint32_t kMaxShown = 200;  // code points of a line that are shown around its first caret
constexpr const char* kRed = "\x1b[1;31m";
constexpr const char* kYellow = "\x1b[1;33m";
constexpr const char* kGreen = "\x1b[1;32m";
constexpr const char* kBlue = "\x1b[1;34m";
constexpr const char* kBold = "\x1b[1m";
constexpr const char* kReset = "\x1b[0m";

size_t CharBytes(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return end - at;
}

uint32_t CodePoint(std::string_view bytes) {
  const auto b = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  switch (bytes.size()) {
    case 2:
      return (b(0) & 31u) << 6 | (b(1) & 63u);
    case 3:
      return (b(0) & 15u) << 12 | (b(1) & 63u) << 6 | (b(2) & 63u);
    case 4:
      return (b(0) & 7u) << 18 | (b(1) & 63u) << 12 | (b(2) & 63u) << 6 | (b(3) & 63u);
    default:
      return b(0);
  }
}

// Direction controls can make a line read as another: they are shown as code.
bool IsDirectionControl(uint32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

// Columns a terminal gives to a code point: 2 for East Asian wide ones and emoji, 0 for combining marks.
int Width(uint32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F)) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                    (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                    (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                    (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1F64F) ||
                    (c >= 0x1F900 && c <= 0x1F9FF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// One code point as shown, and what must stand under it.
struct Shown {
  std::string text;
  int width = 1;
  bool tab = false;
};

Shown ShowChar(std::string_view bytes) {
  const uint32_t c = CodePoint(bytes);
  if (c == '\t') return {"\t", 1, true};
  char code[16];
  if (c < 32 || c == 127) {
    std::snprintf(code, sizeof code, "\\x%02x", c);
    return {code, 4, false};
  }
  if (IsDirectionControl(c)) {
    std::snprintf(code, sizeof code, "\\u%04x", c);
    return {code, 6, false};
  }
  return {std::string(bytes), Width(c), false};
}

class Renderer {
 public:
  Renderer(const Diagnostic& diagnostic, const RenderOptions& options) : d_(diagnostic), options_(options) {}

  std::string Run() {
    Header();
    if (d_.file)
      Source();
    else if (!d_.help.empty())
      Line("  = ", "help: " + Escape(d_.help));
    for (const std::string& note : d_.notes) Line("  = ", Escape(note));
    return std::move(out_);
  }

 private:
  struct Mark {
    uint32_t begin = 0, end = 0;  // code points in the line
    std::string text;
    const char* color;
    std::string before;  // blanks up to where it begins in what is shown
  };

  std::string Paint(const char* color, std::string_view text) const {
    return options_.color ? color + std::string(text) + kReset : std::string(text);
  }
  void Line(std::string_view before, const std::string& text) {
    out_.append(before).append(text).append("\n");
  }

  void Header() {
    static constexpr const char* kWords[] = {"error", "warning", "advice"};
    std::string word = d_.kind.empty() ? kWords[static_cast<int>(d_.severity)] : d_.kind;
    if (!d_.code.empty()) word += "[" + d_.code + "]";
    const char* color = d_.severity == Severity::kError     ? kRed
                        : d_.severity == Severity::kWarning ? kYellow
                                                            : kBold;
    // An exception without a message is its name alone, as Python prints it.
    Line("", Paint(color, word) + (d_.message.empty() ? "" : ": " + Escape(d_.message)));
  }

  void AddMark(std::map<uint32_t, std::vector<Mark>>* lines, Span span, const std::string& text) const {
    // What the message is about, and other places.
    const char* color = span != d_.span ? kBlue : d_.severity == Severity::kError ? kRed : kYellow;
    const Place begin = d_.file->At(span.begin), end = d_.file->At(span.end);
    Mark mark{begin.char_column, end.char_column, text, color};
    if (end.line != begin.line) mark.end = CountCodePoints(d_.file->LineText(begin.line));
    mark.end = std::max(mark.end, mark.begin + 1);
    (*lines)[begin.line].push_back(std::move(mark));
  }

  void Source() {
    const Place place = d_.file->At(d_.span.begin);
    Line("  --> ", Escape(d_.file->name()) + ":" + std::to_string(place.line) + ":" +
                       std::to_string(place.char_column + 1));
    std::map<uint32_t, std::vector<Mark>> lines;
    AddMark(&lines, d_.span, d_.help.empty() ? "" : Paint(kGreen, "help:") + " " + Escape(d_.help));
    for (const Label& label : d_.labels) AddMark(&lines, label.span, Escape(label.text));
    gutter_ = std::to_string(lines.rbegin()->first).size();
    for (auto& [number, marks] : lines) {
      StableSort(&marks, [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
      SourceLine(number, marks);
    }
  }

  void SourceLine(uint32_t number, std::vector<Mark>& marks) {
    const std::string_view text = d_.file->LineText(number);
    // A long line is shown around its first mark.
    const uint32_t first = marks[0].begin > kMaxShown / 2 && CountCodePoints(text) > kMaxShown
                               ? marks[0].begin - kMaxShown / 2
                               : 0;
    std::string source = first ? "…" : "", carets = first ? " " : "";
    uint32_t column = 0, at_caret = 0;
    size_t at = 0;
    const char* color = nullptr;  // of the carets that were begun
    const auto paint = [&](const char* wanted) {
      if (wanted == color || !options_.color) return;
      if (color) carets += kReset;
      if (wanted) carets += wanted;
      color = wanted;
    };
    const auto mark_at = [&](uint32_t c) -> const Mark* {
      for (const Mark& m : marks)
        if (m.begin <= c && c < m.end) return &m;
      return nullptr;
    };
    std::string blanks = first ? " " : "";
    for (; at < text.size() && column < first + kMaxShown; ++column) {
      const size_t bytes = CharBytes(text, at);
      if (column >= first) {
        const Shown shown = ShowChar(text.substr(at, bytes));
        source += shown.text;
        for (Mark& mark : marks)
          if (mark.begin == column) mark.before = blanks;
        blanks.append(shown.width, shown.tab ? '\t' : ' ');
        const Mark* mark = mark_at(column);
        paint(mark ? mark->color : nullptr);
        if (mark)
          carets.append(shown.width, '^'), at_caret = column + 1;
        else if (shown.tab)
          carets += '\t';
        else
          carets.append(shown.width, ' ');
      }
      at += bytes;
    }
    if (at < text.size()) source += "…";
    for (const Mark& mark : marks)
      if (mark.begin >= column && at_caret <= mark.begin) {
        carets.append(mark.begin - column, ' ');
        paint(mark.color);
        carets += "^";
      }
    paint(nullptr);
    carets.erase(carets.find_last_not_of(" \t") + 1);
    // The last mark's text stands behind its carets, those of marks before it below, each where it begins.
    std::vector<const Mark*> texts;
    for (const Mark& mark : marks)
      if (!mark.text.empty()) texts.push_back(&mark);
    const std::string numbers = std::to_string(number);
    Line(std::string(gutter_ - numbers.size(), ' '), numbers + (source.empty() ? " |" : " | " + source));
    const std::string gutter(gutter_, ' ');
    Line(gutter, " | " + carets + (texts.empty() ? "" : " " + texts.back()->text));
    for (size_t i = texts.size(); i-- > 1;) Line(gutter, " | " + texts[i - 1]->before + texts[i - 1]->text);
  }

  const Diagnostic& d_;
  const RenderOptions& options_;
  std::string out_;
  size_t gutter_ = 1;
};

}  // namespace

std::string Render(const Diagnostic& diagnostic, const RenderOptions& options) {
  return Renderer(diagnostic, options).Run();
}

std::string Render(const std::vector<Diagnostic>& diagnostics, const RenderOptions& options) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!out.empty()) out += '\n';
    out += Render(diagnostic, options);
  }
  return out;
}

std::string Escape(std::string_view text, size_t max_bytes) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = CharBytes(text, at);
    if (at + bytes > max_bytes) return out + "…";
    const Shown shown = ShowChar(text.substr(at, bytes));
    out += text[at] == '\n' ? "\n" : shown.text;
    at += bytes;
  }
  return out;
}

}  // namespace tp
