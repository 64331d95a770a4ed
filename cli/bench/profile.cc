#include "cli/bench/profile.h"

#include <algorithm>
#include <map>

#include "cli/function_report.h"
#include "cli/report/table.h"
#include "cli/report/units.h"
#include "core/ir/expression.h"

namespace tp::cli {
namespace {

constexpr size_t kShownRows = 5;         // without -v
constexpr double kMinRateBytes = 65536;  // a rate of less says nothing: it is the cost of a call

std::string Short(DType dtype, const Shape& shape) {
  if (dtype == DType::kResource || dtype == DType::kVariant) return std::string(DTypeName(dtype));
  return std::string(DTypeShortName(dtype)) + (shape.has_rank() ? shape.ToBracketString() : "[*]");
}

std::string Dims(std::initializer_list<Dim> dims) {
  std::string text;
  for (Dim d : dims) text += (text.empty() ? "" : "x") + (IsKnown(d) ? std::to_string(d) : "?");
  return text;
}

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

// "exp+mul+add": the primitives of a fused expression, in their order, each run of one name once.
std::string Primitives(const Graph& graph, NodeId node, int64_t* count) {
  std::vector<DType> types;
  const AttrSet& attrs = graph.attrs(node);
  for (ValueId input : graph.inputs(node)) types.push_back(graph.dtype(input));
  if (graph.node(node).op->name() == "_FusedUpdate") {  // the variable stands among the others
    types.erase(types.begin());
    types.insert(types.begin() + attrs.Get<int64_t>("at"), attrs.Get<DType>("T"));
  }
  Expression expression;
  std::string text, last;
  *count = 0;
  if (!OpExpression(OpRegistry::Get("_Fused"), attrs, types, &expression).ok()) return text;
  for (const ExprNode& n : expression.nodes) {
    if (n.kind != ExprNode::kPrim && n.kind != ExprNode::kCast) continue;
    ++*count;
    const std::string name = n.kind == ExprNode::kCast ? "cast" : std::string(GetPrim(n.prim).name);
    if (name != last) text += (text.empty() ? "" : "+") + name;
    last = name;
  }
  return text;
}

// What a step is called, and of how many nodes of the traced graph it does the work.
std::string Label(const Profile::Entry& e, int64_t* nodes) {
  const Graph& graph = *e.graph;
  const Node& node = graph.node(e.node);
  const std::string_view op = node.op->name();
  *nodes = static_cast<int64_t>(e.num_nodes);
  if (e.kind == StepKind::kScalar)
    return fmt::format("scalar code of {}", Count(static_cast<int64_t>(e.num_nodes), "node"));
  std::string text(op);
  if (op == "_Fused" || op == "_FusedUpdate") {
    text = Primitives(graph, e.node, nodes);
  } else if (op == "_FusedMatMul" || op == "_FusedConv2D") {
    text = op.substr(6);
    for (const std::string& part : node.attrs->Get<std::vector<std::string>>("fused_ops")) {
      text += "+" + (part == "BiasAdd" ? "bias" : Lower(part));
      ++*nodes;
    }
  }
  if (text.starts_with("MatMul") && e.inputs.size() >= 2 && e.inputs[0].has_rank() &&
      e.inputs[0].rank() == 2 && e.inputs[1].has_rank() && e.inputs[1].rank() == 2) {
    const bool a = node.attrs->Get<bool>("transpose_a"), b = node.attrs->Get<bool>("transpose_b");
    return fmt::format("MatMul {}{}",
                       Dims({e.inputs[0][a ? 1 : 0], e.inputs[0][a ? 0 : 1], e.inputs[1][b ? 0 : 1]}),
                       text.substr(6));
  }
  // The type that says most of what was worked on: the first output's, or that of the last input that is
  // data.
  if (!e.outputs.empty())
    return fmt::format("{} {}", text, Short(graph.dtype(graph.output(e.node)), e.outputs[0]));
  const std::span<const ValueId> inputs = graph.inputs(e.node);
  return inputs.empty() ? text
                        : fmt::format("{} {}", text, Short(graph.dtype(inputs.back()), e.inputs.back()));
}

std::string Scaled(double per_second, std::string_view unit) {
  const auto digits = [](double x) { return x >= 99.95 ? 0 : x >= 9.995 ? 1 : 2; };
  const double giga = per_second / 1e9;
  if (giga >= 1) return fmt::format("{:.{}f} G{}", giga, digits(giga), unit);
  return fmt::format("{:.{}f} M{}", giga * 1e3, digits(giga * 1e3), unit);
}

// Operations where there are many for each byte, else bytes.
std::string Rate(const KernelRow& row) {
  if (row.nanoseconds <= 0) return "-";
  const double seconds = row.nanoseconds * 1e-9;
  if (row.flops > 2 * row.bytes) return Scaled(row.flops / seconds, "FLOP/s");
  return row.bytes >= kMinRateBytes ? Scaled(row.bytes / seconds, "B/s") : "-";
}

}  // namespace

Status ProfileCase(const Env& env, const BenchCase& bench, Executor& executor, int64_t time,
                   SignatureProfile* out) {
  bench.reset();
  for (int i = 0; i < 3; ++i) TP_RETURN_IF_ERROR(bench.graph.call());
  bench.reset();
  Profile profile;
  executor.set_profile(&profile);
  const int64_t begin = env.Now();
  Status status;
  do {
    status = bench.graph.call();
    ++out->calls;
  } while (status.ok() && (out->calls < 3 || env.Now() - begin < time));
  executor.set_profile(nullptr);
  bench.reset();
  TP_RETURN_IF_ERROR(std::move(status));

  out->id = bench.id;
  std::map<std::pair<std::string, std::string>, size_t> index;
  const auto calls = static_cast<double>(out->calls);
  for (const Profile::Entry& e : profile.Sorted()) {
    int64_t nodes = 1;
    std::string kernel = Label(e, &nodes), source = PositionText(e.graph->position(e.node));
    const auto [it, is_new] = index.try_emplace({kernel, source}, out->rows.size());
    if (is_new) out->rows.push_back({.kernel = kernel, .source = source});
    KernelRow& row = out->rows[it->second];
    const double runs = static_cast<double>(e.calls) / calls;
    row.nodes += nodes;
    row.nanoseconds += static_cast<double>(e.nanoseconds) / calls;
    // What a step with regions costs is the cost model's guess of its turns: no rate is made of it.
    if (e.kind != StepKind::kKernel) continue;
    row.flops += e.cost.flops * runs;
    row.bytes += e.cost.bytes * runs;
  }
  for (const KernelRow& row : out->rows) out->nanoseconds += row.nanoseconds;
  for (KernelRow& row : out->rows) row.share = out->nanoseconds > 0 ? row.nanoseconds / out->nanoseconds : 0;
  std::stable_sort(out->rows.begin(), out->rows.end(),
                   [](const KernelRow& a, const KernelRow& b) { return a.nanoseconds > b.nanoseconds; });
  return {};
}

void PrintProfile(Env& env, const SignatureProfile& profile) {
  using Align = Table::Align;
  Table table({{"share", Align::kRight},
               {"time", Align::kRight},
               {"kernel"},
               {"nodes", Align::kRight},
               {"rate", Align::kRight},
               {"source"}});
  const bool all = env.verbose() || profile.rows.size() <= kShownRows + 1;
  const size_t shown = all ? profile.rows.size() : kShownRows;
  for (size_t i = 0; i < shown; ++i) {
    const KernelRow& row = profile.rows[i];
    table.Add({FormatPercent(row.share), FormatTime(row.nanoseconds), row.kernel, std::to_string(row.nodes),
               Rate(row), row.source});
  }
  if (shown < profile.rows.size()) {
    KernelRow rest;
    for (size_t i = shown; i < profile.rows.size(); ++i) {
      rest.nodes += profile.rows[i].nodes;
      rest.nanoseconds += profile.rows[i].nanoseconds;
      rest.share += profile.rows[i].share;
    }
    table.Add({FormatPercent(rest.share), FormatTime(rest.nanoseconds),
               fmt::format("{} more kernels (`-v`)", profile.rows.size() - shown), std::to_string(rest.nodes),
               "-", "-"});
  }
  if (!table.empty() && !env.quiet()) env.Out(table.Render(env));
  env.OutF("{}: {} in {}; measured apart, the timed rows carry no probes\n", profile.id,
           FormatTime(profile.nanoseconds), Count(static_cast<int64_t>(profile.rows.size()), "kernel"));
}

Json ProfileJson(const SignatureProfile& profile) {
  Json kernels = Json::array();
  for (const KernelRow& row : profile.rows)
    kernels.push_back(JsonObject({{"kernel", row.kernel},
                                  {"source", row.source != "-", row.source},
                                  {"nodes", row.nodes},
                                  {"self_ns", row.nanoseconds},
                                  {"share_ratio", row.share},
                                  {"work_flop", row.flops > 0, row.flops},
                                  {"moved_bytes", row.bytes > 0, row.bytes}}));
  return JsonObject({{"id", profile.id},
                     {"calls", profile.calls},
                     {"total_ns", profile.nanoseconds},
                     {"kernels", kernels}});
}

}  // namespace tp::cli
