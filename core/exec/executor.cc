#include "core/exec/executor.h"

#include <cstdio>

#include "core/exec/float_mode.h"
#include "core/ir/kernel.h"

namespace tp {
namespace {

PreparePassesFn prepare_passes = nullptr;

}  // namespace

void SetPreparePasses(PreparePassesFn prepare) { prepare_passes = prepare; }

void Executor::Print(std::string_view text, bool to_stdout) {
  if (print_) return print_(text, to_stdout);
  std::FILE* stream = to_stdout ? stdout : stderr;
  std::fwrite(text.data(), 1, text.size(), stream);
}

Status Executor::CallHost(std::string_view token, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  if (call_host_) return call_host_(token, inputs, outputs);
  return MakeStatus(Code::kUnimplemented,
                    "a host function ({}) is called, and this program has no interpreter to run it", token);
}

}  // namespace tp
