#include "cli/spec/bench_cases.h"

#include <map>

#include "cli/function_report.h"
#include "cli/inputs.h"
#include "cli/spec/made_anew.h"
#include "cli/spec/run_spec.h"
#include "core/interp/errors.h"
#include "core/trace/context.h"
#include "core/trace/specs.h"
#include "core/trace/structure.h"

namespace tp::cli {
namespace {

std::string ErrorText(const PyError& e) {
  std::string text = TypeNameOf(e.exception);
  try {
    text += ": " + Str(e.exception);
  } catch (PyError&) {
  }
  return text.substr(0, text.find('\n'));
}

// While it lives, tf.functions are called as Python functions.
struct Eagerly {
  const bool before = Function::run_eagerly;
  Eagerly() { Function::run_eagerly = true; }
  ~Eagerly() { Function::run_eagerly = before; }
};

// The call's arguments with tensors in the places of specs; undefined where one cannot be given.
struct EagerCall {
  Function* function;
  Ref<ConcreteFunction> concrete;
  std::vector<Value> arguments;
  Value result;

  Status Run() {
    const Eagerly eagerly;
    try {
      const ArgList args = function->signature().ToCall(*concrete->type, arguments);
      result = Call(function->python_function(), args);
    } catch (PyError& e) {
      return InvalidArgument("{}", ErrorText(e));
    } catch (LimitError& e) {
      return InvalidArgument("{}", e.message);
    }
    return {};
  }
  std::vector<Tensor> Outputs() const {
    std::vector<Tensor> outputs;
    std::vector<Value> leaves;
    Flatten(result, &leaves);
    for (const Value& leaf : leaves) {
      if (leaf.is_none()) continue;
      const Val val = IsVariable(leaf) ? ReadVariable(AsVariable(leaf)) : ConvertToTensor(leaf);
      outputs.push_back(val.tensor());
    }
    return outputs;
  }
};

// False where an argument is of a kind that cannot be made again (a variable, a custom type).
bool MakeArguments(const ConcreteFunction& concrete, std::span<const Tensor> inputs,
                   std::vector<Value>* arguments) {
  const std::span<const Parameter> parameters = concrete.type->parameters();
  arguments->assign(parameters.size(), Value());
  size_t next = 0;
  bool possible = concrete.structured_inputs.size() == parameters.size();
  for (const size_t i : concrete.type->InputOrder()) {
    if (!possible) break;
    (*arguments)[i] = MapStructure(concrete.structured_inputs[i], [&](const Value& leaf) -> Value {
      if (IsVariable(leaf)) possible = false;
      if (!IsTensor(leaf)) return leaf;
      if (next >= inputs.size()) {
        possible = false;
        return leaf;
      }
      return MakeTensor(inputs[next++]);
    });
  }
  return possible && next == inputs.size();
}

}  // namespace

std::vector<BenchCase> SpecCases(Env& env, const Arguments& arguments, const std::string& file,
                                 const Collected& collected, uint64_t seed) {
  const BundleContents& contents = collected.contents;
  CheckChosen(arguments, contents, file);
  const NamedInputs given = ParseInputs(arguments, seed);
  CheckInputs(arguments, contents, given);
  std::vector<int64_t> dims = arguments.GetInts("dim");
  if (dims.empty()) dims = {0};
  auto saved = std::make_shared<std::vector<Tensor>>();
  for (const Ref<VariableResource>& v : collected.variables)
    saved->push_back(v->value.valid() ? v->value.Clone() : Tensor());
  std::vector<BenchCase> cases;
  std::map<std::string, std::pair<std::string, int>> same;  // code and signature: the first id, how many more
  for (size_t i = 0; i < contents.functions.size(); ++i)
    for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k) {
      if (!IsChosen(arguments, contents, i, k) || IsLeftOut(env, arguments, contents, i, k)) continue;
      const BundleConcrete& concrete = contents.functions[i].concretes[k];
      const Ref<ConcreteFunction> traced = collected.traces[i][k];
      const std::string id = fmt::format("{}/{}", contents.functions[i].id, k + 1);
      // Of Functions that one piece of code made anew one is timed.
      const BundleFunction& f = contents.functions[i];
      auto& [first, more] =
          same[fmt::format("{} {}:{} {}", SharedName(f.id), f.file, f.line, concrete.type->Short())];
      if (!first.empty() && !arguments.Has("function")) {
        ++more;
        continue;
      }
      first = id;
      const std::vector<Tensor>& samples = Notes().Of(traced.get()).sample_inputs;
      if (concrete.in_graph_context && samples.empty() && !arguments.Has("function") &&
          !arguments.Has("dim")) {
        env.NoteF("{} is left out: it is only called inside other functions; `-f {}` or `--dim` times it", id,
                  id);
        continue;
      }
      for (int64_t dim : dims) {
        BenchCase bench;
        bench.id = id;
        std::string why;
        auto state = std::make_shared<CaseState>();
        state->inputs = CaseInputs(env, concrete, samples, given, seed, dim, &why, &bench.made_up);
        for (const Val& captured : traced->captures)
          if (captured.symbolic()) why = "it uses a tensor of the function around it";
        auto eager = std::make_shared<EagerCall>(
            EagerCall{collected.functions[i], traced, std::vector<Value>(), Value()});
        if (why.empty() && !MakeArguments(*traced, state->inputs, &eager->arguments))
          why = "its arguments cannot be made again";
        if (!why.empty()) {
          env.NoteF("{} is left out: {}", id, why);
          continue;
        }
        DescribeInputs(concrete, state->inputs, &bench);
        const bool sized = !bench.dims.empty();
        for (const Val& captured : traced->captures) state->inputs.push_back(captured.tensor());
        state->outputs.resize(traced->graph->outputs_list.size());
        bench.ir = traced->graph.get();
        bench.random = DrawsRandom(*traced->graph);
        bench.trace_ns = Notes().Of(traced.get()).nanoseconds;
        bench.graph.call = [traced, state] {
          return Context::Get().runner().RunGraph(*traced->graph, state->inputs, state->outputs);
        };
        bench.graph.outputs = [traced, state] {
          std::vector<Tensor> outputs;
          for (int at : traced->output_map) outputs.push_back(state->outputs[static_cast<size_t>(at)]);
          return outputs;
        };
        bench.eager.call = [eager] { return eager->Run(); };
        bench.eager.outputs = [eager] { return eager->Outputs(); };
        bench.reset = [&collected, saved] {
          // A copy: kernels may write a variable's buffer in place.
          for (size_t v = 0; v < saved->size(); ++v)
            collected.variables[v]->value = (*saved)[v].valid() ? (*saved)[v].Clone() : Tensor();
        };
        bench.state = [&collected] {
          std::vector<Tensor> values;
          for (const Ref<VariableResource>& v : collected.variables) values.push_back(v->value);
          return values;
        };
        cases.push_back(std::move(bench));
        if (!sized) break;
      }
    }
  for (const auto& [key, found] : same)
    if (const auto& [id, more] = found; more)
      env.NoteF("{} stands for {} more of the same code and signature", id, Count(more, "Function"));
  return cases;
}

}  // namespace tp::cli
