// The variables of staged statements: names, attributes and items of a frame, and the hidden ones of break,
// continue and return.
#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/trace/stager.h"

namespace tp {
namespace {

using ast::Hidden;
using ast::Path;

// A name as the frame has it: its own local or cell, else a free variable, else a global.
ast::NameRef Resolve(const Frame* frame, const Name* name) {
  const ast::FunctionInfo* info = frame->code->info;
  ast::NameRef ref;
  ref.name = ref.written = name;
  for (uint32_t i = 0; i < info->cells.size(); ++i)
    if (info->cells[i].name == name) {
      ref.scope = ast::Scope::kCell;
      ref.slot = i;
      return ref;
    }
  for (uint32_t i = 0; i < info->frees.size(); ++i)
    if (info->frees[i].name == name) {
      ref.scope = ast::Scope::kFree;
      ref.slot = info->cells.size() + i;
      return ref;
    }
  for (uint32_t i = 0; i < info->locals.size(); ++i)
    if (info->locals[i] == name) {
      ref.scope = ast::Scope::kLocal;
      ref.slot = i;
      return ref;
    }
  ref.scope = ast::Scope::kGlobalImplicit;
  return ref;
}

Value* HiddenSlot(Frame* frame, Hidden hidden) {
  StagedFlow* flow = FlowOf(frame, true);
  switch (hidden) {
    case Hidden::kBreak:
      return &flow->broke;
    case Hidden::kContinue:
      return &flow->continued;
    case Hidden::kDoReturn:
      return &flow->returned;
    case Hidden::kReturnValue:
      return &flow->value;
    case Hidden::kNone:
      break;
  }
  return nullptr;
}

Value LiteralKey(Frame* frame, const Path* path) { return EvalExpr(frame, path->literal); }

// The class whose values stand in attributes and items for what is undefined, as in AutoGraph's code.
TypeObject* UndefinedType() {
  static TypeObject* const type =
      GetAttr(GetAttr(TheInterp().Import("tensorflow"), "__internal__"), "Undefined").as<TypeObject>();
  return type;
}

// Whether the function that a free variable belongs to has made it Undefined above the one that runs.
bool IsUndefinedOutside(const Frame* frame, const Name* name) {
  const ast::FunctionInfo* info = frame->code->info;
  for (; info; info = info->parent) {
    if (ast::IsUndefinedAt(*frame->code->source->ast, *info, name, frame->span->begin)) return true;
    for (const ast::CellVar& cell : info->cells)
      if (cell.name == name) return false;
  }
  return false;
}

Value NameOrRaise(Frame* frame, const Path* path) {
  const ast::NameRef ref = Resolve(frame, path->name);
  Value value = ReadName(frame, ref);
  // What AutoGraph does not define before the statement.
  if (value.is_undef() && ref.scope == ast::Scope::kGlobalImplicit)
    RaiseNameError(NameStr(path->name), false);
  if (value.is_undef() && ref.scope == ast::Scope::kFree && !IsUndefinedOutside(frame, path->name))
    RaiseNameError(NameStr(path->name), false, /*free_variable=*/true);
  return value;
}

// As the expression is evaluated: raises what that raises. kUndef for names that are undefined, and for what
// is read of these.
Value Evaluate(Frame* frame, const Path* path) {
  switch (path->kind) {
    case Path::Kind::kName:
      if (path->hidden != Hidden::kNone) return *HiddenSlot(frame, path->hidden);
      return NameOrRaise(frame, path);
    case Path::Kind::kLiteral:
      return LiteralKey(frame, path);
    case Path::Kind::kAttribute: {
      const Value parent = Evaluate(frame, path->parent);
      return parent.is_undef() ? Value() : GetAttr(parent, NameStr(path->attr));
    }
    case Path::Kind::kItem: {
      const Value parent = Evaluate(frame, path->parent);
      if (parent.is_undef()) return {};
      const Value key = Evaluate(frame, path->key);
      return key.is_undef() ? Value() : GetItem(parent, key);
    }
  }
  return {};
}

// kUndef where the name, attribute or item is not there (AutoGraph: ag__.ldu).
Value Read(Frame* frame, const Path* path) {
  try {
    Value value = Evaluate(frame, path);
    return value.is_object() && value.object()->type == UndefinedType() ? Value() : value;
  } catch (const PyError& error) {
    if (!path->is_composite()) throw;
    if (!error.Matches(&KeyErrorType) && !error.Matches(&AttributeErrorType) &&
        !error.Matches(&NameErrorType))
      throw;
    return {};
  }
}

void Write(Frame* frame, const Path* path, const Value& value) {
  if (path->kind == Path::Kind::kName) {
    if (path->hidden != Hidden::kNone)
      *HiddenSlot(frame, path->hidden) = value;
    else
      WriteName(frame, Resolve(frame, path->name), value);
    return;
  }
  if (!path->is_composite()) return;
  const Value parent = Evaluate(frame, path->parent);
  const Value written = value.is_undef() ? Call(TypeValue(UndefinedType()), MakeStr(path->text)) : value;
  if (path->kind == Path::Kind::kAttribute) {
    if (parent.is_undef())
      RaiseText(&AttributeErrorType,
                fmt::format("'Undefined' object has no attribute '{}'", NameStr(path->attr)->view()));
    SetAttr(parent, NameStr(path->attr), written);
    return;
  }
  if (parent.is_undef()) Raise(&TypeErrorType, "'Undefined' object does not support item assignment");
  const Value key = Evaluate(frame, path->key);
  if (!key.is_undef()) SetItem(parent, key, written);
}

}  // namespace

StagedState::StagedState(Frame* frame, const ast::StageInfo& info, const Span& span)
    : frame_(frame), span_(span), nouts_(info.nouts) {
  for (const Path* path : info.scope_vars) {
    paths_.push_back(path);
    names_.emplace_back(path->text);
  }
  for (int side : {0, 1})
    for (const Path* path : side ? info.own_orelse : info.own_body)
      if (path->hidden == Hidden::kNone) own_[side].push_back(path);
}

StagedState::Inside::Inside(const StagedState& state, bool orelse)
    : frame_(state.frame_), own_(state.own_[orelse]) {
  for (const Path* path : own_) {
    const ast::NameRef ref = Resolve(frame_, path->name);
    before_.push_back(ReadName(frame_, ref));
    if (!before_.back().is_undef()) WriteName(frame_, ref, Value());
  }
}

StagedState::Inside::~Inside() {
  for (size_t i = 0; i < before_.size(); ++i) WriteName(frame_, Resolve(frame_, own_[i]->name), before_[i]);
}

bool StagedState::has_hidden(Hidden hidden) const {
  for (const Path* path : paths_)
    if (path->hidden == hidden) return true;
  return false;
}

std::vector<Value> StagedState::Get() const {
  std::vector<Value> values;
  for (const Path* path : paths_) values.push_back(Read(frame_, path));
  return values;
}

void StagedState::Set(const std::vector<Value>& values) const {
  for (size_t i = 0; i < paths_.size(); ++i) Write(frame_, paths_[i], values[i]);
}

Val TestTensor(const Value& test, const char* tag) {
  const Val tensor = ConvertToTensor(test);
  auto shown = [&] { return Str(IsTensor(test) ? test : MakeTensor(tensor)); };
  if (tensor.dtype() != DType::kBool)
    RaiseText(&ValueErrorType,
              fmt::format("condition of {} expected to be `tf.bool` scalar, got {}; to use as boolean "
                          "Tensor, use `tf.cast`; to check for None, use `is not None`",
                          tag, shown()));
  const tp::Shape& shape = tensor.shape();
  if (shape.has_rank() && shape.rank() == 0) return tensor;
  int64_t known = 1;
  if (shape.has_rank())
    for (Dim dim : shape)
      if (IsKnown(dim)) known *= dim;
  if (known > 1)
    RaiseText(
        &ValueErrorType,
        fmt::format(
            "condition of {} expected to be `tf.bool` scalar, got {}; to check for None, use `is not None`",
            tag, shown()));
  return ValOf(
      Call(GetAttr(TheInterp().Import("tensorflow"), "reshape"), MakeTensor(tensor), MakeTuple(nullptr, 0)));
}

void RunBranch(Frame* frame, const ast::Block& block, size_t from) {
  const Completion c = ExecBlockFrom(frame, block, from);
  StagedFlow* flow = FlowOf(frame, true);
  switch (c) {
    case Completion::kNormal:
      return;
    case Completion::kBreak:
      flow->broke = Value::Bool(true);
      [[fallthrough]];
    case Completion::kContinue:
      flow->continued = Value::Bool(true);
      return;
    case Completion::kReturn:
      flow->returned = Value::Bool(true);
      flow->value = frame->result;
      return;
    case Completion::kRaise:
      ThrowHeld();
    case Completion::kYield:
      Raise(&NotImplementedErrorType,
            "a `yield` in a branch or loop that depends on a tensor is not in the spec language");
  }
}

}  // namespace tp
