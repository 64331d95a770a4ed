// Fills the retrace log: why a trace is made, where the call stands, what it cost. Warns as TensorFlow does
// where calls are traced again and again.
#pragma once

#include "core/trace/function.h"

namespace tp {

// Called before a trace: compares with the function's traces so far and takes the call's place from the
// running frame of the spec.
RetraceRecord RecordRetrace(const Function& function, const FunctionType& asked, bool creation);
// Called behind it: nodes and bytes.
void FinishRetrace(ConcreteFunction& function);

// Whether TensorFlow's warning of many tracings is written (not under --quiet).
extern bool warn_of_retraces;

// How often the latest calls of one piece of code were traced (TF: _FrequentTracingDetector).
class CallHistory {
 public:
  void CalledWithoutTracing() { ++untraced_; }
  // Warns on the standard error stream where too many were.
  void CalledWithTracing(const Value& python_function);

 private:
  std::vector<int64_t> calls_per_tracing_;
  int64_t calls_ = 0, warnings_ = 0;
  int64_t untraced_ = 0;  // since the last tracing
};
// One for all Functions of the same code; lives as long as the program.
CallHistory& HistoryOf(const Value& python_function);

}  // namespace tp
