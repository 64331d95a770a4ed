// Regular expressions over strings (RE2, as in TensorFlow: regex_replace_op.cc, regex_full_match_op.cc).
#include <re2/re2.h>

#include <memory>

#include "kernels/op.h"

namespace tp {
namespace {

// The compiled pattern, or null with an error set.
std::unique_ptr<RE2> Compile(KernelContext& c, const std::string& pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  auto re = std::make_unique<RE2>(pattern, options);
  if (re->ok()) return re;
  Fail(c, "Invalid pattern: {}, error: {}", pattern, re->error());
  return nullptr;
}

bool IsScalarInput(KernelContext& c, int i, const char* what) {
  if (c.input(i).rank() == 0) return true;
  Fail(c, "{} must be scalar, but received {}", what, c.input(i).shape());
  return false;
}

void Replace(KernelContext& c, const std::string& pattern, const std::string& rewrite) {
  const std::unique_ptr<RE2> re = Compile(c, pattern);
  if (!re) return;
  const Tensor& x = c.input(0);
  const bool global = c.Attr("replace_global", true);
  std::string error;
  // With a rewrite that asks for groups that are not there RE2 replaces nothing.
  const bool replaces = re->CheckRewriteString(rewrite, &error);
  Tensor* out = c.Output(0, DType::kString, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    std::string& text = out->data<std::string>()[i] = x.data<std::string>()[i];
    if (!replaces) continue;
    if (global)
      RE2::GlobalReplace(&text, *re, rewrite);
    else
      RE2::Replace(&text, *re, rewrite);
  }
}

void FullMatch(KernelContext& c, const std::string& pattern) {
  const std::unique_ptr<RE2> re = Compile(c, pattern);
  if (!re) return;
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, DType::kBool, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i)
    out->data<bool>()[i] = RE2::FullMatch(x.data<std::string>()[i], *re);
}

Status ReplaceShape(ShapeContext& c) {
  Shape scalar;
  TP_RETURN_IF_ERROR(c.WithRank(1, 0, &scalar));
  TP_RETURN_IF_ERROR(c.WithRank(2, 0, &scalar));
  c.Set(0, c.input(0));
  return {};
}

Status MatchShape(ShapeContext& c) {
  Shape scalar;
  TP_RETURN_IF_ERROR(c.WithRank(1, 0, &scalar));
  c.Set(0, c.input(0));
  return {};
}

}  // namespace

TP_OP(RegexReplace){
    .name = "RegexReplace",
    .inputs = "input: string, pattern: string, rewrite: string",
    .outputs = "output: string",
    .attrs = "replace_global: bool = true",
    .doc = "What the pattern matches in each string replaced; the rewrite may name groups (\\1).",
    .shape = ReplaceShape,
    .kernel =
        [](KernelContext& c) {
          if (!IsScalarInput(c, 1, "Pattern") || !IsScalarInput(c, 2, "Rewrite")) return;
          Replace(c, c.input(1).scalar<std::string>(), c.input(2).scalar<std::string>());
        },
    .no_gradient = true,
    .examples = "['hello' 'ab'], '[aeiou]', '*' -> ['h*ll*' '*b']",
};

TP_OP(StaticRegexReplace){
    .name = "StaticRegexReplace",
    .inputs = "input: string",
    .outputs = "output: string",
    .attrs = "pattern: string, rewrite: string, replace_global: bool = true",
    .doc = "RegexReplace with a pattern and a rewrite that are known while the graph is made.",
    .shape = shape::Unchanged,
    .kernel =
        [](KernelContext& c) { Replace(c, c.Attr<std::string>("pattern"), c.Attr<std::string>("rewrite")); },
    .no_gradient = true,
    .examples = "['hello'] -> ['heLLo'] | pattern='l', rewrite='L'",
};

TP_OP(RegexFullMatch){
    .name = "RegexFullMatch",
    .inputs = "input: string, pattern: string",
    .outputs = "output: bool",
    .doc = "Does the pattern match the whole of each string?",
    .shape = MatchShape,
    .kernel =
        [](KernelContext& c) {
          if (IsScalarInput(c, 1, "Pattern")) FullMatch(c, c.input(1).scalar<std::string>());
        },
    .no_gradient = true,
    .examples = "['ab' 'abc'], 'a.' -> [True False]",
};

TP_OP(StaticRegexFullMatch){
    .name = "StaticRegexFullMatch",
    .inputs = "input: string",
    .outputs = "output: bool",
    .attrs = "pattern: string",
    .doc = "RegexFullMatch with a pattern that is known while the graph is made.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { FullMatch(c, c.Attr<std::string>("pattern")); },
    .no_gradient = true,
    .examples = "['ab' 'abc'] -> [True False] | pattern='a.'",
};

}  // namespace tp
