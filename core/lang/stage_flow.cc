// The control flow graph of a lowered function, reaching definitions and liveness on it (TF: pyct/cfg.py,
// static_analysis/reaching_definitions.py, liveness.py, reaching_fndefs.py). As there, only `raise` leaves a
// `try` body early: other statements are taken not to raise.
#include <algorithm>
#include <set>
#include <utility>

#include "core/lang/stage.h"

namespace tp::ast::stage {
namespace {

struct Node {
  const Activity* activity = nullptr;
  const Low* def = nullptr;  // a nested def: what it reads is live wherever it reaches
  std::vector<uint32_t> next, previous;
  std::vector<const void*> owners;  // statements it stands in
  Bits defined, live;               // defined behind it, live before it
  std::set<const Low*> defs_out;
};
using Leaves = std::set<uint32_t>;

class FlowGraph {
 public:
  explicit FlowGraph(Function& function) : f_(function) {}

  std::map<const Low*, Flow> Run() {
    AddNode(&f_.params, nullptr);
    AddBlock(f_.body);
    for (const auto& [node, guards] : exits_) ConnectFinally(node, guards);
    Forward();
    Backward();
    std::map<const Low*, Flow> flows;
    for (const auto& [low, entry] : entries_) {
      Flow& flow = flows[low];
      flow.live_in = nodes_[entry].live;
      for (uint32_t n = 0; n < nodes_.size(); ++n) {
        const bool inside = Owns(nodes_[n], low);
        for (const uint32_t m : nodes_[n].next) {
          if (inside && !Owns(nodes_[m], low)) flow.live_out.Merge(nodes_[m].live);
          if (!inside && Owns(nodes_[m], low)) flow.defined_in.Merge(nodes_[n].defined);
        }
      }
    }
    return flows;
  }

 private:
  static bool Owns(const Node& node, const void* low) {
    return std::find(node.owners.begin(), node.owners.end(), low) != node.owners.end();
  }

  void Connect(uint32_t from, uint32_t to) {
    nodes_[from].next.push_back(to);
    nodes_[to].previous.push_back(from);
  }

  uint32_t AddNode(const Activity* activity, const Low* def) {
    const uint32_t id = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({});
    nodes_[id].activity = activity;
    nodes_[id].def = def;
    nodes_[id].owners = active_;
    for (const uint32_t leaf : leaves_) Connect(leaf, id);
    for (const Low* section : pending_finally_) finally_[section].first = id;
    pending_finally_.clear();
    leaves_ = {id};
    return id;
  }

  void AddBlock(const LowBlock& block) {
    for (const Low* low : block) AddLow(low);
  }

  void AddLow(const Low* low) {
    switch (low->kind) {
      case LowKind::kSimple:
      case LowKind::kBreak:
      case LowKind::kContinue:
        AddNode(&low->head, nullptr);
        return;
      case LowKind::kDef:
        AddNode(&low->head, low);
        return;
      case LowKind::kReturn:
      case LowKind::kRaise: {
        const uint32_t id = AddNode(&low->head, nullptr);
        leaves_.clear();
        std::vector<const Low*> guards;
        for (size_t i = tries_.size(); i-- > 0;) {
          if (!tries_[i]->finalbody.empty()) guards.push_back(tries_[i]);
          if (low->kind == LowKind::kRaise && !tries_[i]->handlers.empty()) raises_[tries_[i]].push_back(id);
        }
        exits_.push_back({id, guards});
        return;
      }
      case LowKind::kIf: {
        active_.push_back(low);
        entries_[low] = AddNode(&low->head, nullptr);
        const Leaves split = leaves_;
        AddBlock(low->body);
        const Leaves after_body = std::exchange(leaves_, split);
        AddBlock(low->orelse);
        leaves_.insert(after_body.begin(), after_body.end());
        active_.pop_back();
        return;
      }
      case LowKind::kWhile:
      case LowKind::kFor: {
        active_.push_back(low);
        const uint32_t entry = AddNode(&low->head, nullptr);
        entries_[low] = entry;
        if (low->has_extra) AddNode(&low->extra, nullptr);
        AddBlock(low->body);
        for (const uint32_t leaf : leaves_) Connect(leaf, entry);
        leaves_ = {entry};
        AddBlock(low->orelse);
        active_.pop_back();
        return;
      }
      case LowKind::kWith:
        for (const Activity& item : low->items) AddNode(&item, nullptr);
        AddBlock(low->body);
        return;
      case LowKind::kMatch: {
        AddNode(&low->head, nullptr);
        const Leaves split = leaves_;
        Leaves after = split;
        for (const LowBlock& one : low->handlers) {
          leaves_ = split;
          AddBlock(one);
          after.insert(leaves_.begin(), leaves_.end());
        }
        leaves_ = after;
        return;
      }
      case LowKind::kTry:
        return AddTry(low);
    }
  }

