// tracepack inspect: what is in a bundle, what one graph does, what takes the room.
#include <algorithm>

#include "cli/bench/cases.h"
#include "cli/bundle_io.h"
#include "cli/function_report.h"
#include "cli/graph_stats.h"
#include "cli/report/table.h"
#include "cli/report/units.h"
#include "core/base/stable_sort.h"
#include "core/exec/executor.h"
#include "core/exec/prepared.h"
#include "core/ir/summary.h"
#include "core/passes/pass.h"
#include "serialize/layout.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"function", "sizes", "plan", "format", "no-digest"};
using Align = Table::Align;

std::string TypeText(DType dtype, const Shape& shape) {
  if (dtype == DType::kResource || dtype == DType::kVariant) return std::string(DTypeName(dtype));
  return std::string(DTypeShortName(dtype)) + (shape.has_rank() ? shape.ToBracketString() : "[*]");
}

// "matmul = MatMul(x, w, ^NoOp)".
std::string NodeText(Graph& graph, NodeId id) {
  std::string text = fmt::format("{} = {}(", graph.node_name(id), graph.node(id).op->name());
  bool first = true;
  for (ValueId input : graph.inputs(id)) {
    text += (first ? "" : ", ") + graph.value_name(input);
    first = false;
  }
  for (NodeId control : graph.controls(id)) {
    text += (first ? "^" : ", ^") + graph.node_name(control);
    first = false;
  }
  text += ")";
  std::string regions;
  for (const auto& [name, value] : graph.attrs(id).items()) {
    if (const FuncAttr* f = value.As<FuncAttr>(); f && f->graph())
      Append(&regions, "{}{}={}", regions.empty() ? "" : ", ", name, f->graph()->name());
    if (const auto* list = value.As<std::vector<FuncAttr>>())
      for (const FuncAttr& f : *list)
        if (f.graph()) Append(&regions, "{}{}={}", regions.empty() ? "" : ", ", name, f.graph()->name());
  }
  if (!regions.empty()) Append(&text, " {{{}}}", regions);
  if (const Tensor* value = graph.node(id).num_outputs == 1 ? graph.ConstantValue(graph.output(id)) : nullptr)
    Append(&text, "  # {}", SummarizeValue(*value, 6));
  if (const AttrValue* fused = graph.attrs(id).Find("fused_ops"))
    if (const auto* ops = fused->As<std::vector<std::string>>()) {
      std::string_view before = "  # then ";
      for (const std::string& op : *ops) {
        (text += before) += op;
        before = ", ";
      }
    }
  return text;
}

// A row a node for programs, regions and called functions after the graph itself.
Json NodesJson(Graph& graph) {
  Json rows = Json::array();
  std::vector<Graph*> graphs = LibraryOf(graph);
  graphs.insert(graphs.begin(), &graph);
  for (Graph* g : graphs)
    for (NodeId id = 0; id < static_cast<NodeId>(g->num_nodes()); ++id) {
      if (g->erased(id)) continue;
      Json types = Json::array(), inputs = Json::array(), controls = Json::array();
      for (uint32_t i = 0; i < g->node(id).num_outputs; ++i) {
        const ValueId value = g->output(id, static_cast<int>(i));
        types.push_back(TypeText(g->dtype(value), g->shape(value)));
      }
      for (ValueId input : g->inputs(id)) inputs.push_back(g->value_name(input));
      for (NodeId control : g->controls(id)) controls.push_back(g->node_name(control));
      const StackId position = g->position(id);
      rows.push_back(
          JsonObject({{"function", g != &graph, g->name()},
                      {"line", position != kNoStack, position == kNoStack ? 0 : FrameOf(position).line},
                      {"types", types},
                      {"name", g->node_name(id)},
                      {"op", g->node(id).op->name()},
                      {"inputs", inputs},
                      {"controls", controls}}));
    }
  return rows;
}

// The types of a node's outputs; of more than three only the first, unless `all`: they make a wide column.
std::string OutputsText(const Graph& graph, NodeId id, bool all) {
  std::string text;
  const uint32_t count = graph.node(id).num_outputs;
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0 && count > 3 && !all) return fmt::format("{}, {} more", text, count - 1);
    const ValueId value = graph.output(id, static_cast<int>(i));
    text += (i ? ", " : "") + TypeText(graph.dtype(value), graph.shape(value));
  }
  return text.empty() ? "-" : text;
}

