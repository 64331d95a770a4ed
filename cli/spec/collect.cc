#include "cli/spec/collect.h"

#include <algorithm>
#include <deque>
#include <set>

#include "cli/command.h"
#include "cli/graph_stats.h"
#include "core/base/hash_map.h"
#include "core/base/stable_sort.h"
#include "core/interp/abstract.h"
#include "core/interp/attr-inl.h"
#include "core/interp/interp.h"
#include "core/ir/first_values.h"
#include "core/saved/bundle_graphs.h"
#include "core/trace/objects.h"
#include "core/trace/weak_method.h"

namespace tp::cli {
namespace {

// The spec's own function behind a callable; null for what is not Python.
const FunctionObject* PythonFunction(Value f) {
  for (int depth = 0; depth < 8; ++depth) {
    if (IsWeakMethod(f))
      f = f.as<WeakMethodObject>()->func;
    else if (IsInstance(f, &MethodType))
      f = f.as<MethodObject>()->func;
    else if (IsFunction(f))
      f = FunctionOf(f).python_function();
    else
      break;
  }
  return IsInstance(f, &PyFunctionType) ? f.as<FunctionObject>() : nullptr;
}

// The embedded library's sources have names such as "<tf>/losses.py".
bool IsLibrarys(const FunctionObject* f) {
  const std::string& path = f->code->source->path;
  return !path.empty() && path[0] == '<';
}

// Finds names for Functions and variables, breadth first.
class NameFinder {
 public:
  void Walk(DictObject* globals) {
    int64_t pos = 0;
    while (DictEntry* e = DictNext(globals, &pos)) {
      if (!IsStr(e->key)) continue;
      const std::string name(StrView(e->key));
      if (!name.starts_with("__")) Add(name, e->value);
    }
    while (!queue_.empty()) {
      const auto [name, value] = std::move(queue_.front());
      queue_.pop_front();
      Visit(name, value);
    }
  }
  // False for a variable that is known not to be trained.
  bool Trainable(const VariableResource* v) const { return !frozen_.count(v); }
  const std::string* NameOf(const void* object) const {
    const auto it = names_.find(object);
    return it == names_.end() ? nullptr : &it->second;
  }

 private:
  static constexpr size_t kMaxObjects = 100000;

  void Add(std::string name, const Value& value) {
    if (!value.is_object() || seen_.size() > kMaxObjects) return;
    if (IsFunction(value)) {
      names_.emplace(&FunctionOf(value), std::move(name));
      return;
    }
    if (IsVariable(value)) {
      if (const VariableResource* r = ResourceOf(AsVariable(value)->handle)) {
        names_.emplace(r, std::move(name));
        if (!AsVariable(value)->trainable) frozen_.insert(r);
      }
      return;
    }
    if (IsTensor(value) || IsInstance(value, &ModuleType) || IsStr(value)) return;
    if (seen_.insert(value.object()).second) queue_.emplace_back(std::move(name), value);
  }

  void Visit(const std::string& name, const Value& value) {
    Value* items;
    int64_t size;
    if (AsSequence(value, &items, &size))
      for (int64_t i = 0; i < size; ++i) Add(fmt::format("{}[{}]", name, i), items[i]);
    if (IsDict(value)) {
      int64_t pos = 0;
      while (DictEntry* e = DictNext(value.as<DictObject>(), &pos))
        if (IsStr(e->key) || e->key.is_int()) Add(fmt::format("{}[{}]", name, Repr(e->key)), e->value);
    }
    TypeObject* type = TypeOf(value);
    if (type->has(kTypeIsType)) {  // a class of the spec: its functions without an instance
      auto* cls = static_cast<TypeObject*>(value.object());
      if (cls->is_heap() && cls->dict) AddMethods(name, cls, nullptr);
      return;
    }
    if (!AttrsOf(value.object())) return;
    ForEachAttr(value.object(), [&](StrObject* attribute, const Value& v) {
      Add(fmt::format("{}.{}", name, attribute->view()), v);
    });
    if (type->is_heap())
      for (uint32_t i = 0; i < type->mro_size; ++i)
        if (type->mro[i]->is_heap()) AddMethods(name, type->mro[i], value.object());
  }

