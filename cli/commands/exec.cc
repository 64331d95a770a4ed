// tracepack exec: runs a spec as Python would. The spec writes to the process's own streams (the interpreter
// buffers them in order); the exit code is 3 for an uncaught exception, or what sys.exit was given.
#include <cerrno>
#include <csignal>
#include <cstring>

#include "cli/inputs.h"
#include "cli/limits.h"
#include "cli/spec/run_spec.h"
#include "core/base/file_access.h"
#include "core/tf/runtime.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"threads", "seed", "simd"};

int RunSpec(Env& env, InterpOptions options, std::string text) {
  SpecRun run;
  run.path = options.spec_path;
  run.text = std::move(text);
  // Not destroyed: the process ends, and what outlives a spec is not worth taking apart.
  auto& in = *new Interp(std::move(options));
  SetUpTensorFlow(in);
  std::signal(SIGINT, InterruptSpec);
  RunMain(env, in, &run);
  int code = run.exit_code;
  if (!in.Finish() && code == kExitOk) {
    const int error = in.out().error() ? in.out().error() : in.err().error();
    if (error == EPIPE) return kExitOk;  // `| head`
    env.Error(std::string("cannot write to standard output: ") + std::strerror(error));
    code = kExitIo;
  }
  // As one of TensorFlow's log lines, which stand beside what a spec prints there, too.
  if (FileAccess::Get().redirected() && !env.quiet())
    env.Err(
        "WARNING:tensorflow:Files that the spec wrote beside itself go with its scratch folder; "
        "`--allow-write .` keeps them.\n");
  return code;
}

class Exec : public Command {
 public:
  std::string_view name() const override { return "exec"; }
  std::string_view group() const override { return "make"; }
  std::string_view operands() const override { return "SPEC [-- ARG...]"; }
  std::string_view meant_flag() const override { return "--"; }
  std::string_view summary() const override { return "run a spec as Python would"; }
  std::string_view examples() const override {
    return "tracepack exec mlp.spec.py            prints what the spec prints\n"
           "tracepack exec mlp.spec.py -- 3 fast  sys.argv is what follows `--`";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::span<const std::string_view> limits() const override { return kSpecLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    SetLimits(arguments);
    SetMachine(env, arguments);
    std::string text = ReadSpecText(arguments.files[0]);
    InterpOptions options = SpecOptions(arguments, arguments.files[0]);
    std::signal(SIGPIPE, SIG_IGN);
    int code = kExitOk;
    RunGuarded([&] { code = RunSpec(env, std::move(options), std::move(text)); });
    return code;
  }
};

const RegisterCommand register_exec(new Exec);

}  // namespace
}  // namespace tp::cli
