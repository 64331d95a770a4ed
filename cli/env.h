// Env: what a command knows of the world: streams, files, the terminal, the clock. Tests give another one.
#pragma once

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
  // False where something could not be written (a full device; not a reader that has gone).
  virtual bool FlushOut() = 0;
  virtual bool out_is_terminal() const = 0;
  virtual bool err_is_terminal() const = 0;
  // Columns of the terminal; 100 where there is none.
  virtual int width() const = 0;
  // Nanoseconds of a steady clock.
  virtual int64_t Now() const = 0;

  void set_color(ColorMode mode) { color_ = mode; }
  void set_quiet(bool quiet) { quiet_ = quiet; }
  void set_verbose(bool verbose) { verbose_ = verbose; }
  bool quiet() const { return quiet_; }
  bool verbose() const { return verbose_; }
  // The text in a style where the stream takes colour: --color, then NO_COLOR, CLICOLOR_FORCE, TERM, the
  // terminal.
  std::string Styled(std::string_view text, Style style, bool to_err) const;
  bool colored(bool to_err) const { return TakesColor(to_err); }

  // "error: …", "note: …" and the like with their colours, on standard error; notes not under --quiet.
  void Error(std::string_view message, std::string_view help = "");
  void Note(std::string_view message);
  void Warning(std::string_view message);
  // One closing hint, a command that can be pasted: on a terminal only.
  void Hint(std::string_view command);

 protected:
  virtual bool TakesColor(bool err) const = 0;
  ColorMode color_ = ColorMode::kAuto;
  bool quiet_ = false, verbose_ = false;
};

// A message that may hold anything (a bundle's strings) as a terminal may get it: control characters as \xNN, at
// most 4 KiB.
std::string Printable(std::string_view text);

// The process's own streams.
Env& ProcessEnv();

}  // namespace tp::cli
