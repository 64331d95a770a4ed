#include "cli/env.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace tp::cli {

std::string Env::Styled(std::string_view text, Style style, bool to_err) const {
  if (!TakesColor(to_err)) return std::string(text);
  const char* code = "0";
  switch (style) {
    case Style::kBold:
      code = "1";
      break;
    case Style::kDim:
      code = "2";
      break;
    case Style::kRed:
      code = "1;31";
      break;
    case Style::kGreen:
      code = "1;32";
      break;
    case Style::kYellow:
      code = "1;33";
      break;
    case Style::kBlue:
      code = "1;34";
      break;
  }
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

void Env::Error(std::string_view message, std::string_view help) {
  Err(Styled("error:", Style::kRed, true) + " " + std::string(message) + "\n");
  if (!help.empty()) Err(Styled("help:", Style::kGreen, true) + " " + std::string(help) + "\n");
}

void Env::Note(std::string_view message) {
  if (!quiet_) Err(Styled("note:", Style::kBlue, true) + " " + std::string(message) + "\n");
}

void Env::Warning(std::string_view message) {
  if (!quiet_) Err(Styled("warning:", Style::kYellow, true) + " " + std::string(message) + "\n");
}

void Env::Format(void (Env::*say)(std::string_view), fmt::string_view format, fmt::format_args args) {
  (this->*say)(fmt::vformat(format, args));
}

void AppendWith(std::string* text, fmt::string_view format, fmt::format_args args) {
  *text += fmt::vformat(format, args);
}

void Env::Hint(std::string_view command) {
  if (!quiet_ && err_is_terminal() && out_is_terminal())
    Err(Styled("next: " + std::string(command), Style::kDim, true) + "\n");
}

std::string Printable(std::string_view text) {
  constexpr size_t kMost = 4096;
  std::string shown;
  for (const char c : text.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) {
      constexpr char kDigits[] = "0123456789abcdef";
      shown += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      shown += c;
    }
  }
  if (text.size() > kMost) shown += "…";
  return shown;
}

namespace {

class Process : public Env {
 public:
  void Out(std::string_view text) override {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) Failed();
  }
  void Err(std::string_view text) override {
    if (std::fflush(stdout) != 0) Failed();
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
  }
  int FlushOut() override {
    if (std::fflush(stdout) != 0) Failed();
    return failed_;
  }
  bool out_is_terminal() const override { return ::isatty(STDOUT_FILENO); }
  bool err_is_terminal() const override { return ::isatty(STDERR_FILENO); }
  int width() const override {
    if (const char* columns = std::getenv("COLUMNS"))
      if (const int n = std::atoi(columns); n > 0) return n;
    winsize size;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 100;
  }
  int64_t Now() const override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 protected:
  bool TakesColor(bool err) const override {
    if (color_ != ColorMode::kAuto) return color_ == ColorMode::kAlways;
    if (const char* no = std::getenv("NO_COLOR"); no && *no) return false;
    if (const char* force = std::getenv("CLICOLOR_FORCE"); force && *force && std::string_view(force) != "0")
      return true;
    const char* term = std::getenv("TERM");
    if (!term || std::string_view(term) == "dumb") return false;
    return err ? err_is_terminal() : out_is_terminal();
  }

 private:
  // A reader that has gone (a closed pipe) is no failure of ours.
  void Failed() {
    if (errno != EPIPE) failed_ = errno;
  }
  int failed_ = 0;
};

}  // namespace

Env& ProcessEnv() {
  static Process process;
  return process;
}

}  // namespace tp::cli
