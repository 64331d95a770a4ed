#include "core/ir/op_texts.h"

#include <map>

#include "core/base/check.h"

// The section's ends; the linker defines them.
extern "C" {
extern tp::OpTexts (*const __start_tp_op_texts[])();
extern tp::OpTexts (*const __stop_tp_op_texts[])();
}

namespace tp {

const OpTexts& TextsOf(std::string_view name) {
  static const auto* const all = [] {
    auto* const texts = new std::map<std::string_view, OpTexts>;
    for (auto entry = __start_tp_op_texts; entry != __stop_tp_op_texts; ++entry) {
      const OpTexts op = (*entry)();
      texts->emplace(op.name, op);
    }
    return texts;
  }();
  const auto found = all->find(name);
  TP_CHECK(found != all->end(), "no op {}", name);
  return found->second;
}

}  // namespace tp
