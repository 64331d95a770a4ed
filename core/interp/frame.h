// A running piece of code. Frames of functions live on the C++ stack, their variables on the value stack;
// those of generators live in the heap. A frame that an exception leaves adds itself to the exception's
// traceback.
#ifndef TP_CORE_INTERP_FRAME_H_
#define TP_CORE_INTERP_FRAME_H_

#include "core/interp/function.h"

namespace tp {

// Frame::flags
enum : uint32_t {
  kFrameConverted = 1u << 0,  // AutoGraph: symbolic conditions go to the stager (stager.h)
  kFrameGenerator = 1u << 1,
  kFrameResuming = 1u << 2,  // a generator on its way down to where it yielded
  kFrameHidden = 1u << 3,    // not in tracebacks
  kFrameForceConverted =
      1u << 4,           // given as a caller's flag: the callee is converted, whatever the stager says
  kFrameRoot = 1u << 5,  // converted by itself, not with the function around it
};

struct Frame {
  Value* locals;
  Value* derefs;  // cells
  const FunctionCode* code;
  DictObject* globals;
  Frame* back;       // the caller's
  const Span* span;  // of the node that is running: set before anything that can throw
  uint32_t flags;
  DictObject* names;           // class bodies: the namespace; else null
  FunctionObject* function;    // borrowed; null for modules and class bodies
  Value result;                // of `return`; what a generator yields
  struct StagedFlow* flow;     // staging only (stager.h); else null
  struct GeneratorState* gen;  // generators only
};

// What a generator's frame keeps while it is suspended.
struct GeneratorState {
  uint32_t* steps;     // one for each resume point
  Value* values;       // what expressions and statements keep across a yield
  Value sent;          // what send() brings
  bool sent_is_error;  // throw(): `sent` is raised at the yield
  uint32_t at;         // the step to go on with (eval_flow.h)
};

// How a statement ended.
// From kReturn on, loops end with it, too.
enum class Completion : uint8_t { kNormal, kBreak, kContinue, kReturn, kYield, kRaise };

}  // namespace tp

#endif  // TP_CORE_INTERP_FRAME_H_
