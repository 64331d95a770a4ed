#include "cli/run_bundle.h"

#include <algorithm>

#include "api/session.h"
#include "cli/bundle_io.h"
#include "cli/expect.h"
#include "cli/function_report.h"
#include "cli/inputs.h"
#include "cli/limits.h"
#include "cli/report/json.h"
#include "cli/report/table.h"
#include "core/base/limits.h"
#include "core/tensor/print.h"
#include "serialize/npy.h"
#include "serialize/writer.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"function", "input", "dim",       "output",   "format", "expect",
                                       "rtol",     "atol",  "save",      "state",    "repeat", "seed",
                                       "threads",  "simd",  "no-digest", "exit-zero"};

// Why no signature takes the inputs: a column a signature, nearest first, three at most.
[[noreturn]] void NoSignature(Env& env, const Arguments& arguments, const BundleFunction& function,
                              const NamedInputs& inputs) {
  std::vector<std::pair<size_t, size_t>> order;  // mismatches, index
  for (size_t i = 0; i < function.concretes.size(); ++i)
    order.emplace_back(Session::Compare(function.concretes[i], inputs).size(), i);
  std::stable_sort(order.begin(), order.end());
  const size_t more = std::max<size_t>(order.size(), 3) - 3;
  order.resize(order.size() - more);
  std::vector<Table::Column> columns = {{"  input"}, {"given"}};
  for (auto& [count, i] : order) columns.push_back({fmt::format("{}/{}", function.id, i + 1)});
  columns.push_back({""});
  Table table(columns);
  for (const auto& [name, value] : inputs) {
    std::vector<std::string> cells = {"  " + name, ShortForm(value)};
    std::string why;
    for (auto& [count, i] : order) {
      std::string cell = "-";
      for (const InputSlot& slot : InputSlots(function.concretes[i]))
        if (slot.path == name) cell = slot.type->Short();
      cells.push_back(std::move(cell));
      for (const Mismatch& m : Session::Compare(function.concretes[i], inputs))
        if (m.input == name && why.empty() && i == order[0].second) why = m.why;
    }
    cells.push_back(std::move(why));
    table.Add(std::move(cells));
  }
  std::string text =
      fmt::format("no signature of `{}` takes these inputs\n{}", function.id, table.Render(env, true));
  if (more > 0)
    Append(&text, "  and {}: `tracepack inspect {}` lists all",
           Count(static_cast<int64_t>(more), "more signature"), arguments.files[0]);
  else
    text.pop_back();
  throw CommandError{kExitUsage, std::move(text), ""};
}

// A name that no signature has: the items of a structure by that name, the item that it names, or a near
// name.
[[noreturn]] void NoInput(const BundleFunction& function, const std::string& unknown) {
  std::vector<std::string> names;
  std::string items, near, all;
  for (const BundleConcrete& c : function.concretes)
    for (const InputSlot& slot : InputSlots(c)) {
      if (std::find(names.begin(), names.end(), slot.path) != names.end()) continue;
      names.push_back(slot.path);
      Append(&all, "{}`{}`", all.empty() ? "" : ", ", slot.path);
      if (slot.path.starts_with(unknown + "[") || slot.path.starts_with(unknown + "."))
        Append(&items, "{}`{}`", items.empty() ? "" : ", ", slot.path);
      if (near.empty() && (slot.path.ends_with("['" + unknown + "']") || slot.path.ends_with("." + unknown)))
        near = slot.path;
    }
  if (!items.empty())
    Fail(kExitUsage, "input `{}` of `{}` is a structure: give its items, {}", unknown, function.id, items);
  if (near.empty()) near = Nearest(unknown, names);
  Fail(kExitUsage, "`{}` has no input `{}`; {}", function.id, unknown,
       !near.empty()   ? fmt::format("did you mean `{}`?", near)
       : names.empty() ? "it takes none"
                       : "it has " + all);
}

NamedTensors Outputs(const BundleConcrete& concrete, const std::vector<Tensor>& tensors) {
  NamedTensors named;
  for (const OutputSlot& slot : OutputSlots(concrete))
    named.emplace_back(slot.path, tensors[static_cast<size_t>(slot.index)]);
  return named;
}

