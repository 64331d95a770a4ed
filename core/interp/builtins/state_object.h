// Small native objects: a fixed number of Values and a number. Iterators such as zip's and itertools' are of
// this kind; collection, traversal and `__iter__` come with it.
#ifndef TP_CORE_INTERP_BUILTINS_STATE_OBJECT_H_
#define TP_CORE_INTERP_BUILTINS_STATE_OBJECT_H_

#include "core/interp/containers.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {

template <int N>
struct StateObject : GcObject {
  Value v[N];
  int64_t n;
};

template <int N>
void StateDealloc(Object* o) {
  auto* s = static_cast<StateObject<N>*>(o);
  GcUntrack(s);
  for (Value& v : s->v) v.Clear();
  FreeObject(o);
}
template <int N>
void StateTraverse(Object* o, GcVisitor& visit) {
  for (Value& v : static_cast<StateObject<N>*>(o)->v) visit(v);
}
template <int N>
void StateClear(Object* o) {
  for (Value& v : static_cast<StateObject<N>*>(o)->v) v.Clear();
}

// The spec of a type of such objects; with `next` they are iterators.
template <int N>
constexpr TypeSpec StateSpec(const char* name, Value (*next)(const Value&) = nullptr,
                             Value (*new_object)(TypeObject*, Args) = nullptr) {
  TypeSpec t{.name = name, .size = sizeof(StateObject<N>), .flags = kTypeGc};
  t.slots.dealloc = StateDealloc<N>;
  t.slots.traverse = StateTraverse<N>;
  t.slots.clear = StateClear<N>;
  t.slots.new_object = new_object;
  if (next) {
    t.slots.iter = SelfIter;
    t.slots.next = next;
  }
  return t;
}

template <int N>
StateObject<N>* NewState(TypeObject* type) {
  auto* s = New<StateObject<N>>(type);
  GcTrack(s);
  return s;
}

}  // namespace tp

#endif  // TP_CORE_INTERP_BUILTINS_STATE_OBJECT_H_
