// Parses a command's words with CLI11: the only file that knows it. What may be given comes from the
// command's own list of flags; the wording of errors is ours.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/command.h"
#include "cli/flag.h"

namespace tp::cli {
namespace {

// A word that looks like a flag and is none of the command's: said before anything else is.
void CheckNames(const Command& command, std::span<const std::string> words,
                const std::vector<const Flag*>& flags) {
  std::vector<std::string> names;
  for (const Flag* flag : flags) names.push_back("--" + std::string(flag->name));
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return;
    if (word.size() < 2 || word[0] != '-') continue;
    if (word[1] == '-') {
      const std::string name = word.substr(0, word.find('='));
      const auto known = std::find(names.begin(), names.end(), name);
      if (known == names.end()) {
        const std::string near = Nearest(name, names);
        throw CommandError{kExitUsage,
                           fmt::format("`{}` has no flag `{}`{}", command.name(), name,
                                       near.empty() ? "" : fmt::format("; did you mean `{}`?", near)),
                           ""};
      }
      const Flag& flag = *flags[static_cast<size_t>(known - names.begin())];
      if (!flag.value.empty() && word.size() == name.size()) {
        if (++i >= words.size()) Fail(kExitUsage, "`{}` needs a value: `{} {}`", name, name, flag.value);
      } else if (flag.value.empty() && word.size() != name.size()) {
        Fail(kExitUsage, "`{}` takes no value", name);
      }
      continue;
    }
    for (size_t k = 1; k < word.size(); ++k) {
      const auto flag =
          std::find_if(flags.begin(), flags.end(), [&](const Flag* f) { return f->letter == word[k]; });
      if (flag == flags.end()) Fail(kExitUsage, "`{}` has no flag `-{}`", command.name(), word[k]);
      if ((*flag)->value.empty()) continue;
      if (k + 1 == word.size() && ++i >= words.size())
        Fail(kExitUsage, "`-{}` needs a value: `-{} {}`", word[k], word[k], (*flag)->value);
      break;
    }
  }
}

}  // namespace

Arguments ParseArguments(const Command& command, std::span<const std::string> words) {
  const std::vector<const Flag*> flags = FlagsOf(command);
  CheckNames(command, words, flags);
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras(false);
  std::map<std::string, std::vector<std::string>> values;
  std::map<std::string, size_t> counts;
  for (const Flag* flag : flags) {
    const std::string name(flag->name);
    std::string spelling = "--" + name;
    if (flag->letter) spelling = std::string("-") + flag->letter + "," + spelling;
    if (flag->value.empty()) {
      app.add_flag_function(spelling, [&counts, name](int64_t n) { counts[name] += static_cast<size_t>(n); });
    } else {
      // One word a use, as it is: no splitting at commas or brackets.
      app.add_option_function<std::vector<std::string>>(
             spelling, [&values, name](const std::vector<std::string>& v) { values[name] = v; })
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->allow_extra_args(false);
    }
  }
  const auto end_of_flags = std::find(words.begin(), words.end(), "--");
  std::vector<std::string> own(words.begin(), end_of_flags);
  if (end_of_flags != words.end()) arguments.rest.assign(end_of_flags + 1, words.end());
  app.add_option("files", arguments.files)->expected(0, -1);
  std::reverse(own.begin(), own.end());  // CLI11's parse takes them so
  try {
    app.parse(own);
  } catch (const CLI::ParseError& e) {
    Fail(kExitUsage, "{}", e.what());
  }
  for (auto& [name, given] : values)
    if (!given.empty()) arguments.flags[name] = std::move(given);
  for (auto& [name, count] : counts)
    if (count) arguments.flags[name].assign(count, "");
  for (const Flag* flag : flags)
    if (!flag->repeatable && !flag->value.empty() && arguments.All(flag->name).size() > 1)
      Fail(kExitUsage, "`--{}` is given {} times", flag->name, arguments.All(flag->name).size());

  if (arguments.Has("help")) return arguments;
  const auto [least, most] = command.operand_count();
  const int given = static_cast<int>(arguments.files.size());
  if (given < least)
    Fail(kExitUsage, "`{}` needs {}: `{}{} {}`", command.name(),
         least == 1 ? fmt::format("a {}", command.operand_noun()) : fmt::format("{} files", least),
         command.name().starts_with("tracepack") ? "" : "tracepack ", command.name(), command.operands());
  if (most >= 0 && given > most) {
    const std::string& extra = arguments.files[static_cast<size_t>(most)];
    Fail(kExitUsage, "`{}` takes {}, not `{}` too{}", command.name(),
         most == 1 ? fmt::format("one {}", command.operand_noun()) : fmt::format("{} files", most), extra,
         command.meant_flag().empty() ? ""
                                      : fmt::format("; did you mean `{} {}`?", command.meant_flag(), extra));
  }
  const std::string format = arguments.Get("format", "text");
  if (("," + std::string(command.formats()) + ",").find("," + format + ",") == std::string::npos)
    Fail(kExitUsage, "`{}` has no format `{}`, only {}", command.name(), format, FormatsText(command));
  return arguments;
}

}  // namespace tp::cli
