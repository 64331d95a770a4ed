#include "core/tf/module.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/base/hash_map.h"
#include "core/interp/args.h"
#include "core/interp/errors.h"
#include "core/ir/op_def.h"
#include "core/lib/library.h"

namespace tp {
namespace {

TfEntry* entries = nullptr;

struct Native {
  const TfFunction* function = nullptr;
  const TfObject* object = nullptr;
};

// "a.b, c (x, y)" → a.b and c.
void SplitNames(std::string_view names, std::vector<std::string>* out) {
  std::string word;
  for (char c : names) {
    if (c == ',' || c == ' ' || c == '\n') {
      if (!word.empty()) out->push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) out->push_back(word);
}

// Names before the '(' of each ';'-separated group.
std::vector<std::string> ApiNames(std::string_view api) {
  std::vector<std::string> names;
  while (!api.empty()) {
    const size_t open = std::min(api.find('('), api.size());
    SplitNames(api.substr(0, open), &names);
    int depth = 0;
    size_t i = open;
    for (; i < api.size(); ++i) {
      if (api[i] == '(') ++depth;
      if (api[i] == ')') --depth;
      if (api[i] == ';' && depth == 0) break;
    }
    api.remove_prefix(std::min(i + 1, api.size()));
  }
  return names;
}

// Public names of native functions and objects. The indexes are made when they are first asked: most specs
// get by with this one.
const HashMap<std::string, Native>& NativeNames() {
  static const auto* const names = [] {
    auto* index = new HashMap<std::string, Native>;
    std::vector<std::string> split;
    for (TfEntry* entry = entries; entry; entry = entry->next)
      for (size_t i = 0; i < entry->count; ++i) {
        split.clear();
        SplitNames(entry->functions ? entry->functions[i].names : entry->objects[i].names, &split);
        for (std::string& name : split) {
          Native& native = (*index)[std::move(name)];
          if (entry->functions)
            native.function = &entry->functions[i];
          else
            native.object = &entry->objects[i];
        }
      }
    return index;
  }();
  return *names;
}

// Names that ops have by their `.api` texts.
const HashMap<std::string, const OpDef*>& OpNames() {
  static const auto* const names = [] {
    auto* index = new HashMap<std::string, const OpDef*>;
    for (const OpDef* op : OpRegistry::All())
      for (std::string& name : ApiNames(op->api)) index->emplace(std::move(name), op);
    return index;
  }();
  return *names;
}

// add(name) for each public name ("tf.math.add") that is no module.
template <class F>
void ForEachName(F&& add) {
  for (const auto& [name, native] : NativeNames()) add(name);
  for (const auto& [name, op] : OpNames()) add(name);
  for (const LibraryName& entry : LibraryNames()) add(entry.name);
}

// Modules: "tf", "tf.math", … exist because names stand below them.
bool IsModuleName(const std::string& name) {
  static const auto* const prefixes = [] {
    auto* index = new std::set<std::string>{"tf.raw_ops"};
    ForEachName([&](std::string_view name) {
      for (size_t dot = name.rfind('.'); dot != std::string_view::npos; dot = name.rfind('.')) {
        name = name.substr(0, dot);
        if (!index->insert(std::string(name)).second) return;
      }
    });
    return index;
  }();
  return prefixes->count(name) != 0;
}

const char* ProvideLibraryText(std::string_view module, std::string* path) {
  constexpr std::string_view kPackage = "tensorflow_lib.";
  if (module == kPackage.substr(0, kPackage.size() - 1)) return "";  // packages themselves are empty
  if (module.rfind(kPackage, 0) != 0) return nullptr;
  std::string file(module.substr(kPackage.size()));
  std::replace(file.begin(), file.end(), '.', '/');
  const std::string folder = file + "/";
  file += ".py";
  const auto files = LibraryFiles();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const LibraryFile& f) { return f.path == file; });
  if (found == files.end()) {
    const bool is_folder = std::any_of(files.begin(), files.end(),
                                       [&](const LibraryFile& f) { return f.path.starts_with(folder); });
    return is_folder ? "" : nullptr;
  }
  *path = "<tensorflow>/" + file;
  return UnpackedText(found->text).data();
}

// What errors about its arguments call a function of the library; empty: dispatch checks them.
std::string_view NameInErrors(const LibraryName& entry) {
  const FunctionName given = FunctionNameOf(entry.name);
  return given.qualname.empty() ? entry.plain : given.InErrors();
}

// The same of functions that were looked up. They live as long as their modules.
std::map<const Object*, std::string_view>& PlainNames() {
  static auto* const names = new std::map<const Object*, std::string_view>;
  return *names;
}

Value FromLibrary(std::string_view name) {
  const auto names = LibraryNames();
  const auto found = std::lower_bound(names.begin(), names.end(), name,
                                      [](const LibraryName& a, std::string_view b) { return a.name < b; });
  if (found == names.end() || found->name != name) return {};
  const Value module = TheInterp().Import("tensorflow_lib." + std::string(found->module));
  Value value = GetAttr(module, found->symbol);
  if (IsInstance(value, &PyFunctionType)) PlainNames().emplace(value.object(), NameInErrors(*found));
  return value;
}

// What errors about its arguments call a function of the library (library.h).
std::string_view ErrorName(const FunctionObject* fn) {
  constexpr std::string_view kLibrary = "<tensorflow>/";
  std::string file = fn->code->source->path;
  const std::string_view name = fn->qualname->view();
  if (!file.starts_with(kLibrary)) return name;
  if (const auto known = PlainNames().find(fn); known != PlainNames().end()) return known->second;
  if (name.starts_with("RaggedTensor.from_")) return {};
  static std::string as_dataset;
  if (name.starts_with("Dataset.")) return as_dataset = "DatasetV2" + std::string(name.substr(7));
  file = file.substr(kLibrary.size(), file.size() - kLibrary.size() - 3);  // without ".py"
  std::replace(file.begin(), file.end(), '/', '.');
  for (const LibraryName& entry : LibraryNames())
    if (entry.symbol == name && entry.module == file) return NameInErrors(entry);
  return name;
}

std::string_view LastPart(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

Value TfModuleGetAttr(const Value& self, StrObject* attr);

}  // namespace

TfEntry::TfEntry(const TfFunction* f, size_t n) : functions(f), objects(nullptr), count(n), next(entries) {
  entries = this;
}
TfEntry::TfEntry(const TfObject* o, size_t n) : functions(nullptr), objects(o), count(n), next(entries) {
  entries = this;
}

namespace {

constexpr TypeSpec TfModuleSpec() {
  TypeSpec spec{.name = "module",
                .base = &ModuleType,
                .size = sizeof(ModuleObject),
                .flags = kTypeGc | kTypeNoInstanceDict};
  spec.slots.getattr = TfModuleGetAttr;
  return spec;
}

}  // namespace

constinit TypeObject TfModuleType(TfModuleSpec());

namespace {

// What TensorFlow's modules say that they are called; the longest first.
constexpr std::pair<std::string_view, std::string_view> kLongNames[] = {
    {"tf.keras.optimizers", "keras.optimizers"},
    {"tf.keras", "keras._tf_keras.keras"},
    {"tf.", "tensorflow._api.v2."},
    {"tf", "tensorflow"},
    {"tf.keras", "keras"}};  // `import keras`

// The name in TensorFlow's own documentation: the module "tensorflow.math" has the names "tf.math.…".
std::string PrefixOf(const ModuleObject* module) {
  const std::string_view name = module->name->view();
  for (const auto& [prefix, longer] : kLongNames)
    if (name.starts_with(longer)) return std::string(prefix) + std::string(name.substr(longer.size()));
  return std::string(name);
}

// Old names of Keras's modules.
constexpr std::string_view kMovedFromKeras[] = {"initializers", "losses", "optimizers"};

// dir(tf.math): what is there, used or not yet.
Value TfModuleDir(Interp&, Args args) {
  auto* module = args[0].as<ModuleObject>();
  const std::string prefix = PrefixOf(module) + ".";
  std::set<std::string> found;
  int64_t pos = 0;
  while (DictEntry* e = DictNext(module->dict, &pos)) found.emplace(StrView(e->key));
  ForEachName([&](std::string_view name) {
    if (!name.starts_with(prefix)) return;
    name.remove_prefix(prefix.size());
    found.emplace(name.substr(0, name.find('.')));
  });
  if (prefix == "tf.raw_ops.")
    for (const OpDef* op : OpRegistry::All()) found.emplace(op->name);
  if (prefix == "tf.")
    for (const std::string_view moved : kMovedFromKeras) found.emplace(moved);
  auto list = ObjRef<ListObject>::Own(NewList(static_cast<int64_t>(found.size())));
  for (const std::string& name : found) ListAppend(list.get(), MakeStr(name));
  return std::move(list).ToValue();
}
const MethodDef kModuleMethods[] = {{"__dir__", TfModuleDir}};
TP_REGISTER_METHODS(TfModuleType, kModuleMethods);

// The first ragged tensor puts functions that take it in the place of the usual ones. In
// `tf.reduce_sum(tf.ragged.constant(x))` the function is looked up before that, so where a spec's text speaks
// of ragged tensors they are there from the start.
void LoadWhatTextNames() {
  static const Source* looked_at = nullptr;
  Interp& in = TheInterp();
  const Source* source = in.frame && in.frame->code ? in.frame->code->source : nullptr;
  if (!source || source == looked_at || source->path.starts_with('<')) return;
  looked_at = source;
  if (source->file().text().find("agged") != std::string_view::npos)
    in.Import("tensorflow_lib.ragged.tensor");
}

std::map<std::string, Value, std::less<>>& Wrappers() {
  static auto* const wrappers = new std::map<std::string, Value, std::less<>>;
  return *wrappers;
}

Value NamedOp(const OpInfo& op, const ApiInfo& api, std::string_view name) {
  const FunctionName given = FunctionNameOf(name);
  return MakeOpFunction(&op, &api, given.qualname.empty() ? LastPart(name) : given.qualname, given.module,
                        given.dispatched);
}

Value TfModuleGetAttr(const Value& self, StrObject* attr) {
  auto* module = self.as<ModuleObject>();
  if (Value* known = DictFind(module->dict, attr)) return *known;
  const std::string_view name = attr->view();
  if (name.size() > 4 && name.substr(0, 2) == "__" && name != "__version__" && name != "__operators__" &&
      name != "__internal__")
    return GenericGetAttr(self, attr);
  LoadWhatTextNames();
  if (Value* known = DictFind(module->dict, attr)) return *known;
  const std::string full = PrefixOf(module) + "." + std::string(name);
  Value value = LookupTf(full);
  if (value.is_undef()) return GenericGetAttr(self, attr);
  if (const auto wrapper = Wrappers().find(full); wrapper != Wrappers().end())
    value = Call(wrapper->second, value);
  DictSet(module->dict, attr, value);
  return value;
}

}  // namespace

Value AttrOrFromLibrary(const Value& self, StrObject* name, std::string_view cls) {
  Value value = GenericGetAttr(self, name);
  if (!value.is_undef() || name->view().starts_with("__")) return value;
  const Value type = LookupTf(cls);
  const Value* found = TypeLookup(type.as<TypeObject>(), name);
  return found ? BindDescriptor(*found, self, TypeOf(self)) : Value();
}

Value NamedAs(Value function, std::string_view name) {
  const bool native = IsInstance(function, &NativeFunctionType);
  if (!native && !IsInstance(function, &PyFunctionType)) return function;
  const FunctionName given = FunctionNameOf(name);
  if (given.qualname.empty()) return function;
  const std::string_view last = LastPart(given.qualname);
  if (native) {
    auto* f = function.as<NativeFunctionObject>();
    if (last != f->def->name) {
      auto* def = new MethodDef(*f->def);
      def->name = InternStr(last)->data;
      f->def = def;
    }
    f->module = InternStr(given.module);
    return function;
  }
  auto* f = function.as<FunctionObject>();
  f->name = InternStr(last);
  f->qualname = InternStr(given.qualname);
  f->module = Value::Borrow(InternStr(given.module));
  return function;
}

void CheckNoArguments(std::string_view function, Args args) {
  if (args.num_kw) RaiseUnexpectedKeyword(function, args.kw_names[0]->view());
  if (args.num_pos) RaiseTooManyPositional(function, 0, 0, args.num_pos);
}

void WrapWhenUsed(const Value& module, std::string_view name, const Value& make) {
  auto* m = module.as<ModuleObject>();
  const std::string full = PrefixOf(m) + "." + std::string(name);
  Wrappers().emplace(full, make);
  StrObject* const attr = InternStr(name);
  if (DictFind(m->dict, attr)) DictSet(m->dict, attr, Call(make, LookupTf(full)));
}

Value LookupTf(std::string_view name) {
  const std::string key(name);
  for (const std::string_view moved : kMovedFromKeras)
    if (const std::string_view rest = name.substr(std::min<size_t>(name.size(), 3));
        rest == moved || (rest.starts_with(moved) && rest[moved.size()] == '.'))
      return LookupTf("tf.keras." + std::string(rest));
  if (const auto it = NativeNames().find(key); it != NativeNames().end())
    return it->second.function ? NamedAs(MakeNativeFunction(&it->second.function->def), name)
                               : it->second.object->make();
  if (Value value = FromLibrary(name); !value.is_undef()) return NamedAs(std::move(value), name);
  if (const auto it = OpNames().find(key); it != OpNames().end()) {
    const OpInfo& op = OpRegistry::Get(it->second->name);
    for (const ApiInfo& api : op.apis())
      for (const std::string& api_name : api.names)
        if (api_name == key) return NamedOp(op, api, name);
  }
  constexpr std::string_view kRaw = "tf.raw_ops.";
  if (name.rfind(kRaw, 0) == 0)
    if (const OpInfo* op = OpRegistry::Find(name.substr(kRaw.size())))
      return MakeOpFunction(op, nullptr, name.substr(kRaw.size()));
  if (IsModuleName(key)) return TfModule(name);
  return {};
}

Value TfModule(std::string_view prefix) {
  static std::map<std::string, Value, std::less<>> modules;
  if (const auto it = modules.find(prefix); it != modules.end()) return it->second;
  std::string long_name;
  for (const auto& [shorter, longer] : kLongNames)
    if (long_name.empty() && prefix.starts_with(shorter))
      long_name = std::string(longer) + std::string(prefix.substr(shorter.size()));
  ReadyType(&TfModuleType);
  ModuleObject* module = NewModule(long_name);
  module->type = &TfModuleType;
  Value value = Value::Own(module);
  modules.emplace(prefix, value);
  return value;
}

namespace {

void InitTensorflow(Interp& in, ModuleObject* module) {
  static bool provided = false;
  if (!provided) in.AddTextProvider(ProvideLibraryText);
  argument_error_name = ErrorName;
  provided = true;
  ReadyType(&TfModuleType);
  module->type = &TfModuleType;
}
TP_REGISTER_MODULE(tensorflow, InitTensorflow);
#define TP_TF_SUBMODULE(name, id) TP_REGISTER_MODULE_NAMED(name, id, InitTensorflow)
TP_TF_SUBMODULE("keras", keras);
TP_TF_SUBMODULE("tensorflow.keras", tf_keras);
TP_TF_SUBMODULE("tensorflow.keras.layers", tf_keras_layers);
TP_TF_SUBMODULE("tensorflow.math", tf_math);
TP_TF_SUBMODULE("tensorflow.nn", tf_nn);

}  // namespace
}  // namespace tp
