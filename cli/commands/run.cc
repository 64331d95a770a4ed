// tracepack run: calls one function of a bundle. The work is in run_bundle.cc, which tracepack-run shares.
#include "cli/limits.h"
#include "cli/run_bundle.h"

namespace tp::cli {
namespace {

class RunCommand : public Command {
 public:
  std::string_view name() const override { return "run"; }
  std::string_view group() const override { return "run"; }
  std::string_view operands() const override { return "BUNDLE -f NAME [-i NAME=VALUE]..."; }
  std::string_view meant_flag() const override { return "-f"; }
  std::string_view summary() const override { return "call one function of a bundle"; }
  std::string_view examples() const override {
    return "tracepack run mlp.tpk -f predict -i 'x=@x.npy'                  print the result\n"
           "tracepack run mlp.tpk -f predict -i 'x=@x.npy' -o y.npy         save it\n"
           "tracepack run mlp.tpk -f predict -i 'x=@x.npy' --expect y.npy   exit 1 if it differs\n"
           "tracepack run mlp.tpk -f train_step --dim 32 --save next.tpk    keep the new variables";
  }
  std::string_view fields() const override {
    return "id:s? signature:s? outputs[name:s dtype:s shape[i] values:a] expect{file:s match:b "
           "elements:i mismatches:i shape_error:s? worst[output:s index:s got:s expected:s "
           "difference:N allowed:n]}? output{file:s? saved:s?}?";
  }
  std::span<const std::string_view> flags() const override { return RunFlags(); }
  std::string_view formats() const override { return "text,json"; }
  std::span<const std::string_view> limits() const override { return kGraphLimits; }
  int Run(Env& env, const Arguments& arguments) override { return RunBundle(env, arguments); }
};

const RegisterCommand run(new RunCommand);

}  // namespace
}  // namespace tp::cli
