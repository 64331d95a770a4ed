// Which SIMD target the kernels run on: the machine's best one, or the one that `--simd` names. Results are
// equal bit for bit between machines that run the same target, not between targets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tp {

// Names of the targets this machine can run, best first: of `avx512`, `avx2`, `sse4`; the last is there
// always, since all code is built for it.
std::vector<std::string> SimdTargets();

// The target that kernels run on now.
std::string SimdTargetName();

// The same as a number: 0 avx512, 1 avx2, 2 sse4. Costs a load.
int SimdTargetIndex();

// Pins the kernels to one target; `auto` (or empty) takes the best one again. False, and nothing changed, if
// the name is unknown or the machine lacks it. Not to be called while kernels run.
bool ForceSimdTarget(std::string_view name);

}  // namespace tp
