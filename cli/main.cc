// The program `tracepack`.
#include <cstdlib>
#include <filesystem>

#include "cli/command.h"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  // `bazel run` starts programs in its own folder and names the caller's; the variable is inherited by
  // everything that a `bazel run` starts, so where we are is looked at, too.
  if (const char* folder = std::getenv("BUILD_WORKING_DIRECTORY")) {
    std::error_code error;
    if (fs::current_path(error).string().find(".runfiles/") != std::string::npos)
      fs::current_path(folder, error);
  }
  return tp::cli::RunProgram(tp::cli::ProcessEnv(), "", argc, argv);
}
