// tracepack hash: the file's SHA-256, as sha256sum prints it, and that of the program inside.
#include "cli/bundle_io.h"
#include "cli/report/json.h"
#include "serialize/digest.h"
#include "serialize/mapped_file.h"
#include "serialize/writer.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"program", "format", "no-digest"};

class Hash : public Command {
 public:
  std::string_view name() const override { return "hash"; }
  std::string_view group() const override { return "look"; }
  std::string_view operands() const override { return "BUNDLE..."; }
  std::string_view summary() const override { return "SHA-256 of the file and of the program in it"; }
  std::string_view examples() const override {
    return "tracepack hash mlp.tpk                two lines: file, program\n"
           "tracepack hash --program mlp.tpk      that hash alone";
  }
  std::string_view details() const override {
    return "program: what it computes; no names, positions, spec text or variables' values";
  }
  std::string_view fields() const override { return "bundles[file:s file_sha256:s program_sha256:s]"; }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::pair<int, int> operand_count() const override { return {1, -1}; }

  int Run(Env& env, const Arguments& arguments) override {
    Json rows = Json::array(), diagnostics = Json::array();
    if (env.markdown()) env.Out("| file | file SHA-256 | program SHA-256 |\n| --- | --- | --- |\n");
    int code = kExitOk;
    for (const std::string& path : arguments.files) try {
        const LoadedBundle loaded = LoadBundle(path, arguments);
        Ref<MappedFile> file;
        if (Status status = MappedFile::Open(path, &file); !status.ok())
          throw CommandError{kExitIo, status.message(), ""};
        const std::string program = ProgramHash(loaded.contents);
        const std::string whole = Sha256Hex(file->bytes().data(), file->bytes().size());
        if (arguments.json()) {
          rows.push_back(JsonObject({{"file", path}, {"file_sha256", whole}, {"program_sha256", program}}));
        } else if (env.markdown()) {
          env.OutF("| {} | {} | {} |\n", path, whole, program);
        } else if (arguments.Has("program")) {
          env.Out(program + "\n");
        } else {
          env.OutF("{}  {}\n{}  {} program\n", whole, path, program, path);
        }
      } catch (const CommandError& e) {
        code = WorseExit(code, e.exit_code);
        if (!arguments.json()) env.Error(e.message, e.help);
        diagnostics.push_back(DiagnosticJson("error", e.message));
      }
    if (arguments.json()) {
      Json report = ReportFrame("hash", code, arguments);
      report["bundles"] = std::move(rows);
      report["diagnostics"] = std::move(diagnostics);
      OutReport(env, arguments, report);
    }
    return code;
  }
};

const RegisterCommand hash(new Hash);

}  // namespace
}  // namespace tp::cli
