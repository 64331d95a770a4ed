// RunProgram: picks the command, parses its words, runs it, and turns what is thrown into a message and exit
// code.
#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <exception>
#include <new>

#include "cli/command.h"
#include "cli/report/schema.h"

namespace tp::cli {
namespace {

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const Command* c : AllCommands()) names.emplace_back(c->name());
  return names;
}

int Finish(Env& env, int code) {
  const int error = env.FlushOut();
  if (!error) return code;
  env.Error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
  return WorseExit(code, kExitIo);
}

// Says what went wrong: as a report where JSON was asked for, even if the words could not be parsed.
int Failed(Env& env, std::span<const std::string> words, const CommandError& e) {
  bool json = false;
  for (size_t i = 1; i < words.size() && words[i] != "--"; ++i)
    json |= words[i] == "--format=json" || (words[i] == "json" && words[i - 1] == "--format");
  const Command* command = json && !words.empty() ? FindCommand(words[0]) : nullptr;
  if (!command || command->fields().empty()) {
    if (!e.message.empty()) env.Error(e.message, e.help);  // else the command has said it
    return Finish(env, e.exit_code);
  }
  Arguments arguments;
  arguments.command.assign(words.begin(), words.end());
  env.Out(FailureReport(arguments, e));
  return Finish(env, e.exit_code);
}

int Dispatch(Env& env, std::span<const std::string> words) {
  if (!__builtin_cpu_supports("sse4.2")) Fail(kExitInternal, "this processor lacks SSE4.2, which is needed");
  if (words.empty()) {
    env.Err(ProgramHelp());
    return kExitUsage;
  }
  const std::string& first = words[0];
  if (first == "-h" || first == "--help") {
    env.Out(ProgramHelp());
    return kExitOk;
  }
  if (first == "-V" || first == "--version") {
    if (Command* help = FindCommand("help"))
      return help->Run(env, Arguments{.files = {"version"}, .rest = {}, .flags = {}, .command = {}});
  }
  Command* command = FindCommand(first);
  if (!command) {
    if (first.find('.') != std::string::npos || first.find('/') != std::string::npos) {
      const bool bundle = first.ends_with(".tpk");
      Fail(kExitUsage, "`{}` is a file, not a command; did you mean `tracepack {} {}`?", first,
           bundle ? "inspect" : "exec", first);
    }
    for (std::string_view later : {"check", "compare", "diff", "export", "lint"})
      if (first == later) Fail(kExitUsage, "`{}` is not in tracepack {} yet", first, kVersion);
    const std::string near = Nearest(first, CommandNames());
    Fail(kExitUsage, "no command `{}`{}", first,
         near.empty() ? "; `tracepack -h` lists them" : fmt::format("; did you mean `{}`?", near));
  }
  const std::span<const std::string> own = words.subspan(1);
  Arguments arguments = ParseArguments(*command, own);
  arguments.command.assign(words.begin(), words.end());
  if (arguments.Has("help")) {
    bool everything = false;
    for (const std::string& word : own) everything |= word == "--help";
    env.Out(everything ? LongHelp(*command) : ShortHelp(*command));
    return kExitOk;
  }
  const std::string color = arguments.Get("color", "auto");
  if (color != "auto" && color != "always" && color != "never")
    Fail(kExitUsage, "`--color` takes auto, always or never, not `{}`", color);
  env.set_color(color == "always"  ? ColorMode::kAlways
                : color == "never" ? ColorMode::kNever
                                   : ColorMode::kAuto);
  env.set_quiet(arguments.Has("quiet"));
  env.set_verbose(arguments.Has("verbose"));
  env.set_markdown(arguments.Get("format") == "markdown");
  return command->Run(env, arguments);
}

}  // namespace

std::string FailureReport(const Arguments& arguments, const CommandError& e) {
  const std::string& name = arguments.command[0];
  Json report = ReportFrame(name, e.exit_code, arguments);
  report["diagnostics"] = Json::array();
  if (!e.message.empty()) {
    Json& diagnostic = report["diagnostics"].emplace_back(DiagnosticJson("error", e.message));
    if (!e.help.empty()) diagnostic["help"] = e.help;
  }
  AddFields(FindCommand(name)->fields(), &report);
  return DumpJson(report);
}

int RunProgram(Env& env, std::string_view name, int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit is an error of the write, not the end
  std::vector<std::string> words;
  try {
    if (!name.empty()) words.emplace_back(name);
    words.insert(words.end(), argv + 1, argv + argc);
    return Finish(env, Dispatch(env, words));
  } catch (const CommandError& e) {
    return Failed(env, words, e);
  } catch (const std::bad_alloc&) {
    return Failed(env, words, {kExitIo, "out of memory", ""});
  } catch (const std::exception& e) {
    return Failed(env, words, {kExitInternal, std::string("internal error: ") + e.what(), ""});
  }
}

}  // namespace tp::cli
