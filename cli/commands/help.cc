// tracepack help: topics, and the version.
#include "cli/command.h"
#include "cli/report/schema.h"
#include "kernels/simd/simd.h"

namespace tp::cli {
namespace {

constexpr std::string_view kExitCodes =
    "0    done, gates passed (warnings alone leave 0)\n"
    "1    a gate failed: a mismatch with --expect, graph differs from eager, too many traces\n"
    "2    usage: an unknown flag, command, function or input; inputs that fit no signature\n"
    "3    spec error: syntax, not in the subset, an exception that leaves the spec, a limit\n"
    "4    bundle error: damaged, newer format, not a bundle\n"
    "5    execution error: an op or assertion fails while a bundle's function runs\n"
    "6    input, output, resources: a file, a full disk, memory\n"
    "70   internal error: a bug of tracepack\n"
    "130  interrupted\n"
    "A spec that calls `sys.exit(n)` under `exec` exits with n. The worst code of several files wins.\n";

constexpr std::string_view kInputs =
    "x=3  x=2.5  flag=True  mode='train'   a number, bool or string: picks a traced value, or is a scalar "
    "tensor\n"
    "x=i64:3                               a scalar of that dtype\n"
    "x=f32[2,2]:1,2,3,4                    a tensor, row by row\n"
    "x=@x.npy  x=@all.npz:x                from a file\n"
    "x=f32[32,784]                         random, by --seed\n"
    "batch['image']=@x.npy  pair[0]=3      an item of a structure\n"
    "A tensor input that is not given is random; its unknown dims have --dim's size, else 32.\n"
    "bf16 in .npy and .npz is '<V2', as ml_dtypes writes it: `np.load(f).view(ml_dtypes.bfloat16)`.\n";

class Help : public Command {
 public:
  std::string_view name() const override { return "help"; }
  std::string_view group() const override { return ""; }
  std::string_view operands() const override { return "[TOPIC|COMMAND]"; }
  std::string_view summary() const override {
    return "topics: exit-codes, inputs, schema; or a command's help";
  }
  std::string_view examples() const override {
    return "tracepack help exit-codes\ntracepack help schema bench   the JSON Schema of its report";
  }
  std::span<const std::string_view> flags() const override { return {}; }
  std::string_view operand_noun() const override { return "topic"; }
  std::pair<int, int> operand_count() const override { return {0, 2}; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string topic = arguments.files.empty() ? "" : arguments.files[0];
    if (arguments.files.size() > 1 && topic != "schema")
      Fail(kExitUsage, "`help` takes one topic, not `{}` too", arguments.files[1]);
    if (topic.empty())
      env.Out(ProgramHelp());
    else if (topic == "exit-codes")
      env.Out(kExitCodes);
    else if (topic == "inputs")
      env.Out(kInputs);
    else if (topic == "schema")
      PrintSchema(env, arguments.files.size() > 1 ? arguments.files[1] : "");
    else if (topic == "man")
      env.Out(ManPage(kExitCodes));
    else if (topic == "version")
      env.Out(Version());
    else if (const Command* command = FindCommand(topic))
      env.Out(LongHelp(*command));
    else
      Fail(kExitUsage, "no help topic `{}`; there are exit-codes, inputs, schema and the commands' names",
           topic);
    return kExitOk;
  }

 private:
  static void PrintSchema(Env& env, const std::string& name) {
    const Command* command = FindCommand(name);
    if (command && !command->fields().empty()) {
      env.Out(ReportSchema(name, command->fields()));
      return;
    }
    std::string reports;
    for (const Command* c : AllCommands())
      if (!c->fields().empty()) Append(&reports, "{}{}", reports.empty() ? "" : ", ", c->name());
    const std::string text = fmt::format("`tracepack help schema NAME`, NAME of {}", reports);
    if (!name.empty()) Fail(kExitUsage, "`{}` has no report; {}", name, text);
    env.Out(text + " prints the JSON Schema of its report\n");
  }

  static std::string Version() {
    std::string targets;
    for (const std::string& target : SimdTargets())
      Append(&targets, "{}{}{}", targets.empty() ? "" : ", ", target, targets.empty() ? " (best here)" : "");
    return fmt::format(
        "tracepack {}, bundle format 1.0, tf.function as in TensorFlow 2.21, Python 3.11 subset\n"
        "optimised build, runs on: {}\n",
        kVersion, targets);
  }
};

const RegisterCommand help(new Help);

}  // namespace
}  // namespace tp::cli
