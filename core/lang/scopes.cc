// The analysis of symbol tables: local, cell, free or global, as symtable.c's analyze_block decides it.
#include "core/lang/scopes.h"

#include <algorithm>

namespace tp::ast {
namespace {

constexpr size_t kFewSymbols = 12;

}  // namespace

Symbol* ScopeTable::Find(const Name* name) {
  if (by_name.empty()) {
    for (Symbol& symbol : symbols)
      if (symbol.name == name) return &symbol;
    return nullptr;
  }
  auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : &symbols[found->second];
}

Symbol& ScopeTable::Get(const Name* name) {
  if (Symbol* found = Find(name)) return *found;
  symbols.push_back({});
  symbols.back().name = name;
  if (!by_name.empty()) {
    by_name.emplace(name, static_cast<uint32_t>(symbols.size() - 1));
  } else if (symbols.size() > kFewSymbols) {
    for (uint32_t i = 0; i < symbols.size(); ++i) by_name.emplace(symbols[i].name, i);
  }
  return symbols.back();
}

void ScopeAnalysis::Error(Span span, std::string message) {
  Diagnostic diagnostic;
  diagnostic.kind = "SyntaxError";
  diagnostic.message = std::move(message);
  diagnostic.file = module_.file.get();
  diagnostic.span = span;
  errors_->push_back(std::move(diagnostic));
}

void ScopeAnalysis::Run() {
  for (ScopeTable& scope : scopes_) {
    // Passing through may add symbols to outer scopes only; those are done already.
    for (size_t i = 0; i < scope.symbols.size(); ++i)
      if (scope.symbols[i].scope == Scope::kUnresolved) Decide(scope, scope.symbols[i]);
  }
  for (ScopeTable& scope : scopes_) AssignSlots(scope);
  for (ScopeTable& scope : scopes_) FillReferences(scope);
}

void ScopeAnalysis::Decide(ScopeTable& scope, Symbol& symbol) {
  if (symbol.flags & kDeclaredGlobal) {
    if (symbol.flags & kDeclaredNonlocal)
      Error(symbol.directive, "name '" + std::string(symbol.name->text) + "' is nonlocal and global");
    symbol.scope = Scope::kGlobalExplicit;
    return;
  }
  if (symbol.flags & kDeclaredNonlocal) {
    if (scope.info->kind == FunctionKind::kModule) {
      Error(symbol.directive, "nonlocal declaration not allowed at module level");
      symbol.scope = Scope::kGlobalExplicit;
    } else if (!BindOuter(scope, symbol)) {
      Error(symbol.directive, "no binding for nonlocal '" + std::string(symbol.name->text) + "' found");
      symbol.scope = Scope::kGlobalExplicit;
    }
    return;
  }
  if (symbol.flags & kBoundFlags) {
    symbol.scope = scope.is_function()                        ? Scope::kLocal
                   : scope.info->kind == FunctionKind::kClass ? Scope::kClassName
                                                              : Scope::kGlobalImplicit;
    return;
  }
  if (BindOuter(scope, symbol)) return;
  symbol.scope = scope.info->kind == FunctionKind::kClass ? Scope::kClassName : Scope::kGlobalImplicit;
}

// Looks for the function around `scope` that binds the name. Classes between do not count, but that each of
// them binds `__class__` for its methods.
bool ScopeAnalysis::BindOuter(ScopeTable& scope, Symbol& symbol) {
  const Name* name = symbol.name;
  for (ScopeTable* outer = scope.parent; outer; outer = outer->parent) {
    if (outer->info->kind == FunctionKind::kModule) return false;
    if (outer->info->kind == FunctionKind::kClass) {
      if (name != class_name_) continue;
      outer->needs_class_cell = true;
    } else {
      Symbol* found = outer->Find(name);
      if (!found || !(found->flags & (kBoundFlags | kDeclaredGlobal | kDeclaredNonlocal))) continue;
      if (found->flags & kDeclaredGlobal) return false;
      if (found->flags & kDeclaredNonlocal) {
        if (found->scope != Scope::kFree) return false;  // an error, told already
        continue;
      }
      found->scope = Scope::kCell;
    }
    symbol.scope = Scope::kFree;
    PassThrough(scope, outer, name);
    return true;
  }
  return false;
}

// The scopes between take the cell from outside and hand it on.
void ScopeAnalysis::PassThrough(ScopeTable& from, ScopeTable* owner, const Name* name) {
  for (ScopeTable* scope = from.parent; scope != owner; scope = scope->parent) {
    Symbol& symbol = scope->Get(name);
    if (scope->info->kind == FunctionKind::kClass && (symbol.flags & (kBoundFlags | kDeclaredGlobal)))
      symbol.is_free_too = true;
    else
      symbol.scope = Scope::kFree;
  }
}

void ScopeAnalysis::AssignSlots(ScopeTable& scope) {
  FunctionInfo& info = *scope.info;
  std::vector<Symbol*> cells, frees;
  std::vector<const Name*> locals;
  // Parameters have their slots from the walk: they come first.
  for (Symbol& symbol : scope.symbols)
    if (symbol.flags & kParameter) locals.push_back(symbol.name);
  for (Symbol& symbol : scope.symbols) {
    if (symbol.scope == Scope::kLocal && !(symbol.flags & kParameter)) {
      symbol.slot = static_cast<uint32_t>(locals.size());
      locals.push_back(symbol.name);
    }
    if (symbol.scope == Scope::kCell) cells.push_back(&symbol);
    if (symbol.scope == Scope::kFree || symbol.is_free_too) frees.push_back(&symbol);
  }
  const auto by_text = [](const Symbol* a, const Symbol* b) { return a->name->text < b->name->text; };
  std::sort(cells.begin(), cells.end(), by_text);
  std::sort(frees.begin(), frees.end(), by_text);
  std::vector<CellVar> cell_vars;
  if (scope.needs_class_cell) {
    info.class_cell = 0;
    cell_vars.push_back({class_name_, CellVar::kNoParam});
  }
  for (Symbol* cell : cells) {
    const uint32_t param = cell->flags & kParameter ? cell->slot : CellVar::kNoParam;
    cell->slot = static_cast<uint32_t>(cell_vars.size());
    cell_vars.push_back({cell->name, param});
  }
  std::vector<FreeVar> free_vars;
  for (Symbol* free : frees) {
    if (!free->is_free_too) free->slot = static_cast<uint32_t>(cell_vars.size() + free_vars.size());
    if (free->name == class_name_) info.has_super = true;
    free_vars.push_back({free->name, 0});
  }
  // Outer scopes have their slots already.
  for (FreeVar& free : free_vars) {
    const ScopeTable& outer = *scope.parent;
    const auto& outer_cells = outer.info->cells;
    uint32_t slot = 0;
    bool found = false;
    for (uint32_t i = 0; i < outer_cells.size() && !found; ++i)
      if (outer_cells[i].name == free.name) slot = i, found = true;
    for (uint32_t i = 0; i < outer.info->frees.size() && !found; ++i)
      if (outer.info->frees[i].name == free.name) slot = outer_cells.size() + i, found = true;
    TP_CHECK(found, "no outer cell for {}", free.name->text);
    free.outer_slot = slot;
  }
  info.locals = module_.arena.Copy(locals);
  info.cells = module_.arena.Copy(cell_vars);
  info.frees = module_.arena.Copy(free_vars);
}

void ScopeAnalysis::FillReferences(ScopeTable& scope) {
  const bool is_class = scope.info->kind == FunctionKind::kClass;
  for (ScopeTable::Reference& reference : scope.references) {
    Symbol* symbol = scope.Find(reference.ref->name);
    reference.ref->scope = symbol->scope;
    reference.ref->slot = symbol->slot;
    if (is_class && symbol->scope == Scope::kFree && reference.is_load)
      reference.ref->scope = Scope::kClassDeref;
    if (reference.expr && symbol->scope == Scope::kLocal) reference.expr->operand = Operand::kLocal;
  }
}

}  // namespace tp::ast
