// tracepack exec: runs a spec as Python would. The spec writes to the process's own streams (the interpreter
// buffers them in order); the exit code is 3 for an uncaught exception, or what sys.exit was given.
#include <csignal>
#include <cstring>

#include "cli/command.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/runtime.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"allow-read", "allow-write", "max-steps"};

int RunSpec(Env& env, InterpOptions options) {
  const std::string path = options.spec_path;
  // Not destroyed: the process ends, and what outlives a spec is not worth taking apart.
  auto& in = *new Interp(std::move(options));
  SetUpTensorFlow(in);
  std::signal(SIGINT, [](int) { InterruptSpec(); });
  int code = kExitOk;
  try {
    in.RunFile(path, "__main__");
  } catch (PyError& e) {
    if (e.Matches(&OSErrorType) && !e.get()->traceback) {
      env.Error("cannot read `" + path + "`: " + Str(e.get()->args->items[1]));
      code = kExitIo;
    } else {
      code = in.ReportUncaught(e);
    }
  } catch (LimitError& e) {
    in.out().FlushQuietly();
    env.Error(e.message);
    code = kExitSpec;
  } catch (SpecRefused& e) {
    in.err().Write(e.text);
    code = kExitSpec;
  }
  if (!in.Finish() && code == kExitOk) {
    const int error = in.out().error() ? in.out().error() : in.err().error();
    env.Error(std::string("cannot write standard output: ") + std::strerror(error));
    code = kExitIo;
  }
  return code;
}

class Exec : public Command {
 public:
  std::string_view name() const override { return "exec"; }
  std::string_view group() const override { return "make"; }
  std::string_view operands() const override { return "SPEC [-- ARG...]"; }
  std::string_view summary() const override { return "run a spec as Python would"; }
  std::string_view examples() const override {
    return "tracepack exec mlp.spec.py            prints what the spec prints\n"
           "tracepack exec mlp.spec.py -- 3 fast  sys.argv is what follows `--`";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }

  int Run(Env& env, const Arguments& arguments) override {
    InterpOptions options;
    options.spec_path = arguments.files[0];
    options.args = arguments.rest;
    const auto copy = [](std::span<const std::string> from) {
      return std::vector<std::string>(from.begin(), from.end());
    };
    options.allow_read = copy(arguments.All("allow-read"));
    options.allow_write = copy(arguments.All("allow-write"));
    options.max_steps = arguments.GetInt("max-steps", 0, 1);
    std::signal(SIGPIPE, SIG_IGN);
    int code = kExitOk;
    RunOnInterpreterThread([&] { code = RunSpec(env, std::move(options)); });
    return code;
  }
};

const RegisterCommand register_exec(new Exec);

}  // namespace
}  // namespace tp::cli
