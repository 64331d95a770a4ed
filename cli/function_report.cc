#include "cli/function_report.h"

#include "cli/graph_stats.h"

namespace tp::cli {

std::string Count(int64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

int64_t TensorBytes(const Tensor& tensor) {
  if (!tensor.valid()) return 0;
  if (tensor.dtype() != DType::kString) return static_cast<int64_t>(tensor.bytes());
  int64_t bytes = 0;
  for (const std::string& s : tensor.elements<std::string>()) bytes += static_cast<int64_t>(s.size());
  return bytes;
}

int64_t CountSignatures(const BundleContents& contents) {
  int64_t count = 0;
  for (const BundleFunction& f : contents.functions) count += static_cast<int64_t>(f.concretes.size());
  return count;
}

int64_t CountRetraces(const BundleContents& contents) {
  int64_t count = 0;
  for (const BundleFunction& f : contents.functions)
    for (const BundleConcrete& c : f.concretes) count += c.retrace.cause != RetraceCause::kFirst;
  return count;
}

int64_t VariablesBytes(const BundleContents& contents) {
  int64_t bytes = 0;
  for (const BundleVariable& v : contents.variables) bytes += TensorBytes(v.value);
  return bytes;
}

std::string ShortOrNone(const FunctionType& type) {
  std::string text = type.Short();
  return text.empty() ? "()" : text;
}

std::string ShortWithOutput(const FunctionType& type) {
  const std::string output = type.output() ? type.output()->Short() : "None";
  const std::string inputs = type.Short();
  return inputs + (inputs.empty() ? "-> " : " -> ") + output;
}

Json CauseJson(const BundleContents& contents, const BundleFunction& function, const RetraceRecord& record) {
  if (record.cause == RetraceCause::kFirst) return Json();
  Json cause = JsonObject({{"code", std::string(RetraceCauseName(record.cause))},
                           {"nearest", fmt::format("{}/{}", function.id, record.nearest)},
                           {"argument", !record.argument.empty(), record.argument},
                           {"axis", record.axes.empty() ? Json() : Json(record.axes[0])},
                           {"was", record.was},
                           {"now", record.now}});
  if (record.axes.size() > 1) cause["axes"] = record.axes;
  if (!record.more_arguments.empty()) cause["more_arguments"] = record.more_arguments;
  if (record.call.line) {
    if (record.call.file > 0 && record.call.file <= contents.files.size())
      cause["file"] = contents.files[record.call.file - 1].name;
    cause["line"] = record.call.line;
    cause["column"] = record.call.column;
    cause["end_line"] = record.call.end_line;
    cause["end_column"] = record.call.end_column;
  }
  return cause;
}

Json FunctionsJson(const BundleContents& contents, const TraceTimes& times) {
  Json functions = Json::array();
  for (size_t i = 0; i < contents.functions.size(); ++i) {
    const BundleFunction& f = contents.functions[i];
    const bool has_file = f.file > 0 && f.file <= contents.files.size();
    Json row = JsonObject({{"id", f.id},
                           {"name", f.name},
                           {"file", has_file ? Json(contents.files[f.file - 1].name) : Json()},
                           {"line", f.line != 0, f.line},
                           {"calls", f.calls},
                           {"tracing_count", f.tracing_count},
                           {"concrete", Json::array()}});
    for (size_t k = 0; k < f.concretes.size(); ++k) {
      const BundleConcrete& c = f.concretes[k];
      const GraphStats stats = StatsOf(c);
      Json ops = Json::object();
      for (const auto& [op, count] : stats.ops) ops[op] = count;
      const bool timed = i < times.size() && k < times[i].size();
      row["concrete"].push_back(JsonObject({{"id", fmt::format("{}/{}", f.id, k + 1)},
                                            {"short", c.type->Short()},
                                            {"signature", c.type->ToString()},
                                            {"traces", 1},
                                            {"nodes", stats.nodes},
                                            {"library_functions", stats.library_functions},
                                            {"all_nodes", stats.all_nodes},
                                            {"captures", c.captures.size()},
                                            {"constants_bytes", stats.constants_bytes},
                                            {"ops", std::move(ops)},
                                            {"trace_ns", timed ? Json(times[i][k]) : Json()},
                                            {"cause", CauseJson(contents, f, c.retrace)}}));
    }
    functions.push_back(std::move(row));
  }
  return functions;
}

void AddCalls(const BundleContents& contents, Json* functions) {
  for (size_t i = 0; i < functions->size(); ++i)
    for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k) {
      const BundleConcrete& c = contents.functions[i].concretes[k];
      const CallSite& call = c.retrace.call;
      Json& trace = (*functions)[i]["concrete"][k];
      trace["inner"] = c.in_graph_context;
      trace["call"] = call.line && call.file == 1 ? JsonObject({{"line", call.line},
                                                                {"column", call.column},
                                                                {"end_line", call.end_line},
                                                                {"end_column", call.end_column}})
                                                  : Json();
    }
}

Json VariablesJson(const BundleContents& contents) {
  Json variables = Json::array();
  for (const BundleVariable& v : contents.variables) {
    Json shape;
    if (v.shape.has_rank()) {
      shape = Json::array();
      for (Dim dim : v.shape) shape.push_back(IsKnown(dim) ? Json(dim) : Json());
    }
    variables.push_back(JsonObject({{"name", v.name},
                                    {"dtype", std::string(DTypeName(v.dtype))},
                                    {"shape", std::move(shape)},
                                    {"bytes", v.value.valid() ? Json(TensorBytes(v.value)) : Json()}}));
  }
  return variables;
}

}  // namespace tp::cli
