#include "cli/command.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/flag.h"
#include "core/base/check.h"

namespace tp::cli {
namespace {

std::vector<Command*>& Registry() {
  static std::vector<Command*> commands;
  return commands;
}

constexpr Flag kFlags[] = {
#define TP_FLAG(name, letter, value, repeatable, doc, fallback) \
  {name, letter, value, repeatable, doc, fallback},
#include "cli/flags.def"
#undef TP_FLAG
};

}  // namespace

std::span<const Flag> AllFlags() { return kFlags; }

const Flag* FindFlag(std::string_view name) {
  for (const Flag& flag : kFlags)
    if (flag.name == name) return &flag;
  return nullptr;
}

std::vector<const Flag*> FlagsOf(const Command& command) {
  std::vector<const Flag*> flags;
  for (const std::span<const std::string_view> names :
       {command.flags(), command.limits(), std::span<const std::string_view>(kEverywhere)})
    for (std::string_view name : names) flags.push_back(FindFlag(name));
  return flags;
}

RegisterCommand::RegisterCommand(Command* command) { Registry().push_back(command); }

std::vector<Command*> AllCommands() {
  std::vector<Command*> commands = Registry();
  std::sort(commands.begin(), commands.end(), [](Command* a, Command* b) { return a->name() < b->name(); });
  for (size_t i = 1; i < commands.size(); ++i)
    TP_CHECK(commands[i - 1]->name() != commands[i]->name(), "command {} twice", commands[i]->name());
  return commands;
}

Command* FindCommand(std::string_view name) {
  for (Command* command : Registry())
    if (command->name() == name) return command;
  return nullptr;
}

void FailWith(int exit_code, fmt::string_view format, fmt::format_args args) {
  throw CommandError{exit_code, fmt::vformat(format, args), ""};
}

int WorseExit(int a, int b) {
  constexpr int kOrder[] = {130, 70, 6, 4, 3, 5, 2, 1};
  for (int code : kOrder)
    if (a == code || b == code) return code;
  return a ? a : b;
}

bool Arguments::json() const {
  const std::string format = Get("format", "text");
  return format != "text" && format != "markdown";
}

std::string Arguments::Get(std::string_view flag, std::string_view fallback) const {
  const auto it = flags.find(flag);
  return it == flags.end() || it->second.empty() ? std::string(fallback) : it->second.back();
}

std::span<const std::string> Arguments::All(std::string_view flag) const {
  const auto it = flags.find(flag);
  return it == flags.end() ? std::span<const std::string>() : std::span<const std::string>(it->second);
}

namespace {

template <class T>
bool ParseNumber(std::string_view text, T* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

int64_t Arguments::GetInt(std::string_view flag, int64_t fallback, int64_t minimum) const {
  if (!Has(flag)) return fallback;
  int64_t number = 0;
  const std::string text = Get(flag);
  if (!ParseNumber(std::string_view(text), &number) || number < minimum)
    Fail(kExitUsage, "`--{}` takes a whole number of at least {}, not `{}`", flag, minimum, text);
  return number;
}

double Arguments::GetDouble(std::string_view flag, double fallback) const {
  if (!Has(flag)) return fallback;
  double number = 0;
  const std::string text = Get(flag);
  if (!ParseNumber(std::string_view(text), &number) || !(number >= 0) || std::isinf(number))
    Fail(kExitUsage, "`--{}` takes a number that is not negative, not `{}`", flag, text);
  return number;
}

int64_t Arguments::GetDuration(std::string_view flag, int64_t fallback) const {
  if (!Has(flag)) return fallback;
  const std::string text = Get(flag);
  const size_t unit_at = text.find_first_not_of("0123456789.");
  const std::string unit = unit_at == std::string::npos ? "" : text.substr(unit_at);
  const double scale = unit == "ns"                   ? 1
                       : unit == "us" || unit == "µs" ? 1e3
                       : unit == "ms"                 ? 1e6
                       : unit == "s"                  ? 1e9
                       : unit == "m"                  ? 60e9
                                                      : 0;
  double number = 0;
  if (scale == 0 || !ParseNumber(std::string_view(text).substr(0, unit_at), &number) ||
      !(number * scale >= 1 && number * scale < 9e18))
    Fail(kExitUsage, "`--{}` takes a duration with a unit (`500ms`, `2s`), not `{}`", flag, text);
  return static_cast<int64_t>(number * scale);
}

int64_t Arguments::GetSize(std::string_view flag) const {
  const std::string text = Get(flag);
  const size_t unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view unit = std::string_view(text).substr(unit_at);
  double number = 0;
  int power = -1;
  for (int i = 1; i < 5; ++i)
    if (const std::string name = {"BKMGT"[i], 'i', 'B'}; unit == name || unit == name.substr(0, 1)) power = i;
  if (unit == "B" || unit == "bytes") power = 0;
  if (power >= 0 && ParseNumber(std::string_view(text).substr(0, unit_at), &number))
    number = std::ldexp(number, 10 * power);
  if (power < 0 || number < 1 || number > 1e18)
    Fail(kExitUsage, "`--{}` takes a size with a unit (`512MiB`, `2GiB`), not `{}`", flag, text);
  return static_cast<int64_t>(number);
}

std::vector<int64_t> Arguments::GetInts(std::string_view flag) const {
  std::vector<int64_t> numbers;
  const std::string text = Get(flag);
  for (size_t at = 0; at < text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    int64_t number = 0;
    if (!ParseNumber(std::string_view(text).substr(at, comma - at), &number) || number < 1)
      Fail(kExitUsage, "`--{}` takes whole numbers of at least 1, parted by commas, not `{}`", flag, text);
    numbers.push_back(number);
    at = comma + 1;
  }
  return numbers;
}

std::string Nearest(std::string_view word, std::span<const std::string> names) {
  std::string best;
  // A single letter is near nothing, two may differ in one.
  size_t best_distance = word.size() < 2 ? 1 : std::max<size_t>(word.size() / 3, 1) + 1;
  for (const std::string& name : names) {
    // Edit distance with transpositions of neighbours (optimal string alignment).
    std::vector<std::vector<size_t>> d(word.size() + 1, std::vector<size_t>(name.size() + 1));
    for (size_t i = 0; i <= word.size(); ++i) d[i][0] = i;
    for (size_t j = 0; j <= name.size(); ++j) d[0][j] = j;
    for (size_t i = 1; i <= word.size(); ++i)
      for (size_t j = 1; j <= name.size(); ++j) {
        d[i][j] =
            std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (word[i - 1] != name[j - 1])});
        if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
          d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    if (d[word.size()][name.size()] < best_distance) {
      best_distance = d[word.size()][name.size()];
      best = name;
    }
  }
  return best;
}

}  // namespace tp::cli
