// Opening bundles for commands: errors become exit codes (4 for a bundle's fault, 6 for a file's).
#pragma once

#include <string>

#include "cli/command.h"
#include "serialize/reader.h"

namespace tp::cli {

// Throws CommandError with the path in front: "cut.tpk: the header says …".
LoadedBundle LoadBundle(const std::string& path, const Arguments& arguments);

// True where the file begins like a bundle; false for anything else, a file that is not there included.
bool LooksLikeBundle(const std::string& path);

// Throws (6) where no file can be made at `path`: said before the work that it shall hold.
void CheckWritable(const std::string& path);

// The exit code for a status of OpenBundle, WriteBundle or a reader of arrays.
int ExitCodeOf(const Status& status);

}  // namespace tp::cli
