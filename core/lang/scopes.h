// Symbol tables, inside core/lang only: which names a scope mentions, how, and what they come out to be.
// Built by resolve.cc while it walks the tree, analysed by scopes.cc, as CPython's symtable.c does it.
#pragma once

#include <deque>
#include <vector>

#include "core/base/check.h"
#include "core/base/hash_map.h"
#include "core/diag/diagnostic.h"
#include "core/lang/ast.h"

namespace tp::ast {

// What a scope does with a name; several together.
enum SymbolFlag : uint16_t {
  kUsed = 1,
  kAssigned = 2,
  kParameter = 4,
  kImported = 8,
  kDeclaredGlobal = 16,
  kDeclaredNonlocal = 32,
  kAnnotated = 64,
  kIterationVariable = 128,  // target of a comprehension's `for`
};
inline constexpr uint16_t kBoundFlags = kAssigned | kParameter | kImported;

struct Symbol {
  const Name* name = nullptr;
  uint16_t flags = 0;
  Scope scope = Scope::kUnresolved;
  bool is_free_too = false;  // a class binds it, and passes an outer function's on to its methods
  uint32_t slot = 0;         // local slot; of cells and frees the deref slot
  Span directive;            // the first `global` or `nonlocal` statement that names it
};

struct ScopeTable {
  FunctionInfo* info = nullptr;
  ScopeTable* parent = nullptr;
  std::vector<Symbol> symbols;             // in order of first mention
  HashMap<const Name*, uint32_t> by_name;  // only once there are many
  struct Reference {
    NameRef* ref;
    NameExpr* expr;  // of a load, or null
    bool is_load;
  };
  std::vector<Reference> references;
  std::vector<ScopeTable*> children;
  bool needs_class_cell = false;

  bool is_function() const {
    return info->kind != FunctionKind::kModule && info->kind != FunctionKind::kClass;
  }
  bool is_comprehension() const { return info->kind >= FunctionKind::kListComp; }

  Symbol* Find(const Name* name);
  Symbol& Get(const Name* name);  // makes it if it is not there
};

// Decides the scope and slot of every symbol, and fills the locals, cells and frees of the FunctionInfos and
// the NameRefs. Scopes come outer before inner. Errors: unbound nonlocals and the like.
class ScopeAnalysis {
 public:
  ScopeAnalysis(Module& module, std::deque<ScopeTable>& scopes, std::vector<Diagnostic>* errors)
      : module_(module), scopes_(scopes), errors_(errors) {}
  void Run();

 private:
  void Decide(ScopeTable& scope, Symbol& symbol);
  bool BindOuter(ScopeTable& scope, Symbol& symbol);
  void PassThrough(ScopeTable& from, ScopeTable* owner, const Name* name);
  void AssignSlots(ScopeTable& scope);
  void FillReferences(ScopeTable& scope);
  void Error(Span span, std::string message);

  Module& module_;
  std::deque<ScopeTable>& scopes_;
  std::vector<Diagnostic>* errors_;
  const Name* class_name_ = Intern("__class__");
};

// Gives every statement, block and expression of a generator that has a yield inside its resume point.
void AssignResumePoints(Module& module, FunctionInfo& info);

}  // namespace tp::ast
