// Modules: registered ones (C++), those of the embedded library (text), and spec files and packages beside
// the one that runs: CPython's order, a package before a file of its name, a folder without `__init__.py`
// last.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "core/base/limits.h"
#include "core/diag/render.h"
#include "core/interp/eval.h"
#include "core/interp/source_file.h"
#include "core/interp/traceback.h"
#include "core/lang/check.h"
#include "core/lang/parse.h"
#include "core/lang/resolve.h"

namespace tp {

int64_t parse_nanoseconds = 0;

const Source* AdoptSource(std::unique_ptr<Source> source) {
  Interp& in = TheInterp();
  in.sources_.push_back(std::move(source));
  return in.sources_.back().get();
}

const Source* Interp::FindSource(std::string_view path) const {
  for (const std::unique_ptr<Source>& source : sources_)
    if (source->path == path) return source.get();
  return nullptr;
}

namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

bool IsOfMode(const std::string& path, mode_t mode) {
  struct stat s;
  return stat(path.c_str(), &s) == 0 && (s.st_mode & S_IFMT) == mode;
}

// Where a module beside the spec is; both "" where it is not.
struct ModulePlace {
  std::string file;    // "" for a folder that is only a name space
  std::string folder;  // of a package
};

// `base`: "FOLDER/NAME".
ModulePlace PlaceOf(const std::string& base) {
  if (base.empty()) return {};
  if (const std::string init = base + "/__init__.py"; IsOfMode(init, S_IFREG)) return {init, base};
  for (const char* suffix : {".py", ".spec.py"})
    if (IsOfMode(base + suffix, S_IFREG)) return {base + suffix, ""};
  return {"", IsOfMode(base, S_IFDIR) ? base : ""};
}

Value PathOf(DictObject* module) {
  const Value* path = DictFind(module, "__path__");
  return path ? *path : Value();
}

// The SyntaxError that CPython would raise for a diagnostic.
Value SyntaxErrorOf(const Diagnostic& d) {
  TypeObject* type = d.kind == "IndentationError" ? &IndentationErrorType
                     : d.kind == "TabError"       ? &TabErrorType
                                                  : &SyntaxErrorType;
  if (!d.file) return MakeException(type, d.message);
  const Place begin = d.file->At(d.span.begin), end = d.file->At(d.span.end);
  std::string line(d.file->LineText(begin.line));
  Value where = MakeTuple({MakeStr(d.file->name()), Value::Int(begin.line), Value::Int(begin.char_column + 1),
                           MakeStr(line + "\n"), Value::Int(end.line), Value::Int(end.char_column + 1)});
  return MakeException(type, ArgList{MakeStr(d.message), where});
}

// All that is wrong with the file, then how much it is.
[[noreturn]] void Refuse(const std::vector<Diagnostic>& found, const std::string& what) {
  throw SpecRefused{Render(found) + "\n" + Render(Diagnostic{.message = what + ", nothing was run"})};
}

// Parses and resolves. Syntax errors of the spec itself are refused all at once; those of a module that it
// imports are exceptions that it may catch, as in Python.
const Source* LoadSource(const std::string& path, std::string text, bool is_main = false) {
  const auto begin = std::chrono::steady_clock::now();
  ast::ParseResult parsed = ast::ParseAndResolve(path, std::move(text));
  parse_nanoseconds += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  if (!parsed.errors.empty()) {
    const size_t count = parsed.errors.size();
    if (is_main)
      Refuse(parsed.errors,
             std::to_string(count) + (count == 1 ? " syntax error in " : " syntax errors in ") + path);
    Value e = SyntaxErrorOf(parsed.errors[0]);
    RaiseException(std::move(e));
  }
  if (!parsed.unsupported.empty()) {
    const size_t count = parsed.unsupported.size();
    Refuse(parsed.unsupported, std::to_string(count) + (count == 1 ? " construct of " : " constructs of ") +
                                   path + (count == 1 ? " is" : " are") + " not in the spec language");
  }
  for (const Diagnostic& warning : ast::CheckWarnings(*parsed.module)) {
    const uint32_t line = warning.file->At(warning.span.begin).line;
    const std::string_view text = warning.file->LineText(line);
    TheInterp().err().Write(fmt::format("{}:{}: SyntaxWarning: {}\n  {}\n", path, line, warning.message,
                                        text.substr(std::min(text.find_first_not_of(" \t\f"), text.size()))));
  }
  auto source = std::make_unique<Source>();
  source->path = path;
  source->ast = std::move(parsed.module);
  const Source* kept = AdoptSource(std::move(source));
  PrepareConstants(*kept->ast);
  return kept;
}

}  // namespace

Value Interp::RunText(const std::string& path, std::string text, std::string_view name) {
  const Source* source = LoadSource(path, std::move(text), name == "__main__");
  ModuleObject* module = NewModule(name);
  Value result = Value::Own(module);
  return RunSource(source, module, std::move(result));
}

