// Env: what a command knows of the world: streams, files, the terminal, the clock. Tests give another one.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tp::cli {

enum class ColorMode { kAuto, kAlways, kNever };
enum class Style { kBold, kDim, kRed, kGreen, kYellow, kBlue };

class Env {
 public:
  virtual ~Env() = default;

  // Standard output, the answer; buffered. A failed write is remembered: see FlushOut.
  virtual void Out(std::string_view text) = 0;
  // Standard error, the talk; after what was written to Out so far.
  virtual void Err(std::string_view text) = 0;
  // 0, or the errno of what could not be written (a full device; not a reader that has gone).
  virtual int FlushOut() = 0;
  virtual bool out_is_terminal() const = 0;
  virtual bool err_is_terminal() const = 0;
  // Columns of the terminal; 100 where there is none.
  virtual int width() const = 0;
  // Nanoseconds of a steady clock.
  virtual int64_t Now() const = 0;

  void set_color(ColorMode mode) { color_ = mode; }
  void set_quiet(bool quiet) { quiet_ = quiet; }
  void set_verbose(bool verbose) { verbose_ = verbose; }
  void set_markdown(bool markdown) { markdown_ = markdown; }
  bool quiet() const { return quiet_; }
  bool verbose() const { return verbose_; }
  bool markdown() const { return markdown_; }  // tables are Markdown's
  // The text in a style where the stream takes colour: --color, then NO_COLOR, CLICOLOR_FORCE, TERM, the
  // terminal.
  std::string Styled(std::string_view text, Style style, bool to_err) const;
  bool colored(bool to_err) const { return TakesColor(to_err); }

  // "error: …", "note: …" and the like with their colours, on standard error; notes not under --quiet.
  void Error(std::string_view message, std::string_view help = "");
  void Note(std::string_view message);
  void Warning(std::string_view message);
  // The same with formatted texts, which in place would be most of the code of reports.
  template <class... A>
  void OutF(fmt::format_string<A...> format, A&&... args) {
    Format(&Env::Out, format, fmt::make_format_args(args...));
  }
  template <class... A>
  void ErrF(fmt::format_string<A...> format, A&&... args) {
    Format(&Env::Err, format, fmt::make_format_args(args...));
  }
  template <class... A>
  void NoteF(fmt::format_string<A...> format, A&&... args) {
    Format(&Env::Note, format, fmt::make_format_args(args...));
  }
  template <class... A>
  void WarningF(fmt::format_string<A...> format, A&&... args) {
    Format(&Env::Warning, format, fmt::make_format_args(args...));
  }
  // One closing hint, a command that can be pasted: on a terminal only.
  void Hint(std::string_view command);

 private:
  void Format(void (Env::*say)(std::string_view), fmt::string_view format, fmt::format_args args);

 protected:
  virtual bool TakesColor(bool err) const = 0;
  ColorMode color_ = ColorMode::kAuto;
  bool quiet_ = false, verbose_ = false, markdown_ = false;
};

// A message that may hold anything (a bundle's strings) as a terminal may get it: control characters as \xNN,
// at most 4 KiB.
std::string Printable(std::string_view text);

// *text += fmt::format(…).
void AppendWith(std::string* text, fmt::string_view format, fmt::format_args args);
template <class... A>
void Append(std::string* text, fmt::format_string<A...> format, A&&... args) {
  AppendWith(text, format, fmt::make_format_args(args...));
}

// The process's own streams.
Env& ProcessEnv();

}  // namespace tp::cli
