// "Did you mean": CPython's distance between names, with its costs and limits.
#ifndef TP_CORE_INTERP_SUGGEST_H_
#define TP_CORE_INTERP_SUGGEST_H_

#include <string>
#include <string_view>
#include <vector>

namespace tp {

// The nearest of `candidates` to `name`, or "".
std::string NearestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tp

#endif  // TP_CORE_INTERP_SUGGEST_H_
