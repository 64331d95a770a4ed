// Where in the user's files something was made: a chain of frames from the innermost one out, interned, so
// that what carries it (a node of a graph, an error) carries one number. Equal chains have equal numbers, and
// chains share what they have in common: a million nodes of one line are one entry. The table is the
// process's and only grows, by what differs in the source text and the call paths to it, not by what runs.
// Any thread.
//
// A bundle stores the chains that its nodes mention; its reader interns them again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

using StackId = uint32_t;
inline constexpr StackId kNoStack = 0;

struct SourceFrame {
  uint32_t file = 0;              // SourceNameId of the path, as the user typed it; 0: unknown
  uint32_t line = 0, column = 0;  // 1-based; columns count code points
  uint32_t function = 0;          // SourceNameId: "<module>", "train_step"
  enum class Kind : uint8_t {
    kCall,        // the line that runs in a function
    kBlock,       // the statement (an `if`, a loop) around the next frame, in the same function: AutoGraph
                  // makes functions of its blocks, and TensorFlow's texts show their calls
    kDefinition,  // the `def` whose parameter it is: always innermost, not in TensorFlow's texts
  };
  Kind kind = Kind::kCall;
  bool operator==(const SourceFrame&) const = default;
};

// The number of a file's path or of a function's name, from 1; 0 is "".
uint32_t SourceNameId(std::string_view name);
std::string SourceName(uint32_t id);

// `frame`, called from `caller` (kNoStack: it is the outermost).
StackId InternFrame(StackId caller, const SourceFrame& frame);
// REQUIRES: a number that InternFrame gave, not kNoStack.
SourceFrame FrameOf(StackId stack);
StackId CallerOf(StackId stack);
// All frames, the outermost first, as in Python's tracebacks; none for kNoStack.
std::vector<SourceFrame> FramesOf(StackId stack);

// Where the program is, for nodes that are made without the tracer (regions of gradients). `source` is set once
// by who knows it; before that the answer is kNoStack.
StackId StackHere();
void SetStackSource(StackId (*source)());

// "mlp.spec.py" of "specs/mlp.spec.py": how files are called where paths must not be shown.
std::string_view BaseName(std::string_view path);
// "mlp.spec.py:15" of the innermost frame; "-" for kNoStack.
std::string PositionText(StackId stack);

}  // namespace tp
