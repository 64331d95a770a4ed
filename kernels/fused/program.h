// Program: an elementwise expression (core/ir/expression.h), compiled to a list of tile functions. A tile is
// a few hundred elements that stay in the first-level cache: each instruction reads tiles and writes a tile,
// the last one writes the output.
#pragma once

#include <vector>

#include "core/base/ref.h"
#include "core/ir/expression.h"
#include "core/ir/primitives.h"

namespace tp::fused {

// Where an operand comes from: inputs first, then numbers, then temporaries.
struct Instruction {
  TileFn fn = nullptr;
  Prim prim = Prim::kAdd;
  DType dtype = DType::kInvalid;  // of the operands
  bool checked = false;           // CheckPrim first
  bool copies = false;            // the program gives an input as it is
  int8_t num_args = 0;
  uint16_t args[3] = {};  // slots
  uint16_t out = 0;       // slot; the last instruction writes the output instead
};

class Program : public RefCounted {
 public:
  // Compiles for the SIMD target of now. `num_inputs` as the expression was parsed with.
  Program(const Expression& expression, int num_inputs);

  // Runs it on n elements, which lie at the slots; temporaries are written where theirs are. Stops at
  // operands that CheckPrim refuses.
  Status RunTile(const void* const* slots, void* out, size_t n) const {
    const Instruction* last = &code.back();
    for (const Instruction& step : code) {
      const void* in[3];
      for (int k = 0; k < step.num_args; ++k) in[k] = slots[step.args[k]];
      if (step.checked)
        if (Status status = CheckPrim(step.prim, step.dtype, in, n); !status.ok()) return status;
      step.fn(in, &step == last ? out : const_cast<void*>(slots[step.out]), n);
    }
    return {};
  }

  std::vector<Instruction> code;
  struct Number {
    DType dtype;
    double value;
    void Fill(void* out, int64_t n) const;  // n times, as `dtype`
  };
  std::vector<Number> numbers;  // slots num_inputs …
  int num_inputs = 0;
  int num_temps = 0;  // slots after the numbers
  DType result = DType::kInvalid;
  const TileTable* table = nullptr;  // that the functions are from
  double item_ns = 0;                // estimated cost of an element
  size_t width = 1;                  // bytes of the widest element
};

// This thread's scratch memory, aligned, until the next call; kernels do not nest.
char* Scratch(size_t bytes);

}  // namespace tp::fused
