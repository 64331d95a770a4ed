#include "cli/spec/trials.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/function_report.h"
#include "cli/spec/collect.h"
#include "cli/spec/run_spec.h"

namespace tp::cli {
namespace {

using Kind = TraceType::Kind;

// "tf.TensorSpec([None, 784], tf.float32)" for what all traces have as one parameter; "" where no single
// tensor takes them all.
std::string CommonSpec(const BundleFunction& f, size_t parameter) {
  DType dtype = DType::kInvalid;
  Shape shape;
  bool tensor = false, floating = false, first = true;
  for (const BundleConcrete& c : f.concretes) {
    const TraceTypeRef& type = c.type->parameters()[parameter].type;
    if (!type) return "";
    if (type->kind() == Kind::kTensor) {
      if (!first && (!tensor || dtype != type->dtype())) return "";
      shape = first ? type->shape() : RelaxShapes(shape, type->shape());
      dtype = type->dtype();
      tensor = true;
    } else if (type->kind() == Kind::kLiteral) {
      const LiteralValue& value = type->literal();
      const bool is_float = std::holds_alternative<double>(value);
      if (tensor || (!is_float && !std::holds_alternative<int64_t>(value))) return "";
      floating |= is_float;
    } else {
      return "";
    }
    first = false;
  }
  if (!tensor) dtype = floating ? DType::kFloat32 : DType::kInt32;
  std::string dims;
  if (shape.has_rank()) {
    for (Dim dim : shape)
      dims += fmt::format("{}{}", dims.empty() ? "" : ", ", IsKnown(dim) ? std::to_string(dim) : "None");
    dims = "[" + dims + "]";
  } else {
    dims = "None";
  }
  return fmt::format("tf.TensorSpec({}, tf.{})", dims, DTypeName(dtype));
}

Json Proposal(const BundleFunction& f) {
  if (f.concretes.size() < 2) return Json();
  const size_t parameters = f.concretes[0].type->parameters().size();
  std::string specs;
  for (const BundleConcrete& c : f.concretes)
    if (c.type->parameters().size() != parameters) return Json();
  for (size_t i = 0; i < parameters; ++i) {
    const std::string spec = CommonSpec(f, i);
    if (spec.empty()) return Json();
    specs += (specs.empty() ? "" : ", ") + spec;
  }
  if (specs.empty()) return Json();
  return fmt::format("@tf.function(input_signature=[{}])", specs);
}

Json Describe(const SpecRun& run) {
  const Collected collected = CollectSpec(run.path, run.text, run.globals);
  TraceTimes times;
  for (const auto& traces : collected.traces) {
    times.emplace_back();
    for (const Ref<ConcreteFunction>& c : traces) times.back().push_back(Notes().Of(c.get()).nanoseconds);
  }
  Json functions = FunctionsJson(collected.contents, times);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]["proposal"] = Proposal(collected.contents.functions[i]);
  return Json{{"exit_code", run.exit_code},
              {"error", run.error},
              {"run_ns", run.nanoseconds},
              {"functions", std::move(functions)}};
}

void WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

[[noreturn]] void Child(Env& env, const Arguments& arguments, const std::string& path,
                        const std::string& text, bool quiet, int answer) {
  if (quiet) {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
      dup2(nowhere, 1);
      dup2(nowhere, 2);
    }
  }
  int code = kExitOk;
  try {
    RunSpecAnd(env, arguments, path, text, [&](SpecRun& run) { WriteAll(answer, DumpJson(Describe(run))); });
  } catch (const CommandError& e) {
    env.Error(e.message, e.help);
    code = e.exit_code;
  } catch (...) {
    code = kExitInternal;
  }
  _exit(code);
}

}  // namespace

std::optional<Json> RunInChild(Env& env, const Arguments& arguments, const std::string& path,
                               const std::string& text, bool quiet) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return std::nullopt;
  }
  if (child == 0) {
    close(ends[0]);
    Child(env, arguments, path, text, quiet, ends[1]);
  }
  close(ends[1]);
  std::string answer;
  char block[1 << 16];
  for (ssize_t n; (n = read(ends[0], block, sizeof block)) > 0;) answer.append(block, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  Json json = Json::parse(answer, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

}  // namespace tp::cli
