// The program `tracepack-run BUNDLE`: the flags of `tracepack run`, and no language or tracing in it.
#include "cli/limits.h"
#include "cli/run_bundle.h"

namespace tp::cli {
namespace {

class RunProgramCommand : public Command {
 public:
  std::string_view name() const override { return "tracepack-run"; }
  std::string_view group() const override { return "run"; }
  std::string_view operands() const override { return "BUNDLE -f NAME [-i NAME=VALUE]..."; }
  std::string_view summary() const override { return "call one function of a bundle"; }
  std::string_view examples() const override { return "tracepack-run mlp.tpk -f predict -i 'x=@x.npy'"; }
  std::string_view formats() const override { return "text,json"; }
  std::span<const std::string_view> flags() const override { return RunFlags(); }
  std::span<const std::string_view> limits() const override { return kGraphLimits; }
  int Run(Env& env, const Arguments& arguments) override { return RunBundle(env, arguments); }
};

const RegisterCommand command(new RunProgramCommand);

}  // namespace
}  // namespace tp::cli

int main(int argc, char** argv) {
  using namespace tp::cli;
  return RunProgram(ProcessEnv(), "tracepack-run", argc, argv);
}