// "15", with the file in front where it is another one than `file`; "-" where it is not known.
std::string LineText(StackId position, std::string_view file) {
  if (position == kNoStack) return "-";
  const SourceFrame frame = FrameOf(position);
  const std::string name = SourceName(frame.file);
  return name.empty() || BaseName(name) == file ? std::to_string(frame.line) : PositionText(position);
}

// A graph of more nodes than kMostNodes is shown by its first and last ones.
constexpr NodeId kMostNodes = 4000, kFirstNodes = 500, kLastNodes = 100;

// One row a node; of a large graph only some, unless `all`. `concrete`: says what the last inputs stand for;
// null for a function of the library. `file`: of the function.
void AddNodes(Graph& graph, const BundleContents& contents, const BundleConcrete* concrete,
              std::string_view file, const std::string& indent, bool all, Table* table) {
  std::map<NodeId, std::string> captured;
  if (concrete) {
    const size_t first = graph.inputs_list.size() - concrete->captures.size();
    for (size_t i = 0; i < concrete->captures.size(); ++i) {
      const int variable = concrete->captures[i].variable;
      captured[graph.producer(graph.inputs_list[first + i])] =
          variable >= 0                       ? contents.variables[static_cast<size_t>(variable)].name
          : concrete->captures[i].object >= 0 ? "an object of the SavedModel"
                                              : "a constant";
    }
  }
  const NodeId count = static_cast<NodeId>(graph.num_nodes());
  const bool all_types = std::exchange(all, all || count <= kMostNodes);
  for (NodeId id = 0; id < count; ++id) {
    if (!all && id == kFirstNodes) {
      id = count - kLastNodes;
      table->Add({"-", "-", fmt::format("{}… {} more, all with `-v`", indent, id - kFirstNodes)});
    }
    if (graph.erased(id)) continue;
    std::string text = indent + NodeText(graph, id);
    if (const auto it = captured.find(id); it != captured.end()) text += "  # captured: " + it->second;
    table->Add({LineText(graph.position(id), file), OutputsText(graph, id, all_types), std::move(text)});
  }
}

class Inspect : public Command {
 public:
  std::string_view name() const override { return "inspect"; }
  std::string_view group() const override { return "look"; }
  std::string_view operands() const override { return "BUNDLE"; }
  std::string_view meant_flag() const override { return "-f"; }
  std::string_view summary() const override { return "what is in a bundle, what one graph does"; }
  std::string_view examples() const override {
    return "tracepack inspect mlp.tpk                 one row a signature\n"
           "tracepack inspect mlp.tpk -f predict      its graph, node by node\n"
           "tracepack inspect mlp.tpk -f predict --plan   what the passes leave of it\n"
           "tracepack inspect mlp.tpk --sizes         what takes the room";
  }
  std::string_view fields() const override {
    return "file{file:s file_bytes:i format:s producer:s has_spec:b}? functions[id:s name:s file:s? "
           "line:i? calls:i tracing_count:i concrete[id:s short:s signature:s traces:i nodes:i "
           "library_functions:i all_nodes:i captures:i constants_bytes:i ops{} trace_ns:n? cause{}? "
           "graph*[function:s? line:i? types[s] name:s op:s inputs[s] controls[s]]]] variables[name:s "
           "dtype:s "
           "shape[a]? bytes:i?] sizes*[by:s bytes:i name:s]";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string& file = arguments.files[0];
    const LoadedBundle loaded = LoadBundle(file, arguments);
    const BundleContents& contents = loaded.contents;
    CheckChosen(arguments, contents, file);
    if (arguments.Has("plan") && !arguments.Has("function"))
      Fail(kExitUsage, "`--plan` shows one function: say which with `-f`");
    if (arguments.json())
      PrintJson(env, arguments, loaded);
    else if (arguments.Has("sizes"))
      PrintSizes(env, file, loaded);
    else if (arguments.Has("function"))
      PrintFunctions(env, arguments, contents);
    else
      PrintList(env, file, loaded);
    return kExitOk;
  }

 private:
  static bool HasText(const BundleContents& contents) {
    return std::any_of(contents.files.begin(), contents.files.end(),
                       [](const BundleFile& f) { return f.has_text; });
  }

