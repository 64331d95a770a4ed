#include "cli/spec/run_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "cli/bundle_io.h"
#include "core/base/file_access.h"
#include "core/base/limits.h"
#include "core/diag/render.h"
#include "core/interp/errors.h"
#include "core/interp/interrupt.h"
#include "core/interp/source_file.h"
#include "core/interp/traceback.h"
#include "core/tf/runtime.h"
#include "core/trace/failed_op.h"
#include "core/trace/retrace.h"

namespace tp::cli {
namespace {

// The name of TensorFlow's or NumPy's that the text of an AttributeError or ImportError, or one that quotes
// it, misses: "tensorflow.image.adjust_gamma"; "" where it misses none.
std::string MissingName(std::string_view text) {
  // What stands between `before`, which ends in a quote, and the next quote.
  const auto quoted = [&](std::string_view before) -> std::string_view {
    const size_t at = text.find(before);
    if (at == text.npos) return {};
    const std::string_view rest = text.substr(at + before.size());
    return rest.substr(0, rest.find('\''));
  };
  std::string_view module = quoted("No module named '"), name;
  if (module.empty()) {
    name = quoted("' has no attribute '");
    module = name.empty() ? "" : quoted("module '");
  }
  if (module.empty()) {
    name = quoted("cannot import name '");
    module = name.empty() ? "" : quoted("' from '");
  }
  // As a spec writes the module.
  std::string written(module);
  for (const auto& [longer, shorter] :
       {std::pair<std::string_view, std::string_view>{"tensorflow._api.v2", "tensorflow"},
        {"keras._tf_keras", "tensorflow"},
        {"keras.optimizers", "tensorflow.keras.optimizers"}})
    if (module.starts_with(longer)) written = std::string(shorter) + written.substr(longer.size());
  const std::string root = written.substr(0, written.find('.'));
  if (root != "tensorflow" && root != "numpy") return "";
  return written + (name.empty() ? "" : "." + std::string(name));
}

// Such a name ends a spec as a Python exception: say whose fault that is.
void NoteMissingName(Env& env, const PyError& error, std::string_view text) {
  if (!error.Matches(&AttributeErrorType) && !error.Matches(&ImportErrorType)) return;
  if (const std::string name = MissingName(text); !name.empty())
    env.NoteF("tracepack does not have `{}`; {} may", name,
              name.starts_with("numpy") ? "NumPy" : "TensorFlow 2.21");
  else if (error.Matches(&ModuleNotFoundErrorType))
    env.Note("a spec has the modules that docs/language.md names, and files and packages beside it");
}

// Where in the spec an exception was raised: the innermost of its frames there.
SpecFault FaultOf(const PyError& error, const SpecRun& run) {
  SpecFault fault{"", run.path};
  for (const TracebackObject* tb = error.get()->traceback; tb; tb = tb->next)
    if (tb->code && tb->code->source->path == run.path) {
      fault.line = TracebackLine(tb);
      fault.column = tb->code->source->file().At(tb->span.begin).char_column + 1;
    }
  return fault;
}

// The places in a text of diagnostics: "KIND: message\n  --> FILE:LINE:COLUMN\n…".
std::vector<SpecFault> FaultsIn(std::string_view text) {
  std::vector<SpecFault> faults;
  constexpr std::string_view kArrow = "\n  --> ";
  for (size_t at = 0; (at = text.find(kArrow, at)) != text.npos;) {
    const size_t begin = text.rfind('\n', at - 1) + 1;  // npos + 1: the text's begin
    SpecFault fault{std::string(text.substr(begin, at - begin)), ""};
    at += kArrow.size();
    std::string_view place = text.substr(at, text.find('\n', at) - at);
    const auto number = [&] {
      const size_t colon = place.rfind(':');
      if (colon == place.npos) return uint32_t{0};
      const auto n = static_cast<uint32_t>(std::atol(place.data() + colon + 1));
      place = place.substr(0, colon);
      return n;
    };
    fault.column = number();
    fault.line = number();
    fault.file = place;
    if (fault.message.starts_with("error: ")) fault.message.erase(0, 7);
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace

Json DiagnosticsJson(const SpecRun& run, const std::string& failure) {
  Json list = Json::array();
  for (const SpecFault& fault : run.faults) {
    Json entry = DiagnosticJson("error", fault.message);
    if (fault.line)
      entry.update(JsonObject({{"file", fault.file}, {"line", fault.line}, {"column", fault.column}}));
    if (!fault.help.empty()) entry["help"] = fault.help;
    list.push_back(std::move(entry));
  }
  if (list.empty() && !failure.empty()) list.push_back(DiagnosticJson("error", failure));
  return list;
}

InterpOptions SpecOptions(const Arguments& arguments, const std::string& path) {
  InterpOptions options;
  options.spec_path = path == "-" ? "<stdin>" : path;
  options.args = arguments.rest;
  const auto copy = [](std::span<const std::string> from) {
    return std::vector<std::string>(from.begin(), from.end());
  };
  std::vector<std::string> read = copy(arguments.All("allow-read"));
  const size_t slash = options.spec_path.rfind('/');
  read.push_back(slash == std::string::npos ? "." : options.spec_path.substr(0, std::max<size_t>(slash, 1)));
  FileAccess::Get().Allow(std::move(read), copy(arguments.All("allow-write")));
  return options;
}

void RunMain(Env& env, Interp& in, SpecRun* run) {
  warn_of_retraces = !env.quiet();
  try {
    const Clock clock(&interrupt_requested, PokeSpec, run->path.c_str(), kExitSpec);
    in.RunText(run->path, run->text, "__main__");
    RaisePostponedLimit();
  } catch (PyError& e) {
    if (in.out().failed() && e.Matches(&OSErrorType)) return;  // the command says so, or nothing (EPIPE)
    run->exit_code = in.ReportUncaught(e);
    in.err().FlushQuietly();
    run->error = TypeNameOf(e.exception);
    SpecFault fault = FaultOf(e, *run);
    try {
      if (const std::string text = Str(e.exception); !text.empty()) {
        run->error += ": " + text;
        if (const auto block = ExplainFailedOp(text)) {
          env.Err((text.ends_with('\n') ? "" : "\n") + Render(*block, {.color = env.colored(true)}));
          fault.help = block->message;
          if (block->file) {
            const Place place = block->file->At(block->span.begin);
            fault.file = block->file->name();
            fault.line = place.line;
            fault.column = place.char_column + 1;
          }
        }
        NoteMissingName(env, e, text);
      }
    } catch (PyError&) {
    }
    fault.message = run->error;
    if (run->exit_code != kExitOk) run->faults.push_back(std::move(fault));
  } catch (LimitError& e) {
    in.out().FlushQuietly();
    in.err().FlushQuietly();
    env.Error(e.message);
    run->error = e.message;
    run->exit_code = kExitSpec;
  } catch (SpecRefused& e) {
    in.err().Write(e.text);
    run->error = "the spec is not in the spec language";
    run->faults = FaultsIn(e.text);
    run->exit_code = kExitSpec;
  }
  if (Value* main = DictFind(in.modules(), "__main__"); main && IsInstance(*main, &ModuleType))
    run->globals = main->as<ModuleObject>()->dict;
}

void TraceNotes::OnTrace(ConcreteFunction& function, int64_t nanoseconds) {
  notes_[&function] = {nanoseconds, {}};
}

void TraceNotes::OnCall(ConcreteFunction& function, std::span<const Val> arguments) {
  const auto note = notes_.find(&function);
  if (!keep_samples || note == notes_.end() || !note->second.sample_inputs.empty()) return;
  for (const Val& v : arguments)
    if (v.symbolic()) return;
  for (const Val& v : arguments) note->second.sample_inputs.push_back(v.tensor());
}

const TraceNotes::Note& TraceNotes::Of(const ConcreteFunction* function) const {
  static const auto* const none = new Note;
  const auto note = notes_.find(function);
  return note == notes_.end() ? *none : note->second;
}

TraceNotes& Notes() {
  static auto* const notes = new TraceNotes;
  return *notes;
}

std::string ReadSpecText(const std::string& path) {
  if (LooksLikeBundle(path))
    throw CommandError{
        kExitUsage, fmt::format("{} is a bundle, not a spec", path),
        fmt::format("`tracepack run {0} -f NAME` calls a function, `tracepack inspect {0}` lists them",
                    path)};
  std::string text;
  // A pipe that nobody writes to ends with the time, too.
  const Clock clock(&interrupt_requested, nullptr, path.c_str(), kExitSpec);
  const int error = ReadSourceFile(path == "-" ? "/dev/stdin" : path, &text);
  if (error == EFBIG)
    Fail(kExitSpec, "{} by {} ({})", LimitText(Limit::kSource), path, LimitHelp(Limit::kSource));
  if (error)
    Fail(kExitIo, "cannot read {}: {}", path, error == ENOENT ? "no such file" : std::strerror(error));
  return text;
}

void RunGuarded(const std::function<void()>& body) {
  RunOnInterpreterThread([&] {
    try {
      body();
    } catch (PyError& e) {
      if (e.Matches(&MemoryErrorType)) throw std::bad_alloc();
      Fail(kExitInternal, "internal error: {} outside the spec", TypeNameOf(e.exception));
    }
  });
}

void RunSpecAnd(Env& env, const Arguments& arguments, const std::string& path, const std::string& text,
                const std::function<void(SpecRun&)>& look) {
  InterpOptions options = SpecOptions(arguments, path);
  std::signal(SIGPIPE, SIG_IGN);
  RunGuarded([&] {
    auto& in = *new Interp(std::move(options));
    std::signal(SIGINT, InterruptSpec);
    // What the spec prints is talk here; -q has errors only.
    const bool quiet = env.quiet();
    in.out().set_sink([&in, quiet](std::string_view piece) {
      if (!quiet) in.err().Write(piece);
    });
    SetUpTensorFlow(in);
    TraceObserver::current = &Notes();
    SpecRun run;
    run.path = in.options().spec_path;
    run.text = text;
    const int64_t begin = env.Now();
    RunMain(env, in, &run);
    in.out().FlushQuietly();
    in.err().FlushQuietly();
    run.nanoseconds = env.Now() - begin;
    look(run);
    in.err().FlushQuietly();
  });
}

}  // namespace tp::cli