// Says of an output file what cannot be, before anything runs.
void CheckArrays(const std::string& path) {
  if (!path.ends_with(".npz") && !path.ends_with(".npy"))
    Fail(kExitUsage, "`{}`: outputs are written as .npy or .npz", path);
  CheckWritable(path);
}

// What was written, "x.npy: f32[4,10]".
std::string Save(const NamedTensors& outputs, const std::string& path) {
  std::string bytes;
  for (const auto& [name, tensor] : outputs)
    if (IsManaged(tensor.dtype()))
      Fail(kExitUsage, "{} was not written: output{} is {}, which NumPy's files cannot hold", path,
           name.empty() ? "" : " `" + name + "`", DTypeName(tensor.dtype()));
  if (path.ends_with(".npz")) {
    NamedTensors named;
    for (const auto& [name, tensor] : outputs) named.emplace_back(name.empty() ? "output" : name, tensor);
    bytes = FormatNpz(named);
  } else {
    if (outputs.size() != 1)
      Fail(kExitUsage, "{} was not written: {} outputs need an .npz", path, outputs.size());
    bytes = FormatNpy(outputs[0].second);
  }
  if (Status status = WriteFileAtomically(path, bytes); !status.ok())
    throw CommandError{kExitIo, status.message(), ""};
  std::string what;
  for (const auto& [name, tensor] : outputs)
    Append(&what, "{}{}{}{}", what.empty() ? "" : ", ", name.empty() ? "" : name + " ",
           DTypeShortName(tensor.dtype()), tensor.shape().ToBracketString());
  return fmt::format("{}: {}", path, what);
}

Json ArrayJson(const Tensor& t, int axis, int64_t* at) {
  if (axis < t.rank()) {
    Json list = Json::array();
    for (int64_t i = 0; i < t.dim(axis); ++i) list.push_back(ArrayJson(t, axis + 1, at));
    return list;
  }
  const int64_t i = (*at)++;
  if (t.dtype() == DType::kString) return t.data<std::string>()[i];
  if (t.dtype() == DType::kBool) return t.data<bool>()[i];
  if (t.dtype() == DType::kUint64) return t.data<uint64_t>()[i];
  if (IsInteger(t.dtype())) return ElementAsInt(t, i);
  if (t.dtype() == DType::kComplex64)
    return Json::array({JsonNumber(t.data<std::complex<float>>()[i].real()),
                        JsonNumber(t.data<std::complex<float>>()[i].imag())});
  if (t.dtype() == DType::kComplex128)
    return Json::array({JsonNumber(t.data<std::complex<double>>()[i].real()),
                        JsonNumber(t.data<std::complex<double>>()[i].imag())});
  return JsonNumber(ElementAsDouble(t, i));
}

// The worst elements, or how the arrays differ as wholes; the exit code.
int ReportExpect(Env& env, const Arguments& arguments, const NamedTensors& outputs,
                 const NamedTensors& expected, Json* report) {
  const double rtol = arguments.GetDouble("rtol", 1e-5), atol = arguments.GetDouble("atol", 1e-8);
  const Comparison c = Compare(outputs, expected, rtol, atol);
  const bool same = c.mismatches == 0 && c.shape_error.empty();
  const int code = same || arguments.Has("exit-zero") ? kExitOk : kExitGate;
  if (report) {
    Json worst = Json::array();
    for (const Difference& d : c.worst)
      worst.push_back(JsonObject({{"output", d.output},
                                  {"index", d.index},
                                  {"got", d.got},
                                  {"expected", d.expected},
                                  {"difference", JsonNumber(d.difference)},
                                  {"allowed", d.allowed}}));
    (*report)["expect"] = JsonObject({{"file", arguments.Get("expect")},
                                      {"match", same},
                                      {"elements", c.elements},
                                      {"mismatches", c.mismatches},
                                      {"shape_error", !c.shape_error.empty(), c.shape_error},
                                      {"worst", worst}});
    return code;
  }
  if (!c.shape_error.empty()) {
    env.OutF("mismatch: {}\n", c.shape_error);
  } else if (!same) {
    std::vector<Table::Column> columns = {{"index"},
                                          {"got", Table::Align::kRight},
                                          {"expected", Table::Align::kRight},
                                          {"|difference|", Table::Align::kRight},
                                          {"allowed", Table::Align::kRight}};
    if (outputs.size() > 1) columns.insert(columns.begin(), {"output"});
    Table table(columns);
    for (const Difference& d : c.worst) {
      std::vector<std::string> cells = {d.index, d.got, d.expected, fmt::format("{:.2e}", d.difference),
                                        fmt::format("{:.2e}", d.allowed)};
      if (outputs.size() > 1) cells.insert(cells.begin(), d.output);
      table.Add(std::move(cells));
    }
    env.Out(table.Render(env));
    env.OutF("mismatch: {} of {} differ by more than rtol {}, atol {}\n", c.mismatches,
             Count(c.elements, "element"), LiteralRepr(rtol), LiteralRepr(atol));
  } else if (!env.quiet()) {
    env.OutF("match: {}\n", Count(c.elements, "element"));
  }
  return code;
}

