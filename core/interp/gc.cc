// The collector: subtracts the references that come from inside a generation from the counts; what then has
// none left, and is not reachable from what has, is garbage. Weak references to it are cleared first, then
// __del__ runs, then the objects drop their references and the counts do the rest.
#include "core/interp/gc.h"

#include <vector>

#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/interp/interrupt.h"

namespace tp {

GcState gc_state;

namespace {

void InitHead(GcObject* head) { head->gc_prev = head->gc_next = head; }

struct HeadsInit {
  HeadsInit() {
    for (GcObject& head : gc_state.generation) InitHead(&head);
  }
} heads_init;

void Link(GcObject* head, GcObject* o) {
  o->gc_prev = head->gc_prev;
  o->gc_next = head;
  head->gc_prev->gc_next = o;
  head->gc_prev = o;
}

// All of `from` to the end of `to`.
void Move(GcObject* from, GcObject* to) {
  if (from->gc_next == from) return;
  to->gc_prev->gc_next = from->gc_next;
  from->gc_next->gc_prev = to->gc_prev;
  from->gc_prev->gc_next = to;
  to->gc_prev = from->gc_prev;
  InitHead(from);
}

// While collecting, an object of the collected generation has kCollecting set and its count of references
// from outside in `outside[index]`, where index is kept in the upper bits of flags' neighbours: a side table
// by address would be slower, so objects are numbered through gc_prev.
constexpr uint32_t kCollecting = 1u << 4, kReachable = 1u << 5;

struct Collection {
  std::vector<GcObject*> objects;
  std::vector<int64_t> outside;
  std::vector<GcObject*> todo;
};

size_t NumberOf(const GcObject* o) { return reinterpret_cast<size_t>(o->gc_prev); }

void Subtract(GcObject* o, void* data) {
  if (o->flags & kCollecting) --static_cast<Collection*>(data)->outside[NumberOf(o)];
}

void Mark(GcObject* o, void* data) {
  if ((o->flags & (kCollecting | kReachable)) == kCollecting) {
    o->flags |= kReachable;
    static_cast<Collection*>(data)->todo.push_back(o);
  }
}

void Traverse(GcObject* o, GcVisitor& visit) {
  if (o->type->slots.traverse) o->type->slots.traverse(o, visit);
  if (o->type->is_heap()) {
    visit(o->type);
    for (TypeObject* t = o->type; t && t->is_heap(); t = t->base) {
      auto* v = reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + t->members_offset);
      for (uint32_t i = 0; i < t->members_count; ++i) visit(v[i]);
    }
  }
  if (AttrStorage* attrs = AttrsOf(o)) visit.Attrs(attrs);
}

void ClearObject(GcObject* o) {
  if (o->type->slots.clear) o->type->slots.clear(o);
  if (AttrStorage* attrs = AttrsOf(o)) {
    if (attrs->dict) {
      DictObject* dict = attrs->dict;
      attrs->dict = nullptr;
      DecRef(dict);
    } else if (attrs->shape) {
      for (uint32_t i = 0; i < attrs->shape->count; ++i) attrs->slots[i].Clear();
    }
  }
  for (TypeObject* t = o->type; t && t->is_heap(); t = t->base) {
    auto* v = reinterpret_cast<Value*>(reinterpret_cast<char*>(o) + t->members_offset);
    for (uint32_t i = 0; i < t->members_count; ++i) v[i].Clear();
  }
}

// Marks from the roots; returns what stayed unmarked, as owned references.
std::vector<Value> FindGarbage(Collection* c) {
  GcVisitor subtract(Subtract, c), mark(Mark, c);
  for (GcObject* o : c->objects) Traverse(o, subtract);
  for (size_t i = 0; i < c->objects.size(); ++i)
    if (c->outside[i] > 0) Mark(c->objects[i], c);
  while (!c->todo.empty()) {
    GcObject* o = c->todo.back();
    c->todo.pop_back();
    Traverse(o, mark);
  }
  std::vector<Value> garbage;
  for (GcObject* o : c->objects)
    if (!(o->flags & kReachable)) garbage.push_back(Value::Borrow(o));
  return garbage;
}

Collection Number(GcObject* head) {
  Collection c;
  for (GcObject* o = head->gc_next; o != head; o = o->gc_next) c.objects.push_back(o);
  c.outside.resize(c.objects.size());
  for (size_t i = 0; i < c.objects.size(); ++i) {
    c.objects[i]->flags |= kCollecting;
    c.objects[i]->gc_prev = reinterpret_cast<GcObject*>(i);
    c.outside[i] = c.objects[i]->refs;
  }
  return c;
}

// Links the objects behind those that are already at `head`: what survived earlier collections stays there.
void Renumber(Collection* c, GcObject* head) {
  for (GcObject* o : c->objects) {
    o->flags &= ~(kCollecting | kReachable);
    Link(head, o);
  }
}

}  // namespace

