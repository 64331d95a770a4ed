// tracepack completion: scripts for bash, zsh and fish, made from what commands and flags say of themselves.
#include <algorithm>

#include "cli/command.h"
#include "cli/flag.h"

namespace tp::cli {
namespace {

std::string Words(const Command& c) {
  std::string words;
  for (const Flag* f : FlagsOf(c)) Append(&words, "{}--{}", words.empty() ? "" : " ", f->name);
  return words;
}

std::string CommandWords() {
  std::string words;
  for (const Command* c : AllCommands()) Append(&words, "{}{}", words.empty() ? "" : " ", c->name());
  return words;
}

// In single quotes, for sh-like shells and fish.
std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// What follows `tracepack inspect FILE.tpk` to list a bundle's functions or inputs.
constexpr std::string_view kFunctions = " --color never 2>/dev/null | awk 'NR > 2 { print $1 }'";
constexpr std::string_view kInputs =
    " --color never 2>/dev/null | awk 'NR > 2 { for (i = 2; $i != \"->\" && i < NF; ++i) "
    "if (split($i, a, \"=\") > 1) print a[1] \"=\" }' | sort -u";

std::string Bash() {
  std::string text =
      "# bash completion of tracepack\n"
      "_tracepack() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} "
      "flags=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  Append(&text, "    COMPREPLY=($(compgen -W {} -- \"$word\"))\n",
         Quoted(CommandWords() + " --help --version"));
  text +=
      "    return\n"
      "  fi\n"
      "  local file names\n"
      "  for file in \"${COMP_WORDS[@]:2}\"; do case $file in *.tpk) break ;; esac; done\n"
      "  case $before in\n";
  for (const auto& [flag, names] : {std::pair("-f|--function", kFunctions), {"-i|--input", kInputs}})
    Append(&text,
           "    {}) names=$(\"${{COMP_WORDS[0]}}\" inspect \"$file\"{})\n"
           "      COMPREPLY=($(compgen -W \"$names\" -- \"$word\")); return ;;\n",
           flag, names);
  text +=
      "  esac\n"
      "  case $command in\n";
  for (const Command* c : AllCommands()) Append(&text, "    {}) flags={} ;;\n", c->name(), Quoted(Words(*c)));
  return text +
         "  esac\n"
         "  case $word in\n"
         "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -X '!*.py' -- \"$word\") $(compgen -f -X '!*.tpk' -- \"$word\")\n"
         "         $(compgen -d -S / -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o nospace -F _tracepack tracepack\n";
}

std::string Zsh() {
  std::string text =
      "#compdef tracepack\n"
      "_tracepack() {\n"
      "  local -a commands flags\n"
      "  commands=(\n";
  for (const Command* c : AllCommands())
    Append(&text, "    {}\n", Quoted(fmt::format("{}:{}", c->name(), c->summary())));
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  case $words[2] in\n";
  for (const Command* c : AllCommands()) {
    Append(&text, "    {}) flags=(", c->name());
    for (const Flag* f : FlagsOf(*c)) {
      std::string doc(f->doc);
      std::replace(doc.begin(), doc.end(), ':', ' ');
      Append(&text, " {}", Quoted(fmt::format("--{}:{}", f->name, doc)));
    }
    text += " ) ;;\n";
  }
  text +=
      "  esac\n"
      "  local file\n"
      "  for file in $words; do [[ $file == *.tpk ]] && break; done\n"
      "  case $words[CURRENT-1] in\n";
  for (const auto& [flag, names] : {std::pair("-f|--function", kFunctions), {"-i|--input", kInputs}})
    Append(&text, "    {}) compadd -S '' -- $($words[1] inspect \"$file\"{}); return ;;\n", flag, names);
  return text +
         "  esac\n"
         "  if [[ $PREFIX == -* ]]; then _describe flag flags; else _files -g '*.(py|tpk)'; fi\n"
         "}\n"
         "compdef _tracepack tracepack\n";
}

std::string Fish() {
  std::string text =
      "# fish completion of tracepack\n"
      "complete -c tracepack -f\n"
      "complete -c tracepack -n 'not __fish_use_subcommand' -k -a '(__fish_complete_suffix .tpk; "
      "__fish_complete_suffix .py)'\n";
  for (const auto& [flag, names] : {std::pair("function", kFunctions), {"input", kInputs}})
    Append(&text,
           "complete -c tracepack -l {} -x -a '(tracepack inspect (string match \"*.tpk\" (commandline "
           "-opc))[1]{})'\n",
           flag, Quoted(names).substr(1, Quoted(names).size() - 2));
  for (const Command* c : AllCommands()) {
    Append(&text, "complete -c tracepack -n __fish_use_subcommand -a {} -d {}\n", c->name(),
           Quoted(c->summary()));
    for (const Flag* f : FlagsOf(*c)) {
      Append(&text, "complete -c tracepack -n '__fish_seen_subcommand_from {}' -l {}", c->name(), f->name);
      if (f->letter) Append(&text, " -s {}", f->letter);
      if (!f->value.empty()) text += " -r";
      Append(&text, " -d {}\n", Quoted(f->doc));
    }
  }
  return text;
}

class Completion : public Command {
 public:
  std::string_view name() const override { return "completion"; }
  std::string_view group() const override { return ""; }
  std::string_view operands() const override { return "bash|zsh|fish"; }
  std::string_view summary() const override { return "print a completion script"; }
  std::string_view examples() const override {
    return "tracepack completion bash > ~/.local/share/bash-completion/completions/tracepack\n"
           "tracepack completion zsh > ~/.zfunc/_tracepack\n"
           "tracepack completion fish > ~/.config/fish/completions/tracepack.fish";
  }
  std::string_view operand_noun() const override { return "shell"; }
  std::string_view formats() const override { return "text"; }
  std::span<const std::string_view> flags() const override { return {}; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string& shell = arguments.files[0];
    if (shell == "bash")
      env.Out(Bash());
    else if (shell == "zsh")
      env.Out(Zsh());
    else if (shell == "fish")
      env.Out(Fish());
    else
      Fail(kExitUsage, "no completion for `{}`; there are bash, zsh and fish", shell);
    return kExitOk;
  }
};

const RegisterCommand completion(new Completion);

}  // namespace
}  // namespace tp::cli
