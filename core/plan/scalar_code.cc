#include "core/plan/scalar_code.h"

#include <fmt/format.h>

namespace tp {

ScalarForm FormOf(ScalarOp op) {
  static constexpr ScalarForm kForms[] = {
#define TP_SCALAR_OP(name, form) ScalarForm::form,
      TP_SCALAR_OPS(TP_SCALAR_OP)
#undef TP_SCALAR_OP
  };
  return kForms[static_cast<int>(op)];
}

const char* ScalarOpName(ScalarOp op) {
  static constexpr const char* kNames[] = {
#define TP_SCALAR_OP(name, form) #name,
      TP_SCALAR_OPS(TP_SCALAR_OP)
#undef TP_SCALAR_OP
  };
  return kNames[static_cast<int>(op)];
}

std::string ScalarCode::ToString() const {
  std::string text;
  for (const Constant& c : constants)
    text += fmt::format("r{} = {:#x}\n", c.reg, static_cast<uint64_t>(c.value.i64));
  for (size_t i = 0; i < code.size(); ++i) {
    const ScalarInstr& in = code[i];
    text += fmt::format("{}: ", i);
    switch (FormOf(in.op)) {
      case ScalarForm::kBinary:
        text += fmt::format("r{} = {} r{} r{}", in.d, ScalarOpName(in.op), in.a, in.b);
        break;
      case ScalarForm::kUnary:
        text += fmt::format("r{} = {} r{}", in.d, ScalarOpName(in.op), in.a);
        break;
      case ScalarForm::kTernary:
        text += fmt::format("r{} = {} r{} r{} r{}", in.d, ScalarOpName(in.op), in.a, in.b, in.c);
        break;
      case ScalarForm::kCompareJump:
        text += fmt::format("{} r{} r{} -> {}", ScalarOpName(in.op), in.a, in.b, in.c);
        break;
      case ScalarForm::kCall:
        text += fmt::format("r{} = Call {}", in.d, in.b);
        break;
      case ScalarForm::kJump:
        text += fmt::format("{} r{} -> {}", ScalarOpName(in.op), in.a, in.c);
        break;
      case ScalarForm::kLabel:
      case ScalarForm::kEnd:
        text += ScalarOpName(in.op);
        break;
    }
    text += '\n';
  }
  return text;
}

}  // namespace tp
