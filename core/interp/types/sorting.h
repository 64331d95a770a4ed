// Python's stable sort, for list.sort, sorted and whoever needs it.
#ifndef TP_CORE_INTERP_TYPES_SORTING_H_
#define TP_CORE_INTERP_TYPES_SORTING_H_

#include "core/interp/value.h"

namespace tp {

// Sorts items[0, n) in place: only `<` is asked, `key` (None or kUndef: the items themselves) is called once
// an item, in order. If a comparison throws, the items stand in some order, none is lost.
void SortValues(Value* items, int64_t n, const Value& key, bool reverse);

}  // namespace tp

#endif  // TP_CORE_INTERP_TYPES_SORTING_H_
