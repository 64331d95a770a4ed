// tracepack(1), in the man macros: made from what commands and flags say of themselves, as help is.
#include "cli/command.h"
#include "cli/flag.h"

namespace tp::cli {
namespace {

// Text as roff takes it literally.
std::string Roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string Flags(std::span<const std::string_view> names) {
  std::string text;
  for (std::string_view name : names) {
    const Flag& flag = *FindFlag(name);
    text += ".TP\n";
    if (flag.letter) Append(&text, "\\fB\\-{}\\fR, ", flag.letter);
    Append(&text, "\\fB\\-\\-{}\\fR", Roff(flag.name));
    if (!flag.value.empty()) Append(&text, " \\fI{}\\fR", Roff(flag.value));
    Append(&text, "\n{}", Roff(flag.doc));
    if (!flag.default_text.empty()) Append(&text, " [{}]", Roff(flag.default_text));
    text += "\n";
  }
  return text;
}

}  // namespace

std::string ManPage(std::string_view exit_codes) {
  std::string text = fmt::format(
      ".TH TRACEPACK 1 \"\" \"tracepack {}\" \"User Commands\"\n"
      ".SH NAME\ntracepack \\- trace, pack, run and explain tf.function specs\n"
      ".SH SYNOPSIS\n.B tracepack\n.I COMMAND\n[\\fIFLAGS\\fR] \\fIFILE\\fR...\n"
      ".SH DESCRIPTION\nRuns a spec (a Python file that TensorFlow runs too), traces its functions into "
      "graphs, "
      "packs them with\ntheir variables into one file, and runs, times and explains them.\n"
      ".SH COMMANDS\n",
      kVersion);
  for (const Command* c : AllCommands()) {
    Append(&text, ".SS \"{} {}\"\n{}\n", Roff(c->name()), Roff(c->operands()), Roff(c->summary()));
    if (!c->examples().empty()) Append(&text, ".PP\n.nf\n{}\n.fi\n", Roff(c->examples()));
    if (!c->details().empty()) Append(&text, ".PP\n.nf\n{}\n.fi\n", Roff(c->details()));
    text += Flags(c->flags()) + Flags(c->limits());
  }
  return text + ".SH \"FLAGS OF EVERY COMMAND\"\n" + Flags(kEverywhere) + ".SH \"EXIT STATUS\"\n.nf\n" +
         Roff(exit_codes) + ".fi\n";
}

}  // namespace tp::cli
