// sys.stdout and sys.stderr as objects, and where print writes.
#ifndef TP_CORE_INTERP_BUILTINS_STD_STREAMS_H_
#define TP_CORE_INTERP_BUILTINS_STD_STREAMS_H_

#include "core/interp/interp.h"

namespace tp {

// The stream object of file descriptor 1 or 2.
Value StdStream(int fd);
// What sys.stdout (or sys.stderr) is now; without an import of sys, the stream itself.
Value CurrentStream(std::string_view name);
// file.write(text), directly where `file` is one of ours. None: nothing.
void WriteToFile(const Value& file, std::string_view text);
void FlushFile(const Value& file);

}  // namespace tp

#endif  // TP_CORE_INTERP_BUILTINS_STD_STREAMS_H_
