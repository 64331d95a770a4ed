// Tracebacks: which frames an exception has left, and the text that Python prints for it.
#ifndef TP_CORE_INTERP_TRACEBACK_H_
#define TP_CORE_INTERP_TRACEBACK_H_

#include <string>
#include <vector>

#include "core/interp/errors.h"
#include "core/interp/frame.h"

namespace tp {

struct TracebackObject : GcObject {
  TracebackObject* next;  // towards where it was raised
  const FunctionCode* code;
  Span span;
  uint32_t flags;  // the frame's: kFrameHidden, kFrameConverted
};
extern TypeObject TracebackType;

// Adds `frame`, where it is now, to the front of the exception's traceback.
void AddTraceback(ExceptionObject* e, const Frame* frame);
uint32_t TracebackLine(const TracebackObject* tb);

struct TracebackOptions {
  int64_t limit = INT64_MAX;  // as traceback.print_exc(limit=…): negative counts from the end
  bool chain = true;
};
// "Traceback (most recent call last):\n  File …" with causes and contexts, ending in a newline; as
// traceback.format_exception.
std::string FormatException(const ExceptionObject* e, bool suggestions = true, TracebackOptions options = {});
// The lines of a traceback alone, each entry with its text and carets; as traceback.format_tb.
std::vector<std::string> FormatTraceback(const TracebackObject* tb, int64_t limit = INT64_MAX);
// "ValueError: text\n" (several lines for SyntaxError); as traceback.format_exception_only.
std::string FormatExceptionOnly(const ExceptionObject* e, bool suggestions = true);

}  // namespace tp

#endif  // TP_CORE_INTERP_TRACEBACK_H_
