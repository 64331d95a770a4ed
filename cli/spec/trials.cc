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
      Append(&dims, "{}{}", dims.empty() ? "" : ", ", IsKnown(dim) ? std::to_string(dim) : "None");
    dims = "[" + dims + "]";
  } else {
    dims = "None";
  }
  return fmt::format("tf.TensorSpec({}, tf.{})", dims, DTypeName(dtype));
}

// The specs of an input signature that takes all of a function's traces; null where there is none.
Json Specs(const BundleFunction& f) {
  if (f.concretes.size() < 2) return Json();
  const size_t parameters = f.concretes[0].type->parameters().size();
  Json specs = Json::array();
  for (const BundleConcrete& c : f.concretes)
    if (c.type->parameters().size() != parameters) return Json();
  for (size_t i = 0; i < parameters; ++i) {
    const std::string spec = CommonSpec(f, i);
    if (spec.empty()) return Json();
    specs.push_back(spec);
  }
  return specs.empty() ? Json() : specs;
}

Json Describe(const SpecRun& run) {
  const Collected collected = CollectSpec(run.path, run.text, run.globals);
  TraceTimes times;
  for (const auto& traces : collected.traces) {
    times.emplace_back();
    for (const Ref<ConcreteFunction>& c : traces) times.back().push_back(Notes().Of(c.get()).nanoseconds);
  }
  Json functions = FunctionsJson(collected.contents, times);
  AddCalls(collected.contents, &functions);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]["specs"] = Specs(collected.contents.functions[i]);
  return JsonObject({{"exit_code", run.exit_code},
                     {"diagnostics", DiagnosticsJson(run, run.error)},
                     {"run_ns", run.nanoseconds},
                     {"functions", std::move(functions)}});
}

// What there is to say of a run that ended before it could be looked at.
Json Ended(int exit_code, const std::string& error) {
  return JsonObject({{"exit_code", exit_code},
                     {"diagnostics", Json::array({DiagnosticJson("error", error)})},
                     {"run_ns", 0},
                     {"functions", Json::array()}});
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
    say(DumpJson(Ended(e.exit_code, e.message)));
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
    return Ended(code, "the run was ended");
  }
  return json;
}

}  // namespace tp::cli
