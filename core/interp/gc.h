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

// Collects generations 0 … `generation`; returns how many unreachable objects it found, as gc.collect().
int64_t GcCollect(int generation = 2);
// Objects that the collector knows, as gc.get_objects(): for tests and leak checks.
int64_t GcTrackedCount();

}  // namespace tp

#endif  // TP_CORE_INTERP_GC_H_
