// Functions and their traces as build, inspect and explain report them.
#pragma once

#include "cli/report/json.h"
#include "serialize/contents.h"

namespace tp::cli {

// How long each trace took, beside contents.functions[i].concretes[k]; empty where it was not measured.
using TraceTimes = std::vector<std::vector<int64_t>>;

// "functions": [{id, name, file, line, calls, tracing_count, concrete: […]}, …].
Json FunctionsJson(const BundleContents& contents, const TraceTimes& times);
// Adds each trace's "call", where it was asked for: {line, column, end_line, end_column}, null where that is
// not in the spec itself (the first file), and "inner": it was asked for while another function was traced.
void AddCalls(const BundleContents& contents, Json* functions);
// "variables": [{name, dtype, shape, bytes}, …].
Json VariablesJson(const BundleContents& contents);
// {"code": "py-value", "nearest": "f/1", "argument": …}; null for a first trace.
Json CauseJson(const BundleContents& contents, const BundleFunction& function, const RetraceRecord& record);

// The signature of a trace with its output: "x=f32[?,784] -> f32[?,10]".
std::string ShortWithOutput(const FunctionType& type);
// The parameters alone, "()" where there is none: a cell is never empty.
std::string ShortOrNone(const FunctionType& type);
int64_t CountSignatures(const BundleContents& contents);
int64_t CountRetraces(const BundleContents& contents);
int64_t VariablesBytes(const BundleContents& contents);
int64_t TensorBytes(const Tensor& tensor);  // strings count their characters

// "1 function", "3 functions".
std::string Count(int64_t n, std::string_view noun);

}  // namespace tp::cli
