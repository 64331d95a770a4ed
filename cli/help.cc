// Help texts: made from what commands and flags say of themselves. Examples before flags; -h is one screen.
#include <algorithm>

#include "cli/command.h"
#include "cli/flag.h"

namespace tp::cli {
namespace {

constexpr std::string_view kGroups[] = {"make", "run", "look", "gate"};

// "tracepack " before a command that is no program of its own.
std::string_view Program(const Command& c) { return c.name().starts_with("tracepack") ? "" : "tracepack "; }

std::string FlagSpelling(const Flag& flag) {
  std::string text = flag.letter ? fmt::format("-{}, ", flag.letter) : "    ";
  Append(&text, "--{}", flag.name);
  if (!flag.value.empty()) Append(&text, " {}", flag.value);
  return text;
}

// `formats`: what --format takes here.
std::string FlagTable(std::span<const std::string_view> names, std::string_view formats = "") {
  size_t width = 0;
  for (std::string_view name : names) width = std::max(width, FlagSpelling(*FindFlag(name)).size());
  std::string text;
  for (std::string_view name : names) {
    const Flag& flag = *FindFlag(name);
    const std::string fallback = flag.default_text.empty() ? "" : fmt::format("  [{}]", flag.default_text);
    const std::string_view doc = name == "format" ? formats : flag.doc;
    Append(&text, "  {:<{}}  {}{}\n", FlagSpelling(flag), width, doc, fallback);
  }
  return text;
}

std::string Head(const Command& c) {
  std::string text =
      fmt::format("usage: {}{} {} [FLAGS]   {}\n\n", Program(c), c.name(), c.operands(), c.summary());
  for (size_t at = 0; at < c.examples().size();) {
    const size_t end = std::min(c.examples().find('\n', at), c.examples().size());
    Append(&text, "  {}\n", c.examples().substr(at, end - at));
    at = end + 1;
  }
  if (!c.details().empty()) Append(&text, "\n{}\n", c.details());
  return text + "\n";
}

// The command's own flags; nothing where it has none.
std::string OwnFlags(const Command& c) {
  return c.flags().empty() ? "" : FlagTable(c.flags(), FormatsText(c)) + "\n";
}

}  // namespace

std::string FormatsText(const Command& command) {
  std::string text(command.formats());
  for (size_t at = 0; (at = text.find(',', at)) != std::string::npos; at += 2) text.insert(at + 1, 1, ' ');
  return text;
}

std::string ShortHelp(const Command& c) {
  return Head(c) + OwnFlags(c) +
         (c.limits().empty() ? "`--help` for all flags\n"
                             : "`--help` for all flags, and what limits a run\n");
}

std::string LongHelp(const Command& c) {
  return Head(c) + OwnFlags(c) + (c.limits().empty() ? "" : "limits:\n" + FlagTable(c.limits()) + "\n") +
         "every command has:\n" + FlagTable(kEverywhere) + "\nexit codes: `tracepack help exit-codes`\n";
}

std::string ProgramHelp() {
  std::string text =
      "usage: tracepack COMMAND [FLAGS] FILE...        traces, packs and runs tf.function specs\n\n"
      "  tracepack exec mlp.spec.py                    run it as Python would\n"
      "  tracepack build mlp.spec.py -o mlp.tpk        trace everything, write one file\n"
      "  tracepack bench mlp.spec.py                   is the graph faster than eager?\n"
      "  tracepack explain mlp.spec.py                 why did it retrace?\n\n";
  for (std::string_view group : kGroups) {
    std::string names;
    for (const Command* c : AllCommands())
      if (c->group() == group) Append(&names, "  {}", c->name());
    if (!names.empty()) Append(&text, "{:<6}{}\n", group, names);
  }
  return text +
         "\n`tracepack COMMAND -h` for one command, `tracepack help` for topics (exit-codes, inputs, "
         "schema)\n";
}

}  // namespace tp::cli