  static void PrintList(Env& env, const std::string& file, const LoadedBundle& loaded) {
    const BundleContents& contents = loaded.contents;
    env.OutF("{}: {}, bundle format {}.{}, {}, {}, {}, spec {}\n", file,
             FormatBytes(static_cast<int64_t>(loaded.file_bytes)), loaded.format_major, loaded.format_minor,
             Count(static_cast<int64_t>(contents.functions.size()), "function"),
             Count(CountSignatures(contents), "signature"),
             Count(static_cast<int64_t>(contents.variables.size()), "variable"),
             HasText(contents) ? "included" : "left out");
    if (env.markdown()) env.Out("\n");
    Table table({{"id"},
                 {"signature"},
                 {"nodes", Align::kRight},
                 {"lib", Align::kRight},
                 {"captures", Align::kRight}});
    for (const BundleFunction& f : contents.functions)
      for (size_t k = 0; k < f.concretes.size(); ++k) {
        const BundleConcrete& c = f.concretes[k];
        const GraphStats stats = StatsOf(c);
        table.Add({fmt::format("{}/{}", f.id, k + 1), ShortWithOutput(*c.type), std::to_string(stats.nodes),
                   std::to_string(stats.library_functions), std::to_string(c.captures.size())});
      }
    if (!table.empty()) env.Out(table.Render(env));
  }