void SaveBundle(const LoadedBundle& loaded, const Session& session, const std::string& path) {
  BundleContents contents = loaded.contents;
  for (size_t i = 0; i < contents.variables.size(); ++i) contents.variables[i].value = session.variable(i);
  bool first = false, text = false;
  for (const BundleVariable& v : contents.variables) first |= v.first.valid();
  for (const BundleFile& f : contents.files) text |= f.has_text;
  if (Status status = WriteBundle(contents, path, {.with_text = text, .with_first = first}); !status.ok())
    throw CommandError{kExitIo, status.message(), ""};
}

// Where in the spec the node was made that failed, the innermost call first: a line each.
std::string MadeAt(StackId position) {
  std::string text;
  const std::vector<SourceFrame> frames = FramesOf(position);
  for (size_t i = frames.size(); i-- > 0;)
    if (frames[i].kind != SourceFrame::Kind::kBlock)
      Append(&text, "\n  --> {}:{}:{}, in {}", BaseName(SourceName(frames[i].file)), frames[i].line,
             frames[i].column, SourceName(frames[i].function));
  return text;
}

}  // namespace

std::span<const std::string_view> RunFlags() { return kFlags; }

int RunBundle(Env& env, const Arguments& arguments) {
  const std::string& path = arguments.files[0];
  if (arguments.All("function").size() > 1) Fail(kExitUsage, "`run` calls one function: give `-f` once");
  if (arguments.All("output").size() > 1) Fail(kExitUsage, "`run` writes one file: give `-o` once");
  SetLimits(arguments);
  const uint64_t seed = SetMachine(env, arguments);
  const int64_t repeat = arguments.GetInt("repeat", 1, 1);
  const NamedInputs given = ParseInputs(arguments, seed);
  LoadedBundle loaded = LoadBundle(path, arguments);
  const std::string state = arguments.Get("state", "final");
  if (state != "final" && state != "first")
    Fail(kExitUsage, "`--state` takes final or first, not `{}`", state);
  if (state == "first")
    for (BundleVariable& v : loaded.contents.variables) {
      if (!v.first.valid() && v.value.valid())
        Fail(kExitUsage, "{} does not keep variables' first values: build it with `--with-first`", path);
      v.value = v.first;
    }
  const std::string save_to = arguments.Get("output"), save_bundle = arguments.Get("save");
  if (!save_to.empty()) CheckArrays(save_to);
  if (!save_bundle.empty()) CheckWritable(save_bundle);
  NamedTensors expected;
  if (arguments.Has("expect"))
    if (Status status = ReadArrays(arguments.Get("expect"), &expected); !status.ok())
      throw CommandError{kExitIo, status.message(), ""};
  Session session(loaded.contents);
  session.executor().set_print([&](std::string_view text, bool to_stdout) {
    to_stdout && !arguments.json() ? env.Out(text) : env.Err(text);
  });
  const FunctionChoice choice = ChooseFunction(session, path, arguments.Get("function"));
  const BundleFunction& function = *choice.function;
  if (const std::string unknown = Session::UnknownInput(function, given); !unknown.empty())
    NoInput(function, unknown);
  int index = choice.trace - 1;
  if (choice.trace && !Session::Compare(function.concretes[static_cast<size_t>(index)], given).empty())
    index = -1;
  else if (!choice.trace)
    index = Session::Select(function, given);
  if (function.concretes.empty()) Fail(kExitUsage, "`{}` was never traced", function.id);
  if (index < 0) NoSignature(env, arguments, function, given);
  const BundleConcrete& concrete = function.concretes[static_cast<size_t>(index)];
  NamedInputs inputs = given;
  const std::vector<int64_t> dims = arguments.GetInts("dim");
  if (dims.size() > 1) Fail(kExitUsage, "`run` takes one `--dim`");
  const std::pair<std::string, const BundleConcrete*> signature(fmt::format("{}/{}", function.id, index + 1),
                                                                &concrete);
  CheckDim(arguments, given, std::span(&signature, 1));
  FillInputs(env, concrete, seed, dims.empty() ? 32 : dims[0], &inputs);
  if (!env.quiet() && !arguments.json())
    env.ErrF("{}/{}  {}\n", function.id, index + 1, RanAs(concrete, inputs));

  std::vector<Tensor> tensors;
  static std::atomic<bool> stop{false};
  session.executor().set_interrupt(&stop);
  ReportAtTimeLimit(arguments, kExitExecution);
  const Clock clock(&stop, nullptr, path.c_str(), kExitExecution);
  for (int64_t n = repeat; n > 0; --n)
    if (Status status = session.Call(concrete, inputs, &tensors); !status.ok()) {
      if (const std::string limit = ReachedLimit(); !limit.empty())
        throw CommandError{kExitExecution, fmt::format("{}/{}: {}", function.id, index + 1, limit), ""};
      if (status.code() == Code::kCancelled) throw CommandError{kExitInterrupted, status.message(), ""};
      throw CommandError{
          kExitExecution,
          fmt::format("{}: {}{}", CodeName(status.code()), Printable(status.message()),
                      MadeAt(status.where())),
          inputs.size() > given.size() ? "some inputs are random (the note above): give them with `-i`" : ""};
    }
  const NamedTensors outputs = Outputs(concrete, tensors);
  int exit_code = kExitOk;
  const std::string wrote = save_to.empty() ? "" : Save(outputs, save_to);
  if (!save_bundle.empty()) SaveBundle(loaded, session, save_bundle);
  if (arguments.json()) {
    Json report = ReportFrame("run", kExitOk, arguments);
    report["id"] = fmt::format("{}/{}", function.id, index + 1);
    report["signature"] = concrete.type->Short();
    report["outputs"] = Json::array();
    for (const auto& [name, tensor] : outputs) {
      int64_t at = 0;
      report["outputs"].push_back(
          JsonObject({{"name", name},
                      {"dtype", std::string(DTypeName(tensor.dtype()))},
                      {"shape", std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end())},
                      {"values", ArrayJson(tensor, 0, &at)}}));
    }
    report["expect"] = Json();
    if (arguments.Has("expect")) exit_code = ReportExpect(env, arguments, outputs, expected, &report);
    report["output"] =
        JsonObject({{"file", !save_to.empty(), save_to}, {"saved", !save_bundle.empty(), save_bundle}});
    report["ok"] = exit_code == 0;
    report["exit_code"] = exit_code;
    report["diagnostics"] = Json::array();
    env.Out(DumpJson(report));
    return exit_code;
  }
  if (!wrote.empty() && !env.quiet()) env.Out("wrote " + wrote + "\n");
  if (arguments.Has("expect")) {
    exit_code = ReportExpect(env, arguments, outputs, expected, nullptr);
  } else if (save_to.empty()) {
    for (const auto& [name, tensor] : outputs)
      env.OutF("{}{}\n", name.empty() ? "" : name + ": ", ArrayStr(tensor));
    if (outputs.empty()) env.Out("None\n");
  }
  if (!save_bundle.empty() && !env.quiet()) env.OutF("wrote {}\n", save_bundle);
  return exit_code;
}

}  // namespace tp::cli
