// The parts of the static analysis behind stage_info.h, inside core/lang only:
//   stage_lower.cc     a function's statements as AutoGraph sees them once break, continue and return are
//   gone stage_activity.cc  what each of them reads, modifies, binds, deletes stage_flow.cc      the control
//   flow graph, reaching definitions, liveness stage_info.cc      the sets that make a StageInfo
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/lang/stage_info.h"

namespace tp::ast::stage {

// A set of paths of one function, by number.
class Bits {
 public:
  void Add(uint32_t i) {
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    words_[i / 64] |= uint64_t{1} << i % 64;
  }
  bool Has(uint32_t i) const { return i / 64 < words_.size() && (words_[i / 64] >> i % 64 & 1); }
  void Merge(const Bits& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  void Remove(const Bits& other) {
    for (size_t i = 0; i < std::min(words_.size(), other.words_.size()); ++i) words_[i] &= ~other.words_[i];
  }
  friend bool operator==(const Bits& a, const Bits& b) {
    for (size_t i = 0; i < std::max(a.words_.size(), b.words_.size()); ++i)
      if ((i < a.words_.size() ? a.words_[i] : 0) != (i < b.words_.size() ? b.words_[i] : 0)) return false;
    return true;
  }
  template <typename F>
  void Each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t word = words_[i]; word; word &= word - 1)
        f(static_cast<uint32_t>(i * 64 + static_cast<size_t>(__builtin_ctzll(word))));
  }

 private:
  std::vector<uint64_t> words_;
};

// The paths of one function, each once, numbered.
class PathTable {
 public:
  explicit PathTable(Arena& arena) : arena_(arena) {}
  uint32_t NameId(const Name* name);
  uint32_t HiddenId(const std::string& text, Hidden hidden, const Stmt* loop);
  // The path that an expression is, or -1 (calls, slices, computed keys).
  int64_t Find(const Expr* expr);
  const Path& operator[](uint32_t id) const { return *paths_[id]; }
  // The simple names a path rests on: `a[i].b` on a and i.
  void AddSupport(uint32_t id, Bits* support);
  // The paths it is a part of: of `a.b[c]` a and a.b.
  bool OwnedBy(uint32_t id, const Bits& owners);

 private:
  uint32_t Add(const Path& path);
  int64_t LiteralId(const ConstantExpr* constant);

  Arena& arena_;
  std::vector<Path*> paths_;
  std::vector<int64_t> parents_, keys_;  // ids, or -1
  std::map<std::string, uint32_t> by_key_;
};

// What one statement, test or block does (TF: activity.py, Scope).
struct Activity {
  Bits read, modified, bound, deleted, globals, nonlocals;
  void Merge(const Activity& other) {
    read.Merge(other.read);
    modified.Merge(other.modified);
    bound.Merge(other.bound);
    globals.Merge(other.globals);
    nonlocals.Merge(other.nonlocals);
  }
};

enum class LowKind : uint8_t {
  kSimple,
  kRaise,
  kReturn,
  kBreak,
  kContinue,
  kIf,
  kWhile,
  kFor,
  kTry,
  kWith,
  kMatch,
  kDef
};

// A statement after lowering. `origin` is the statement it stands for, or for hidden ones the one it guards.
struct Low {
  LowKind kind = LowKind::kSimple;
  const Stmt* origin = nullptr;
  Hidden guard = Hidden::kNone;  // kIf: which variable the hidden `if not …` tests
  // What the lowering wrote: `assigned = …`, or with kMention `(assigned,)`.
  enum class Write : uint8_t { kNothing, kFalse, kTrue, kUndefinedReturn, kReturnValue, kMention };
  Write write = Write::kNothing;
  uint32_t assigned = 0;        // a path; of a guard the one that it tests
  std::vector<uint32_t> stops;  // of a loop: paths that end it, tested before its own test, the last first
  Activity head;    // the simple statement, the test, the iterator with its target, the with items
  Activity target;  // kFor: the target alone
  Activity extra;   // kFor: the extra loop test
  bool has_extra = false;
  std::vector<Low*> body, orelse, finalbody;
  std::vector<std::vector<Low*>> handlers;  // of kTry; of kMatch the cases
  std::vector<Activity> items;              // of kWith
  Bits isolated;                            // of kTry: names of `except … as name`
  bool body_returns = false, orelse_returns = false, definitely_returns = false;
  Activity nested;  // kDef, of a nested def or a lambda that is assigned: parameters and body together
  bool is_elif = false;
};
using LowBlock = std::vector<Low*>;

// One function on its way through the analysis.
struct Function {
  explicit Function(const Module& m, const FunctionInfo& i)
      : module(m), info(i), paths(const_cast<Module&>(m).arena) {}
  const Module& module;
  const FunctionInfo& info;
  PathTable paths;
  std::deque<Low> lows;
  LowBlock body;
  Activity params;  // what the parameters bind
  Activity all;     // the body as a whole
  bool returns = false;

  Low* New(LowKind kind, const Stmt* origin) {
    lows.push_back({});
    lows.back().kind = kind;
    lows.back().origin = origin;
    return &lows.back();
  }
};

// Numbers hidden variables as AutoGraph's namer does: `break_`, `break__1`, ….
class Namer {
 public:
  std::string New(const std::string& root, Function& function);

 private:
  std::map<std::string, bool> taken_;
};

// Sets of a statement's own expressions (not of its blocks). stage_activity.cc
Activity ActivityOf(Function& function, const Stmt* stmt);
Activity ActivityOf(Function& function, const Expr* expr);
Activity ParamActivity(Function& function, const Parameters* params);
// What the lambdas in an expression read that are not arguments of a call in it.
Activity KeptLambdas(Function& function, const Expr* expr);
// Of everything in a def, nested defs' free reads included: what a call of it may read and binds.
Activity BodyActivity(Function& function, const FunctionDefStmt* def);
// Of a block and all inside.
Activity Total(const LowBlock& block);

// Builds function.body and lowers break, continue and return. stage_lower.cc
void Lower(Function& function, Namer& namer);

// What flows into and out of each If, While and For. stage_flow.cc
struct Flow {
  Bits defined_in, live_in, live_out;
};
std::map<const Low*, Flow> Analyse(Function& function);

}  // namespace tp::ast::stage
