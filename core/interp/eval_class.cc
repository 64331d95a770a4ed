// `class` statements and imports.
#include "core/interp/eval-inl.h"
#include "core/interp/stager.h"
#include "core/interp/type.h"

namespace tp {

using namespace ast;

namespace {

// Bases that are not classes may stand for some (__mro_entries__: typing's generics, NamedTuple).
Value ResolveBases(const Value& bases, bool* changed) {
  auto* t = bases.as<TupleObject>();
  Value list = Value::Own(NewList());
  *changed = false;
  for (const Value& base : *t) {
    if (!IsType(base)) {
      Value f = GetAttrOrUndef(base, names.mro_entries_);
      if (!f.is_undef()) {
        Value r = Call(f, bases);
        if (!IsTuple(r)) Raise(&TypeErrorType, "__mro_entries__ must return a tuple");
        ListExtend(list.as<ListObject>(), r);
        *changed = true;
        continue;
      }
    }
    ListAppend(list.as<ListObject>(), base);
  }
  return ToTuple(list);
}

}  // namespace

void ExecClass(const ClassDefStmt* s, Frame* f) {
  std::vector<Value> decorators;
  for (const Expr* d : s->decorators) decorators.push_back(Eval(d, f));
  Value base_list = Value::Own(NewList());
  for (const Expr* x : s->bases) {
    if (const auto* star = As<StarredExpr>(x)) {
      Value v = Eval(star->value, f);
      f->span = &x->span;
      ListExtend(base_list.as<ListObject>(), v);
    } else {
      ListAppend(base_list.as<ListObject>(), Eval(x, f));
    }
  }
  ArgList keywords;
  Value metaclass;
  const auto add_keyword = [&](StrObject* name, Value v) {
    if (name == names.metaclass)
      metaclass = std::move(v);
    else
      keywords.AddKeyword(name, std::move(v));
  };
  for (const Keyword& k : s->keywords) {
    Value v = Eval(k.value, f);
    if (k.arg) {
      add_keyword(NameStr(k.arg), std::move(v));
      continue;
    }
    Value dict = Value::Own(NewDict());
    DictMerge(dict.as<DictObject>(), v);
    int64_t pos = 0;
    while (DictEntry* e = DictNext(dict.as<DictObject>(), &pos)) add_keyword(InternStr(e->key), e->value);
  }
  f->span = s->decorators.empty() ? &s->span : &s->span;
  bool changed;
  Value original = ToTuple(base_list);
  Value bases = ResolveBases(original, &changed);
  // The most derived metaclass among the bases'.
  TypeObject* meta = metaclass.is_undef() ? &TypeType : IsType(metaclass) ? AsType(metaclass) : nullptr;
  if (meta) {
    for (const Value& b : *bases.as<TupleObject>()) {
      TypeObject* m = TypeOf(b);
      if (IsSubtype(meta, m)) continue;
      if (!IsSubtype(m, meta)) {
        if (!m->has(kTypeIsType)) {
          // A base that is an instance of something: calling its type makes the class, as CPython tries.
          meta = m;
          break;
        }
        Raise(&TypeErrorType,
              "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
              "metaclasses of "
              "all its bases");
      }
      meta = m;
    }
    metaclass = TypeValue(meta);
  }
  Value ns = Value::Own(NewDict());
  if (Value prepare = meta == &TypeType ? Value() : GetAttrOrUndef(metaclass, names.prepare_);
      !prepare.is_undef()) {
    ArgList args = {NameValue(s->target.written), bases};
    for (uint32_t i = 0; i < Args(keywords).num_kw; ++i)
      args.AddKeyword(Args(keywords).kw_names[i], Args(keywords).kw(i));
    ns = Call(prepare, args);
    if (!IsDict(ns))
      Raise(&TypeErrorType, "%s.__prepare__() must return a mapping, not %s", TypeName(meta).c_str(),
            TypeNameOf(ns).c_str());
  }
  auto* dict = ns.as<DictObject>();
  const FunctionCode* code = CodeOf(f->code->source, s->info);
  if (Value* m = DictFind(f->globals, names.name_)) DictSet(dict, names.module_, *m);
  const bool converted = (f->flags & kFrameConverted) && TheInterp().stager;
  DictSet(dict, names.qualname_,
          Value::Borrow(converted ? TheInterp().stager->ConvertedQualname(f, s->info) : code->qualname));
  if (s->info->docstring) DictSet(dict, names.doc_, *ConstantValue(s->info->docstring));
  std::vector<Value> closure;
  for (const FreeVar& v : s->info->frees) closure.push_back(f->derefs[v.outer_slot]);
  Value cell = RunCode(code, f->globals, dict, closure.data());
  f->span = &s->span;
  if (changed) DictSet(dict, InternStr("__orig_bases__"), original);
  Value cls;
  if (metaclass.is_object() && metaclass.object() == &TypeType) {
    cls = MakeClass(&TypeType, NameStr(s->target.written), bases.as<TupleObject>(), dict, keywords);
    if (IsExact(cell, &CellType)) cell.as<CellObject>()->value = cls;
  } else {
    ArgList args = {NameValue(s->target.written), bases, ns};
    const Args kw = keywords;
    for (uint32_t i = 0; i < kw.num_kw; ++i) args.AddKeyword(kw.kw_names[i], kw.kw(i));
    // The cell is filled before __init_subclass__ runs, where type.__new__ can be told of it.
    if (IsExact(cell, &CellType)) DictSet(dict, InternStr("__classcell__"), cell);
    cls = Call(metaclass, args);
    if (IsExact(cell, &CellType)) cell.as<CellObject>()->value = cls;
    if (IsType(cls)) DictErase(AsType(cls)->dict, InternStr("__classcell__"));
  }
  for (size_t i = decorators.size(); i-- > 0;) {
    f->span = &s->decorators[i]->span;
    cls = Call(decorators[i], cls);
  }
  StoreName(s->target, f, std::move(cls));
}

// ---- imports

void ExecImport(const ImportStmt* s, Frame* f) {
  f->span = &s->span;
  Interp& in = TheInterp();
  for (const Alias& a : s->names) {
    Value module = in.Import(a.path);
    if (!a.asname) {
      const size_t dot = a.path.find('.');
      if (dot != std::string_view::npos) module = in.Import(a.path.substr(0, dot));
    }
    StoreName(a.target, f, std::move(module));
  }
}

void ExecImportFrom(const ImportFromStmt* s, Frame* f) {
  f->span = &s->span;
  Interp& in = TheInterp();
  std::string module_name(s->module);
  if (s->level) {
    // Relative to the package; a spec file's neighbours are plain modules.
    Value* package = DictFind(f->globals, names.package_);
    std::string base = package && IsStr(*package) ? Str(*package) : "";
    if (base.empty()) Raise(&ImportErrorType, "attempted relative import with no known parent package");
    for (uint32_t i = 1; i < s->level; ++i) {
      const size_t dot = base.rfind('.');
      if (dot == std::string::npos)
        Raise(&ImportErrorType, "attempted relative import beyond top-level package");
      base.resize(dot);
    }
    module_name = module_name.empty() ? base : base + "." + module_name;
  }
  if (module_name == "__future__") {
    for (const Alias& a : s->names) StoreName(a.target, f, Value::None());
    return;
  }
  Value module = in.Import(module_name);
  for (const Alias& a : s->names) {
    if (a.path == "*") {
      Value all = GetAttrOrUndef(module, names.all_);
      DictObject* into = f->names ? f->names : f->globals;
      if (!all.is_undef()) {
        ForEach(all, [&](const Value& name) {
          if (GetAttrOrUndef(module, InternStr(name)).is_undef())
            if (const std::string inner = module_name + "." + Str(name); in.HasModule(inner))
              in.Import(inner);
          DictSet(into, InternStr(name), GetAttr(module, InternStr(name)));
        });
      } else if (IsInstance(module, &ModuleType)) {
        DictObject* d = module.as<ModuleObject>()->dict;
        int64_t pos = 0;
        while (DictEntry* e = DictNext(d, &pos))
          if (IsStr(e->key) && !StrView(e->key).starts_with("_")) DictSet(into, InternStr(e->key), e->value);
      }
      continue;
    }
    Value v = GetAttrOrUndef(module, a.path);
    if (v.is_undef() && in.HasModule(module_name + "." + std::string(a.path)))
      v = in.Import(module_name + "." + std::string(a.path));
    if (v.is_undef()) {
      Value* file =
          IsInstance(module, &ModuleType) ? DictFind(module.as<ModuleObject>()->dict, names.file_) : nullptr;
      const std::string where = file && IsStr(*file) ? Str(*file) : "unknown location";
      const bool loading = module.is_object() && in.IsLoading(module);
      Value e =
          MakeException(&ImportErrorType,
                        "cannot import name '" + std::string(a.path) + "' from " +
                            (loading ? "partially initialized module '" : "'") + module_name +
                            (loading ? "' (most likely due to a circular import) (" : "' (") + where + ")");
      e.as<ExceptionObject>()->name = MakeStr(module_name);
      RaiseException(std::move(e));
    }
    StoreName(a.target, f, std::move(v));
  }
}

}  // namespace tp
