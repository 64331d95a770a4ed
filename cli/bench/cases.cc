#include "cli/bench/cases.h"

#include "cli/bench/op_by_op.h"
#include "cli/function_report.h"
#include "cli/graph_stats.h"
#include "cli/inputs.h"

namespace tp::cli {
bool IsChosen(const Arguments& arguments, const BundleContents& contents, size_t function, size_t trace) {
  if (!arguments.Has("function")) return true;
  for (const std::string& given : arguments.All("function")) {
    const FunctionName named = ParseFunctionName(given);
    if (named.Names(contents.functions[function].id) && (!named.trace || named.trace == trace + 1))
      return true;
  }
  return false;
}

bool IsLeftOut(Env& env, const Arguments& arguments, const BundleContents& contents, size_t function,
               size_t trace) {
  const BundleFunction& f = contents.functions[function];
  if (!Session::MakesVariables(f, trace)) return false;
  for (const std::string& given : arguments.All("function")) {
    const FunctionName named = ParseFunctionName(given);
    if (named.Names(f.id) && named.trace == trace + 1) return false;
  }
  env.NoteF("{}/{} is left out: it was traced to make the variables", f.id, trace + 1);
  return true;
}

void CheckChosen(const Arguments& arguments, const BundleContents& contents, const std::string& file) {
  for (const std::string& given : arguments.All("function")) {
    const FunctionName named = ParseFunctionName(given);
    bool found = false;
    std::vector<std::string> ids;
    for (const BundleFunction& f : contents.functions) {
      ids.push_back(f.id);
      ids.push_back(f.id.substr(f.id.rfind('.') + 1));
      if (!named.Names(f.id)) continue;
      found = true;
      if (named.trace > f.concretes.size())
        Fail(kExitUsage, "`{}` has {}, not {}", f.id,
             Count(static_cast<int64_t>(f.concretes.size()), "trace"), named.trace);
    }
    if (found || arguments.files.size() > 1) continue;  // of several files another may have it
    const std::string near = Nearest(named.name, ids);
    Fail(kExitUsage, "no function `{}` in {}{}", named.name, file,
         near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  }
}

void CheckInputs(const Arguments& arguments, const BundleContents& contents, const NamedInputs& given) {
  if (arguments.files.size() > 1) return;
  for (const auto& [name, value] : given) {
    bool found = false;
    std::vector<std::string> names;
    for (size_t i = 0; i < contents.functions.size(); ++i)
      for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k)
        if (IsChosen(arguments, contents, i, k))
          for (const InputSlot& slot : InputSlots(contents.functions[i].concretes[k])) {
            found |= slot.path == name;
            names.push_back(slot.path);
          }
    if (found) continue;
    const std::string near = Nearest(name, names);
    Fail(kExitUsage, "no signature has an input `{}`{}", name,
         near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  }
  std::vector<std::pair<std::string, const BundleConcrete*>> chosen;
  for (size_t i = 0; i < contents.functions.size(); ++i)
    for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k)
      if (IsChosen(arguments, contents, i, k))
        chosen.emplace_back(fmt::format("{}/{}", contents.functions[i].id, k + 1),
                            &contents.functions[i].concretes[k]);
  CheckDim(arguments, given, chosen);
}

std::vector<Tensor> CaseInputs(Env& env, const BundleConcrete& concrete, std::span<const Tensor> samples,
                               const NamedInputs& given, uint64_t seed, int64_t dim, std::string* why,
                               bool* made_up) {
  std::vector<Tensor> inputs(concrete.graph->inputs_list.size() - concrete.captures.size());
  NamedInputs named;
  bool wants_random = false;
  for (const InputSlot& slot : InputSlots(concrete)) {
    if (slot.graph_input < 0) continue;
    const auto at = static_cast<size_t>(slot.graph_input);
    if (slot.type->kind() == TraceType::Kind::kVariable) {
      if (at >= samples.size()) {
        *why = fmt::format("input `{}` is a variable", slot.path);
        return {};
      }
      inputs[at] = samples[at];
      continue;
    }
    if (const auto it = given.find(slot.path); it != given.end()) {
      const auto tensor = AsTensor(it->second, slot.type->dtype());
      if (!tensor || !Session::Compare(concrete, {{slot.path, it->second}}).empty()) {
        *why = fmt::format("input `{}` does not fit", slot.path);
        return {};
      }
      named.emplace(slot.path, *tensor);
      continue;
    }
    if (at < samples.size() && !(dim > 0 && HasUnknownDim(*slot.type)))
      named.emplace(slot.path, samples[at]);
    else
      wants_random = true;
  }
  *made_up = wants_random;
  if (wants_random) FillInputs(env, concrete, seed, dim > 0 ? dim : 32, &named);
  for (const InputSlot& slot : InputSlots(concrete))
    if (slot.graph_input >= 0 && slot.type->kind() == TraceType::Kind::kTensor)
      inputs[static_cast<size_t>(slot.graph_input)] = *AsTensor(named.at(slot.path), slot.type->dtype());
  return inputs;
}

void DescribeInputs(const BundleConcrete& concrete, std::span<const Tensor> inputs, BenchCase* bench) {
  NamedInputs named;
  for (const InputSlot& slot : InputSlots(concrete)) {
    if (slot.graph_input < 0 || slot.type->kind() != TraceType::Kind::kTensor) continue;
    const Tensor& tensor = inputs[static_cast<size_t>(slot.graph_input)];
    named.emplace(slot.path, tensor);
    for (int i = 0; slot.type->shape().has_rank() && i < slot.type->shape().rank(); ++i)
      if (!IsKnown(slot.type->shape()[i]))
        bench->dims.emplace_back(fmt::format("{}.{}", slot.path, i), tensor.dim(i));
  }
  bench->signature = RanAs(concrete, named);
}

bool DrawsRandom(Graph& graph) {
  const auto draws = [](Graph& g) {
    for (NodeId id = 0; id < g.num_nodes(); ++id) {
      if (g.erased(id)) continue;
      const std::string_view op = g.node(id).op->name();
      if (op.starts_with("Random") || op == "TruncatedNormal" || op == "Multinomial") return true;
    }
    return false;
  };
  if (draws(graph)) return true;
  for (Graph* g : LibraryOf(graph))
    if (draws(*g)) return true;
  return false;
}

std::vector<BenchCase> BundleCases(Env& env, const Arguments& arguments, const std::string& file,
                                   Session& session, uint64_t seed) {
  const BundleContents& contents = session.contents();
  CheckChosen(arguments, contents, file);
  const NamedInputs given = ParseInputs(arguments, seed);
  CheckInputs(arguments, contents, given);
  std::vector<int64_t> dims = arguments.GetInts("dim");
  if (dims.empty()) dims = {0};
  int unfit = 0;
  std::vector<BenchCase> cases;
  for (size_t i = 0; i < contents.functions.size(); ++i)
    for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k) {
      if (!IsChosen(arguments, contents, i, k) || IsLeftOut(env, arguments, contents, i, k)) continue;
      const BundleConcrete& concrete = contents.functions[i].concretes[k];
      for (int64_t dim : dims) {
        BenchCase bench;
        bench.id = fmt::format("{}/{}", contents.functions[i].id, k + 1);
        std::string why;
        auto state = std::make_shared<CaseState>();
        state->inputs = CaseInputs(env, concrete, {}, given, seed, dim, &why, &bench.made_up);
        if (!why.empty()) {
          env.NoteF("{} is left out: {}", bench.id, why);
          unfit += why.ends_with("fit");
          continue;
        }
        DescribeInputs(concrete, state->inputs, &bench);
        const bool sized = !bench.dims.empty();
        state->outputs.resize(concrete.output_map.size());
        state->eager_outputs.resize(concrete.graph->outputs_list.size());
        bench.ir = concrete.graph.get();
        bench.random = DrawsRandom(*concrete.graph);
        bench.graph.call = [&session, &concrete, state] {
          return session.CallFlat(concrete, state->inputs, state->outputs);
        };
        bench.graph.outputs = [state] { return state->outputs; };
        bench.eager.call = [&session, &concrete, state] {
          return RunOpByOp(session.executor(), *concrete.graph, session.WithCaptures(concrete, state->inputs),
                           state->eager_outputs);
        };
        bench.eager.outputs = [&concrete, state] {
          std::vector<Tensor> outputs;
          for (int at : concrete.output_map) outputs.push_back(state->eager_outputs[static_cast<size_t>(at)]);
          return outputs;
        };
        bench.reset = [&session] { session.ResetVariables(); };
        bench.state = [&session, &contents] {
          std::vector<Tensor> values;
          for (size_t v = 0; v < contents.variables.size(); ++v) values.push_back(session.variable(v));
          return values;
        };
        cases.push_back(std::move(bench));
        if (!sized) break;  // --dim changes nothing: one row
      }
    }
  if (cases.empty() && unfit) Fail(kExitUsage, "no signature of {} takes these inputs", file);
  return cases;
}

}  // namespace tp::cli
