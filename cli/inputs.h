// Inputs on the command line: NAME=VALUE, where VALUE is a literal, a typed list, a file, or random.
//
//   x=3  x=2.5  mode='train'  flag=True  x=i64:3  x=f32[2,2]:1,2,3,4  x=@x.npy  x=@all.npz:x  x=f32[32,784]
#pragma once

#include <map>
#include <string>

#include "api/session.h"
#include "cli/command.h"

namespace tp::cli {

// "f32[2,2]" or "f32" into dtype and shape; false where the text is no type, has more than kMaxRank dims or
// a dim below `least_dim`: 0, or kUnknownDim where `?` may stand.
bool ParseType(std::string_view text, int64_t least_dim, DType* dtype, Shape* shape);

// A Python literal: None, True, 3, 2.5, 'text'; false where the text is none.
bool ParseLiteral(std::string_view text, LiteralValue* value);

// All of --input. Throws CommandError: 2 for what does not parse, 6 for files.
NamedInputs ParseInputs(const Arguments& arguments, uint64_t seed);

// --seed: a number; `random` draws one and says it as a note.
uint64_t ParseSeed(Env& env, const Arguments& arguments);

// --threads (one number), --simd and --seed, for commands that run one thing. The seed is also the one of
// what a spec draws without setting one.
uint64_t SetMachine(Env& env, const Arguments& arguments);
// --simd alone.
void SetSimd(const Arguments& arguments);

// A tensor of seeded random values: floats normal, integers 0…9, bools, strings "s0"…"s9". The same seed and
// `stream` give the same values on every machine.
Tensor RandomTensor(DType dtype, const Shape& shape, uint64_t seed, uint64_t stream);

// Gives a random tensor for each tensor input of the signature that `inputs` lacks; unknown dims become
// `dim`. Says with a note what it made up.
void FillInputs(Env& env, const BundleConcrete& concrete, uint64_t seed, int64_t dim, NamedInputs* inputs);

// --dim sizes the unknown dims of inputs that are not given. Throws (2) where --dim is there and none of
// these signatures (with their ids) has any.
void CheckDim(const Arguments& arguments, const NamedInputs& given,
              std::span<const std::pair<std::string, const BundleConcrete*>> signatures);
// True where --dim can size something of this type.
bool HasUnknownDim(const TraceType& type);

// What --function takes: "model.predict", or "model.predict/2" for one trace of it.
struct FunctionName {
  std::string_view name;
  size_t trace = 0;  // from 1; 0: it is not said which
  // True for the id itself and for its last parts.
  bool Names(std::string_view id) const;
};
FunctionName ParseFunctionName(std::string_view given);  // throws (2)

// "model.predict" or "model.predict/2": the function and, where given, which trace (from 1; 0 else). Throws
// (2).
struct FunctionChoice {
  const BundleFunction* function;
  int trace;
};
FunctionChoice ChooseFunction(const Session& session, const std::string& bundle, const std::string& name);

// "x=f32[?=4,784] lr=0.1": a signature with the sizes that unknown dims have in these inputs.
std::string RanAs(const BundleConcrete& concrete, const NamedInputs& inputs);

}  // namespace tp::cli
