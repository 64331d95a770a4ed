// The tile functions behind core/ir/primitives.h: who fills which part of a target's table. The parts are
// files of their own, so that each compiles in a few seconds.
#pragma once

#include <type_traits>
#include <utility>

#include "core/ir/primitives.h"
#include "kernels/simd/simd.h"

namespace tp::tiles {

// Each writes its functions over what stands in the table; called in this order.
void FillPlain(TileTable* table);  // every dtype, compiled for the baseline; complex; strings
void FillLibm(TileTable* table);   // what libm computes: float64, and float32 functions that are rare
void FillCasts(TileTable* table);
void FillFast(TileTable* table);  // float32, float64, int32, int64: compiled for the target of now
void FillMath(TileTable* table);  // float32 functions by polynomials, for the target of now
void FillHalf(TileTable* table);  // float16 and bfloat16, through the float32 functions filled before

// The table of the target of now, made at its first use.
const TileTable& Current();

}  // namespace tp::tiles
