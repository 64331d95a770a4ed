// How native functions get their arguments: a view of values that stand in a row (positional ones, then the
// values of the keyword ones, whose names stand apart), and ArgParser, which binds them to a signature with
// CPython's own error texts.
//
//   Value StrSplit(Interp& in, Args args) {                    // a method: args[0] is self
//     static ArgParser parser("split", "self, /, sep=None, maxsplit=-1");
//     Value v[3];
//     parser.Parse(args, v);                                   // v[1] is kUndef where not given
//     ...
#ifndef TP_CORE_INTERP_ARGS_H_
#define TP_CORE_INTERP_ARGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/value.h"

namespace tp {

class Interp;
struct StrObject;

struct Args {
  const Value* values = nullptr;
  uint32_t num_pos = 0;
  uint32_t num_kw = 0;
  StrObject* const* kw_names = nullptr;  // interned; kw value i is values[num_pos + i]

  uint32_t size() const { return num_pos; }
  const Value& operator[](size_t i) const { return values[i]; }
  const Value& kw(size_t i) const { return values[num_pos + i]; }
  // Without the first `n` positional arguments.
  Args From(uint32_t n) const { return {values + n, num_pos - n, num_kw, kw_names}; }
};

using NativeFn = Value (*)(Interp& in, Args args);

// A list of arguments to call something with, made by native code.
class ArgList {
 public:
  ArgList() = default;
  ArgList(std::initializer_list<Value> values)
      : values_(values), num_pos_(static_cast<uint32_t>(values.size())) {}
  void Add(Value v) {  // REQUIRES: before all AddKeyword
    values_.push_back(std::move(v));
    ++num_pos_;
  }
  void AddKeyword(StrObject* name, Value v) {
    names_.push_back(name);
    values_.push_back(std::move(v));
  }
  operator Args() const {
    return {values_.data(), num_pos_, static_cast<uint32_t>(names_.size()), names_.data()};
  }
  const std::vector<Value>& values() const { return values_; }

 private:
  std::vector<Value> values_;
  std::vector<StrObject*> names_;
  uint32_t num_pos_ = 0;
};

// A signature such as "x, /, y=None, *, key=None", "*args", "a, *rest, flag=False, **kwargs". What stands
// behind `=` is documentation (shown by help and inspect); an optional argument that was not given is kUndef.
// A first parameter called `self` is not counted in messages. A function's name that begins with '@' is one of
// what TensorFlow writes in Python: errors have the words below, with the name behind the '@'.
class ArgParser {
 public:
  ArgParser(const char* function, const char* signature) : function_(function), signature_(signature) {}
  // Binds `args` to out[0 .. number of parameters); `*args` becomes a tuple, `**kwargs` a dict.
  // Throws TypeError with CPython's words for functions written in C.
  void Parse(Args args, Value* out);
  int num_params();

 private:
  struct Param {
    std::string name;
    StrObject* key = nullptr;
    enum Kind : uint8_t { kPosOnly, kPlain, kVarArgs, kKwOnly, kVarKw } kind = kPlain;
    bool optional = false;
  };
  void Prepare();
  [[noreturn]] void TooMany(uint32_t given) const;
  [[noreturn]] void Missing(size_t index, const Value* bound) const;
  bool python() const { return *function_ == '@'; }

  const char* function_;
  const char* signature_;
  std::vector<Param> params_;
  uint32_t num_positional_ = 0, num_posonly_ = 0, num_required_ = 0;
  int var_args_ = -1, var_kw_ = -1;
  bool has_self_ = false, ready_ = false;
};

// The checks of functions that take positional arguments only, in the words of CPython's:
// `NAME expected at least MIN argument(s), got N`, `NAME() takes exactly one argument (N given)`,
// `NAME() takes no keyword arguments`.
[[noreturn, gnu::cold]] void RaiseKeywords(const char* function);
inline void CheckNoKeywords(const char* function, Args args) {
  if (args.num_kw != 0) RaiseKeywords(function);
}
[[noreturn, gnu::cold]] void RaiseArgCount(const char* function, Args args, uint32_t min, uint32_t max);
inline void CheckArgs(const char* function, Args args, uint32_t min, uint32_t max) {
  if (args.num_kw != 0 || args.num_pos < min || args.num_pos > max) RaiseArgCount(function, args, min, max);
}

// What functions written in Python say about their arguments, and, where `function` is empty, TensorFlow's
// dispatch of API functions in front of them. Each raises TypeError.
[[noreturn]] void RaiseUnexpectedKeyword(std::string_view function, std::string_view name);
[[noreturn]] void RaiseMultipleValues(std::string_view function, std::string_view name);
[[noreturn]] void RaiseMissing(std::string_view function, const char* kind,
                               const std::vector<std::string_view>& names);
[[noreturn]] void RaiseTooManyPositional(std::string_view function, uint32_t min, uint32_t max, uint32_t given,
                                         uint32_t keyword_only_given = 0);

}  // namespace tp

#endif  // TP_CORE_INTERP_ARGS_H_