void GcVisitor::Attrs(AttrStorage* attrs) {
  (*this)(attrs->dict);
  if (!attrs->dict && attrs->shape)
    for (uint32_t i = 0; i < attrs->shape->count; ++i) (*this)(attrs->slots[i]);
}

void GcDue() {
  if (gc_state.enabled && !gc_state.collecting) TheInterp().RequestGc();
}
void GcLink(GcObject* o) { GcLinkNew(o); }
void GcUnlink(GcObject* o) { GcUnlinkDead(o); }

int64_t GcCollect(int generation) {
  if (gc_state.collecting) return 0;
  gc_state.collecting = true;
  for (int i = 0; i < generation; ++i) Move(&gc_state.generation[i], &gc_state.generation[generation]);
  for (int i = 0; i <= generation; ++i) gc_state.count[i] = 0;
  if (generation < 2) ++gc_state.count[generation + 1];
  GcObject* head = &gc_state.generation[generation];
  Collection c = Number(head);
  std::vector<Value> garbage = FindGarbage(&c);
  InitHead(head);
  Renumber(&c, generation < 2 ? &gc_state.generation[generation + 1] : head);
  const auto survivors = static_cast<int64_t>(c.objects.size() - garbage.size());
  if (generation == 2) {
    gc_state.long_lived_total = survivors;
    gc_state.long_lived_pending = 0;
  } else if (generation == 1) {
    gc_state.long_lived_pending += survivors;
  }
  const int64_t found = static_cast<int64_t>(garbage.size());
  ErrorStateSaver saver;
  for (Value& v : garbage)
    if (v.object()->flags & kHasWeakRefs) ClearWeakRefs(v.object());
  bool finalizers = false;
  for (Value& v : garbage) {
    Object* o = v.object();
    if (!o->type->slots.finalize || (o->flags & kFinalized)) continue;
    finalizers = true;
    o->flags |= kFinalized;
    try {
      o->type->slots.finalize(v);
    } catch (PyError& e) {
      WriteUnraisable(e, v);
    } catch (LimitError& e) {
      PostponeLimit(e);
    }
  }
  bool resurrected = false;
  if (finalizers) {
    // Somebody may have kept some of it: look again, with our own references counted as inside.
    Collection again;
    for (size_t i = 0; i < garbage.size(); ++i) again.objects.push_back(garbage[i].as<GcObject>());
    std::vector<GcObject*> prev;
    for (size_t i = 0; i < again.objects.size(); ++i) {
      prev.push_back(again.objects[i]->gc_prev);
      again.outside.push_back(static_cast<int64_t>(again.objects[i]->refs) - 1);
    }
    for (size_t i = 0; i < again.objects.size(); ++i) {
      again.objects[i]->flags |= kCollecting;
      again.objects[i]->gc_prev = reinterpret_cast<GcObject*>(i);
    }
    GcVisitor subtract(Subtract, &again);
    for (GcObject* o : again.objects) Traverse(o, subtract);
    for (int64_t n : again.outside) resurrected |= n > 0;
    for (size_t i = 0; i < again.objects.size(); ++i) {
      again.objects[i]->flags &= ~kCollecting;
      again.objects[i]->gc_prev = prev[i];
    }
  }
  if (!resurrected)
    for (Value& v : garbage) ClearObject(v.as<GcObject>());
  garbage.clear();
  gc_state.collecting = false;
  return resurrected ? 0 : found;
}

int64_t GcTrackedCount() {
  int64_t n = 0;
  for (GcObject& head : gc_state.generation)
    for (GcObject* o = head.gc_next; o != &head; o = o->gc_next) ++n;
  return n;
}

}  // namespace tp
