// The user's call stack while a function is traced, as the interned chain that nodes carry.
#pragma once

#include <string>
#include <string_view>

#include "core/diag/source_stack.h"
#include "core/interp/function.h"

namespace tp {

// True for code of the embedded library: its sources have names such as "<tensorflow>/losses.py".
inline bool IsLibrarys(const FunctionCode& code) { return code.source->path.starts_with('<'); }

// Where the interpreter is: the spec's own frames, without the embedded library's. Cheap where the stack is
// mostly the same as at the call before.
StackId CurrentStack();
// The same, with the `def` (or lambda) of `function` as the innermost frame: for its parameters. `function`
// may be anything; what is no function of a spec adds nothing.
StackId StackAtDefinition(const Value& function);
// The name by which TensorFlow's texts call running code that AutoGraph has converted: that of the `def`
// around it; "None" where there is none.
std::string_view ConvertedName(const FunctionCode& code);
// "  File \"mlp.spec.py\", line 15, in predict" for each frame, the outermost first, each followed by `end`;
// definitions are left out.
std::string StackText(StackId stack, std::string_view end, std::string_view indent = "  ");

}  // namespace tp