  void AddTry(const Low* low) {
    active_.push_back(low);
    tries_.push_back(low);
    AddBlock(low->body);
    if (!low->orelse.empty()) {
      const Leaves split = leaves_;
      AddBlock(low->orelse);
      leaves_.insert(split.begin(), split.end());
    }
    tries_.pop_back();
    if (!low->handlers.empty()) {
      // What raises flows to what follows the `try`, too, as in TensorFlow's graph.
      Leaves split = leaves_, after;
      for (const LowBlock& handler : low->handlers) {
        split.insert(raises_[low].begin(), raises_[low].end());
        leaves_ = split;
        active_.push_back(&handler);
        AddBlock(handler);
        active_.pop_back();
        after.insert(leaves_.begin(), leaves_.end());
      }
      leaves_ = after;
      leaves_.insert(split.begin(), split.end());
    }
    if (!low->finalbody.empty()) {
      const bool direct = !leaves_.empty();
      pending_finally_.push_back(low);
      AddBlock(low->finalbody);
      finally_[low].second = leaves_;
      if (!direct) leaves_.clear();
    }
    active_.pop_back();
  }

  // A jump out of `try … finally` runs through the finally blocks.
  void ConnectFinally(uint32_t node, const std::vector<const Low*>& guards) {
    Leaves cursor = {node};
    for (const Low* guard : guards) {
      const auto& [begin, ends] = finally_[guard];
      for (const uint32_t from : cursor) Connect(from, begin);
      cursor = ends;
    }
  }

  void Forward() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Node& node : nodes_) {
        Bits out;
        std::set<const Low*> defs;
        for (const uint32_t p : node.previous) {
          out.Merge(nodes_[p].defined);
          defs.insert(nodes_[p].defs_out.begin(), nodes_[p].defs_out.end());
        }
        const Activity& a = *node.activity;
        out.Remove(a.modified);
        out.Remove(a.deleted);
        Bits made = a.bound;
        made.Merge(a.globals);
        made.Remove(a.deleted);
        out.Merge(made);
        // A def reaches until its name is assigned anew.
        std::erase_if(defs, [&](const Low* def) { return Kills(a, def); });
        if (node.def) defs.insert(node.def);
        if (out == node.defined && defs == node.defs_out) continue;
        node.defined = std::move(out);
        node.defs_out = std::move(defs);
        changed = true;
      }
    }
  }

  // A def is out of reach once what holds it has another value.
  static bool Kills(const Activity& activity, const Low* def) {
    bool held = false;
    def->head.modified.Each(
        [&](uint32_t id) { held |= !activity.modified.Has(id) && !activity.deleted.Has(id); });
    return !held;
  }

  void Backward() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        Bits in;
        for (const uint32_t n : node.next) in.Merge(nodes_[n].live);
        in.Remove(node.activity->modified);
        in.Remove(node.activity->deleted);
        in.Merge(node.activity->read);
        for (const uint32_t p : node.previous) {
          for (const Low* def : nodes_[p].defs_out) {
            Bits read = def->nested.read;
            read.Remove(def->nested.bound);
            in.Merge(read);
          }
        }
        if (in == node.live) continue;
        node.live = std::move(in);
        changed = true;
      }
    }
  }

  Function& f_;
  std::vector<Node> nodes_;
  Leaves leaves_;
  std::vector<const void*> active_;
  std::vector<const Low*> tries_, pending_finally_;
  std::map<const Low*, std::vector<uint32_t>> raises_;
  std::map<const Low*, std::pair<uint32_t, Leaves>> finally_;
  std::vector<std::pair<uint32_t, std::vector<const Low*>>> exits_;
  std::map<const Low*, uint32_t> entries_;
};

}  // namespace

std::map<const Low*, Flow> Analyse(Function& function) { return FlowGraph(function).Run(); }

}  // namespace tp::ast::stage
