// Runs a spec inside this process for commands that look at what it left behind (build, explain, bench). The
// spec's own prints go to standard error: standard output carries the command's answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/report/json.h"
#include "core/base/hash_map.h"
#include "core/interp/interp.h"
#include "core/trace/observer.h"

namespace tp::cli {

// What was seen of each trace while the spec ran.
struct TraceNotes : public TraceObserver {
  struct Note {
    int64_t nanoseconds = 0;
    std::vector<Tensor> sample_inputs;  // of the first eager call
  };
  bool keep_samples = false;
  void OnTrace(ConcreteFunction& function, int64_t nanoseconds) override;
  void OnCall(ConcreteFunction& function, std::span<const Val> arguments) override;
  // Keeps Functions that the spec has let go of (`tf.function(f)(x)`), so that they are among
  // Function::All().
  void OnGone(std::unique_ptr<Function> function) override { gone_.push_back(std::move(function)); }
  // An empty note for a function that was not seen.
  const Note& Of(const ConcreteFunction* function) const;

 private:
  // By address: a function that takes the place of one that has died is traced, which begins its note anew.
  HashMap<const ConcreteFunction*, Note> notes_;
  std::vector<std::unique_ptr<Function>> gone_;
};
TraceNotes& Notes();

// What is wrong with a spec and where, for reports; line 0: nowhere in particular.
struct SpecFault {
  std::string message, file;
  uint32_t line = 0, column = 0;
  std::string help;
};

struct SpecRun {
  int exit_code = kExitOk;        // 0, or why the spec ended early
  std::string error;              // "ValueError: …", the last line of what was said on standard error
  std::vector<SpecFault> faults;  // the same with its place; of a text that is refused, all of them
  DictObject* globals = nullptr;  // the main module's; null where the spec did not begin to run
  std::string path, text;
  int64_t nanoseconds = 0;
};

// Reads the spec's text ahead of all else. Throws CommandError (6) where it cannot be read.
std::string ReadSpecText(const std::string& path);

// What a command line says of how a spec is run.
InterpOptions SpecOptions(const Arguments& arguments, const std::string& path);

// "diagnostics" of a report: the run's faults, else `failure` where it is not empty.
Json DiagnosticsJson(const SpecRun& run, const std::string& failure);

// Runs `body` on the interpreter thread. Where memory ends while none of the spec's code runs, that is the
// process's own end (6), not the spec's.
void RunGuarded(const std::function<void()>& body);

// Runs run->text in `in` as `__main__`, reports on standard error what ended it early, and fills in the rest
// of *run but the time. What the spec printed may still be buffered.
void RunMain(Env& env, Interp& in, SpecRun* run);

// Runs `text` as the spec at `path` on the interpreter thread and then `look`, there too, whether the spec
// ended well or not. One spec a process: the interpreter is made here and never taken apart.
void RunSpecAnd(Env& env, const Arguments& arguments, const std::string& path, const std::string& text,
                const std::function<void(SpecRun&)>& look);

}  // namespace tp::cli