  // Functions in a class's body: the instance's own ones, or (null) the class's.
  void AddMethods(const std::string& name, TypeObject* cls, Object* instance) {
    int64_t pos = 0;
    while (DictEntry* e = DictNext(cls->dict, &pos)) {
      if (!IsStr(e->key) || !IsFunction(e->value)) continue;
      const std::string id = fmt::format("{}.{}", name, StrView(e->key));
      if (!instance) {
        names_.emplace(&FunctionOf(e->value), id);
        continue;
      }
      const Value& bound = e->value.as<PolyFunctionObject>()->bound_methods;
      if (bound.is_undef()) continue;
      int64_t at = 0;
      while (DictEntry* b = DictNext(bound.as<DictObject>(), &at))
        if (b->key.as<WeakRefObject>()->target == instance && IsFunction(b->value))
          names_.emplace(&FunctionOf(b->value), id);
    }
  }

  std::deque<std::pair<std::string, Value>> queue_;
  HashSet<const Object*> seen_;
  HashMap<const void*, std::string> names_;
  HashSet<const VariableResource*> frozen_;
};

std::string Qualified(const Function& f, const FunctionObject* python) {
  std::string name = python ? std::string(python->qualname->view()) : f.name();
  constexpr std::string_view kLocals = ".<locals>";
  for (size_t at; (at = name.find(kLocals)) != std::string::npos;) name.erase(at, kLocals.size());
  return name;
}

std::string Unique(const std::string& name, std::set<std::string>* taken) {
  std::string unique = name;
  for (int n = 2; !taken->insert(unique).second; ++n) unique = fmt::format("{}#{}", name, n);
  return unique;
}

// Sorted by id; those that would have the same one are numbered in the order in which they were made.
std::vector<std::pair<std::string, Function*>> Named(const NameFinder& finder, bool traced) {
  std::vector<std::pair<std::string, Function*>> named;
  for (Function* f : Function::All()) {
    const FunctionObject* python = PythonFunction(f->python_function());
    const bool restored = !f->options().restored.is_undef();
    if ((traced && f->traces().empty()) || (python && IsLibrarys(python) && !restored)) continue;
    const std::string* reached = finder.NameOf(f);
    named.emplace_back(reached ? *reached : Qualified(*f, python), f);
  }
  StableSort(&named, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::set<std::string> taken;
  for (auto& [id, function] : named) id = Unique(id, &taken);
  return named;
}

class Collector {
 public:
  Collector(const std::string& path, const std::string& text, DictObject* globals) {
    out_.contents.producer = fmt::format("tracepack {}", kVersion);
    out_.contents.files = {{std::string(BaseName(path)), text, true}};
    if (globals) finder_.Walk(globals);
  }

  Collected Run() {
    for (const auto& [id, function] : Named(finder_, /*traced=*/true)) Add(id, *function);
    return std::move(out_);
  }

 private:
  // The number of a file in the bundle, which has its text from here on.
  uint32_t FileNumber(const std::string& path) {
    const std::string name(BaseName(path));
    std::vector<BundleFile>& files = out_.contents.files;
    for (size_t i = 0; i < files.size(); ++i)
      if (files[i].name == name) return static_cast<uint32_t>(i + 1);
    const Source* source = TheInterp().FindSource(path);
    files.push_back({name, source ? std::string(source->file().text()) : "", source != nullptr});
    return static_cast<uint32_t>(files.size());
  }
  void SetFile(CallSite* site) {
    if (site->file) site->file = FileNumber(SourceName(site->file));
  }
  // Files that only the positions of nodes mention.
  void AddFiles(const Graph& graph) {
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      for (StackId at = graph.position(id); at != kNoStack && stacks_.insert(at).second; at = CallerOf(at))
        FileNumber(SourceName(FrameOf(at).file));
      for (const Graph* region : graph.regions(id))
        if (regions_.insert(region).second) AddFiles(*region);
    }
  }

  void Add(const std::string& id, Function& f) {
    BundleFunction function;
    function.id = id;
    function.name = f.name();
    if (const FunctionObject* python = PythonFunction(f.python_function()); python && !IsLibrarys(python)) {
      const ast::FunctionInfo& info = *python->code->info;
      function.file = FileNumber(python->code->source->path);
      function.line = info.first_line;
      // The line of the `def` itself, behind the decorators.
      if (info.stmt) function.line = DefLine(python->code->source->file(), info);
    }
    function.calls = f.calls();
    function.tracing_count = f.tracing_count();
    std::vector<Ref<ConcreteFunction>> traces;
    std::vector<int> numbers;  // of all traces, from 1; 0: one that failed, which is no signature
    for (const Function::TraceEntry& t : f.traces()) {
      numbers.push_back(t.failed ? 0 : static_cast<int>(traces.size()) + 1);
      if (t.failed) continue;
      traces.push_back(t.function);
      const size_t obstacles = out_.obstacles.size();
      function.concretes.push_back(Concrete(fmt::format("{}/{}", id, traces.size()), *t.function));
      if (out_.obstacles.size() > obstacles)
        out_.unwritable.emplace_back(out_.functions.size(), traces.size() - 1);
      RetraceRecord& retrace = function.concretes.back().retrace;
      if (retrace.nearest) retrace.nearest = numbers[static_cast<size_t>(retrace.nearest) - 1];
      if (!retrace.nearest) retrace.cause = RetraceCause::kFirst;
    }
    if (traces.empty()) return;
    out_.contents.functions.push_back(std::move(function));
    out_.functions.push_back(&f);
    out_.traces.push_back(std::move(traces));
  }

  static uint32_t DefLine(const SourceFile& file, const ast::FunctionInfo& info) {
    for (uint32_t line = info.first_line; line <= file.num_lines(); ++line) {
      std::string_view text = file.LineText(line);
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (text.starts_with("def ") || text.starts_with("def\t")) return line;
    }
    return info.first_line;
  }

  BundleConcrete Concrete(const std::string& id, ConcreteFunction& c) {
    BundleConcrete concrete;
    concrete.type = c.type;
    concrete.output_map = c.output_map;
    concrete.graph = copier_.Copy(*c.graph);
    concrete.retrace = c.retrace;
    SetFile(&concrete.retrace.call);
    SetFile(&concrete.retrace.argument_site);
    AddFiles(*concrete.graph);
    const GraphStats shown = StatsOf(*concrete.graph);
    if (shown.nodes != static_cast<int64_t>(concrete.graph->num_nodes()) ||
        shown.library_functions != static_cast<int64_t>(LibraryOf(*concrete.graph).size())) {
      concrete.shown_nodes = static_cast<uint32_t>(shown.nodes);
      concrete.shown_functions = static_cast<uint32_t>(shown.library_functions);
    }
    concrete.in_graph_context = c.graph->outer().get() != nullptr;
    for (const Val& captured : c.captures) concrete.captures.push_back(Capture(id, captured));
    for (const Parameter& p : c.type->parameters())
      if (HoldsComposite(*p.type))
        out_.obstacles.push_back(fmt::format("`{}` takes a {}", id, p.type->Repr()));
    if (c.type->output() && HoldsComposite(*c.type->output()))
      out_.obstacles.push_back(fmt::format("`{}` returns a {}", id, c.type->output()->Repr()));
    if (CallsPython(*concrete.graph))
      out_.warnings.push_back(
          fmt::format("`{}` calls Python functions (tf.py_function): it cannot run from a bundle", id));
    for (NodeId n = 0; n < concrete.graph->num_nodes(); ++n) {
      const Node& node = concrete.graph->node(n);
      const Tensor* value =
          node.num_outputs == 1 ? concrete.graph->ConstantValue(node.first_output) : nullptr;
      if (value && (value->dtype() == DType::kResource || value->dtype() == DType::kVariant))
        out_.obstacles.push_back(fmt::format("`{}` holds a {} as a constant", id, DTypeName(value->dtype())));
    }
    return concrete;
  }

  BundleCapture Capture(const std::string& id, const Val& captured) {
    if (captured.symbolic()) {
      out_.obstacles.push_back(fmt::format("`{}` uses a tensor of the function around it", id));
      return {-1, Tensor()};
    }
    const Tensor& tensor = captured.tensor();
    if (tensor.dtype() != DType::kResource) {
      if (tensor.dtype() == DType::kVariant)
        out_.obstacles.push_back(fmt::format("`{}` captures a variant", id));
      return {-1, tensor};
    }
    auto* resource = static_cast<Resource*>(tensor.data<Ref<RefCounted>>()->get());
    auto* variable = dynamic_cast<VariableResource*>(resource);
    if (!variable) {
      out_.obstacles.push_back(
          fmt::format("`{}` captures a resource ({})", id, resource ? resource->kind() : "none"));
      return {-1, tensor};
    }
    const auto [it, is_new] = variables_.emplace(variable, static_cast<int>(out_.variables.size()));
    if (is_new) AddVariable(variable);
    return {it->second, Tensor()};
  }

  void AddVariable(VariableResource* v) {
    BundleVariable variable;
    const std::string* reached = finder_.NameOf(v);
    variable.name = Unique(reached ? *reached : v->name.empty() ? "Variable" : v->name, &variable_names_);
    variable.dtype = v->dtype;
    variable.shape = v->shape;
    variable.trainable = finder_.Trainable(v);
    variable.value = v->value;
    variable.first = FirstValue(*v);
    out_.contents.variables.push_back(std::move(variable));
    out_.variables.emplace_back(v);
  }

  Collected out_;
  NameFinder finder_;
  GraphCopier copier_;
  std::set<std::string> variable_names_;
  HashSet<StackId> stacks_;
  HashSet<const Graph*> regions_;
  HashMap<const VariableResource*, int> variables_;
};

}  // namespace

Collected CollectSpec(const std::string& path, const std::string& text, DictObject* globals) {
  return Collector(path, text, globals).Run();
}

void DropUnwritable(Collected* collected) {
  for (size_t i = collected->unwritable.size(); i-- > 0;) {
    const auto [f, dropped] = collected->unwritable[i];
    const auto at = static_cast<ptrdiff_t>(dropped);
    BundleFunction& function = collected->contents.functions[f];
    function.concretes.erase(function.concretes.begin() + at);
    collected->traces[f].erase(collected->traces[f].begin() + at);
    // Records of retraces number the traces from 1.
    for (BundleConcrete& c : function.concretes) {
      int& nearest = c.retrace.nearest;
      if (nearest == at + 1) {
        nearest = 0;
        c.retrace.cause = RetraceCause::kFirst;
      } else if (nearest > at + 1) {
        --nearest;
      }
    }
    if (!function.concretes.empty()) continue;
    const auto whole = static_cast<ptrdiff_t>(f);
    collected->contents.functions.erase(collected->contents.functions.begin() + whole);
    collected->functions.erase(collected->functions.begin() + whole);
    collected->traces.erase(collected->traces.begin() + whole);
  }
  collected->unwritable.clear();
}

std::vector<std::pair<std::string, Function*>> NamedFunctions(DictObject* globals) {
  NameFinder finder;
  if (globals) finder.Walk(globals);
  return Named(finder, /*traced=*/false);
}

}  // namespace tp::cli
