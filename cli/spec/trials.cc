#include "cli/spec/trials.h"

#include <fcntl.h>
#include <unistd.h>

#include "cli/child.h"
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
  return JsonObject({{"exit_code", run.exit_code},
                     {"error", run.error},
                     {"run_ns", run.nanoseconds},
                     {"functions", std::move(functions)}});
}

int Child(Env& env, const Arguments& arguments, const std::string& path, const std::string& text, bool quiet,
          const std::function<void(std::string_view)>& say) {
  if (quiet) {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
      dup2(nowhere, 1);
      dup2(nowhere, 2);
    }
  }
  try {
    RunSpecAnd(env, arguments, path, text, [&](SpecRun& run) { say(DumpJson(Describe(run))); });
    return kExitOk;
  } catch (const CommandError& e) {
    env.Error(e.message, e.help);
    return e.exit_code;
  } catch (...) {
    return kExitInternal;
  }
}

}  // namespace

std::optional<Json> RunInChild(Env& env, const Arguments& arguments, const std::string& path,
                               const std::string& text, bool quiet) {
  int code;
  const std::string answer =
      RunChild([&](const auto& say) { return Child(env, arguments, path, text, quiet, say); }, &code);
  Json json = Json::parse(answer, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    // It has said why it ended, as at its limit of time.
    if (code <= 0) return std::nullopt;
    return JsonObject(
        {{"exit_code", code}, {"error", "the run was ended"}, {"run_ns", 0}, {"functions", Json::array()}});
  }
  return json;
}

}  // namespace tp::cli