  static void PrintFunctions(Env& env, const Arguments& arguments, const BundleContents& contents) {
    bool first = true;
    for (size_t i = 0; i < contents.functions.size(); ++i)
      for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k) {
        if (!IsChosen(arguments, contents, i, k)) continue;
        if (!first) env.Out("\n");
        first = false;
        PrintOne(env, arguments.Has("plan"), contents, contents.functions[i], k);
      }
  }

  static void PrintOne(Env& env, bool plan, const BundleContents& contents, const BundleFunction& f,
                       size_t k) {
    const BundleConcrete& c = f.concretes[k];
    std::string head = fmt::format("{}/{}  {}", f.id, k + 1, ShortWithOutput(*c.type));
    if (f.file > 0 && f.file <= contents.files.size())
      Append(&head, "  {}:{}", contents.files[f.file - 1].name, f.line);
    env.Out(head + "\n");
    Executor executor;
    const Ref<Graph> optimised = Optimize(*c.graph, {.runner = &executor});
    Graph& shown = plan ? *optimised : *c.graph;
    Table table({{"line", Align::kRight}, {"type"}, {"node"}});
    const std::string_view file = f.file > 0 && f.file <= contents.files.size()
                                      ? std::string_view(contents.files[f.file - 1].name)
                                      : "";
    AddNodes(shown, contents, &c, file, "", env.verbose(), &table);
    for (Graph* g : LibraryOf(shown)) {
      table.Add({"-", "-", fmt::format("{}:", g->name())});
      AddNodes(*g, contents, nullptr, file, "  ", env.verbose(), &table);
    }
    env.Out(table.Render(env));
    const PlanFigures figures = FiguresOf(*optimised);
    env.OutF("{}, in the plan {}{}; arena {}\n", Count(StatsOf(*c.graph).nodes, "node"),
             Count(figures.steps, "step"),
             figures.scalar_nodes > 0
                 ? fmt::format(" ({} of them scalar code)", Count(figures.scalar_nodes, "node"))
                 : "",
             FormatBytes(figures.arena_bytes));
  }

  struct SizeRow {
    const char* by;
    int64_t bytes;
    std::string name;
  };

  // The largest first of each kind, `most` at most.
  static std::vector<SizeRow> Sizes(const LoadedBundle& loaded, size_t most) {
    const BundleContents& contents = loaded.contents;
    std::vector<SizeRow> all;
    using Row = std::pair<int64_t, std::string>;
    const auto add = [&](const char* by, std::vector<Row> rows) {
      StableSort(&rows, [](const Row& a, const Row& b) { return a.first > b.first; });
      if (rows.size() > most) rows.resize(most);
      for (auto& [bytes, name] : rows)
        if (bytes > 0) all.push_back({by, bytes, std::move(name)});
    };
    std::vector<Row> parts;
    int64_t text = 0, known = 0;
    for (const BundleFile& f : contents.files) text += f.has_text ? static_cast<int64_t>(f.text.size()) : 0;
    for (const auto& segment : loaded.segments) {
      const auto kind = static_cast<SegmentKind>(segment.kind);
      parts.emplace_back(static_cast<int64_t>(segment.bytes), SegmentName(kind));
      known += static_cast<int64_t>(segment.bytes);
    }
    const auto structure = static_cast<int64_t>(loaded.structure_bytes);
    parts.emplace_back(structure - text, "graphs, signatures, positions, retrace log");
    parts.emplace_back(text, "spec text");
    parts.emplace_back(static_cast<int64_t>(loaded.file_bytes) - known - structure, "header, alignment");
    add("part", std::move(parts));
    std::vector<Row> variables, functions, constants;
    for (const BundleVariable& v : contents.variables)
      variables.emplace_back(TensorBytes(v.value), fmt::format("{} {}", v.name, TypeText(v.dtype, v.shape)));
    for (const BundleFunction& f : contents.functions) {
      int64_t bytes = 0;
      for (size_t k = 0; k < f.concretes.size(); ++k) {
        bytes += StatsOf(*f.concretes[k].graph).constants_bytes;
        AddConstants(*f.concretes[k].graph, fmt::format("{}/{}", f.id, k + 1), &constants);
      }
      functions.emplace_back(bytes,
                             fmt::format("{}, constants of {}", f.id,
                                         Count(static_cast<int64_t>(f.concretes.size()), "signature")));
    }
    add("variable", std::move(variables));
    add("function", std::move(functions));
    add("constant", std::move(constants));
    return all;
  }

  static void PrintSizes(Env& env, const std::string& file, const LoadedBundle& loaded) {
    Table table({{"by"}, {"share", Align::kRight}, {"size", Align::kRight}, {"name"}});
    for (const SizeRow& row : Sizes(loaded, env.verbose() ? SIZE_MAX : 5))
      table.Add({row.by,
                 FormatPercent(static_cast<double>(row.bytes) / static_cast<double>(loaded.file_bytes)),
                 FormatBytes(row.bytes), row.name});
    env.Out(table.Render(env));
    env.OutF("{}: {}; equal constants are stored once{}\n", file,
             FormatBytes(static_cast<int64_t>(loaded.file_bytes)),
             env.verbose() ? "" : "; the 5 largest of each kind, all with `-v`");
  }

  static void AddConstants(Graph& graph, const std::string& id,
                           std::vector<std::pair<int64_t, std::string>>* rows) {
    std::vector<Graph*> graphs = LibraryOf(graph);
    graphs.insert(graphs.begin(), &graph);
    for (Graph* g : graphs)
      for (NodeId n = 0; n < g->num_nodes(); ++n) {
        if (g->erased(n)) continue;
        const Tensor* value = g->node(n).num_outputs == 1 ? g->ConstantValue(g->output(n)) : nullptr;
        if (value)
          rows->emplace_back(TensorBytes(*value), fmt::format("{} {} {}", id, g->node_name(n),
                                                              TypeText(value->dtype(), value->shape())));
      }
  }

  static std::string SegmentName(SegmentKind kind);
  static void PrintJson(Env& env, const Arguments& arguments, const LoadedBundle& loaded) {
    const BundleContents& contents = loaded.contents;
    Json report = ReportFrame("inspect", kExitOk, arguments);
    report["file"] = JsonObject({{"file", arguments.files[0]},
                                 {"file_bytes", loaded.file_bytes},
                                 {"format", fmt::format("{}.{}", loaded.format_major, loaded.format_minor)},
                                 {"producer", contents.producer},
                                 {"has_spec", HasText(contents)}});
    report["functions"] = Json::array();
    const Json functions = FunctionsJson(contents, {});
    for (size_t i = 0; i < functions.size(); ++i) {
      Json row = functions[i];
      row["concrete"] = Json::array();
      for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k)
        if (IsChosen(arguments, contents, i, k)) {
          Json& concrete = row["concrete"].emplace_back(functions[i]["concrete"][k]);
          Executor executor;
          Graph& graph = *contents.functions[i].concretes[k].graph;
          if (arguments.Has("plan"))
            concrete["graph"] = NodesJson(*Optimize(graph, {.runner = &executor}));
          else if (arguments.Has("function"))
            concrete["graph"] = NodesJson(graph);
        }
      if (!row["concrete"].empty()) report["functions"].push_back(std::move(row));
    }
    report["variables"] = VariablesJson(contents);
    if (arguments.Has("sizes")) {
      report["sizes"] = Json::array();
      for (const SizeRow& row : Sizes(loaded, SIZE_MAX))
        report["sizes"].push_back(JsonObject({{"by", row.by}, {"bytes", row.bytes}, {"name", row.name}}));
    }
    report["diagnostics"] = Json::array();
    OutReport(env, arguments, report);
  }
};

std::string Inspect::SegmentName(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kConstants:
      return "constants";
    case SegmentKind::kVariables:
      return "variables, final values";
    case SegmentKind::kFirstVariables:
      return "variables, first values";
    default:
      return fmt::format("segment {}", static_cast<int>(kind));
  }
}

const RegisterCommand inspect(new Inspect);

}  // namespace
}  // namespace tp::cli