Value Interp::RunSource(const Source* source, ModuleObject* module, Value result) {
  DictObject* d = module->dict;
  DictSet(d, names.name_, Value::Borrow(module->name));
  DictSet(d, names.file_, MakeStr(source->path));
  const std::string_view name = module->name->view();
  const std::string_view package =
      name.substr(0, PathOf(d).is_undef() ? std::min(name.rfind('.'), name.size()) : name.size());
  DictSet(d, names.package_,
          name == "__main__"                                      ? Value::None()
          : package.size() == name.size() && PathOf(d).is_undef() ? InternedValue("")
                                                                  : InternedValue(package));
  DictSet(d, InternStr("__builtins__"), Value::Borrow(builtins_));
  if (source->ast->info->docstring) DictSet(d, names.doc_, MakeStr(source->ast->info->docstring->text));
  Value key = Value::Borrow(module->name);
  DictSet(modules_, key, result);
  const FunctionCode* code = CodeOf(source, source->ast->info);
  loading_.push_back(module);
  const struct Loaded {
    std::vector<const ModuleObject*>& loading;
    ~Loaded() { loading.pop_back(); }
  } loaded{loading_};
  try {
    RunCode(code, d, nullptr, nullptr);
  } catch (PyError&) {
    if (module->name->view() != "__main__") DictErase(modules_, key);
    throw;
  } catch (const std::exception&) {
    RaiseException(CaughtMemoryError());
  }
  return result;
}

int ReadSourceFile(const std::string& path, std::string* text) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return errno;
  char block[1 << 16];
  int error = 0;
  while (const size_t n = std::fread(block, 1, sizeof block, file)) {
    text->append(block, n);
    if (static_cast<int64_t>(text->size()) > limits.source) {
      error = EFBIG;
      break;
    }
  }
  if (!error && std::ferror(file)) error = errno;
  std::fclose(file);
  return error;
}

std::string Interp::BaseOf(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return FolderOf(options_.spec_path) + name;
  const Value* parent = DictFind(modules_, name.substr(0, dot));
  if (!parent || !IsInstance(*parent, &ModuleType)) return "";
  const Value path = PathOf(parent->as<ModuleObject>()->dict);
  if (!IsInstance(path, &ListType) || path.as<ListObject>()->size < 1) return "";
  const Value& folder = path.as<ListObject>()->items[0];
  return IsStr(folder) ? Str(folder) + "/" + name.substr(dot + 1) : "";
}

// The module beside the spec, or in a package there; kUndef where there is none.
Value Interp::ImportBeside(const std::string& name) {
  const ModulePlace place = PlaceOf(BaseOf(name));
  if (place.file.empty() && place.folder.empty()) return Value();
  if (place.folder.empty()) return RunFile(place.file, name);
  ModuleObject* module = NewModule(name);
  Value result = Value::Own(module);
  DictSet(module->dict, "__path__", MakeList({MakeStr(place.folder)}));
  if (!place.file.empty()) return RunSource(LoadSource(place.file, ReadText(place.file)), module, result);
  DictSet(modules_, name, result);
  return result;
}

Value Interp::RunFile(const std::string& path, std::string_view name) {
  return RunText(path, ReadText(path), name);
}

std::string Interp::ReadText(const std::string& path) {
  std::string text;
  if (const int error = ReadSourceFile(path, &text))
    RaiseException(MakeException(error == ENOENT ? &FileNotFoundErrorType : &OSErrorType,
                                 ArgList{Value::Int(error), MakeStr(std::strerror(error)), MakeStr(path)}));
  return text;
}

bool Interp::HasModule(const std::string& name) {
  if (DictFind(modules_, name) || IsRegisteredModule(name.c_str())) return true;
  std::string path;
  for (TextProvider p : providers_)
    if (p(name, &path)) return true;
  const ModulePlace place = PlaceOf(BaseOf(name));
  return !place.file.empty() || !place.folder.empty();
}

Value Interp::Import(std::string_view full_name) {
  const std::string name(full_name);
  if (Value* m = DictFind(modules_, name)) return *m;
  const size_t dot = name.rfind('.');
  Value parent;
  if (dot != std::string::npos) {
    parent = Import(name.substr(0, dot));
    if (Value* m = DictFind(modules_, name)) return *m;
  }
  Value module;
  std::string path;
  const char* text = nullptr;
  for (TextProvider p : providers_)
    if (!text) text = p(name, &path);
  if (text) {
    ModuleObject* m = NewModule(name);
    module = Value::Own(m);
    if (IsRegisteredModule(name.c_str())) FillRegisteredModule(*this, name.c_str(), m);
    RunSource(LoadSource(path, text), m, module);
  } else if (IsRegisteredModule(name.c_str())) {
    ModuleObject* m = NewModule(name);
    module = Value::Own(m);
    DictSet(modules_, name, module);
    FillRegisteredModule(*this, name.c_str(), m);
  } else {
    module = ImportBeside(name);
  }
  if (module.is_undef() && parent.is_object()) {
    // An attribute of the parent that is a module (tf.keras) is importable by its path.
    Value v = GetAttrOrUndef(parent, name.substr(dot + 1));
    if (!v.is_undef() && IsInstance(v, &ModuleType)) {
      DictSet(modules_, name, v);
      return v;
    }
  }
  if (module.is_undef()) {
    std::string message = "No module named '" + name + "'";
    const bool package =
        IsInstance(parent, &ModuleType) && !PathOf(parent.as<ModuleObject>()->dict).is_undef();
    if (parent.is_object() && !package) message += "; '" + name.substr(0, dot) + "' is not a package";
    Value e = MakeException(&ModuleNotFoundErrorType, message);
    e.as<ExceptionObject>()->name = MakeStr(name);
    RaiseException(std::move(e));
  }
  // The module may have replaced itself in sys.modules.
  if (Value* m = DictFind(modules_, name)) module = *m;
  if (parent.is_object()) SetAttr(parent, InternStr(name.substr(dot + 1)), module);
  return module;
}

}  // namespace tp
