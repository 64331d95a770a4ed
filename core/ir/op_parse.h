// Parses the texts of an OpDef: arguments, attributes, Python names. A text that does not parse is our own
// mistake: TP_CHECK.
#pragma once

#include <string_view>
#include <vector>

#include "core/ir/op_def.h"

namespace tp {

// "x: T, values: N * T, rest: Tlist, size: int32". `attrs` tells list attributes from others.
std::vector<ArgInfo> ParseArgs(std::string_view text, std::string_view op,
                               const std::vector<AttrInfo>& attrs);
// "T: {int32,float32} = DT_FLOAT, N: int >= 1, padding: {'SAME','VALID'}, Tout: list(type) >= 0".
std::vector<AttrInfo> ParseAttrs(std::string_view text, std::string_view op);
// "tf.add, tf.math.add (x, y, name=None); tf.sum (x)".
std::vector<ApiInfo> ParseApis(std::string_view text, std::string_view op);

// Splits at `separator` outside of brackets and quotes; parts are trimmed, an empty text has none.
std::vector<std::string_view> SplitTop(std::string_view text, char separator);

}  // namespace tp
