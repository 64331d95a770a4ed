// What op blocks say for people and tests: the doc and the examples. A program has these texts only where it
// links this (//core/ir:op_texts): TP_OP puts a reference to each into a section of its own, which the linker
// drops where nobody reads it.
#pragma once

#include <string_view>

#include "core/ir/op_def.h"

namespace tp {

// The texts of the op of that name; a TP_CHECK fails where there is none. Any thread.
const OpTexts& TextsOf(std::string_view name);

}  // namespace tp
