// The cycle collector: CPython's algorithm over three generations by allocation count. Reference counts free
// what they can; this finds what only refers to itself. A type takes part by kTypeGc, `traverse` and `clear`.
#ifndef TP_CORE_INTERP_GC_H_
#define TP_CORE_INTERP_GC_H_

#include "core/interp/object.h"

namespace tp {

// What a type's `traverse` calls for each reference its object owns.
class GcVisitor {
 public:
  explicit GcVisitor(void (*visit)(GcObject*, void*), void* data) : visit_(visit), data_(data) {}
  void operator()(Object* o) {
    if (o && (o->flags & kGcTracked)) visit_(static_cast<GcObject*>(o), data_);
  }
  void operator()(const Value& v) {
    if (v.is_object()) (*this)(v.object());
  }
  void Attrs(AttrStorage* attrs);

 private:
  void (*visit_)(GcObject*, void*);
  void* data_;
};

struct GcState {
  GcObject generation[3];  // list heads
  int threshold[3] = {700, 10, 10};
  int count[3] = {0, 0, 0};
  int64_t long_lived_total = 0, long_lived_pending = 0;
  bool enabled = true, collecting = false;
};
extern GcState gc_state;

// The links of gc.cc's lists, inlined for what is made and dies most often.
void GcDue();  // generation 0 is full: a collection is asked for
inline void GcLinkNew(GcObject* o) {
  GcObject* head = &gc_state.generation[0];
  o->flags |= kGcTracked;
  o->gc_prev = head->gc_prev;
  o->gc_next = head;
  head->gc_prev->gc_next = o;
  head->gc_prev = o;
  if (__builtin_expect(++gc_state.count[0] > gc_state.threshold[0], 0)) GcDue();
}
inline void GcUnlinkDead(GcObject* o) {
  o->flags &= ~kGcTracked;
  o->gc_prev->gc_next = o->gc_next;
  o->gc_next->gc_prev = o->gc_prev;
  if (gc_state.count[0] > 0) --gc_state.count[0];
}

// Collects generations 0 … `generation`; returns how many unreachable objects it found, as gc.collect().
int64_t GcCollect(int generation = 2);
// Objects that the collector knows, as gc.get_objects(): for tests and leak checks.
int64_t GcTrackedCount();

}  // namespace tp

#endif  // TP_CORE_INTERP_GC_H_
